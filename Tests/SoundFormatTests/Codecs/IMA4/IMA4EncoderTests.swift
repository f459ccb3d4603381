import TestSupport
import Testing

@testable import SoundFormat

@Suite struct IMA4EncoderTests {
  private func encoded(_ frames: [Int16], channels: Int = 1) -> [UInt8] {
    var encoder = IMA4Encoder(channelCount: channels)
    return encoder.encode(frames) + encoder.finish()
  }

  /// Apple's encoder (quality 0) or the search (quality 1).
  private func encoder(_ quality: Int, _ channels: Int) throws -> FrameEncoder {
    try FrameEncoder(
      for: StreamFormat(sampleRate: 8000, channelCount: channels, dataFormat: .ima4),
      ima4Quality: quality)
  }

  private func encoded(_ frames: [Int16], quality: Int, channels: Int) throws -> [UInt8] {
    var encoder = try encoder(quality, channels)
    return encoder.encode(.int16(frames)) + encoder.finish()
  }

  /// At step 7, the difference 7 gives nibble 4, predictor 7 and index 2. At step 9, −27 gives
  /// nibble 15, predictor −9 and index 10. At step 19, 0 gives nibble 0, predictor −7 and index 9.
  /// At step 17, −3 gives nibble 8, predictor −9 and index 8.
  @Test func encodesByHand() {
    let packet = encoded([7, -20, -9, -10])
    #expect(packet.count == 34)
    #expect(Array(packet.prefix(4)) == hex("0000 F480"))
  }

  /// Each channel is coded on its own, and the channels' packets alternate.
  @Test(arguments: [0, 1])
  func channelsAreInterleaved(quality: Int) throws {
    let channels = [Signal.bell, .noise].map { $0.int16(frameCount: 1200) }
    let packets = try channels.map { try encoded($0, quality: quality, channels: 1) }
    var joined: [UInt8] = []
    for start in stride(from: 0, to: packets[0].count, by: IMA4.bytesPerPacket) {
      for channel in packets { joined += channel[start..<start + IMA4.bytesPerPacket] }
    }
    #expect(try encoded(interleaved(channels), quality: quality, channels: 2) == joined)
  }

  /// Splitting the input anywhere, even inside a frame, doesn't change the packets.
  @Test(arguments: [0, 1], [1, 2])
  func piecesOfAnySizeMakeTheSamePackets(quality: Int, channels: Int) throws {
    let samples = Signal.sweep.int16(frameCount: 900 * channels + channels - 1)
    let whole = try encoded(samples, quality: quality, channels: channels)
    for seed in UInt64(1)...(quality == 0 ? 20 : 3) {
      var generator = SeededGenerator(seed: seed)
      var encoder = try encoder(quality, channels)
      var packets: [UInt8] = []
      var rest = samples[...]
      while !rest.isEmpty {
        let count = Int.random(in: 0...400, using: &generator)
        packets += encoder.encode(.int16(Array(rest.prefix(count))))
        rest = rest.dropFirst(count)
      }
      packets += encoder.finish()
      #expect(packets == whole, "seed \(seed)")
    }
  }

  /// Apple first rounds to 16 bits, without dither, and then encodes.
  @Test func deeperSamplesAreRoundedFirst() throws {
    let block = SampleBlock.float64(Signal.bell.doubles(frameCount: 300))
    var (deep, flat) = (try encoder(0, 1), try encoder(0, 1))
    #expect(deep.encode(block) == flat.encode(.int16(block.int16Samples)))
    #expect(deep.finish() == flat.finish())
  }
}
