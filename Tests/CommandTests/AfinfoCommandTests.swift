import SoundFormat
import TestSupport
import Testing

/// `-c` and `-u`, which show single chunks and properties.
struct AfinfoPartTests {
  private static let wave = hex(
    """
    'RIFF' 42000000 'WAVE' 'fmt ' 10000000 0100 0100 44AC0000 88580100 0200 1000
    'note' 05000000 'Hello' 00 'data' 08000000 0100 0200 0300 0400 'note' 00000000
    """)

  private func outcome(_ options: String) throws -> Tool.Outcome {
    try TemporaryDirectory(["in.wav": Self.wave]).shell("afinfo \(options) in.wav")
  }

  private static let format = [
    "chunk 'fmt ': 16 bytes at 20",
    "00000014  01 00 01 00 44 ac 00 00  88 58 01 00 02 00 10 00 |....D....X......|",
  ]
  private static let note = [
    "chunk 'note': 5 bytes at 44",
    "0000002c  48 65 6c 6c 6f                                   |Hello|",
    "chunk 'note': 0 bytes at 74",
  ]

  /// Core Audio stores a property with user data as a chunk of the same name. So `-u note` shows the chunks `note`.
  @Test(arguments: [
    ("-c 'fmt '", format), ("-c fmt", format),
    ("-c note -u edur", note + ["property 'edur': 0.000091"]), ("-u note", note),
  ])
  func chunksAreShown(options: String, lines: [String]) throws {
    expectSuccess(
      try outcome(options),
      (["File:           in.wav"] + lines + ["----", ""]).joined(separator: "\n"))
  }

  @Test func longChunksAreAbbreviated() throws {
    let folder = try TemporaryDirectory([
      "in.caf": try soundFile(.caf, .pcm(.int16), frameCount: 1000)
    ])
    let lines = try folder.shell("afinfo -c data in.caf").outputLines
    #expect(lines.count == 1 + 1 + 64 + 1 + 1)
    #expect(lines[1] == "chunk 'data': 2004 bytes at 4092")
    #expect(lines[2].hasPrefix("00000ffc  00 00 00 01 "))
    #expect(lines[66] == "and 980 bytes more")
  }

  @Test func missingChunksAreFailures() throws {
    for (option, thing) in [("-c", "chunk"), ("-u", "property or chunk")] {
      expectFailure(
        try outcome("\(option) pakt"),
        "in.wav: error: there is no 'pakt' \(thing); the file has 'fmt ' 'note' 'data' 'note'")
    }
    let some = try outcome("-c pakt -c 'fmt '")
    #expect(some.ending == .exit(1))
    #expect(some.outputText.contains("chunk 'fmt '"))
    let folder = try TemporaryDirectory([
      "in.au": try PlainSound(.sine, frameCount: 10).file(libsndfile: Libsndfile.au)
    ])
    expectFailure(
      try folder.shell("afinfo -c data in.au"),
      "in.au: error: there is no 'data' chunk; only those of CAF, AIFF, WAVE, MPEG-4, ADTS, MP3 and FLAC files can be shown"
    )
  }

  @Test func propertiesAreShown() throws {
    let properties = [
      ("ffmt", ["'WAVE'"]), ("dfmt", [" 1 ch,  44100 Hz, Int16"]), ("optm", ["0"]),
      ("bcnt", ["8"]), ("pcnt", ["4"]), ("psze", ["2"]), ("pkub", ["2"]), ("doff", ["58"]),
      ("brat", ["705600"]), ("edur", ["0.000091"]), ("sbtd", ["I16"]),
      ("info", [#"approximate duration in seconds: "0""#]),
      ("chid", ["'fmt '", "'note'", "'data'", "'note'"]),
    ]
    let outcome = try outcome(properties.map { "-u \($0.0)" }.joined(separator: " "))
    #expect(
      outcome.outputLines.dropFirst().dropLast()
        == properties.flatMap { code, values in values.map { "property '\(code)': \($0)" } }[...])
    let folder = try TemporaryDirectory([
      "in.caf": try soundFile(
        .caf, .ima4, channels: [.bell, .sine], frameCount: 100, layout: .stereo)
    ])
    #expect(
      try folder.shell("afinfo -u pnfo -u cmap in.caf").outputLines[1...2]
        == ["property 'pnfo': 100 0 28", "property 'cmap': Stereo (L R)"])
  }
}

