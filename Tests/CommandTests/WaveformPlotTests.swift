import AlertSound
import Foundation
import SoundFormat
import TestSupport
import Testing

@testable import AlertSoundCommand

#if canImport(FoundationXML)
  import FoundationXML
#endif

struct WaveformPlotTests {
  /// The elements of an SVG document, in order.
  private struct Elements {
    let list: [(name: String?, attributes: [String: String], text: String?)]

    init(of svg: String) throws {
      list = try xmlElements(of: [UInt8](svg.utf8)).map { element in
        let attributes = (element.attributes ?? []).map { ($0.name ?? "", $0.stringValue ?? "") }
        return (element.name, Dictionary(uniqueKeysWithValues: attributes), element.stringValue)
      }
    }

    func texts(of name: String) -> [String] {
      list.filter { $0.name == name }.map { $0.text?.trimmingCharacters(in: .newlines) ?? "" }
    }

    func classed(_ name: String) -> [[String: String]] {
      list.map(\.attributes).filter { $0["class"] == name }
    }
  }

  private func plot(
    _ file: [UInt8], title: String = "ring.caf", limit: Double = 30
  ) throws -> String {
    let source = try SoundSource(bytes: file)
    return WaveformPlot(
      title: title, subtitle: "CAF & more", waveform: try SoundMeasurement(of: source).waveform,
      sampleRate: source.format.sampleRate, lengthLimit: limit
    ).svg
  }

  private func sound(_ seconds: Double) throws -> [UInt8] {
    try soundFile(.caf, .ima4, frameCount: Int(seconds * 1000), sampleRate: 1000)
  }

  @Test func isWellFormedAndDescribed() throws {
    let elements = try Elements(of: plot(sound(2)))
    #expect(elements.texts(of: "title") == ["ring.caf"])
    #expect(elements.texts(of: "desc") == ["CAF & more"])
    #expect(elements.list.first?.name == "svg")
    #expect(elements.classed("peaks").count == 1)
    #expect(elements.classed("body").count == 1)
    #expect(elements.classed("limit").isEmpty)
    let texts = elements.texts(of: "text")
    #expect(texts.contains("0 dBFS") && texts.contains("−6"))
    #expect(texts.contains("0 s") && texts.contains("1 s") && texts.contains("2 s"))
    #expect(elements.texts(of: "style")[0].contains("prefers-color-scheme: dark"))
  }

  /// The image loads nothing and runs no script.
  @Test func isSelfContained() throws {
    let svg = try plot(sound(1))
    #expect(!svg.contains("href") && !svg.contains("url(") && !svg.contains("<script"))
    #expect(svg.components(separatedBy: "http").count == 2)  // the namespace
  }

  @Test(arguments: [(23.9, false), (24, true), (29.9, true), (31.2, true), (181, true)])
  func theLimitIsShownIfItIsNear(seconds: Double, isShown: Bool) throws {
    let elements = try Elements(of: plot(sound(seconds)))
    #expect(elements.classed("limit").count == (isShown ? 1 : 0))
    let name = "an alert must be shorter than 30 s"
    #expect(elements.texts(of: "text").contains(name) == isShown)
  }

  @Test func anotherLimit() throws {
    let elements = try Elements(of: plot(sound(2), limit: 2))
    let line = try #require(elements.classed("limit").first)
    // The axis begins at 56 and shows 2.08 s in 880 pixels: 56 + 880 · 2 / 2.08.
    #expect(line["x1"] == "902.2")
  }

  /// Full-scale samples reach the first and the last grid line. Silence is on the middle line.
  @Test func levelsMatchTheAxis() throws {
    let samples = SampleBlock.float64([1, -1])
    let file = try soundFile(.caf, .pcm(.float64), samples, sampleRate: 1000)
    let elements = try Elements(of: plot(file))
    let heights = elements.classed("grid").compactMap { $0["y1"] }
    #expect(heights.contains("64") && heights.contains("266"))
    #expect(elements.classed("rest").map { $0["y1"] } == ["165"])
    let path = try #require(elements.classed("peaks").first?["d"])
    #expect(path.hasPrefix("M56.5 64L57.5 64"))
    #expect(path.contains("L935.5 266"))
  }

