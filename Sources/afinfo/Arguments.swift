import AlertSound
import CommandSupport
import SoundFormat

/// What a command line asks for.
struct Arguments {
  /// How a file is described.
  enum Form {
    case full, brief, xml
  }

  /// What to do instead of describing files.
  enum Help {
    case usage, version
  }

  /// Something of a file to print instead of the report.
  enum Part {
    case chunk(FourCharCode)
    case property(FourCharCode)
  }

  var form = Form.full
  /// `-r`: count packets and frames where a file's beginning only suggests how many there are.
  var countsFrames = false
  var showsInformation = false
  var showsWarnings = false
  /// How files are opened.
  var policy = InputPolicy()
  var parts: [Part] = []
  var files: [CommandArgument] = []
  var help: Help?

  /// Why a command line can't be understood; the usage follows it.
  struct ParseError: Error {
    let message: String
  }
}

extension Arguments {
  /// Parses what follows the command's name: options and files in any order.
  init(parsing arguments: [CommandArgument]) throws(ParseError) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      guard argument.text.hasPrefix("-"), argument.text != "-" else {
        files.append(argument)
        continue
      }
      if argument.text == "--" {
        files += rest
        break
      }
      guard let option = Option(argument: argument.text) else {
        throw ParseError(message: "unknown option: \(argument.text.onOneLine)")
      }
      let value = option.takesValue ? rest.popFirst() : nil
      guard !option.takesValue || value != nil else {
        throw ParseError(message: "missing argument for \(option.spelling)")
      }
      if option == .help || option == .version {
        help = option == .help ? .usage : .version
        return
      }
      try apply(option, value?.text ?? "")
    }
    guard !files.isEmpty else { throw ParseError(message: "no input file specified") }
    if form == .xml, !parts.isEmpty {
      throw ParseError(message: "-c and -u print text, not XML: leave -x out")
    }
  }

  private mutating func apply(_ option: Option, _ value: String) throws(ParseError) {
    switch option {
    case .brief: form = .brief
    case .xml: form = .xml
    case .real: countsFrames = true
    case .info: showsInformation = true
    case .warnings: showsWarnings = true
    case .noImport: policy.importsForeignFormats = false
    case .allowTruncated: policy.acceptsTruncatedFiles = true
    case .maxBytes:
      guard let byteCount = NumberText.byteCount(value) else {
        throw ParseError(
          message: "\(option.spelling) takes bytes, such as 1000000, not '\(value.onOneLine)'")
      }
      policy.lowerByteLimit(to: byteCount)
    case .maxSeconds:
      guard let seconds = NumberText.seconds(value) else {
        throw ParseError(
          message: "\(option.spelling) takes seconds, such as 30, not '\(value.onOneLine)'")
      }
      policy.lowerDurationLimit(to: seconds)
    case .chunk: parts.append(.chunk(try option.code(value)))
    case .property: parts.append(.property(try option.code(value)))
    // Apple's own development looks for leaks; there are none to look for here.
    case .leaks: break
    case .help, .version: preconditionFailure("\(option) ends the command line")
    }
  }
}

extension Option {
  fileprivate func code(_ value: String) throws(Arguments.ParseError) -> FourCharCode {
    guard let code = FourCharCode(typed: value) else {
      throw Arguments.ParseError(
        message: "invalid 4-char-code argument for \(spelling): '\(value.onOneLine)'")
    }
    return code
  }
}
