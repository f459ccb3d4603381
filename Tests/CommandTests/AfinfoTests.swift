import Foundation
import SoundFormat
import TestSupport
import Testing

/// Reports in the form of the public reports by Apple's tool.
struct AfinfoReportTests {
  private func expectReport(
    _ report: String, _ bytes: [UInt8], name: String = "in", _ options: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let folder = try TemporaryDirectory([name: bytes])
    let outcome = try folder.shell("afinfo \(options) '\(name)'")
    #expect(outcome.ending == .exit(0), sourceLocation: sourceLocation)
    #expect(outcome.outputText == report + "\n", sourceLocation: sourceLocation)
    #expect(outcome.errors == "", sourceLocation: sourceLocation)
  }

  /// What afinfo of macOS 27 prints about a file by afconvert of macOS 27.
  private static let probe = """
    File:           probe.wav
    File type ID:   WAVE
    Num Tracks:     1
    ----
    Data format:     1 ch,  16000 Hz, Int16
                    no channel layout.
    estimated duration: 1.492438 sec
    audio bytes: 47758
    audio packets: 23879
    bit rate: 256000 bits per second
    packet size upper bound: 2
    maximum packet size: 2
    audio data file offset: 4096
    optimized
    source bit depth: I16
    ----
    """

  @Test func aWAVEIsReportedAsOnAMac() throws {
    let wave = try soundFile(.wave, .pcm(.int16), frameCount: 23_879, sampleRate: 16_000)
    try expectReport(Self.probe, wave, name: "probe.wav")
    for options in ["-r", "--real", "--leaks", "--warnings", "-real", "-r --leaks --warnings"] {
      try expectReport(Self.probe, wave, name: "probe.wav", options)
    }
    try expectReport(
      """
      probe.wav, WAVE, Num Tracks:     1
      ----
      1.492 sec, format:   1 ch,  16000 Hz, Int16

      """, wave, name: "probe.wav", "--brief")
  }

  @Test func floatsInterleavedAreReportedAsOnAMac() throws {
    try expectReport(
      """
      File:           in
      File type ID:   WAVE
      Num Tracks:     1
      ----
      Data format:     2 ch,  48000 Hz, Float32, interleaved
                      no channel layout.
      estimated duration: 0.020833 sec
      audio bytes: 8000
      audio packets: 1000
      bit rate: 3072000 bits per second
      packet size upper bound: 8
      maximum packet size: 8
      audio data file offset: 4096
      optimized
      source bit depth: F32
      ----
      """,
      try soundFile(.wave, .pcm(.float32), channels: [.bell, .sine], sampleRate: 48_000))
  }

  /// The AAC that Apple's QA1636 describes: 42,998 frames in 45 packets of 10 or 300 bytes.
  @Test func undecodedCodecsAreReported() throws {
    let sizes = String(repeating: "0A", count: 44) + "822C"
    try expectReport(
      """
      File:           in
      File type ID:   caff
      Num Tracks:     1
      ----
      Data format:     2 ch,  44100 Hz, aac  (0x00000000) 0 bits/channel, 0 bytes/packet, \
      1024 frames/packet, 0 bytes/frame
                      no channel layout.
      estimated duration: 0.975011 sec
      audio bytes: 740
      audio packets: 45
      bit rate: 5665 bits per second
      packet size upper bound: 300
      maximum packet size: 300
      audio data file offset: 187
      optimized
      audio 42998 valid frames + 2112 priming + 970 remainder = 46080
      source bit depth: I16
      info dictionary:
          source bit depth                 : "I16"
          approximate duration in seconds  : "0.975"

      ----
      """,
      hex(
        """
        'caff' 0001 0000 'desc' 0000000000000020
          40E5888000000000 'aac ' 00000000 00000000 00000400 00000002 00000000
        'info' 0000000000000019 00000001 'source bit depth' 00 'I16' 00
        'pakt' 0000000000000046 000000000000002D 000000000000A7F6 00000840 000003CA \(sizes)
        'data' 00000000000002E8 00000001 \(String(repeating: "21", count: 740))
        """), "-i")
  }

