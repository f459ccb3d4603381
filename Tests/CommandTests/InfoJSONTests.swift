import Foundation
import SoundFormat
import TestSupport
import Testing

/// `alertsound info --json`: what is documented is what is printed.
struct InfoJSONTests {
  private struct Documentation {
    var fields: Set<String> = []
    var optional: Set<String> = []

    /// Reads the table of a schema.
    init(_ schema: String) throws {
      let page = packageRoot.appending(path: "Sources/AlertSound/AlertSound.docc/JSONReports.md")
      let text = try String(contentsOf: page, encoding: .utf8)
      let section = try #require(text.components(separatedBy: "### \(schema)\n").dropFirst().first)
      for line in section.components(separatedBy: "\n### ")[0].split(separator: "\n") {
        let cells = line.components(separatedBy: " | ")
        guard line.hasPrefix("| `"), cells.count == 3 else { continue }
        let names = cells[0].matches(of: /`([^`]+)`/).map { String($0.output.1) }
        fields.formUnion(names)
        if cells[1].contains("absent") { optional.formUnion(names) }
      }
    }

    /// The fields that every object of their kind must have.
    func required(in parent: String) -> Set<String> {
      fields.subtracting(optional).filter {
        $0.split(separator: ".").dropLast().joined(separator: ".") == parent
      }
    }
  }

  /// The names of the fields in a value; an array's elements share its own.
  private func check(
    _ value: Any, at path: String, against documentation: Documentation, seen: inout Set<String>
  ) {
    if let list = value as? [Any] {
      for element in list { check(element, at: path, against: documentation, seen: &seen) }
    } else if let object = value as? [String: Any] {
      let names = Set(object.keys.map { path.isEmpty ? $0 : "\(path).\($0)" })
      let missing = documentation.required(in: path).subtracting(names)
      #expect(missing.isEmpty, "\(path) has no \(missing)")
      seen.formUnion(names)
      for (key, element) in object {
        let name = path.isEmpty ? key : "\(path).\(key)"
        check(element, at: name, against: documentation, seen: &seen)
      }
    }
  }

  private func json(_ folder: TemporaryDirectory, _ arguments: [String]) throws -> [String: Any] {
    let outcome = try folder.alertsound(["info", "--json"] + arguments)
    #expect(outcome.ending == .exit(0))
    let value = try JSONSerialization.jsonObject(with: Data(outcome.output))
    return try #require(value as? [String: Any])
  }

  /// A sound with everything a file may say.
  private static func richSound() throws -> [UInt8] {
    let samples = Signal.bell.int16(frameCount: 30_000)
    var header = SoundHeader(
      container: .caf,
      format: StreamFormat(sampleRate: 44_100, channelCount: 1, dataFormat: .ima4),
      frameCount: samples.count, layout: .mono,
      information: [InformationEntry(.sourceBitDepth, "I16"), InformationEntry(.title, "Ring")])
    header.metadata.markers = [SoundMetadata.Marker(identifier: 1, framePosition: 441, name: "hit")]
    header.metadata.loops = [SoundMetadata.Loop(frames: 0..<4410)]
    header.metadata.instrument = SoundMetadata.Instrument()
    var encoder = try FrameEncoder(for: header.format)
    return try header.headerBytes() + encoder.encode(.int16(samples)) + encoder.finish()
  }

  @Test func everyFieldIsDocumentedAndEveryDocumentedFieldIsPrinted() throws {
    let documentation = try Documentation("alertsound.info/1")
    let rich = try Self.richSound()
    let wave = try soundFile(
      .wave, .pcm(.float64), channels: [.square, .square], frameCount: 30_000, layout: .stereo)
    let folder = try TemporaryDirectory([
      "ring.caf": rich, "square.wav": wave, "cut.wav": Array(wave.dropLast(7)),
      "text.caf": Array("no sound".utf8),
      "ring.flac": try PlainSound(.bell, frameCount: 2000).file(libsndfile: Libsndfile.flac),
    ])
    let report = try json(
      folder, ["ring.caf", "square.wav", "cut.wav", "text.caf", "ring.flac"])
    var seen: Set<String> = []
    check(report, at: "", against: documentation, seen: &seen)
    #expect(seen.subtracting(documentation.fields) == [])
    #expect(documentation.fields.subtracting(seen) == [])
  }

  @Test func theValuesAreRight() throws {
    let folder = try TemporaryDirectory(["ring.caf": try Self.richSound()])
    let report = try json(folder, ["ring.caf"])
    #expect(report["schema"] as? String == "alertsound.info/1")
    let file = try #require((report["files"] as? [[String: Any]])?.first)
    #expect(file["file"] as? String == "ring.caf")
    #expect(file["summary"] as? String == "CAF, IMA4, 44,100 Hz, mono")
    #expect(file["frameCount"] as? Int == 30_000)
    #expect(file["packetCount"] as? Int == 469)
    #expect(file["layout"] as? String == "Mono")
    let format = try #require(file["format"] as? [String: Any])
    #expect(format["formatID"] as? String == "ima4")
    #expect(format["sampleRate"] as? Double == 44_100)
    let table = try #require(file["packetTable"] as? [String: Int])
    #expect(
      table == ["validFrameCount": 30_000, "primingFrameCount": 0, "remainderFrameCount": 16])
    let marker = try #require((file["markers"] as? [[String: Any]])?.first)
    #expect(marker["name"] as? String == "hit")
    #expect(marker["seconds"] as? Double == 0.01)
    let levels = try #require(file["levels"] as? [String: Double])
    #expect(levels["frameCount"] == 30_000)
    #expect((levels["peak"] ?? 0) > 0.5)
    #expect((levels["loudness"] ?? 0) < -10)
    #expect((file["verdict"] as? [String: Any])?["plays"] as? String == "custom")
  }

  @Test func headersOnlyLeavesLevelsOut() throws {
    let folder = try TemporaryDirectory(["ring.caf": try Self.richSound()])
    let report = try json(folder, ["--headers-only", "ring.caf"])
    let file = try #require((report["files"] as? [[String: Any]])?.first)
    #expect(file["levels"] == nil && file["unheard"] == nil)
    #expect(file["frameCount"] as? Int == 30_000)
  }
}
