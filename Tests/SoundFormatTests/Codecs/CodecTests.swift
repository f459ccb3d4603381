import Testing

@testable import SoundFormat

@Suite struct CodecTests {
  @Test func noTwoCodecsShareAName() {
    let codecs = Codec.allCases
    let formatIDs = [LinearPCM.formatID] + codecs.map(\.formatID)
    let types = codecs.flatMap(\.aiffTypes)
    let tags = codecs.compactMap(\.waveTag) + [WAVEFormat.pcmTag, WAVEFormat.floatTag]
    #expect(Set(formatIDs).count == formatIDs.count)
    #expect(Set(types).count == types.count)
    #expect(Set(tags).count == tags.count)
  }

  @Test(arguments: Codec.allCases)
  func isFoundByItsCode(codec: Codec) {
    #expect(Codec(formatID: codec.formatID) == codec)
    #expect(DataFormat(CodecDescription(formatID: codec.formatID)) == .compressed(codec))
  }

  @Test(arguments: ["lpcm", "aac ", "ULAW"] as [FourCharCode])
  func findsNoOtherCodec(code: FourCharCode) {
    #expect(Codec(formatID: code) == nil)
  }

  /// The encoder's packets are as long as the table says, and decode to as many frames.
  @Test(arguments: Codec.allCases)
  func packetsAreAsTheTableSays(codec: Codec) throws {
    let format = StreamFormat(sampleRate: 8000, channelCount: 1, dataFormat: .compressed(codec))
    var encoder = try FrameEncoder(for: format)
    let frames = [Int16](repeating: 0, count: 100)
    let packets = encoder.encode(.int16(frames)) + encoder.finish()
    #expect(packets.count == format.packetCount(forFrames: 100) * codec.bytesPerPacket)
    var decoder = codec.decoder(channelCount: 1)
    var block = SampleBlock.int16([])
    packets.withBytes { decoder.decode($0, into: &block) }
    #expect(block.sampleCount == format.packetCount(forFrames: 100) * codec.framesPerPacket)
  }
}
