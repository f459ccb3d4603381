import AlertSound
import CommandSupport

/// An option of `afconvert`.
typealias Option = AppleOption<Arguments>

/// The parsed command line.
///
/// Options for an output file belong to the preceding `-o`; before the first `-o` they apply to every
/// output.
struct Arguments: AppleArguments {
  var input = InputOptions()
  /// By default a sound that is too long is converted whole, as on a Mac, with a warning.
  var limit = LimitRequest(otherwise: .warn)
  private(set) var outputs: [OutputOptions] = []
  /// The options before the first `-o`.
  private var common = OutputOptions()
  var isVerbose = false
  var answer: Answer?

  var policy: InputPolicy {
    get { input.policy }
    set { input.policy = newValue }
  }

  /// The output that the next options are for.
  var output: OutputOptions {
    get { outputs.last ?? common }
    set {
      if outputs.isEmpty {
        common = newValue
      } else {
        outputs[outputs.endIndex - 1] = newValue
      }
    }
  }

  /// Begins the options for an output file.
  mutating func addOutput(_ file: CommandArgument?) {
    var output = common
    output.file = file
    outputs.append(output)
  }

  /// Assigns the file names: first the input, then the output unless `-o` names it.
  mutating func complete(with files: [CommandArgument]) throws(CommandLineError) {
    guard let first = files.first else {
      throw CommandLineError(message: "no input file specified")
    }
    input.path = first.inputPath
    let maximumCount = outputs.isEmpty ? 2 : 1
    guard files.count <= maximumCount else {
      throw CommandLineError(
        message: "too many file names: "
          + files.dropFirst(maximumCount).map(\.text).joined(separator: " "))
    }
    if outputs.isEmpty { addOutput(files.dropFirst().first) }
    try limit.fillIn()
  }
}
