import TestSupport
import Testing

@testable import SoundFormat

/// µ-law and A-law: values worked out by hand. `G711OracleTests` compares all values with other programs'.
@Suite struct G711Tests {
  /// Silence is 0xFF. −1 to −3 become negative zero (0x7F), as Apple's files show.
  @Test(
    arguments: [
      (0, 0xFF), (3, 0xFF), (4, 0xFE), (-1, 0x7F), (-3, 0x7F), (-4, 0x7E), (32_767, 0x80),
      (32_635, 0x80), (31_611, 0x81), (31_612, 0x80), (-32_768, 0x00), (-32_767, 0x00),
      (1000, 0xCE),
      (-1000, 0x4E),
    ] as [(Int16, UInt8)])
  func encodesMuLaw(sample: Int16, code: UInt8) {
    #expect(MuLaw.encode([sample]) == [code])
  }

  @Test(
    arguments: [
      (0xFF, 0), (0x7F, 0), (0xFE, 8), (0x7E, -8), (0x80, 32_124), (0x00, -32_124), (0xCE, 988),
    ] as [(UInt8, Int16)])
  func decodesMuLaw(code: UInt8, sample: Int16) {
    #expect([code].withBytes { MuLaw.decode($0) } == [sample])
  }

  @Test(
    arguments: [
      (0, 0xD5), (15, 0xD5), (16, 0xD4), (-1, 0x55), (-15, 0x55), (-16, 0x54), (32_767, 0xAA),
      (-32_768, 0x2A), (255, 0xDA), (256, 0xC5), (511, 0xCA), (512, 0xF5),
    ] as [(Int16, UInt8)])
  func encodesALaw(sample: Int16, code: UInt8) {
    #expect(ALaw.encode([sample]) == [code])
  }

  @Test(
    arguments: [
      (0xD5, 8), (0x55, -8), (0xAA, 32_256), (0x2A, -32_256), (0xC5, 264),
    ] as [(UInt8, Int16)])
  func decodesALaw(code: UInt8, sample: Int16) {
    #expect([code].withBytes { ALaw.decode($0) } == [sample])
  }
}