  @Test(arguments: [
    "<&\">.caf", "a\u{1}b\n.caf", "\u{FFFF}.caf", String(repeating: "x", count: 999),
  ])
  func anyNameCanBeTheTitle(name: String) throws {
    let elements = try Elements(of: plot(sound(0.1), title: name))
    #expect(
      elements.texts(of: "text").contains {
        $0.count <= 80 && $0.first == elements.texts(of: "title")[0].first
      })
  }

  @Test func marksAreDrawn() throws {
    let source = try SoundSource(bytes: sound(2))
    var plot = WaveformPlot(
      title: "ring.caf", waveform: try SoundMeasurement(of: source).waveform, sampleRate: 1000)
    #expect(!plot.svg.contains("<rect class=\"silence\""))
    plot.marks.silences = [0..<0.5, 1.5..<2]
    plot.marks.clicks = [1]
    let elements = try Elements(of: plot.svg)
    #expect(elements.classed("silence").map { $0["x"] } == ["56", "716"])
    #expect(elements.classed("silence").map { $0["width"] } == ["220", "220"])
    #expect(elements.classed("click").map { $0["x1"] } == ["496"])
    #expect(elements.texts(of: "title").contains("silence from 0 s to 0.5 s"))
    #expect(elements.texts(of: "title").contains("click at 1 s"))
  }
}

/// The waveform and its marks as `info` prints them.
struct WaveformTextTests {
  private func waveform(_ samples: [Double]) throws -> Waveform {
    let file = try soundFile(.caf, .pcm(.float64), .float64(samples), sampleRate: 1000)
    return try SoundMeasurement(of: SoundSource(bytes: file)).waveform
  }

  @Test func ascii() throws {
    // The columns are full scale up, full scale down, half up, and silence.
    let waveform = try waveform([1, -1, 0.5, 0])
    #expect(
      waveform.lines(width: 4, height: 5, in: .ascii) == [
        "#   ",
        "# # ",
        "###-",
        " #  ",
        " #  ",
      ])
  }

  /// A character has two columns of four dots. Dot n is bit n − 1. Dots 7 and 8 are the lowest row.
  @Test func braille() throws {
    // Silence is drawn in row 1, just above the middle: dots 2 and 5.
    #expect(try waveform([0, 0]).lines(width: 1, height: 1, in: .braille) == ["\u{2812}"])
    // Full scale up reaches row 0: dots 1 and 2. Full scale down reaches row 3: dots 5, 6 and 8.
    #expect(try waveform([1, -1]).lines(width: 1, height: 1, in: .braille) == ["\u{28B3}"])
  }

  @Test(arguments: [Waveform.Characters.ascii, .braille])
  func linesHaveTheRequestedSize(characters: Waveform.Characters) throws {
    let waveform = try waveform((0..<999).map { Double($0 % 17) / 8 - 1 })
    for (width, height) in [(1, 1), (7, 2), (80, 6), (200, 9)] {
      let lines = waveform.lines(width: width, height: height, in: characters)
      #expect(lines.count == height)
      #expect(lines.allSatisfy { $0.count == width })
    }
    #expect(waveform.lines(width: 0, height: 3, in: characters) == [])
    #expect(Waveform().lines(width: 3, height: 3, in: characters) == [])
  }

  @Test func marks() {
    var marks = SoundMarks()
    #expect(marks.line(width: 10, seconds: 2, in: .ascii) == nil)
    marks.silences = [0..<0.5, 1.9..<2]
    marks.clicks = [0, 1.1, 2]
    #expect(marks.line(width: 10, seconds: 2, in: .ascii) == "^.   ^   ^")
    #expect(marks.line(width: 10, seconds: 2, in: .braille) == "▲·   ▲   ▲")
    marks.silences = [0.31..<0.35, 0.45..<0.8]
    marks.clicks = []
    #expect(marks.line(width: 10, seconds: 2, in: .ascii) == " . .      ")
    marks.clicks = [1]
    #expect(marks.line(width: 1, seconds: 2, in: .ascii) == "^")
    #expect(marks.line(width: 0, seconds: 2, in: .ascii) == nil)
  }
}
