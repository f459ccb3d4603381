import Foundation
import SoundFormat
import TestSupport
import Testing

/// Files that can't be described, and invalid command lines.
struct AfinfoFailureTests {
  @Test(arguments: [
    ("missing.wav", "there is no such file or folder; check the spelling"),
    ("folder", "this is a folder; name a sound inside it"),
    ("empty.wav", "the file is empty; export or copy it again"),
    (
      "letter.wav",
      "this is not a CAF, AIFF, WAVE, MPEG-4 or ADTS file; export or copy it again"
    ),
    ("head.wav", "the fmt chunk is missing; export or copy it again"),
  ])
  func filesThatAreNotSounds(name: String, reason: String) throws {
    let folder = try TemporaryDirectory([
      "empty.wav": [], "letter.wav": Array("Dear diary, today I made a sound.\n".utf8),
      "head.wav": hex("'RIFF' 04000000 'WAVE'"),
    ])
    try FileManager.default.createDirectory(
      atPath: folder.path("folder"), withIntermediateDirectories: false)
    expectFailure(
      try folder.shell("afinfo \(name)"),
      "Fail: AudioFileOpenURL failed\n\(name): error: \(reason)")
  }

  @Test(.ifLibsndfileDecodes)
  func filesThatAreNotDecoded() throws {
    let folder = try TemporaryDirectory(["film.webm": hex("1A45DFA3 9F 4286 81 01")])
    expectFailure(
      try folder.shell("afinfo film.webm --import-with libsndfile"),
      """
      Fail: AudioFileOpenURL failed
      film.webm: error: this is a Matroska or WebM file, which nothing here can decode; \
      export the sound as WAV, AIFF or CAF
      """)
  }

  @Test func aBadFileDoesNotStopTheOthers() throws {
    let wave = try soundFile(.wave, .pcm(.int16))
    let folder = try TemporaryDirectory(["a.wav": wave, "b.wav": [0], "c.wav": wave])
    for options in ["", "-b", "-u edur"] {
      let outcome = try folder.shell("afinfo \(options) a.wav b.wav c.wav")
      let alone = try folder.shell("afinfo \(options) a.wav c.wav")
      #expect(outcome.ending == .exit(1))
      #expect(outcome.output == alone.output)
      #expect(outcome.errors.hasPrefix("Fail: AudioFileOpenURL failed\nb.wav: error: "))
      #expect(outcome.errors.split(separator: "\n").count == 2)
      #expect(alone.ending == .exit(0))
    }
  }

  /// libmpg123 prints to standard error about damaged MP3s; only this command's own lines belong there.
  @Test func foreignLibrariesPrintNothing() throws {
    let folder = try TemporaryDirectory([
      "a.mp3": hex("'ID3' 03000000000000"), "b.mp3": [0xFF, 0xFB],
    ])
    let outcome = try folder.shell("afinfo a.mp3 b.mp3 a.mp3 b.mp3")
    #expect(outcome.ending == .exit(1))
    let lines = outcome.errors.split(separator: "\n")
    #expect(lines.count == 8)
    #expect(
      lines.enumerated().allSatisfy { index, line in
        index % 2 == 0
          ? line == "Fail: AudioFileOpenURL failed" : line.contains(".mp3: error: ")
      })
  }

  @Test(.enabled(if: TestSystem.takesAnyName, "file names must be text here"))
  func namesArePrintedByteForByte() throws {
    let folder = try TemporaryDirectory(["in.wav": try soundFile(.wave, .pcm(.int16))])
    let outcome = try folder.shell(
      "n=$(printf 'b\\374ro\\n.wav'); cp in.wav \"$n\" && afinfo \".//$n\" && afinfo -b -- \"$n\"")
    #expect(outcome.ending == .exit(0))
    let output = outcome.output
    #expect(
      output.starts(
        with: Array("File:           .//b".utf8) + [0xFC] + Array("ro\n.wav\nFile".utf8)))
    let brief = [0x62, 0xFC] + Array("ro\n.wav, WAVE, Num Tracks:     1\n----\n".utf8)
    #expect(output.firstRange(of: brief) != nil)
  }

  @Test(arguments: [
    ("--", "no input file specified"), ("-b", "no input file specified"),
    ("--brie in.wav", "unknown option: --brie"), ("in.wav -z", "unknown option: -z"),
    ("in.wav -c", "missing argument for -c"), ("in.wav -c toolong", "'toolong'"),
    ("-u ab in.wav", "invalid 4-char-code argument for -u: 'ab'"),
    ("-x -c info in.wav", "-c and -u print text, not XML: leave -x out"),
  ])
  func invalidCommandLines(arguments: String, message: String) throws {
    let folder = try TemporaryDirectory(["in.wav": try soundFile(.wave, .pcm(.int16))])
    let outcome = try folder.shell("afinfo \(arguments)")
    #expect(outcome.ending == .exit(2))
    #expect(outcome.outputText == "")
    let first = outcome.errors.split(separator: "\n").first ?? ""
    #expect(first.contains(message))
    #expect(outcome.errors.hasSuffix("\n-h lists the options.\n"))
  }

  @Test func optionsMayBeAnywhere() throws {
    let folder = try TemporaryDirectory(["-b": try soundFile(.wave, .pcm(.int16))])
    let brief = try folder.shell("afinfo -b -- -b").output
    #expect(brief.starts(with: Array("-b, WAVE".utf8)))
    for line in ["afinfo --brief ./-b", "afinfo ./-b -brief", "afinfo -r ./-b -b --leaks"] {
      #expect(try folder.shell(line).output.dropFirst(2).elementsEqual(brief))
    }
  }

  /// Apple's tools treat a request for help as a usage error, and scripts that probe for them rely on that.
  @Test(arguments: ["-h", "--help", "-help", "in.wav -h"])
  func helpIsPrinted(arguments: String) throws {
    let outcome = try TemporaryDirectory().shell("afinfo \(arguments)")
    #expect(outcome.ending == .exit(2))
    #expect(
      outcome.outputText.hasPrefix(
        """

            Audio File Info
            Version: 0.1.0 of alertsound, with the command line of Apple's afinfo 2.0
            Specify -h (-help) for command options

        Usage:
        afinfo [option...] audio_file(s)

        """))
    #expect(outcome.errors == "")
    let bare = try TemporaryDirectory().shell("afinfo")
    #expect(bare.ending == .exit(2))
    #expect(bare.outputText == "")
    #expect(bare.errors == outcome.outputText)
  }
}