/// Files that can't be described, and invalid command lines.
struct AfinfoFailureTests {
  @Test(arguments: [
    ("missing.wav", "there is no such file or folder; check the spelling"),
    ("folder", "this is a folder; name a sound inside it"),
    ("empty.wav", "the file is empty; export or copy it again"),
    (
      "letter.wav",
      "this is not a CAF, AIFF, WAVE, MPEG-4, ADTS, MP3 or FLAC file; export or copy it again"
    ),
    ("head.wav", "the fmt chunk is missing; export or copy it again"),
    (
      "film.webm",
      "this is a Matroska or WebM file, which nothing here can decode; export the sound as WAV, AIFF"
        + " or CAF, or convert it first: ffmpeg -n -i film.webm film.wav"
    ),
  ])
  func filesThatAreNotSounds(name: String, reason: String) throws {
    let folder = try TemporaryDirectory([
      "empty.wav": [], "letter.wav": Array("Dear diary, today I made a sound.\n".utf8),
      "head.wav": hex("'RIFF' 04000000 'WAVE'"), "film.webm": hex("1A45DFA3 9F 4286 81 01"),
    ])
    try folder.make("folder/")
    expectFailure(
      try folder.shell("afinfo \(name)"),
      "Fail: AudioFileOpenURL failed\n\(name): error: \(reason)")
  }

  @Test func aBadFileDoesNotStopTheOthers() throws {
    let wave = try soundFile(.wave, .pcm(.int16))
    let folder = try TemporaryDirectory(["a.wav": wave, "b.wav": [0], "c.wav": wave])
    for options in ["", "-b", "-u edur"] {
      let outcome = try folder.shell("afinfo \(options) a.wav b.wav c.wav")
      #expect(outcome.ending == .exit(1))
      #expect(try outcome.output == folder.shell("afinfo \(options) a.wav c.wav").output)
      #expect(outcome.errors.hasPrefix("Fail: AudioFileOpenURL failed\nb.wav: error: "))
      #expect(outcome.errorLines.count == 2)
    }
  }

  /// libmpg123 prints to standard error about damaged MP3s. The command suppresses that.
  @Test func foreignLibrariesPrintNothing() throws {
    let folder = try TemporaryDirectory([
      "a.mp3": hex("'ID3' 03000000000000"), "b.mp3": [0xFF, 0xFB],
    ])
    let outcome = try folder.shell("afinfo a.mp3 b.mp3 a.mp3 b.mp3")
    #expect(outcome.ending == .exit(1))
    let lines = outcome.errorLines.filter { $0 != "Fail: AudioFileOpenURL failed" }
    #expect(outcome.errorLines.count == 8 && lines.count == 4)
    #expect(lines.allSatisfy { $0.contains(".mp3: error: ") })
  }

  @Test(.enabled(if: TestSystem.takesAnyName, "file names must be text here"))
  func namesArePrintedOnOneLine() throws {
    let folder = try TemporaryDirectory(["in.wav": try soundFile(.wave, .pcm(.int16))])
    let outcome = try folder.shell(
      "n=$(printf 'b\\374ro\\n.wav'); cp in.wav \"$n\" && afinfo \".//$n\" && afinfo -b -- \"$n\"")
    #expect(outcome.ending == .exit(0))
    let output = outcome.output
    #expect(
      output.starts(
        with: Array("File:           .//b\u{FFFD}ro\\n.wav\nFile".utf8)))
    let brief = Array("b\u{FFFD}ro\\n.wav, WAVE, Num Tracks:     1\n----\n".utf8)
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
    let first = outcome.errorLines.first ?? ""
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

  /// Apple's tools exit with 2 after printing help. Scripts that probe for these tools rely on
  /// that.
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
