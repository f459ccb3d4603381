import SoundFormat
import Testing

@Suite struct StreamFormatTests {
  @Test(arguments: [
    (DataFormat.linearPCM(PCMEncoding(.int24)), 2, 6, 1), (.muLaw, 2, 2, 1), (.aLaw, 1, 1, 1),
    (.ima4, 1, 34, 64), (.ima4, 2, 68, 64), (.linearPCM(PCMEncoding(.float64)), 6, 48, 1),
    (.other(CodecDescription(formatID: "aac ", framesPerPacket: 1024)), 2, 0, 1024),
  ])
  func describesItsPackets(format: DataFormat, channels: Int, bytes: Int, frames: Int) {
    let stream = StreamFormat(sampleRate: 8000, channelCount: channels, dataFormat: format)
    #expect(stream.bytesPerPacket == bytes)
    #expect(stream.framesPerPacket == frames)
  }

  /// Apple's rule, true for 297 of 297 files: a multiple of 64 frames gets one more packet.
  @Test(arguments: [
    (0, 1), (1, 1), (63, 1), (64, 2), (65, 2), (127, 2), (128, 3), (7166, 112), (44_544, 697),
  ])
  func ima4EndsInAPacketThatIsNotFull(frames: Int, packets: Int) {
    let stream = StreamFormat(sampleRate: 44_100, channelCount: 2, dataFormat: .ima4)
    #expect(stream.packetCount(forFrames: frames) == packets)
  }

  @Test(arguments: [DataFormat.muLaw, .aLaw, .linearPCM(PCMEncoding(.int8))])
  func otherPacketsAreFrames(format: DataFormat) {
    let stream = StreamFormat(sampleRate: 44_100, channelCount: 2, dataFormat: format)
    for count in [0, 1, 63, 64, 65] { #expect(stream.packetCount(forFrames: count) == count) }
  }
}
