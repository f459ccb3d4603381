import AlertSound
import Foundation
import SoundFormat
import TestSupport
import Testing

extension TemporaryDirectory {
  /// Runs `alertsound` in this folder.
  func alertsound(_ arguments: [String], environment: [String: String] = [:]) throws -> Tool.Outcome
  {
    let tool = Tool(at: TestSystem.programs.appending(path: "alertsound"))
    return try tool.outcome(of: arguments, in: url, environment: environment)
  }
}

/// `alertsound info`: the text page and the picture.
struct InfoTests {
  private static let ascii = ["LC_ALL": "C", "COLUMNS": "60"]
  private static let unicode = ["LC_ALL": "C.UTF-8", "COLUMNS": "50"]

  /// A folder with one of this package's samples.
  private func folder(with sample: String) throws -> TemporaryDirectory {
    let bytes = try Data(contentsOf: packageRoot.appending(path: "Samples/\(sample)"))
    return try TemporaryDirectory([sample: [UInt8](bytes)])
  }

  @Test(arguments: AfinfoSnapshotTests.samples)
  func pageOfASample(name: String) throws {
    let folder = try folder(with: name)
    let wide = try folder.alertsound(
      ["info", "--chunks", name], environment: Self.unicode.merging(["COLUMNS": "80"]) { $1 })
    expectSuccess(wide)
    let snapshot = Snapshot("Tests/CommandTests/Snapshots/info/\(name).txt")
    #expect(try snapshot.difference(from: wide.outputText) == nil)
    let narrow = try folder.alertsound(["info", name], environment: Self.ascii)
    let lines = narrow.outputText.components(separatedBy: "\n")
    // A command isn't wrapped, so that it can be pasted.
    #expect(
      lines.allSatisfy {
        ($0.count <= 60 || $0.hasPrefix("    alertsound convert ")) && !$0.hasSuffix(" ")
      })
    // Only a format's name may have non-ASCII characters.
    #expect(lines.allSatisfy { $0.contains("µ") || $0.allSatisfy(\.isASCII) })
  }

  @Test func theEnvironmentDeterminesTheDrawing() throws {
    let folder = try folder(with: "Sonar.aiff")
    func page(_ environment: [String: String]) throws -> String {
      let unset = ["LC_ALL": "", "LC_CTYPE": "", "LANG": "", "TERM": "xterm"]
      return try folder.alertsound(
        ["info", "Sonar.aiff"], environment: unset.merging(environment) { $1 }
      ).outputText
    }
    func isBraille(_ text: String) -> Bool {
      text.unicodeScalars.contains { (0x2800...0x28FF).contains($0.value) }
    }
    #expect(isBraille(try page(["LANG": "de_DE.UTF-8"])))
    #expect(isBraille(try page(["LC_CTYPE": "C.utf8", "LANG": "C"])))
    #expect(!isBraille(try page(["LC_ALL": "C", "LANG": "de_DE.UTF-8"])))
    #expect(!isBraille(try page(["LANG": "de_DE.UTF-8", "TERM": "linux"])))
    #expect(!isBraille(try page([:])))
    let widest = try page(["COLUMNS": "100"]).components(separatedBy: "\n").map(\.count).max()
    #expect(widest == 98)
    // Without a terminal and without COLUMNS, the width is 80.
    let usual = try page(["COLUMNS": ""]).components(separatedBy: "\n").map(\.count).max()
    #expect(usual == 78)
  }

  @Test func filesThatAreNotSoundsHaveAPage() throws {
    let folder = try TemporaryDirectory(["ring.caf": Array("no sound at all".utf8)])
    let outcome = try folder.alertsound(["info", "ring.caf"], environment: Self.ascii)
    #expect(outcome.ending == .exit(0))
    #expect(
      outcome.outputText == """
        ring.caf
          Size       15 bytes

          iOS may play the default sound instead of this one.
          - error: this is not a CAF, AIFF, WAVE, MPEG-4, ADTS, MP3
            or FLAC file; export or copy it again

        """)
  }

  @Test func severalFilesAreATable() throws {
    let folder = try ShellFolder([
      "s/b.wav": soundFile(.wave, .pcm(.int16), channels: [.sine, .sine], frameCount: 22_050),
      "s/bad.caf": [1, 2, 3],
      "s/deep/long.caf": soundFile(
        .caf, .ima4, channels: [.silence], frameCount: 248_000, sampleRate: 8000),
      "s/.hidden.wav": [], "s/text.txt": [],
    ])
    let loudness = try #require(
      SoundInspection(of: folder.read("s/b.wav")).measurement?.levels.loudness)
    let heading =
      "Sound            Format                                       Rate  Channels  Length"
    let outcome = try folder.run("alertsound info s")
    #expect(
      outcome.outputLines == [
        "\(heading)  LUFS  Verdict",
        "s/b.wav          WAVE, 16-bit linear PCM, little-endian  44,100 Hz         2   0.5 s"
          + "  \(String(format: "%.1f", loudness).leftPadded(to: 4))  plays",
        "s/bad.caf        -                                               -         -       -"
          + "     -  default: this is not a CAF, AIFF, WAVE, MPEG-4, ADTS, MP3 or FLAC file",
        "s/deep/long.caf  CAF, IMA4                                8,000 Hz         1    31 s"
          + "     -  default: 31 s long; an alert must be shorter than 30 s",
      ])
    #expect(outcome.ending == .exit(1) && outcome.errors == "")
    // Errors and lines are in the order of the files.
    let mixed = try folder.run("alertsound info s/b.wav none s/deep --headers-only 2>&1")
    #expect(mixed.ending == .exit(1))
    #expect(
      mixed.outputLines.map { $0.prefix { $0 != " " } } == [
        "Sound", "s/b.wav", "none:", "s/deep/long.caf",
      ])
    expectSuccess(try folder.run("mkdir none; alertsound info none"), "no sounds found\n")
  }

  /// Control characters in a name or a text don't reach the terminal.
  @Test func untrustedTextsStayOnTheirLines() throws {
    let samples = Signal.sine.int16(frameCount: 100)
    let header = SoundHeader(
      container: .caf,
      format: StreamFormat(sampleRate: 8000, channelCount: 1, dataFormat: .pcm(.int16)),
      frameCount: 100, information: [InformationEntry(.title, "a\u{1B}[2Jb\nc")])
    var encoder = try FrameEncoder(for: header.format)
    let file = try header.headerBytes() + encoder.encode(.int16(samples)) + encoder.finish()
    let folder = try TemporaryDirectory(["a\u{7}.caf": file])
    let outcome = try folder.alertsound(["info", "a\u{7}.caf"], environment: Self.ascii)
    #expect(outcome.outputText.contains(#"Title      a\x1b[2Jb\nc"#))
    #expect(outcome.outputText.hasPrefix(#"a\x07.caf"#))
    #expect(!outcome.outputText.contains("\u{1B}") && !outcome.outputText.contains("\u{7}"))
  }
}

