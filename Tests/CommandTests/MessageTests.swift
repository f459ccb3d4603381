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
    /// Apple's line without "Error: ", and the line with the fix without "error: ".
    let (apples, file, fix): (String, String, String)

    var testDescription: String { "\(input) \(arguments): \(fix)" }

    var errors: String { "Error: \(apples)\n\(file): error: \(fix)" }
  }

  /// A failure to open the input. Apple's line has a code.
  private static func input(
    _ name: String, _ bytes: [UInt8], _ code: String, _ fix: String
  ) -> Failure {
    Failure(
      input: name, bytes: bytes, arguments: "out.caf -d ima4",
      apples: "Couldn't open input file ('\(code)')", file: name, fix: fix)
  }

  /// A failure to create the output, with a code in Apple's line.
  private static func output(
    _ arguments: String, _ code: String, _ fix: String, file: String? = nil
  ) -> Failure {
    Failure(
      input: "in.wav", bytes: wave, arguments: arguments,
      apples: code.hasPrefix("'cfmt'")
        ? "ExtAudioFileSetProperty ('cfmt') failed ('fmt?')"
        : "ExtAudioFileCreateWithURL failed (\(code))",
      file: file ?? String(arguments.prefix { $0 != " " }), fix: fix)
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

  private static let unrecognized =
    "this is not a CAF, AIFF, WAVE, MPEG-4, ADTS, MP3 or FLAC file; export or copy it again"
  private static let truncated =
    "the file is truncated: 904 bytes of audio are present, 1096 are missing; "
    + "copy or export it again, or give --allow-truncated"

  private static func inputs() throws -> [Failure] {
    let (caf, aiff) = try (
      soundFile(.caf, .pcm(.int16, .big)), soundFile(.aiff, .pcm(.int16, .big))
    )
    return [
      input("in.wav", [], "wht?", "the file is empty; export or copy it again"),
      input("in.wav", Array("Dear diary, today I made a sound.\n".utf8), "typ?", unrecognized),
      input("in.wav", hex("52 49 46"), "typ?", unrecognized),
      input(
        "in.wav", wave.replacing(at: 22, with: [0, 0]), "dta?",
        "the file says it has 0 channels (at byte 20); export or copy it again"),
      input(
        "song.mp3", hex("'ID3' 0300 00 0000000F 'TALB' 00000005 0000 00 'Blue'"), "typ?",
        "this is MP3 audio, without a complete packet; export the sound as WAV, AIFF or CAF"),
      input(
        "song.wav", hex("FFFB9064 00000000 00000000 00000000"), "dta?",
        "libsndfile knows the format, but the file is damaged; export or copy it again"),
      input(
        "song.m4a", hex("00000020 'ftypM4A ' 00000000 'M4A mp42isom' 00000000"), "dta?",
        "the moov box, which describes the sound, is missing; export or copy it again"),
      input(
        "ring.caf", opusInCAF, "fmt?",
        "the sound is coded as Opus ('opus'); export the sound as WAV, AIFF or CAF, or convert it"
          + " first: ffmpeg -n -i ring.caf ring.wav"),
      input(
        "Ring.WAV", opusInCAF.replacing("opus".utf8, with: "flac".utf8), "fmt?",
        "the sound is coded as FLAC ('flac'), but the file doesn't state its parameters; export the"
          + " sound as WAV, AIFF or CAF, or convert it first: ffmpeg -n -i Ring.WAV Ring.aiff"),
      input(
        "in.caf", Array(caf.prefix(40)), "dta?",
        "the data chunk is missing; export or copy it again"
      ),
      input("in.caf", Array(caf.prefix(5000)), "dta?", truncated),
      input(
        "in.aiff", Array(aiff.prefix(30)), "dta?",
        "the COMM chunk has 10 bytes: its sample rate is missing (at byte 20); export or copy it again"
      ),
      input("in.aiff", Array(aiff.prefix(5000)), "dta?", truncated),
    ]
  }

  private static let outputs = [
    output(
      "out.wav -f WAVE -d ima4", "'fmt?'",
      "WAVE files can't contain 'ima4'; WAVE holds UI8 LEI16 LEI24 LEI32 LEF32 LEF64 'ulaw' 'alaw', and"
        + " 'ima4' goes into AIFC, caff"),
    output(". -f WAVE -d LEI16", "-48", "this is a folder; add a file name to it"),
    output(
      "out.aiff -f AIFF -d LEI16", "'fmt?'",
      "AIFF files can't contain LEI16; AIFF holds I8 BEI16 BEI24 BEI32, and LEI16 goes into BW64, caff,"
        + " RF64, WAVE"),
    output(
      "out.wav -f WAVE -d LEF64 -c 9000", "'fmt?'", "WAVE files can't contain 9000 channels"),
    output(
      "out.caf -f caff -d ima4 -c 6", "'cfmt'",
      "ima4 codes at most 2 channels, not 6; use -c 2 or -c 1, in afconvert with --mix"),
    output(
      "out.caf -f caff -d LE16", "'cfmt'",
      "there is no encoder for 'LE16'; did you mean LEI16?"),
    output(
      "out.caf -f caff -d aac", "'cfmt'",
      "there is no encoder for 'aac '; alert sounds play as ima4, ulaw, alaw or linear PCM, such as"
        + " LEI16"),
    output(
      "out.caf -f caf -d ima4", "'typ?'", "this file type can't be written; did you mean caff?",
      file: "-f 'caf '"),
    output(
      "out.m4a -f m4af -d aac", "'typ?'",
      "this file type can't be written; -f takes AIFC AIFF BW64 caff RF64 WAVE, such as -f caff -d ima4",
      file: "-f 'm4af'"),
    output(
      "nowhere/out.caf -d ima4", "-43", "there is no such file or folder; check the spelling"),
  ]

  @Test(arguments: try inputs() + outputs)
  func nothingIsWritten(failure: Failure) throws {
    let folder = try TemporaryDirectory([failure.input: failure.bytes])
    expectFailure(
      try folder.shell("afconvert '\(failure.input)' \(failure.arguments)"), failure.errors)
    #expect(try folder.names == [failure.input])
    #expect(try folder.read(failure.input) == failure.bytes)
  }

  /// `afconvert`, `afinfo` and `info` report that 300 of 512 bytes are missing.
  @Test
  func truncatedForeignFile() throws {
    let file =
      hex("'.snd' 00000018 00000200 00000003 00001F40 00000001") + [UInt8](repeating: 1, count: 212)
    let fix =
      "the file is truncated: 300 bytes are missing; copy or export it again, or give --allow-truncated"
    try nothingIsWritten(failure: Self.input("in.au", file, "dta?", fix))
    let folder = try TemporaryDirectory(["in.au": file])
    expectFailure(
      try folder.shell("afinfo in.au"), "Fail: AudioFileOpenURL failed\nin.au: error: \(fix)")
    let page = try folder.shell("alertsound info in.au")
    #expect(page.outputText.contains("error: the file is truncated: 300 bytes are missing"))
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
