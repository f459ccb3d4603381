import AlertSound
import CommandSupport
import SoundFormat
import SystemPackage

typealias Option = AppleOption<Arguments>

/// The parsed command line.
///
/// Options for an output file belong to the preceding `-o`. Before the first `-o`, they apply to every output.
struct Arguments: AppleArguments {
  var input = InputOptions()
  /// By default, a sound that is too long is converted completely, as on a Mac, with a warning.
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

  /// The output to which the next options apply.
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

  mutating func addOutput(_ file: CommandArgument?) {
    var output = common
    output.file = file
    outputs.append(output)
  }

  /// Assigns the file names: the first to the input and, without `-o`, the second to the output.
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

/// The options of Apple's `afconvert`, and the options that this toolkit adds. Added options have no short form.
///
/// Source: the help of macOS 10.9 and later, and shell completions generated from newer versions.
extension Arguments {
  static let grammar = AppleGrammar<Arguments>(
    "Audio File Convert", tool: "afconvert 2.0",
    synopsis: """
      Usage:
      afconvert [option...] input_file [output_file]
          Options may come before, between or after the file names.
          Without output_file, writes a new file beside input_file and overwrites nothing.

      afconvert input_file [-o output_file [option...]]...
          Writes several files. Options for an output file apply to the -o before them.

      """,
    [
      .init("Options for an output file:", outputOptions),
      .init("Options for the input file:", inputOptions),
      .init(
        "Options for the length of alerts, for every output:", limitOptions,
        remark: """
          ALERTSOUND_OVER_LIMIT, ALERTSOUND_LIMIT and ALERTSOUND_DEFAULT_SOUND in the
          environment are the defaults of these options
          """),
      .init("General options:", generalOptions),
      .init(
        "Accepted without effect, since they concern unsupported codecs and containers:",
        naming: idleOptions),
      .init(
        "Refused, since it is unknown where Apple's tool stores the hash:",
        naming: [["--generate-hash", "--copy-hash", "--check-hash"].map(refusedOption)]),
    ])

  private static let limitOptions: [Option] = [
    Option(
      "--over-limit", "default, omit, trim, fail or warn",
      help: """
        what to do with a sound of 30 s or more, for which iOS plays its default sound:
        write the built-in chime; write nothing; keep its first 29.9 s and fade out;
        fail; convert all of it, with a warning (default: warn)
        """
    ) { line, values throws(CommandLineError) in
      line.limit.policy = try values[0].overLimitPolicy()
    },
    Option("--limit", "seconds", help: "the length that a sound must stay under (default: 30)") {
      line, values throws(CommandLineError) in
      line.limit.seconds = try values[0].seconds()
    },
    Option(
      "--default-sound", "file",
      help: """
        the sound to write in place of one that is too long, instead of the chime;
        implies --over-limit default
        """
    ) { line, values in line.limit.defaultSound = values[0].word.path },
  ]

  private static let generalOptions: [Option] = [
    .flag("-v | --verbose", \.isVerbose, help: "print the formats of each input and output"),
    Option("-hf | --help-formats", help: "list file and data formats") { line, _ in
      line.answer = .text(FormatTable.text)
    },
    .help, .version,
  ]

  /// Options that are accepted without changing the sound. For linear PCM and IMA4, Apple's tool does the same: the
  /// options concern encoders and metadata of compressed formats, or Apple's own development.
  private static let idleOptions: [[Option]] = [
    [
      Option("-b | --bitrate", "n") { line, values throws(CommandLineError) in
        line.output.remarks.append("bitrate = \(try values[0].integer(in: 0...Int.max))")
      },
      Option("-s | --strategy", "n") { line, values throws(CommandLineError) in
        line.output.remarks.append("strategy = \(try values[0].integer(in: 0...3))")
      },
    ],
    ["-u | --userproperty", "-ud", "-ue"].map(propertyOption),
    [Option("-t | --tag")],
    [
      Option("--codec-manuf", "code") { _, values throws(CommandLineError) in
        _ = try values[0].code()
      },
      Option("--decode-formatid", "code"),
      Option("--prime-method", "name") { _, values throws(CommandLineError) in
        _ = try values[0].value(taking: "Pre, Normal, None") {
          ["Pre", "Normal", "None"].contains($0) ? $0 : nil
        }
      },
    ],
    [Option("--soundcheck-generate"), Option("--soundcheck-read"), Option("--anchor-generate")],
    [
      Option("--anchor-loudness", "dB"), Option("--media-kind", "name"),
      Option("--condensed-framing", "n"),
    ],
    [
      Option("--gapless-before", "file"), Option("--gapless-after", "file"), Option("--leaks"),
      Option("--profile"),
    ],
  ]

