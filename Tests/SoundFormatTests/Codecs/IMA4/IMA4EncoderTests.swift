import TestSupport
import Testing

@testable import SoundFormat

@Suite struct IMA4EncoderTests {
  private func encoded(_ frames: [Int16], channels: Int = 1) -> [UInt8] {
    var encoder = IMA4Encoder(channelCount: channels)
    return encoder.encode(frames) + encoder.finish()
  }

  /// Step 7: a difference of 7 gives nibble 4, predictor 7 and index 2. Step 9: −27 gives 15, −9
  /// and 10. Step 19: 0 gives 0, −7 and 9. Step 17: −3 gives 8, −9 and 8.
  @Test func encodesByHand() {
    let packet = encoded([7, -20, -9, -10])
    #expect(packet.count == 34)
    #expect(Array(packet.prefix(4)) == hex("0000 F480"))
  }

  @Test func silenceIsAllZeros() {
    #expect(encoded([Int16](repeating: 0, count: 64)) == [UInt8](repeating: 0, count: 68))
  }

  /// The second header holds the state after the first packet, with a truncated predictor. The
  /// encoder keeps the full state, so a decoder that carries its own ends where the encoder does.
  @Test func theStateIsCarriedInFull() {
    let frames = Signal.noise.int16(frameCount: 640)
    let packets = encoded(frames)
    var state = IMA4.State()
    for packet in 0..<10 {
      let header = UInt16(packets[34 * packet]) << 8 | UInt16(packets[34 * packet + 1])
      #expect(header == state.packetHeader)
      for frame in 0..<64 {
        _ = state.encode(frames[64 * packet + frame], IMA4.steps, IMA4.indexChanges)
      }
    }
  }

  /// floor(frames / 64) + 1 packets, padded with zeros coded from the carried state.
  @Test(arguments: [0, 1, 63, 64, 65, 127, 128], [1, 2])
  func endsInAPacketThatIsNotFull(frameCount: Int, channels: Int) {
    let frames = Signal.noise.int16(frameCount: frameCount * channels)
    let packets = encoded(frames, channels: channels)
    let packetCount = frameCount / 64 + 1
    #expect(packets.count == packetCount * 34 * channels)
    let padding = [Int16](repeating: 0, count: (packetCount * 64 - frameCount) * channels)
    var padded = IMA4Encoder(channelCount: channels)
    #expect(padded.encode(frames + padding) == packets)
  }

  /// Each channel is coded on its own, and their packets alternate.
  @Test func channelsAreInterleaved() {
    let left = Signal.sine.int16(frameCount: 200)
    let right = Signal.noise.int16(frameCount: 200)
    let stereo = encoded(interleaved([left, right]), channels: 2)
    let (leftPackets, rightPackets) = (encoded(left), encoded(right))
    for packet in 0..<4 {
      let range = 34 * packet..<34 * packet + 34
      #expect(Array(stereo[68 * packet..<68 * packet + 34]) == Array(leftPackets[range]))
      #expect(Array(stereo[68 * packet + 34..<68 * packet + 68]) == Array(rightPackets[range]))
    }
  }

  /// However the input is split, even inside a frame.
  @Test(arguments: [1, 2])
  func piecesOfAnySizeMakeTheSamePackets(channels: Int) {
    let samples = Signal.sweep.int16(frameCount: 1500 * channels)
    let whole = encoded(samples, channels: channels)
    for seed in UInt64(1)...20 {
      var generator = SeededGenerator(seed: seed)
      var encoder = IMA4Encoder(channelCount: channels)
      var packets: [UInt8] = []
      var rest = samples[...]
      while !rest.isEmpty {
        let count = Int.random(in: 0...200, using: &generator)
        packets += encoder.encode(Array(rest.prefix(count)))
        rest = rest.dropFirst(count)
      }
      packets += encoder.finish()
      #expect(packets == whole, "seed \(seed)")
    }
  }

  /// Apple encodes 16-bit samples, rounded without dither.
  @Test func deeperSamplesAreRoundedFirst() throws {
    let format = StreamFormat(sampleRate: 8000, channelCount: 1, dataFormat: .ima4)
    let doubles = Signal.bell.doubles(frameCount: 300)
    let block = SampleBlock.float64(doubles)
    var deep = try FrameEncoder(for: format)
    var flat = try FrameEncoder(for: format)
    #expect(deep.encode(block) == flat.encode(.int16(block.int16Samples)))
    #expect(deep.finish() == flat.finish())
  }
}
