import AlertSound
import SoundFormat
import SystemPackage

/// What a command line asks for.
struct Arguments {
  /// One file to write, and how.
  struct Output {
    /// Where to; nil to make a name up.
    var path: FilePath?
    var fileType: FourCharCode?
    var dataFormat: DataFormatSpecifier?
    var channelCount: Int?
    var usesFiller = true
  }

  /// What to do instead of converting.
  enum Help {
    case usage
    case formats
  }

  var input: FilePath?
  var outputs: [Output] = []
  var isVerbose = false
  var help: Help?

  /// Why a command line can't be understood; the usage follows it.
  struct ParseError: Error {
    let message: String
  }
}

extension Arguments {
  /// Parses what follows the command's name, by Apple's grammar: options stand anywhere, and those
  /// for an output file belong to the `-o` before them or, before the first, to every output.
  init(parsing arguments: [String]) throws(ParseError) {
    var common = Output()
    var positional: [String] = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("-"), argument != "-" else {
        positional.append(argument)
        continue
      }
      if argument == "--" {
        positional += rest
        break
      }
      guard let option = Option(argument: argument) else {
        throw ParseError(message: "unknown option: \(argument)")
      }
      let values = rest.prefix(option.valueCount)
      guard values.count == option.valueCount else {
        throw ParseError(message: "missing argument for \(option.spelling)")
      }
      rest.removeFirst(values.count)
      let value = values.first ?? ""
      switch option {
      case .verbose: isVerbose = true
      case .help, .helpFormats:
        help = option == .help ? .usage : .formats
        return
      case .output:
        outputs.append(common)
        outputs[outputs.endIndex - 1].path = FilePath(value)
      default:
        if outputs.isEmpty {
          try common.apply(option, value)
        } else {
          try outputs[outputs.endIndex - 1].apply(option, value)
        }
      }
    }
    try place(positional, common)
  }

  /// Tells the input from the output, which `-o` replaces.
  private mutating func place(
    _ positional: [String], _ common: Output
  ) throws(ParseError) {
    guard let first = positional.first else {
      throw ParseError(message: "no input file specified")
    }
    input = FilePath(first)
    let limit = outputs.isEmpty ? 2 : 1
    guard positional.count <= limit else {
      throw ParseError(
        message: "too many file names: \(positional.dropFirst(limit).joined(separator: " "))")
    }
    if outputs.isEmpty {
      var output = common
      output.path = positional.count == 2 ? FilePath(positional[1]) : nil
      outputs = [output]
    }
  }
}

extension Arguments.Output {
  fileprivate mutating func apply(
    _ option: Option, _ value: String
  ) throws(Arguments.ParseError) {
    switch option {
    case .data: dataFormat = try Self.dataFormat(value)
    case .file:
      guard let code = FourCharCode(typed: value) else {
        throw Arguments.ParseError(
          message: "invalid 4-char-code argument for \(option.spelling): '\(value)'")
      }
      fileType = code
    case .channels: channelCount = try Self.channelCount(value, option)
    case .noFiller: usesFiller = false
    default:
      throw Arguments.ParseError(
        message: "\(option.spelling) is not supported yet: leave it out, or use a Mac for it")
    }
  }

  private static func dataFormat(
    _ value: String
  ) throws(Arguments.ParseError) -> DataFormatSpecifier {
    do throws(DataFormatSpecifier.ParseError) {
      return try DataFormatSpecifier(parsing: value)
    } catch {
      throw Arguments.ParseError(message: error.description)
    }
  }

  /// Reads a number as C's `scanf("%d")` does, which takes no notice of what follows the digits.
  private static func channelCount(
    _ value: String, _ option: Option
  ) throws(Arguments.ParseError) -> Int {
    let digits = value.drop { $0 == " " }.prefix { $0.isNumber && $0.isASCII }
    guard let count = Int(digits) else {
      throw Arguments.ParseError(
        message: "invalid integer argument for \(option.spelling): '\(value)'")
    }
    guard (1...32_767).contains(count) else {
      throw Arguments.ParseError(message: "a sound has 1 to 32767 channels, not \(value)")
    }
    return count
  }
}