/// `alertsound info --json`: the documentation matches the output.
struct InfoJSONTests {
  private func json(_ folder: TemporaryDirectory, _ arguments: [String]) throws -> [String: Any] {
    let outcome = try folder.alertsound(["info", "--json"] + arguments)
    #expect(outcome.ending == .exit(0))
    let value = try JSONSerialization.jsonObject(with: Data(outcome.output))
    return try #require(value as? [String: Any])
  }

  /// A sound with every kind of metadata a file may have.
  private static func richSound() throws -> [UInt8] {
    let samples = Signal.bell.int16(frameCount: 30_000)
    let header = SoundHeader(
      container: .caf,
      format: StreamFormat(sampleRate: 44_100, channelCount: 1, dataFormat: .ima4),
      frameCount: samples.count, layout: .mono,
      information: [InformationEntry(.sourceBitDepth, "I16"), InformationEntry(.title, "Ring")])
    var encoder = try FrameEncoder(for: header.format)
    return try header.headerBytes() + encoder.encode(.int16(samples)) + encoder.finish()
  }

  @Test func everyFieldIsDocumentedAndEveryDocumentedFieldIsPrinted() throws {
    let documentation = try JSONDocumentation("alertsound.info/3")
    let rich = try Self.richSound()
    let wave = try soundFile(
      .wave, .pcm(.float64), channels: [.square, .square], frameCount: 30_000, layout: .stereo)
    let folder = try TemporaryDirectory([
      "ring.caf": rich, "square.wav": wave, "cut.wav": Array(wave.dropLast(7)),
      "text.caf": Array("no sound".utf8),
      "quiet.wav": try soundFile(.wave, .pcm(.int16), channels: [.impulse], frameCount: 30_000),
      "ring.flac": try PlainSound(.bell, frameCount: 2000).file(libsndfile: Libsndfile.flac),
    ])
    let report = try json(
      folder, ["ring.caf", "square.wav", "cut.wav", "text.caf", "quiet.wav", "ring.flac"])
    documentation.expectAgreement(with: [report])
  }
}

/// The pictures of the articles are what the commands draw.
struct PictureTests {
  private static let pictures = [
    ("SonarBefore.svg", "cp Samples/Sonar.aiff .; alertsound info Sonar.aiff"),
    (
      "SonarReady.svg",
      "alertsound convert Samples/Sonar.aiff -o alert.caf --trim-silence --loudness -16; alertsound info alert.caf"
    ),
    (
      "BellRing.svg",
      "alertsound convert Samples/Bell.caf -o ring.caf --repeat 29 --gap 0.5; alertsound info ring.caf"
    ),
  ]

  @Test(arguments: pictures)
  func picturesAreUpToDate(name: String, line: String) throws {
    let folder = try ShellFolder()
    try FileManager.default.createSymbolicLink(
      at: folder.directory.url.appending(path: "Samples"),
      withDestinationURL: packageRoot.appending(path: "Samples"))
    let outcome = try folder.run("set -e; \(line) --plot made.svg")
    try #require(outcome.ending == .exit(0), "\(outcome.errors)")
    let kept = packageRoot.appending(path: "Sources/AlertSound/AlertSound.docc/Resources/\(name)")
    #expect(try folder.read("made.svg") == Array(Data(contentsOf: kept)))
  }
}