  private static func propertyOption(_ spelling: String) -> Option {
    Option(spelling, "property", "value") { line, values throws(CommandLineError) in
      line.output.remarks.append("user property '\(try values[0].code())' = \(values[1].text)")
    }
  }

  /// An option that is refused. Accepting it without effect would suggest a check that doesn't happen.
  private static func refusedOption(_ spelling: String) -> Option {
    Option(spelling) { _, _ throws(CommandLineError) in
      throw CommandLineError(
        message: "\(spelling): where Apple's tool stores the hash is unknown; leave it out")
    }
  }
}

struct OutputOptions {
  /// The output file; nil if the program chooses the name.
  var file: CommandArgument?
  var fileType: FourCharCode?
  var dataFormat: DataFormatSpecifier?
  var channelCount: Int?
  var channelMap: [Int?]?
  var mixesDown = false
  /// `-q`, from 0 to 127.
  var quality: Int?
  /// `-r`, `--src-complexity` and `--resampler`.
  var resampling = ResamplingOptions()
  var dither: Dither?
  var usesFiller = true
  /// The lines that `-v` prints, in Apple's wording, for options of unsupported codecs: `bitrate = 64000`.
  var remarks: [String] = []

  var path: FilePath? { file?.outputPath }
  var namesFolder: Bool { file?.namesFolder ?? false }
}

extension Arguments {
  static let outputOptions: [Option] = [
    Option("-o", "output_file", help: "write this file, using the options after it") {
      line, values in line.addOutput(values[0].word)
    },
    Option(
      "-f | --file", "file_format:",
      help: """
        the container: \(Container.writable.map { "\($0.fileType)" }.joined(separator: " "))
        (-hf lists what each holds; by default, the output's extension decides)
        """
    ) { line, values throws(CommandLineError) in
      line.output.fileType = try values[0].code()
    },
    Option(
      "-d | --data", "data_format[@sample_rate]:",
      help: """
        \(Codec.encodedFormatIDs.map(\.description).joined(separator: ", ")), or linear PCM as [BE|LE]{F|[U]I}{8|16|24|32|64}: LEI16, BEF32, UI8;
        0 copies the packets, N decodes a lossless sound to its original PCM format
        (default: 16-bit linear PCM)
        """
    ) { line, values throws(CommandLineError) in
      line.output.dataFormat = try DataFormatSpecifier(parsing: values[0].text)
    },
    .number(
      "-c | --channels", "number_of_channels", in: 1...32_767, \.output.channelCount,
      help: "extra channels are dropped from the end; mono is copied to every channel"),
    .flag("--mix", \.output.mixesDown, help: "mix channels down instead of dropping them"),
    Option(
      "-m | --channelmap", "list",
      help: "for each output channel, its input channel from 0, or -1 for silence: 1,0"
    ) { line, values throws(CommandLineError) in
      line.output.channelMap = try values[0].channelMap()
    },
    .number(
      "-q | --quality", "0...127", in: 0...127, \.output.quality,
      help: "above 0, search for ima4 with less audible noise (default: 0, Apple's bytes)"),
    .number(
      "-r | --src-quality", "0...127", in: 0...127, \.output.resampling.quality,
      help: "the quality of rate conversion; below 32, straight lines (default: 127)"),
    Option(
      "--src-complexity", "line, norm, bats or minp",
      help: "straight lines; as -r says; band-limited; band-limited"
    ) { line, values throws(CommandLineError) in
      line.output.resampling.complexity = try values[0].value(
        taking: ResamplingComplexity.allCases.map(\.rawValue).joined(separator: ", "),
        ResamplingComplexity.init(rawValue:))
    },
    Option(
      "--resampler", "built-in or libsamplerate",
      help: "what changes rates; -r selects libsamplerate's converter (default: built-in)"
    ) { line, values throws(CommandLineError) in
      line.output.resampling.resampler = try values[0].value(
        taking: ResamplerChoice.allCases.map(\.rawValue).joined(separator: ", "),
        ResamplerChoice.init(rawValue:))
    },
    Option(
      "--dither", "1 or 2", help: "add triangular or noise-shaped dither where bits are dropped"
    ) { line, values throws(CommandLineError) in
      line.output.dither = Dither(rawValue: try values[0].integer(in: 1...2))
    },
    .flag(
      "--no-filler", \.output.usesFiller, to: false,
      help: "start the audio directly after the headers, not at byte 4096"),
  ]
}

extension NamedValue {
  /// Parses a list of channels, such as `1,0` or `0 -1`. The channel −1, which is silence, becomes nil.
  fileprivate func channelMap() throws(CommandLineError) -> [Int?] {
    var map: [Int?] = []
    for part in text.split(whereSeparator: { ", ".contains($0) }) {
      let channel = try NamedValue(name: name, word: CommandArgument(String(part)))
        .integer(in: -1...32_767)
      map.append(channel == -1 ? nil : channel)
    }
    guard !map.isEmpty else {
      throw CommandLineError(message: "\(name) takes a list of channels: 1,0")
    }
    return map
  }
}

/// The options for the input. They apply to all outputs, wherever they appear.
struct InputOptions {
  var path = FilePath()
  /// How the input and the default sound are opened.
  var policy = InputPolicy()
  var firstFrame = 0
  var primingOverride = PrimingOverride()
  /// The layouts of `-l`: only the output's, or the input's and then the output's.
  var layouts: [ChannelLayout] = []
}

extension Arguments {
  static let inputOptions: [Option] = [
    Option("--offset", "number_of_frames", help: "leave out the beginning") {
      line, values throws(CommandLineError) in
      line.input.firstFrame = try values[0].integer(in: 0...Int.max)
    },
    Option(
      "-l | --channellayout", "layout_tag",
      help: "once for the output, or twice for the input, then the output: Stereo, MPEG_5_1_A"
    ) { line, values throws(CommandLineError) in
      guard let layout = ChannelLayout(tagName: values[0].text) else {
        throw CommandLineError(message: "unknown channel layout tag: \(values[0].text)")
      }
      guard line.input.layouts.count < 2 else {
        throw CommandLineError(message: "too many channel layout tags!")
      }
      line.input.layouts.append(layout)
    },
    Option(
      "--prime-override", "priming_frames", "remainder_frames",
      help: "which decoded frames are padding; -1 keeps what the file says"
    ) { line, values throws(CommandLineError) in
      let priming = try values[0].integer(in: -1...Int.max)
      let remainder = try values[1].integer(in: -1...Int.max)
      line.input.primingOverride = PrimingOverride(
        primingFrameCount: priming == -1 ? nil : priming,
        remainderFrameCount: remainder == -1 ? nil : remainder)
    },
    Option("--read-track", "0", help: "the only track") {
      _, values throws(CommandLineError) in
      guard try values[0].integer(in: 0...Int.max) == 0 else {
        throw CommandLineError(
          message: "\(values[0].name): the files read here have one track, number 0")
      }
    },
    .noImport,
    .allowTruncated(help: "read a truncated file as far as it goes, with a warning"),
    .maxBytes(help: "refuse a larger file"),
    .maxSeconds(help: "refuse a longer sound"),
  ]
}
