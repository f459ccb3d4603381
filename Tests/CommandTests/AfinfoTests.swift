import Foundation
import SoundFormat
import TestSupport
import Testing

/// The reports have the same form as published reports by Apple's tool.
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

  /// The report by macOS 27's afinfo on a file that macOS 27's afconvert made.
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
    let folder = try TemporaryDirectory(["probe.wav": wave])
    let both = try folder.shell("afinfo -x probe.wav >plain; afinfo -x -r probe.wav | cmp - plain")
    expectSuccess(both)
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

  /// MP3s like those of three reports that Apple's tool printed. Each case: a packet's header, the size and number of
  /// packets, how many have a byte more, the offset of the first, the padding, and what the report states: the seconds,
  /// the bytes, the bit rate, the bounds of the packets' sizes, and the valid frames.
  @Test(
    arguments: [
      (
        "FFFBE000", 1044, 12_205, 10_959, 10_939, (576, 576),
        ("318.824475", 12_752_979, 320_000, 1052, 1045, 14_059_008)
      ),
      (
        "FFFBA000", 522, 13_846, 6216, 4096, (528, 2849),
        ("361.691400", 7_233_828, 160_000, 1052, 523, 15_947_215)
      ),
      ("FFF328C0", 72, 5875, 0, 0, nil, ("211.500000", 423_000, 16_000, 728, 72, 0)),
    ] as [(String, Int, Int, Int, Int, (Int, Int)?, (String, Int, Int, Int, Int, Int))])
  func mp3sAreReportedAsApplesToolDoes(
    header: String, byteCount: Int, packetCount: Int, paddedCount: Int, offset: Int,
    padding: (Int, Int)?, report: (String, Int, Int, Int, Int, Int)
  ) throws {
    let plain = hex(header) + zeros(byteCount - 4)
    var padded = plain + [0]
    padded[2] |= 2
    func hexadecimal(_ number: Int) -> String { String(number, radix: 16) }
    var tags: [UInt8] = []
    if let padding {
      // The first file has LAME's index, the second iTunes' line.
      let index = offset == 4096 ? 0 : byteCount
      let line =
        index > 0
        ? ""
        : " 0 \(hexadecimal(padding.0)) \(hexadecimal(padding.1))"
          + " \(hexadecimal(packetCount * 1152 - padding.0 - padding.1))"
      let body = [0] + Array("engiTunSMPB\u{0}\(line)".utf8)
      let size = offset - index - 10
      tags = Array("ID3".utf8) + [3, 0, 0, 0, 0, UInt8(size >> 7), UInt8(size & 0x7F)]
      tags += Array("COMM".utf8) + [0, 0, 0, UInt8(body.count), 0, 0] + body
      tags += zeros(offset - index - tags.count)
      if index > 0 {
        let bits = padding.0 << 12 | padding.1
        let fields =
          hex("'Info' 00000000 'LAME3.100'") + zeros(12)
          + [16, 8, 0].map { UInt8(bits >> $0 & 0xFF) }
        tags += plain.prefix(36) + fields + zeros(byteCount - 36 - fields.count)
      }
    }
    var file = tags
    for index in 0..<packetCount { file += index < paddedCount ? padded : plain }
    let folder = try TemporaryDirectory(["in.mp3": file])
    let outcome = try folder.shell("afinfo in.mp3")
    expectSuccess(outcome)
    let lines = outcome.outputLines
    #expect(lines[1] == "File type ID:   MPG3")
    #expect(lines[5] == "                no channel layout.")
    var expected = [
      "estimated duration: \(report.0) sec", "audio bytes: \(report.1)",
      "audio packets: \(packetCount)", "bit rate: \(report.2) bits per second",
      "packet size upper bound: \(report.3)", "maximum packet size: \(report.4)",
      "audio data file offset: \(offset)", "optimized",
    ]
    if let padding {
      expected.append(
        "audio \(report.5) valid frames + \(padding.0) priming + \(padding.1) remainder"
          + " = \(packetCount * 1152)")
    }
    #expect(Array(lines.dropFirst(6)) == expected + ["----"])
  }

  /// The estimate includes the encoder's padding. `-r` prints the sound's length.
  @Test func realLengthsHaveNoPadding() throws {
    let folder = try TemporaryDirectory([
      "in.mp3": try PlainSound(.sine, frameCount: 44_100).file(libsndfile: Libsndfile.mp3)
    ])
    let outcome = try folder.shell(
      "for o in '' -r; do afinfo $o in.mp3 | awk '/estimated duration/{print $3}'; done")
    let durations = outcome.outputLines.compactMap { Double($0) }
    try #require(durations.count == 2)
    #expect(abs(durations[0] - 46_080 / 44_100) < 0.001)
    #expect(durations[1] == 1)
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
