import AlertSound
import CommandSupport
import SoundFormat
import SystemPackage

/// The parsed command line.
struct Arguments {
  /// What to do instead of converting.
  enum Help {
    case usage
    case formats
    case version
  }

  var input = InputOptions()
  var limit = LimitOptions()
  var outputs: [OutputOptions] = []
  var isVerbose = false
  var help: Help?
}

extension Arguments {
  /// Parses the arguments after the command's name by Apple's grammar. Options may appear anywhere. Those
  /// for an output file belong to the preceding `-o`; before the first `-o` they apply to every output.
  init(parsing arguments: [CommandArgument]) throws(CommandLineError) {
    var common = OutputOptions()
    var positional: [CommandArgument] = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      guard argument.text.hasPrefix("-"), argument.text != "-" else {
        positional.append(argument)
        continue
      }
      if argument.text == "--" {
        positional += rest
        break
      }
      let option = try Option(parsing: argument.text)
      let words = rest.prefix(option.valueCount)
      let values = words.map(\.text)
      guard values.count == option.valueCount else {
        throw CommandLineError(message: "missing argument for \(option.spelling)")
      }
      rest.removeFirst(values.count)
      switch option {
      case .verbose: isVerbose = true
      case .help:
        help = .usage
        return
      case .helpFormats:
        help = .formats
        return
      case .version:
        help = .version
        return
      case .output:
        outputs.append(common)
        outputs[outputs.endIndex - 1].place(at: words[words.startIndex])
      default:
        if try input.apply(option, values) { continue }
        if try limit.apply(option, words) { continue }
        if outputs.isEmpty {
          try common.apply(option, values)
        } else {
          try outputs[outputs.endIndex - 1].apply(option, values)
        }
      }
    }
    try place(positional, common)
    try limit.fillIn()
  }

  /// Assigns the file names: first the input, then the output unless `-o` names it.
  private mutating func place(
    _ positional: [CommandArgument], _ common: OutputOptions
  ) throws(CommandLineError) {
    guard let first = positional.first else {
      throw CommandLineError(message: "no input file specified")
    }
    input.path = first.inputPath
    let limit = outputs.isEmpty ? 2 : 1
    guard positional.count <= limit else {
      throw CommandLineError(
        message: "too many file names: "
          + positional.dropFirst(limit).map(\.text).joined(separator: " "))
    }
    if outputs.isEmpty {
      var output = common
      if positional.count == 2 { output.place(at: positional[1]) }
      outputs = [output]
    }
  }
}

extension Option {
  fileprivate init(parsing argument: String) throws(CommandLineError) {
    if let option = Option(argument: argument) {
      self = option
      return
    }
    let dashed = String(argument.map { $0 == "_" ? "-" : $0 })
    let hint =
      Option(argument: dashed) == nil || dashed == argument ? "" : " (did you mean \(dashed)?)"
    throw CommandLineError(message: "unknown option: \(argument)\(hint)")
  }
}