  @Test func audioThatDoesNotComeLastIsNotOptimized() throws {
    var wave = try soundFile(.wave, .pcm(.int16), frameCount: 4, usesFiller: false)
    wave += hex("'junk' 00000000")
    let folder = try TemporaryDirectory(["in": wave])
    let outcome = try folder.shell("afinfo in; afinfo --warnings in 2>&1 >warnings; cat warnings")
    #expect(outcome.outputLines.filter { $0 == "not optimized" }.count == 2)
    #expect(outcome.outputText.contains("in: warning: the RIFF size is 44, the file has 52"))
    #expect(outcome.errors == "")
  }

  @Test func textsAreOnTheirLines() throws {
    var header = SoundHeader(
      container: .caf,
      format: StreamFormat(sampleRate: 8000, channelCount: 1, dataFormat: .muLaw), frameCount: 8)
    header.metadata.texts = [
      InformationEntry(key: "title", value: "two\nlines \u{1B}[31m"),
      InformationEntry(key: "a key longer than the column is wide", value: "\"quoted\""),
      InformationEntry(key: "approximate duration in seconds", value: "1.9"),
    ]
    let folder = try TemporaryDirectory([
      "in": try header.headerBytes() + [UInt8](repeating: 0, count: 8)
    ])
    let outcome = try folder.shell("afinfo --info in | sed -n '/info dictionary/,$p'")
    #expect(
      outcome.outputText == #"""
        info dictionary:
            title                            : "two\nlines \x1b[31m"
            a key longer than the column is wide: ""quoted""
            approximate duration in seconds  : "1.9"

        ----

        """#)
  }

  /// If libsndfile decodes a file, its report still has Core Audio's codes.
  @Test(
    .ifLibsndfileDecodes,
    arguments: [
      (Libsndfile.au, "NeXT", "lpcm (0x0000000E) 16-bit big-endian signed integer", 705_600, 1000),
      (Libsndfile.wave64, "W64f", "Int16", 705_600, 1000),
      (
        Libsndfile.flac, "flac",
        "flac (0x00000000) 0 bits/channel, 0 bytes/packet, 0 frames/packet, 0 bytes/frame", nil, nil
      ),
      (
        Libsndfile.mp3, "MPG3",
        ".mp3 (0x00000000) 0 bits/channel, 0 bytes/packet, 1152 frames/packet, 0 bytes/frame", nil,
        nil
      ),
    ] as [(Int, String, String, Int?, Int?)])
  func foreignFilesAreReported(
    format: Int, type: String, text: String, bitRate: Int?, packetCount: Int?
  ) throws {
    let file = try PlainSound(.sine, frameCount: 1000).file(libsndfile: format)
    let frameCount = try Libsndfile.read(file, as: Float.self).info.frameCount
    let folder = try TemporaryDirectory(["in": file])
    let outcome = try folder.shell("afinfo -r in")
    expectSuccess(outcome)
    let lines = outcome.outputLines
    #expect(lines[1] == "File type ID:   \(type)")
    #expect(lines[4] == "Data format:     1 ch,  44100 Hz, \(text)")
    let duration = String(format: "%.6f", Double(frameCount) / 44_100)
    #expect(lines[6] == "estimated duration: \(duration) sec")
    #expect(lines.contains { $0.hasPrefix("bit rate: ") })
    if let bitRate { #expect(lines.contains("bit rate: \(bitRate) bits per second")) }
    #expect(
      lines.filter { $0.hasPrefix("audio packets: ") }
        == (packetCount.map { ["audio packets: \($0)"] } ?? []))
    #expect(lines.last == "----")
  }

  /// If the first frame of an MP3 doesn't state the number of frames, the length is an estimate.
  /// `-r` counts the frames.
  @Test(
    .ifLibsndfileDecodes,
    .enabled(if: Tool.ffmpeg.isInstalled, "ffmpeg is not installed"))
  func realCountsFrames() throws {
    let folder = try TemporaryDirectory([
      "in.wav": try soundFile(.wave, .pcm(.int16), channels: [.noise], frameCount: 40_000)
    ])
    // The first half has a quarter of the bit rate, so the estimate is too long.
    for (name, rate) in [("a", 40), ("b", 160)] {
      try Tool.ffmpeg.run([
        "-v", "error", "-i", folder.path("in.wav"), "-b:a", "\(rate)k", "-write_xing", "0",
        "-id3v2_version", "0", folder.path("\(name).mp3"),
      ])
    }
    try folder.write(folder.read("a.mp3") + folder.read("b.mp3"), to: "in.mp3")
    let outcome = try folder.shell(
      "for o in '' -r; do afinfo $o in.mp3 | awk '/estimated duration/{print $3}'; done")
    let durations = outcome.outputLines.compactMap { Double($0) }
    try #require(durations.count == 2)
    let decoded = try folder.decodedFrameCount(of: "in.mp3")
    #expect(abs(durations[1] - Double(decoded) / 44_100) < 1152.0 / 44_100)
    #expect(durations[0] > durations[1] + 1)
  }
}

extension TemporaryDirectory {
  /// The number of frames that afconvert decodes from a sound.
  fileprivate func decodedFrameCount(of name: String) throws -> Int {
    expectSilentSuccess(try shell("afconvert -f WAVE -d LEI16 \(name) decoded.wav"))
    return try SoundFile(parsing: try read("decoded.wav")).frameCount
  }
}

/// Complete reports, recorded and reviewed line by line.
struct AfinfoSnapshotTests {
  static let samples = [
    "Bell.caf", "Chime.wav", "Knock.wav", "Limit.caf", "Marimba.caf", "MislabelledCAF.wav",
    "Pluck.aifc", "Siren.caf", "Sonar.aiff", "Surround.wav",
  ]

  /// Commands and their output, as a terminal shows them.
  private func session(_ commands: [String], _ name: String, _ bytes: [UInt8]) throws -> String {
    let folder = try TemporaryDirectory([name: bytes])
    return try commands.map { command in
      let outcome = try folder.shell("\(command) '\(name)' 2>&1")
      #expect(outcome.ending == .exit(0))
      return "$ \(command) \(name)\n" + outcome.outputText
    }.joined()
  }

  @Test func everySampleHasASnapshot() throws {
    let names = try FileManager.default.contentsOfDirectory(
      atPath: packageRoot.appending(path: "Samples").path(percentEncoded: false))
    let sounds = names.filter { $0.contains(/\.(caf|wav|aifc|aiff)$/) }
    #expect(sounds.sorted() == Self.samples)
  }

  @Test(arguments: samples)
  func samplesAreReported(name: String) throws {
    let bytes = [UInt8](try Data(contentsOf: packageRoot.appending(path: "Samples/\(name)")))
    let session = try session(
      ["afinfo", "afinfo -b", "afinfo -i --warnings", "afinfo -x"], name, bytes)
    let snapshot = Snapshot("Tests/CommandTests/Snapshots/afinfo/\(name).txt")
    #expect(try snapshot.difference(from: session) == nil)
  }
}

/// The numbers in reports on real files match the manifest.
@Suite(.enabled(if: Corpus.installed != nil, "the corpus is not installed"))
struct AfinfoCorpusTests {
  @Test(arguments: Corpus.installed?.rows ?? [])
  func numbersAreRight(row: Corpus.Row) throws {
    let folder = try TemporaryDirectory([row["file"]: try row.bytes()])
    let outcome = try folder.shell("afinfo '\(row)' && afinfo -b -r '\(row)'")
    #expect(outcome.errors == "")
    let report = outcome.outputText
    func value(_ label: String) -> Substring? {
      report.components(separatedBy: "\n\(label): ").dropFirst().first?.prefix { $0 != "\n" }
    }
    let frameCount = try #require(row.number("valid_frames"))
    let seconds = Double(frameCount) / (try #require(Double(row["rate"])))
    #expect(value("estimated duration")! == String(format: "%.6f sec", seconds))
    #expect(report.contains(String(format: "\n%.3f sec, format: ", seconds)))
    #expect(value("audio data file offset")! == row["data_offset"])
    #expect(value("audio bytes")! == row["audio_bytes"])
    let packetCount: Int? =
      switch row["data_format"] {
      case "ima4":
        try #require(row.number("audio_bytes")) / (34 * #require(row.number("channels")))
      case "aac ", "aacl":
        row["notes"].firstMatch(of: /pakt packets=(\d+)/).flatMap { Int($0.output.1) }
      default: frameCount
      }
    #expect(value("audio packets")! == "\(try #require(packetCount))")
    guard row["container"] == "CAF" else { return }
    // `valid + priming + remainder = total`, and the total is the number of frames in the packets.
    let table = try #require(
      report.firstMatch(of: /audio (\d+) valid frames \+ (\d+) priming \+ (\d+) remainder = (\d+)/)
    ).output
    let numbers = [table.1, table.2, table.3].compactMap { Int($0) }
    let framesPerPacket = ["ima4": 64, "aac ": 1024, "aacl": 512][row["data_format"]] ?? 1
    #expect(numbers.first == frameCount)
    #expect(numbers.reduce(0, +) == Int(table.4))
    #expect(Int(table.4) == packetCount! * framesPerPacket)
  }
}

/// Lines of public scripts that parse the report, run on the samples.
struct AfinfoIdiomTests {
  /// The output of shell lines, run in a folder with the samples.
  private func run(_ lines: String) throws -> String {
    let folder = try TemporaryDirectory()
    let samples = packageRoot.appending(path: "Samples").path(percentEncoded: false)
    let outcome = try folder.shell("cd '\(samples)' || exit 3\n\(lines)")
    expectSuccess(outcome)
    return outcome.outputText
  }

  @Test(arguments: [
    ("afinfo Chime.wav | awk '/estimated duration/{print $3}'", "1.200000"),
    ("afinfo Knock.wav | awk '/audio data file offset:/ {print $5}'", "4096"),
    (#"afinfo Chime.wav | grep "bit rate""#, "bit rate: 1411200 bits per second"),
    (#"afinfo Sonar.aiff | grep -c "16-bit big-endian signed integer""#, "1"),
    (
      #"afinfo -b Marimba.caf | grep -o '[0-9]\{1,\}\.[0-9]\{1,\}'"#, "0.800"
    ),
    ("afinfo -b Marimba.caf | awk '/,/{print $3}' | tail -1", "format:"),
    ("afinfo --brief Bell.caf | awk '/ sec,/{print $1}'", "0.800"),
    (#"afinfo --brief Bell.caf | grep -c "estimated duration" || true"#, "0"),
    (
      #"afinfo Bell.caf -x | grep bit_depth -m 1 | sed -e 's/<[^>]*>//g' | sed -e 's/[[:blank:]]//g'"#,
      "24"
    ),
    (#"afinfo -x Sonar.aiff | grep '<duration' | cut -f2 -d">"|cut -f1 -d"<""#, "1.000000"),
    ("afinfo -x -r Sonar.aiff | grep -c '<track '", "1"),
    (
      #"audio_info="$(afinfo Sonar.aiff)"; echo "$audio_info" | grep -Fq 'audio packets: 44100' && echo yes"#,
      "yes"
    ),
    (
      #"afinfo Marimba.caf | grep -c "35280 valid frames + 0 priming + 48 remainder""#, "1"
    ),
    ("if afinfo Chime.wav >/dev/null 2>&1; then echo a sound; fi", "a sound"),
  ])
  func scriptsFindTheirValues(lines: String, printed: String) throws {
    #expect(try run(lines) == printed + "\n")
  }
}

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

  @Test func aChunkIsFoundAndShown() throws {
    let outcome = try outcome("-c 'fmt '")
    #expect(outcome.ending == .exit(0))
    #expect(
      outcome.outputText == """
        File:           in.wav
        chunk 'fmt ': 16 bytes at 20
        00000014  01 00 01 00 44 ac 00 00  88 58 01 00 02 00 10 00 |....D....X......|
        ----

        """)
    #expect(try self.outcome("-c fmt").outputText == outcome.outputText)
  }

  @Test func chunksOfOneNameAreAllShown() throws {
    #expect(
      try outcome("-c note -u edur").outputText == """
        File:           in.wav
        chunk 'note': 5 bytes at 44
        0000002c  48 65 6c 6c 6f                                   |Hello|
        chunk 'note': 0 bytes at 74
        property 'edur': 0.000091
        ----

        """)
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
        """
        in.wav: error: there is no 'pakt' \(thing); the file has 'fmt ' 'note' 'data' 'note'
        """)
    }
    let some = try outcome("-c pakt -c 'fmt '")
    #expect(some.ending == .exit(1))
    #expect(some.outputText.contains("chunk 'fmt '"))
  }

  @Test func foreignFilesHaveNoChunksToShow() throws {
    let folder = try TemporaryDirectory([
      "in.au": try PlainSound(.sine, frameCount: 10).file(libsndfile: Libsndfile.au)
    ])
    expectFailure(
      try folder.shell("afinfo -c data in.au"),
      "in.au: error: there is no 'data' chunk; only those of CAF, AIFF, WAVE, MPEG-4 and ADTS files can be shown"
    )
  }

  @Test(arguments: [
    ("ffmt", ["'WAVE'"]), ("dfmt", [" 1 ch,  44100 Hz, Int16"]), ("optm", ["0"]), ("bcnt", ["8"]),
    ("pcnt", ["4"]), ("psze", ["2"]), ("pkub", ["2"]), ("doff", ["58"]), ("brat", ["705600"]),
    ("edur", ["0.000091"]), ("sbtd", ["I16"]),
    ("info", [#"approximate duration in seconds: "0""#]),
    ("chid", ["'fmt '", "'note'", "'data'", "'note'"]),
  ])
  func propertiesAreShown(code: String, values: [String]) throws {
    let outcome = try outcome("-u \(code)")
    #expect(outcome.ending == .exit(0))
    let lines = values.map { "property '\(code)': \($0)\n" }.joined()
    #expect(outcome.outputText == "File:           in.wav\n\(lines)----\n")
  }

  @Test func propertiesOfPacketsAndLoudspeakersAreShown() throws {
    let folder = try TemporaryDirectory([
      "in.caf": try soundFile(
        .caf, .ima4, channels: [.bell, .sine], frameCount: 100, layout: .stereo)
    ])
    #expect(
      try folder.shell("afinfo -u pnfo -u cmap in.caf").outputText == """
        File:           in.caf
        property 'pnfo': 100 0 28
        property 'cmap': Stereo (L R)
        ----

        """)
  }

  /// Core Audio stores user data in a chunk with the name of the property.
  @Test func aPropertyMayBeAChunk() throws {
    #expect(try outcome("-u note").outputText == outcome("-c note").outputText)
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
      #expect(outcome.errorLines.count == 2)
      #expect(alone.ending == .exit(0))
    }
  }

  /// libmpg123 prints to standard error about damaged MP3s. The command suppresses that.
  @Test func foreignLibrariesPrintNothing() throws {
    let folder = try TemporaryDirectory([
      "a.mp3": hex("'ID3' 03000000000000"), "b.mp3": [0xFF, 0xFB],
    ])
    let outcome = try folder.shell("afinfo a.mp3 b.mp3 a.mp3 b.mp3")
    #expect(outcome.ending == .exit(1))
    let lines = outcome.errorLines
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
