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

  @Test(arguments: [
    "Bell.caf", "Chime.wav", "Knock.wav", "Limit.caf", "Marimba.caf", "MislabelledCAF.wav",
    "Pluck.aifc", "Siren.caf", "Sonar.aiff", "Surround.wav",
  ])
  func pageOfASample(name: String) throws {
    let folder = try folder(with: name)
    let wide = try folder.alertsound(
      ["info", "--chunks", name], environment: Self.unicode.merging(["COLUMNS": "80"]) { $1 })
    #expect(wide.ending == .exit(0))
    #expect(wide.errors == "")
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

  @Test func theWholePageInNarrowASCII() throws {
    let samples = SampleBlock.int16([0, 16_384, -32_768, 8192, 0, 0, 0, 0])
    let file = try soundFile(.wave, .pcm(.int16), samples, sampleRate: 8)
    let folder = try TemporaryDirectory(["tick.wav": file])
    let outcome = try folder.alertsound(
      ["info", "tick.wav"], environment: ["LC_ALL": "C", "COLUMNS": "40"])
    #expect(
      outcome.outputText == """
        tick.wav
          Format     WAVE, 16-bit linear PCM,
                     little-endian, 8 Hz, mono
          Length     1 s, 8 frames
          Size       4,112 bytes, audio 16 from
                     byte 4,096
          Peak       0 dBFS
          True peak  0 dBTP
          Loudness   none: too quiet or of too
                     low a rate to measure
          Silence    0-0.125 s, 0.5-1 s



              #####
              #####    #####
          ----##############------------------
                   #####
                   #####
                   #####
                   #####
          ....              ..................
          0 s                              1 s

          iOS plays this sound.
          - note: it begins with 0.125 s of
            silence; trim the silence:
            alertsound convert tick.wav --trim-silence -o tick.caf

        """)
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
          - error: this is not a CAF, AIFF, WAVE, MPEG-4 or ADTS
            file; export or copy it again

        """)
  }

  @Test func aMissingFileIsAnErrorAndTheOthersAreShown() throws {
    let folder = try folder(with: "Sonar.aiff")
    let outcome = try folder.alertsound(["info", "nothing.caf", "Sonar.aiff"])
    #expect(outcome.ending == .exit(1))
    #expect(
      outcome.errors
        == "nothing.caf: error: there is no such file or folder; check the spelling\n")
    #expect(outcome.outputText.contains("AIFF, 16-bit linear PCM"))
    let json = try folder.alertsound(["info", "--json", "nothing.caf"])
    #expect(json.ending == .exit(1))
    #expect(json.outputText.contains(#""schema" : "alertsound.info/2""#))
  }

  @Test func theLimitCanBeChanged() throws {
    let folder = try folder(with: "Siren.caf")
    let outcome = try folder.alertsound(
      ["info", "--headers-only", "--limit", "40", "Siren.caf"], environment: Self.ascii)
    #expect(outcome.outputText.contains("iOS plays this sound."))
    #expect(!outcome.outputText.contains("Peak"))
  }

  @Test func aPictureIsWritten() throws {
    let folder = try folder(with: "Marimba.caf")
    for _ in 0..<2 {
      let outcome = try folder.alertsound(["info", "Marimba.caf", "--plot", "wave.svg"])
      #expect(outcome.ending == .exit(0))
    }
    let svg = String(decoding: try folder.read("wave.svg"), as: UTF8.self)
    #expect(svg.hasPrefix("<svg ") && svg.hasSuffix("</svg>\n"))
    #expect(svg.contains("Marimba.caf"))
    #expect(svg.contains("CAF, IMA4, 44,100 Hz, mono · 0.8 s · peak −3 dBFS"))
    #expect(try folder.names == ["Marimba.caf", "wave.svg"])
  }

  @Test func withoutAWaveformThereIsNoPicture() throws {
    let folder = try TemporaryDirectory(["ring.caf": Array("no sound at all".utf8)])
    let outcome = try folder.alertsound(["info", "ring.caf", "--plot", "wave.svg"])
    #expect(outcome.ending == .exit(1))
    #expect(
      outcome.errors == """
        ring.caf: error: there is no waveform: this is not a CAF, AIFF, WAVE, MPEG-4 or ADTS file

        """)
    #expect(try folder.names == ["ring.caf"])
  }

  @Test(arguments: [
    (["a.caf", "--plot", "wave.png"], "--plot writes SVG: name a file that ends in .svg."),
    (["a.caf", "b.caf", "--plot", "wave.svg"], "--plot takes one file at a time."),
    (["a.caf", "--plot", "wave.svg", "--headers-only"], "--plot must decode the sound"),
    (["a.caf", "--limit", "0"], "The value '0' is invalid for '--limit <seconds>'"),
    (["a.caf", "--limit", "inf"], "The value 'inf' is invalid for '--limit <seconds>'"),
    (["a.caf", "--limit", "-3"], "The value '-3' is invalid for '--limit <seconds>'"),
    ([], "Missing expected argument"),
  ])
  func usageErrors(arguments: [String], message: String) throws {
    let folder = try TemporaryDirectory()
    let outcome = try folder.alertsound(["info"] + arguments)
    #expect(outcome.ending == .exit(64))
    #expect(outcome.errors.contains(message))
    #expect(outcome.outputText == "")
    #expect(try folder.names == [])
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
