import Foundation
import SoundFormat
import TestSupport
import Testing

/// Error messages: Apple's line, then a line with the fix. No output is left.
struct MessageTests {
  /// A command line that fails.
  struct Failure: Sendable, CustomTestStringConvertible {
    let input: String
    let bytes: [UInt8]
    let arguments: String
    let errors: String

    init(
      _ input: String, _ bytes: [UInt8], arguments: String = "out.caf -d ima4", _ errors: String
    ) {
      self.input = input
      self.bytes = bytes
      self.arguments = arguments
      self.errors = errors
    }

    var testDescription: String { "\(input) \(arguments)" }
  }

  private func expect(_ failure: Failure) throws {
    let folder = try TemporaryDirectory([failure.input: failure.bytes])
    expectFailure(
      try folder.shell("afconvert '\(failure.input)' \(failure.arguments)"), failure.errors)
    #expect(try folder.names == [failure.input])
    #expect(try folder.read(failure.input) == failure.bytes)
  }

  private static let wave = hex(
    """
    'RIFF' 2C000000 'WAVE' 'fmt ' 10000000 0100 0100 44AC0000 88580100 0200 1000
    'data' 08000000 0100 0200 0300 0400
    """)
  private static let opusInCAF = hex(
    """
    'caff' 0001 0000 'desc' 00000000 00000020
      40E58880 00000000 'opus' 00000000 00000000 00000400 00000002 00000000
    'data' 00000000 00000008 00000001 21004000
    """)

  @Test(arguments: [
    Failure(
      "in.wav", [],
      """
      Error: Couldn't open input file ('wht?')
      in.wav: error: the file is empty; export or copy it again
      """),
    Failure(
      "in.wav", Array("Dear diary, today I made a sound.\n".utf8),
      """
      Error: Couldn't open input file ('typ?')
      in.wav: error: this is not a CAF, AIFF, WAVE, MPEG-4, ADTS, MP3 or FLAC file; export or copy it again
      """),
    Failure(
      "in.wav", hex("52 49 46"),
      """
      Error: Couldn't open input file ('typ?')
      in.wav: error: this is not a CAF, AIFF, WAVE, MPEG-4, ADTS, MP3 or FLAC file; export or copy it again
      """),
    Failure(
      "in.wav", wave.replacing(at: 22, with: [0, 0]),
      """
      Error: Couldn't open input file ('dta?')
      in.wav: error: the file says it has 0 channels (at byte 20); export or copy it again
      """),
  ])
  func inputThatIsNotASound(failure: Failure) throws {
    try expect(failure)
  }

  @Test(
    arguments: [
      Failure(
        "song.mp3", hex("'ID3' 0300 00 0000000F 'TALB' 00000005 0000 00 'Blue'"),
        """
        Error: Couldn't open input file ('typ?')
        song.mp3: error: this is MP3 audio, without a complete packet; \
        export the sound as WAV, AIFF or CAF
        """),
      Failure(
        "song.wav", hex("FFFB9064 00000000 00000000 00000000"),
        """
        Error: Couldn't open input file ('dta?')
        song.wav: error: libsndfile knows the format, but the file is damaged; export or copy it again
        """),
      Failure(
        "song.m4a", hex("00000020 'ftypM4A ' 00000000 'M4A mp42isom' 00000000"),
        """
        Error: Couldn't open input file ('dta?')
        song.m4a: error: the moov box, which describes the sound, is missing; export or copy it again
        """),
      Failure(
        "ring.caf", opusInCAF, arguments: "out.caf -d ima4",
        """
        Error: Couldn't open input file ('fmt?')
        ring.caf: error: the sound is coded as Opus ('opus'); export the sound as WAV, AIFF or CAF, \
        or convert it first: ffmpeg -n -i ring.caf ring.wav
        """),
      Failure(
        "Ring.WAV", opusInCAF.replacing("opus".utf8, with: "flac".utf8),
        arguments: "out.caf -d ima4",
        """
        Error: Couldn't open input file ('fmt?')
        Ring.WAV: error: the sound is coded as FLAC ('flac'), but the file doesn't state its parameters; \
        export the sound as WAV, AIFF or CAF, or convert it first: ffmpeg -n -i Ring.WAV Ring.aiff
        """),
    ])
  func inputThatIsNotDecoded(failure: Failure) throws {
    try expect(failure)
  }

  @Test(arguments: [
    (
      "in.caf", Container.caf, 40,
      """
      Error: Couldn't open input file ('dta?')
      in.caf: error: the data chunk is missing; export or copy it again
      """
    ),
    (
      "in.caf", .caf, 5000,
      """
      Error: Couldn't open input file ('dta?')
      in.caf: error: the file is truncated: 904 bytes of audio are present, 1096 are missing; \
      copy or export it again, or give --allow-truncated
      """
    ),
    (
      "in.aiff", .aiff, 30,
      """
      Error: Couldn't open input file ('dta?')
      in.aiff: error: the COMM chunk has 10 bytes: its sample rate is missing (at byte 20); \
      export or copy it again
      """
    ),
    (
      "in.aiff", .aiff, 5000,
      """
      Error: Couldn't open input file ('dta?')
      in.aiff: error: the file is truncated: 904 bytes of audio are present, 1096 are missing; \
      copy or export it again, or give --allow-truncated
      """
    ),
  ])
  func truncatedCAFAndAIFF(
    name: String, container: Container, byteCount: Int, errors: String
  ) throws {
    let whole = try soundFile(container, .pcm(.int16, .big))
    try expect(Failure(name, Array(whole.prefix(byteCount)), errors))
  }

