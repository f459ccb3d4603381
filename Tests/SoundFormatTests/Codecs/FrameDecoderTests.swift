import SoundFormat
import TestSupport
import Testing

@Suite struct FrameDecoderTests {
  private static let format = StreamFormat(sampleRate: 8000, channelCount: 2, dataFormat: .ima4)

  /// 200 frames in four packets per channel.
  private func ima4(_ table: PacketTable?) throws -> (sound: SoundFile, packets: [UInt8]) {
    let header = SoundHeader(container: .caf, format: Self.format, frameCount: 200)
    let bytes = try soundFile(header, .int16(Signal.noise.int16(frameCount: 400)))
    var sound = try SoundFile(parsing: bytes)
    sound.packetTable = table
    return (sound, Array(bytes[sound.audioBytes]))
  }

  @Test func dropsPrimingAndRemainder() throws {
    let (all, packets) = try ima4(nil)
    var decoder = try FrameDecoder(for: all)
    let frames = decoder.decode(packets).int16Samples
    #expect(frames.count == 512)
    let table = PacketTable(validFrameCount: 150, primingFrameCount: 70, remainderFrameCount: 36)
    var primed = try FrameDecoder(for: try ima4(table).sound)
    #expect(primed.decode(packets).int16Samples == Array(frames[140..<440]))
  }

  @Test(
    arguments: [
      (DataFormat.muLaw, 16), (.aLaw, 16), (.pcm(.int16, .big), 16),
      (.pcm(.int24, .big), 32),
      (.pcm(.float32, .little), -32),
      (.pcm(.float64, .big), -64), (.pcm(.int8), 16),
    ] as [(DataFormat, Int)])
  func usesTheNarrowestTypeThatLosesNothing(format: DataFormat, bits: Int) throws {
    let stream = StreamFormat(sampleRate: 8000, channelCount: 1, dataFormat: format)
    let header = SoundHeader(container: .caf, format: stream, frameCount: 4)
    let block = try frames(of: soundFile(header, .int16([0, 256, -256, 512])))
    switch (block, bits) {
    case (.int16, 16), (.int32, 32), (.float32, -32), (.float64, -64): break
    default: Issue.record("\(format) became \(block)")
    }
    #expect(block.sampleCount == 4)
  }
}

@Suite struct ChannelMapTests {
  private func mapped(_ samples: [Int16], _ map: ChannelMap) -> [Int16] {
    SampleBlock.int16(samples).mapped(by: map).int16Samples
  }

  /// Keeps the first channels, as Apple's tool does: three of its files made with -c 1 hold only the left channel.
  @Test func droppingTakesTheFirstChannels() {
    #expect(mapped([1, 2, 3, 4], .changing(2, to: 1)) == [1, 3])
    #expect(mapped([1, 2, 3, 4, 5, 6], .changing(3, to: 2)) == [1, 2, 4, 5])
  }

  @Test func oneChannelIsCopiedToAll() {
    #expect(mapped([1, 2], .changing(1, to: 2)) == [1, 1, 2, 2])
    #expect(mapped([1, 2], .changing(1, to: 3)) == [1, 1, 1, 2, 2, 2])
  }

  @Test func channelsWithoutASourceAreSilent() {
    #expect(mapped([1, 2, 3, 4], .changing(2, to: 3)) == [1, 2, 0, 3, 4, 0])
    let map = ChannelMap([1, nil, 0], sourceChannelCount: 2)
    #expect(mapped([1, 2, 3, 4], map) == [2, 0, 1, 4, 0, 3])
  }

  @Test func everyTypeIsMapped() {
    let map = ChannelMap([1, 0], sourceChannelCount: 2)
    guard case .int32([2, 1]) = SampleBlock.int32([1, 2]).mapped(by: map),
      case .float32([2, 1]) = SampleBlock.float32([1, 2]).mapped(by: map),
      case .float64([2, 1]) = SampleBlock.float64([1, 2]).mapped(by: map)
    else {
      Issue.record("a channel is out of place")
      return
    }
  }
}
