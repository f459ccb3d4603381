import SoundFormat
import Testing

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

  @Test(arguments: [
    (DataFormat.linearPCM(PCMEncoding(.int16)), "lpcm", "LEI16"), (.ima4, "ima4", "'ima4'"),
    (.muLaw, "ulaw", "'ulaw'"), (.aLaw, "alaw", "'alaw'"),
    (.other(CodecDescription(formatID: "aac ")), "aac ", "'aac '"),
  ])
  func hasCoreAudiosCodes(format: DataFormat, code: String, name: String) {
    #expect(format.formatID.description == code)
    #expect(format.description == name)
    #expect((format.pcmEncoding != nil) == (code == "lpcm"))
  }
}
