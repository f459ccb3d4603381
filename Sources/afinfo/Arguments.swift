import AlertSound
import CommandSupport
import SoundFormat

struct Arguments: AppleArguments {
  enum Form {
    case full, brief, xml
  }

  /// A part of a file to print instead of the report.
  enum Part {
    case chunk(FourCharCode)
    case property(FourCharCode)
  }

  var form = Form.full
  /// `-r`: whether to count the frames by decoding if the file doesn't state their exact number.
  var countsFrames = false
  var showsInformation = false
  var showsWarnings = false
  var policy = InputPolicy()
  var parts: [Part] = []
  private(set) var files: [CommandArgument] = []
  var answer: Answer?

  mutating func complete(with files: [CommandArgument]) throws(CommandLineError) {
    self.files = files
    guard !files.isEmpty else { throw CommandLineError(message: "no input file specified") }
    if form == .xml, !parts.isEmpty {
      throw CommandLineError(message: "-c and -u print text, not XML: leave -x out")
    }
  }
}

/// The options of Apple's `afinfo`, and the options that this toolkit adds. Added options have no short form.
///
/// Source: the help of macOS 10.9, and shell completions generated from newer versions.
extension Arguments {
  private typealias Option = AppleOption<Arguments>

  static let grammar = AppleGrammar<Arguments>(
    "Audio File Info", tool: "afinfo 2.0",
    synopsis: """
      Usage:
      afinfo [option...] audio_file(s)
          Options may come before, between or after the file names.

      """,
    [
      .init("Options:", options),
      // Accept `--leaks`, with which Apple's developers find memory leaks.
      .init("Accepted without effect:", naming: [[Option("--leaks")]]),
    ])

  private static let options: [Option] = [
    .help, .version,
    Option("-b | --brief", help: "print a short description of each file") { line, _ in
      line.form = .brief
    },
    .flag(
      "-r | --real", \.countsFrames,
      help: "count the frames if the file's header only estimates their number"),
    .flag("-i | --info", \.showsInformation, help: "also print the sound's text metadata"),
    Option("-x | --xml", help: "print XML") { line, _ in line.form = .xml },
    .flag(
      "--warnings", \.showsWarnings,
      help: "report deviations from the file format; XML always includes them"),
    .noImport,
    .allowTruncated(help: "describe what is left of a truncated file that libsndfile reads"),
    .maxBytes(help: "refuse larger files"),
    .maxSeconds(help: "refuse longer sounds"),
    Option(
      "-c", "chunk_id", help: "print a chunk of the file instead, in hexadecimal"
    ) { line, values throws(CommandLineError) in
      line.parts.append(.chunk(try values[0].code()))
    },
    Option(
      "-u", "property_id",
      help: "print a property of the file instead: edur, pnfo, info; or a chunk of that name"
    ) { line, values throws(CommandLineError) in
      line.parts.append(.property(try values[0].code()))
    },
  ]
}
