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

  private static let usage =
    synopsis + """

      Options for an output file:
          { -o } output_file
              write this file, using the options after it
          { -f | --file } file_format:
              the container: AIFC AIFF BW64 caff RF64 WAVE
              (-hf lists what each holds; by default, the output's extension decides)
          { -d | --data } data_format[@sample_rate]:
              ima4, ulaw, alaw, or linear PCM as [BE|LE]{F|[U]I}{8|16|24|32|64}: LEI16, BEF32, UI8;
              0 copies the packets, N decodes a lossless sound to its original PCM format
              (default: 16-bit linear PCM)
          { -c | --channels } number_of_channels
              extra channels are dropped from the end; mono is copied to every channel
          { --mix }
              mix channels down instead of dropping them
          { -m | --channelmap } list
              for each output channel, its input channel from 0, or -1 for silence: 1,0
          { -q | --quality } 0...127
              how long to search for the ima4 closest to the sound (default: 0, Apple's bytes)
          { -r | --src-quality } 0...127
              the quality of rate conversion; below 32, straight lines (default: 127)
          { --src-complexity } line, norm, bats or minp
              straight lines; as -r says; band-limited; band-limited
          { --resampler } built-in or libsamplerate
              what converts rates; -r selects libsamplerate's converter, or its name does, as in
              libsamplerate:medium (default: built-in)
          { --dither } 1 or 2
              add triangular or noise-shaped dither where bits are dropped
          { -t | --tag }
              store the input's format and name in a CAF; or restore them from such a CAF
          { --no-filler }
              start the audio directly after the headers, not at byte 4096

      Options for the input file:
          { --offset } number_of_frames
              leave out the beginning
          { -l | --channellayout } layout_tag
              once for the output, or twice for the input, then the output: Stereo, MPEG_5_1_A
          { --prime-override } priming_frames remainder_frames
              which decoded frames are padding; -1 keeps what the file says
          { --read-track } 0
              the only track
          { --no-import }
              read CAF, AIFF, WAVE, MPEG-4 and ADTS only, with no other decoder: for untrusted files
          { --import-with } decoder
              of the other decoders, ask only this one: ffmpeg or libsndfile
          { --allow-truncated }
              read a truncated file as far as it goes, with a warning
          { --max-bytes } number_of_bytes
              refuse a larger file
          { --max-seconds } seconds
              refuse a longer sound

      Options for the length of alerts, for every output:
          { --over-limit } default, omit, trim, fail or warn
              what to do with a sound of 30 s or more, for which iOS plays its default sound:
              write the built-in chime; write nothing; keep its first 29.9 s and fade out;
              fail; convert all of it, with a warning (default: warn)
          { --limit } seconds
              the length that a sound must stay under (default: 30)
          { --default-sound } file
              the sound to write in place of one that is too long, instead of the chime;
              implies --over-limit default
          ALERTSOUND_OVER_LIMIT, ALERTSOUND_LIMIT and ALERTSOUND_DEFAULT_SOUND in the
          environment are the defaults of these options

      General options:
          { -v | --verbose }
              print the formats of each input and output
          { -hf | --help-formats }
              list file and data formats
          { -h | --help }
              print this
          { --version }
              print the version of this toolkit

      Accepted without effect, since they concern unsupported codecs and containers:
          { -b | --bitrate } n  { -s | --strategy } n
          { -u | --userproperty } property value  { -ud } property value  { -ue } property value
          { --codec-manuf } code  { --decode-formatid } code  { --prime-method } name
          { --soundcheck-generate }  { --soundcheck-read }  { --anchor-generate }
          { --anchor-loudness } dB  { --media-kind } name  { --condensed-framing } n
          { --gapless-before } file  { --gapless-after } file  { --leaks }  { --profile }

      Refused, since it is unknown where Apple's tool stores the hash:
          { --generate-hash }  { --copy-hash }  { --check-hash }


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
    #expect(outcome.outputText == Self.banner + Self.usage)
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
    #expect(outcome.errors == Self.banner + Self.usage)
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
    ("-d im a.wav", "The format 'im' is unknown or an unparseable PCM format specifier"),
    ("-d I12 a.wav", "Valid integer bitdepths are 8, 16, 24, and 32"),
    ("-d F16 a.wav", "Valid float bitdepths are 32 and 64"),
    ("-d ima4@x a.wav", "'@x' is not a sample rate in Hz, such as @44100"),
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
