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

  /// Each case: frames, and packets. A multiple of 64 frames gets one more packet, as in all 297 of Apple's files.
  @Test(arguments: [
    (0, 1), (1, 1), (63, 1), (64, 2), (65, 2), (127, 2), (128, 3), (7166, 112), (44_544, 697),
  ])
  func ima4EndsInAPacketThatIsNotFull(frames: Int, packets: Int) {
    let stream = StreamFormat(sampleRate: 44_100, channelCount: 2, dataFormat: .ima4)
    #expect(stream.packetCount(forFrames: frames) == packets)
  }
}

@Suite struct DataFormatTests {
  @Test func samplesOfOneByteHaveNoOrder() {
    #expect(PCMEncoding(.int8, .big) == PCMEncoding(.int8, .little))
    #expect(PCMEncoding(.uint8, .big).hashValue == PCMEncoding(.uint8).hashValue)
    #expect(PCMEncoding(.int16, .big) != PCMEncoding(.int16, .little))
  }

  @Test(arguments: [
    (PCMEncoding(.uint8), "UI8", 8, 1), (PCMEncoding(.int8), "I8", 8, 1),
    (PCMEncoding(.int16, .big), "BEI16", 16, 2), (PCMEncoding(.int16), "LEI16", 16, 2),
    (PCMEncoding(.int24, .big), "BEI24", 24, 3), (PCMEncoding(.int32, .little), "LEI32", 32, 4),
    (PCMEncoding(.float32, .big), "BEF32", 32, 4), (PCMEncoding(.float64), "LEF64", 64, 8),
  ])
  func spellsEncodingsAsAppleDoes(encoding: PCMEncoding, name: String, bits: Int, bytes: Int) {
    #expect(encoding.description == name)
    #expect(encoding.bitDepth == bits)
    #expect(encoding.bytesPerSample == bytes)
    #expect(encoding.stored(.big).stored(encoding.byteOrder) == encoding)
  }
}

@Suite struct FourCharCodeTests {
  /// `afconvert -hf` prints Microsoft's codecs this way.
  @Test func describesOtherBytesInHexadecimal() {
    #expect(FourCharCode(rawValue: 0x6D73_0011).description == "ms\\x00\\x11")
    #expect(FourCharCode(rawValue: 0x7F80_FF1F).description == "\\x7f\\x80\\xff\\x1f")
  }
}
