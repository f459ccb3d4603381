import AlertSound
import SoundFormat
import SystemPackage
import TestSupport
import Testing

struct SoundReportTests {
  private func report(_ bytes: [UInt8], named name: String = "in") throws -> SoundReport {
    let folder = try TemporaryDirectory()
    let path = FilePath(try folder.write(bytes, to: name))
    return SoundReport(of: try SoundSource(inspecting: path))
  }

  @Test func nativeSoundsAreFullyDescribed() throws {
    let report = try report(try soundFile(.caf, .ima4, channels: [.bell, .sine], frameCount: 100))
    #expect(report.details.fileType == "caff")
    #expect(report.typeName == "CAF")
    #expect(report.frameCount == 100)
    #expect(report.details.packetCount == 2)
    #expect(report.details.audioBytes == 4096..<4232)
    #expect(report.details.audioByteCount == 136)
    #expect(report.details.largestPacketByteCount == 68)
    #expect(report.details.bitRate == 374_850)
    #expect(report.details.isOptimized == true)
    #expect(report.sourceBitDepth == nil)
    #expect(report.details.packetTable?.remainderFrameCount == 28)
    #expect(report.duration == 100.0 / 44_100)
  }

  /// A file with a chunk after the audio isn't optimized: `AudioFileOptimize` would move the chunk before the audio.
  @Test(arguments: [
    (Container.caf, "'free' 0000000000000000"), (.wave, "'junk' 00000000"),
    (.aiff, "'ANNO' 00000000"),
  ])
  func onlyAudioAtTheEndIsOptimized(container: Container, chunk: String) throws {
    let file = try PlainSound(.sine, frameCount: 4).file(container)
    #expect(try report(file).details.isOptimized == true)
    #expect(try report(file + hex(chunk)).details.isOptimized == false)
    // A single byte isn't a chunk, so there is nothing to move.
    #expect(try report(file + [0]).details.isOptimized == true)
  }

  /// The depth is in Apple Lossless's flags, and the packets' sizes are in the CAF's packet table.
  @Test(arguments: [(Libsndfile.alac16, "I16"), (Libsndfile.alac24, "I24")])
  func losslessCodecsReportTheirSourceDepth(format: Int, depth: String) throws {
    let file = try PlainSound(.sine, frameCount: 10_000).file(libsndfile: format)
    let report = try report(file, named: "in.caf")
    #expect(report.format.dataFormat.formatID == "alac")
    #expect(report.sourceBitDepth == depth)
    #expect(report.details.packetCount == 3)
    #expect(report.frameCount == 10_000)
    let largest = try #require(report.details.largestPacketByteCount)
    let byteCount = try #require(report.details.audioByteCount)
    #expect(largest <= byteCount && largest * 3 >= byteCount)
  }

  @Test(
    arguments: [
      (Libsndfile.au, FourCharCode("NeXT"), DataFormat.pcm(.int16, .big)),
      (Libsndfile.wave64, "W64f", .pcm(.int16)),
    ])
  func foreignLinearPCMIsCounted(format: Int, type: FourCharCode, dataFormat: DataFormat) throws {
    let report = try report(try PlainSound(.sine, frameCount: 1000).file(libsndfile: format))
    #expect(report.details.fileType == type)
    #expect(report.format.dataFormat == dataFormat)
    #expect(report.details.packetCount == 1000)
    #expect(report.details.audioByteCount == 2000)
    #expect(report.details.largestPacketByteCount == 2)
    #expect(report.details.bitRate == 705_600)
    #expect(report.sourceBitDepth == "I16")
    #expect(report.details.audioBytes == nil)
    #expect(report.details.isOptimized == nil)
  }

  @Test
  func tagsAndTheIndexAreNotAudio() throws {
    let audio = try PlainSound(.noise, frameCount: 50_000).file(libsndfile: Libsndfile.mp3)
    let bare = try report(audio)
    let range = try #require(bare.details.audioBytes)
    #expect(range.lowerBound > 0 && range.upperBound == audio.count)
    // An ID3v2 title of 200,000 bytes before the audio, and an ID3v1 tag after it.
    let frame = hex("'TIT2' 00030D40 0000 00") + [UInt8](repeating: 0x41, count: 199_999)
    let head = hex("'ID3' 0300 00 000C1A4A") + frame
    let tail = hex("'TAG'") + [UInt8](repeating: 0, count: 125)
    let tagged = try report(head + audio + tail)
    #expect(
      tagged.details.audioBytes == head.count + range.lowerBound..<head.count + range.upperBound)
    #expect(tagged.details.audioByteCount == range.count)
    #expect(tagged.details.packetCount == bare.details.packetCount)
    #expect(tagged.frameCount == bare.frameCount)
    #expect(tagged.details.bitRate == bare.details.bitRate)
    #expect(tagged.metadata[.title]?.utf8.count == 4095)
  }
}
