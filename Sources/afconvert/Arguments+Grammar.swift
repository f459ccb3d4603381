import AlertSound
import CommandSupport

/// The options of Apple's `afconvert`, and those that this toolkit adds. The added ones have no short form.
///
/// Source: the help of macOS 10.9 and later, and shell completions made from newer ones.
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
    Option("-v | --verbose", help: "print the formats of each input and output") { line, _ in
      line.isVerbose = true
    },
    Option("-hf | --help-formats", help: "list file and data formats") { line, _ in
      line.answer = .text(FormatTable.text)
    },
    .help, .version,
  ]

  /// Options for encoders and metadata of compressed formats, and for Apple's own development. Apple's tool
  /// also accepts them for linear PCM and IMA4, where they don't change the sound.
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
    [
      Option("--codec-manuf", "code") { _, values throws(CommandLineError) in
        _ = try values[0].code()
      },
      Option("--decode-formatid", "code"),
      Option("--prime-method", "name") { _, values throws(CommandLineError) in
        _ = try values[0].choice(of: ["Pre", "Normal", "None"])
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

  /// An option that can't be accepted without effect, since it would suggest a check that doesn't happen.
  private static func refusedOption(_ spelling: String) -> Option {
    Option(spelling) { _, _ throws(CommandLineError) in
      throw CommandLineError(
        message: "\(spelling): where Apple's tool stores the hash is unknown; leave it out")
    }
  }
}
