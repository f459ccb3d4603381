import AlertSound
import CommandSupport
import SoundFormat

/// The parsed command line.
struct Arguments {
  /// How a file is described.
  enum Form {
    case full, brief, xml
  }

  /// What to do instead of describing files.
  enum Help {
    case usage, version
  }

  /// A part of a file to print instead of the report.
  enum Part {
    case chunk(FourCharCode)
    case property(FourCharCode)
  }

  var form = Form.full
  /// `-r`: count packets and frames if the beginning of a file only allows an estimate.
  var countsFrames = false
  var showsInformation = false
  var showsWarnings = false
  /// How files are opened.
  var policy = InputPolicy()
  var parts: [Part] = []
  var files: [CommandArgument] = []
  var help: Help?
}

extension Arguments {
  /// Parses the arguments after the command's name: options and files in any order.
  init(parsing arguments: [CommandArgument]) throws(CommandLineError) {
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
        throw CommandLineError(message: "unknown option: \(argument.text.onOneLine)")
      }
      let value = option.takesValue ? rest.popFirst() : nil
      guard !option.takesValue || value != nil else {
        throw CommandLineError(message: "missing argument for \(option.spelling)")
      }
      if option == .help || option == .version {
        help = option == .help ? .usage : .version
        return
      }
      try apply(option, value?.text ?? "")
    }
    guard !files.isEmpty else { throw CommandLineError(message: "no input file specified") }
    if form == .xml, !parts.isEmpty {
      throw CommandLineError(message: "-c and -u print text, not XML: leave -x out")
    }
  }

  private mutating func apply(_ option: Option, _ value: String) throws(CommandLineError) {
    switch option {
    case .brief: form = .brief
    case .xml: form = .xml
    case .real: countsFrames = true
    case .info: showsInformation = true
    case .warnings: showsWarnings = true
    case .noImport: policy.importsForeignFormats = false
    case .allowTruncated: policy.acceptsTruncatedFiles = true
    case .maxBytes:
      try policy.lowerByteLimit(to: value, by: option.spelling)
    case .maxSeconds:
      try policy.lowerDurationLimit(to: value, by: option.spelling)
    case .chunk: parts.append(.chunk(try option.code(value)))
    case .property: parts.append(.property(try option.code(value)))
    // Apple's developers look for memory leaks with it; here it has no effect.
    case .leaks: break
    case .help, .version: preconditionFailure("\(option) ends the command line")
    }
  }
}

extension Option {
  fileprivate func code(_ value: String) throws(CommandLineError) -> FourCharCode {
    guard let code = FourCharCode(typed: value) else {
      throw CommandLineError(
        message: "invalid 4-char-code argument for \(spelling): '\(value.onOneLine)'")
    }
    return code
  }
}
