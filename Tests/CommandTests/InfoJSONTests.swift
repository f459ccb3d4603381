import Foundation
import SoundFormat
import TestSupport
import Testing

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
    let documentation = try JSONDocumentation("alertsound.info/2")
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

  @Test func theValuesAreRight() throws {
    let folder = try TemporaryDirectory(["ring.caf": try Self.richSound()])
    let report = try json(folder, ["ring.caf"])
    #expect(report["schema"] as? String == "alertsound.info/2")
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
    let levels = try #require(file["levels"] as? [String: Any])
    #expect(levels["frameCount"] as? Double == 30_000)
    #expect(levels["peak"] as? Double ?? 0 > 0.5)
    #expect(levels["loudness"] as? Double ?? 0 < -10)
    #expect(levels["loudnessMeasure"] as? String == "integrated")
    #expect((file["verdict"] as? [String: Any])?["outcome"] as? String == "plays")
  }

  @Test func headersOnlyLeavesLevelsOut() throws {
    let folder = try TemporaryDirectory(["ring.caf": try Self.richSound()])
    let report = try json(folder, ["--headers-only", "ring.caf"])
    let file = try #require((report["files"] as? [[String: Any]])?.first)
    #expect(file["levels"] == nil && file["unheard"] == nil)
    #expect(file["frameCount"] as? Int == 30_000)
  }
}