  /// `afconvert`, `afinfo` and `info` report that 300 of 512 bytes are missing.
  @Test
  func truncatedForeignFile() throws {
    let file =
      hex("'.snd' 00000018 00000200 00000003 00001F40 00000001") + [UInt8](repeating: 1, count: 212)
    let line =
      "in.au: error: the file is truncated: 300 bytes are missing; copy or export it again,"
      + " or give --allow-truncated"
    try expect(Failure("in.au", file, "Error: Couldn't open input file ('dta?')\n" + line))
    let folder = try TemporaryDirectory(["in.au": file])
    expectFailure(try folder.shell("afinfo in.au"), "Fail: AudioFileOpenURL failed\n" + line)
    let page = try folder.shell("alertsound info in.au")
    #expect(page.outputText.contains("error: the file is truncated: 300 bytes are missing"))
  }

  private static let refusals = [
    (
      "out.wav -f WAVE -d ima4",
      """
      Error: ExtAudioFileCreateWithURL failed ('fmt?')
      out.wav: error: WAVE files can't contain 'ima4'; WAVE holds UI8 LEI16 LEI24 LEI32 LEF32 LEF64 \
      'ulaw' 'alaw', and 'ima4' goes into AIFC, caff
      """
    ),
    (
      ". -f WAVE -d LEI16",
      """
      Error: ExtAudioFileCreateWithURL failed (-48)
      .: error: this is a folder; add a file name to it
      """
    ),
    (
      "out.aiff -f AIFF -d LEI16",
      """
      Error: ExtAudioFileCreateWithURL failed ('fmt?')
      out.aiff: error: AIFF files can't contain LEI16; AIFF holds I8 BEI16 BEI24 BEI32, \
      and LEI16 goes into BW64, caff, RF64, WAVE
      """
    ),
    (
      "out.wav -f WAVE -d LEF64 -c 9000",
      """
      Error: ExtAudioFileCreateWithURL failed ('fmt?')
      out.wav: error: WAVE files can't contain 9000 channels
      """
    ),
    (
      "out.caf -f caff -d ima4 -c 6",
      """
      Error: ExtAudioFileSetProperty ('cfmt') failed ('fmt?')
      out.caf: error: ima4 codes at most 2 channels, not 6; use -c 2 or -c 1, in afconvert with --mix
      """
    ),
    (
      "out.caf -f caff -d LE16",
      """
      Error: ExtAudioFileSetProperty ('cfmt') failed ('fmt?')
      out.caf: error: there is no encoder for 'LE16'; did you mean LEI16?
      """
    ),
    (
      "out.caf -f caff -d aac",
      """
      Error: ExtAudioFileSetProperty ('cfmt') failed ('fmt?')
      out.caf: error: there is no encoder for 'aac '; alert sounds play as ima4, ulaw, alaw or \
      linear PCM, such as LEI16
      """
    ),
    (
      "out.caf -f caf -d ima4",
      """
      Error: ExtAudioFileCreateWithURL failed ('typ?')
      -f 'caf ': error: this file type can't be written; did you mean caff?
      """
    ),
    (
      "out.m4a -f m4af -d aac",
      """
      Error: ExtAudioFileCreateWithURL failed ('typ?')
      -f 'm4af': error: this file type can't be written; -f takes AIFC AIFF BW64 caff RF64 WAVE, such as -f caff -d ima4
      """
    ),
    (
      "nowhere/out.caf -d ima4",
      """
      Error: ExtAudioFileCreateWithURL failed (-43)
      nowhere/out.caf: error: there is no such file or folder; check the spelling
      """
    ),
  ]

  @Test(arguments: refusals)
  func impossibleOutput(arguments: String, errors: String) throws {
    try expect(Failure("in.wav", Self.wave, arguments: arguments, errors))
  }

  @Test(arguments: ["one.caf -d ima4 -o two.wav -d ima4", "one.caf -d ima4 -o two -f m4af"])
  func anErrorInOneOutputStopsAll(arguments: String) throws {
    let folder = try TemporaryDirectory(["in.wav": Self.wave])
    let outcome = try folder.shell("afconvert in.wav -o \(arguments)")
    #expect(outcome.ending == .exit(1))
    #expect(try folder.names == ["in.wav"])
  }

  @Test func inputThatIsMissing() throws {
    let folder = try TemporaryDirectory()
    expectFailure(
      try folder.afconvert("in.wav", "out.caf", "-d", "ima4"),
      """
      Error: Couldn't open input file (-43)
      in.wav: error: there is no such file or folder; check the spelling
      """)
    #expect(try folder.names == [])
  }
}
