import TestSupport
import Testing

/// Help, and the usage errors that print it.
struct HelpTests {
  private static let banner = """

        Audio File Convert
        Version: 0.1.0 of alertsound, with the command line of Apple's afconvert 2.0
        Specify -h (-help) for command options


    """

  private static let synopsis = """
    Usage:
    afconvert [option...] input_file [output_file]
        Options may come before, between or after the file names.
        Without output_file, writes a new file beside input_file and overwrites nothing.

    afconvert input_file [-o output_file [option...]]...
        Writes several files. Options for an output file apply to the -o before them.

    """

  /// The layout is Apple's: shell completions read it.
  private static let formats = """
    Audio file and data formats:
        'AIFC' = AIFC (.aifc, .aiff, .aif)
                   data_formats: I8 BEI16 BEI24 BEI32 BEF32 BEF64 UI8 'ulaw'\u{20}
                                 'alaw' 'ima4'\u{20}
        'AIFF' = AIFF (.aiff, .aif)
                   data_formats: I8 BEI16 BEI24 BEI32\u{20}
        'BW64' = WAVE (.wav)
                   data_formats: UI8 LEI16 LEI24 LEI32 LEF32 LEF64 'ulaw'\u{20}
                                 'alaw'\u{20}
        'caff' = CAF (.caf)
                   data_formats: 'alaw' 'ima4' I8 BEI16 BEI24 BEI32 BEF32\u{20}
                                 BEF64 LEI16 LEI24 LEI32 LEF32 LEF64 'ulaw'\u{20}
        'RF64' = WAVE (.wav)
                   data_formats: UI8 LEI16 LEI24 LEI32 LEF32 LEF64 'ulaw'\u{20}
                                 'alaw'\u{20}
        'WAVE' = WAVE (.wav)
                   data_formats: UI8 LEI16 LEI24 LEI32 LEF32 LEF64 'ulaw'\u{20}
                                 'alaw'\u{20}

    """

  @Test(arguments: [
    "-h", "-help", "--help", "-hello", "in.wav out.caf -h", "-h -x", "in -v -h -hf",
  ])
  func helpIsOnStandardOutputWithApplesStatus(arguments: String) throws {
    let folder = try TemporaryDirectory()
    let outcome = try folder.shell("afconvert " + arguments)
    #expect(outcome.ending == .exit(2))
    #expect(
      outcome.outputText.hasPrefix(Self.banner + Self.synopsis + "\nOptions for an output file:"))
    #expect(outcome.errors == "")
  }

  @Test(arguments: ["-hf", "--help-formats", "-hf -h", "in.wav -hf"])
  func tableOfFormatsSucceeds(arguments: String) throws {
    let folder = try TemporaryDirectory()
    let outcome = try folder.shell("afconvert " + arguments)
    #expect(outcome.ending == .exit(0))
    #expect(outcome.outputText == Self.formats)
    #expect(outcome.errors == "")
  }

  @Test func noArgumentsAreAUsageError() throws {
    let outcome = try afconvert.outcome(of: [])
    #expect(outcome.ending == .exit(2))
    #expect(outcome.outputText == "")
    #expect(outcome.errors.hasPrefix(Self.banner + Self.synopsis))
  }

  @Test(arguments: [
    ("-v", "no input file specified"),
    ("-f caff -d ima4", "no input file specified"),
    ("--", "no input file specified"),
    ("-o out.caf", "no input file specified"),
    ("a.wav b.caf c.caf", "too many file names: c.caf"),
    ("a.wav b.caf c.caf -f caff d.caf", "too many file names: c.caf d.caf"),
    ("a.wav b.caf -o c.caf", "too many file names: b.caf"),
    ("-x a.wav", "unknown option: -x"),
    ("-ima4 a.wav", "unknown option: -ima4"),
    (
      "--src_complexity bats a.wav b.aiff",
      "unknown option: --src_complexity (did you mean --src-complexity?)"
    ),
    ("--dat ima4 a.wav", "unknown option: --dat"),
    ("--d ima4 a.wav", "unknown option: --d"),
    ("--o b.caf a.wav", "unknown option: --o"),
    ("--data=ima4 a.wav", "unknown option: --data=ima4"),
    ("--Data ima4 a.wav", "unknown option: --Data"),
    ("a.wav -d", "missing argument for -d | --data"),
    ("a.wav --file", "missing argument for -f | --file"),
    ("a.wav -c", "missing argument for -c | --channels"),
    ("a.wav -o", "missing argument for -o"),
    ("a.wav --src-complexity", "missing argument for --src-complexity"),
    ("a.wav -u vbrq", "missing argument for -u | --userproperty"),
    ("a.wav -ud vbrq", "missing argument for -ud"),
    ("-c x a.wav", "invalid integer argument for -c | --channels: 'x'"),
    ("-c '' a.wav", "invalid integer argument for -c | --channels: ''"),
    ("-c 0 a.wav", "-c | --channels takes 1 to 32767, not 0"),
    ("-c 32768 a.wav", "-c | --channels takes 1 to 32767, not 32768"),
    ("-f '' a.wav", "invalid 4-char-code argument for -f | --file: ''"),
    ("-f CA a.wav", "invalid 4-char-code argument for -f | --file: 'CA'"),
    ("-f caffe a.wav", "invalid 4-char-code argument for -f | --file: 'caffe'"),
    ("-d I12 a.wav", "Valid integer bitdepths are 8, 16, 24, and 32"),
    ("-l Nonsense a.wav", "unknown channel layout tag: Nonsense"),
    ("-l Mono -l Mono -l Mono a.wav", "too many channel layout tags!"),
    ("--dither 3 a.wav", "--dither takes 1 to 2, not 3"),
  ])
  func usageErrorsArePrintedWithTheUsage(arguments: String, message: String) throws {
    let folder = try TemporaryDirectory()
    expectFailure(
      try folder.shell("afconvert " + arguments), status: 2,
      message + "\n\n" + Self.synopsis + "\n-h lists the options.")
    #expect(try folder.names == [])
  }
}
