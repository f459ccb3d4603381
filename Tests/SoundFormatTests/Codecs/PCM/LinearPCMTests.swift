import TestSupport
import Testing

@testable import SoundFormat

/// Conversions that must be exact: to a wider encoding, to the same encoding, and to another byte
/// order.
@Suite struct LinearPCMTests {
  /// 2,400 bytes, a multiple of every sample size.
  private static let randomBytes: [UInt8] = {
    var generator = SeededGenerator(seed: 7)
    return (0..<2400).map { _ in .random(in: 0...255, using: &generator) }
  }()

  /// Even NaNs keep their bits.
  @Test(arguments: PCMEncoding.all)
  func theSameEncodingIsIdentity(encoding: PCMEncoding) {
    #expect(converted(Self.randomBytes, from: encoding, to: encoding) == Self.randomBytes)
  }

  /// Reverses any number of samples. Bytes after the last complete sample stay unchanged.
  @Test(arguments: [2, 3, 4, 8])
  func samplesAreReversedOneByOne(bytesPerSample: Int) {
    for byteCount in 0...200 {
      let original = Array(Self.randomBytes.prefix(byteCount))
      var bytes = original
      LinearPCM.reverseBytes(in: &bytes, bytesPerSample: bytesPerSample)
      let wholeByteCount = byteCount / bytesPerSample * bytesPerSample
      let expected = stride(from: 0, to: wholeByteCount, by: bytesPerSample).flatMap {
        original[$0..<$0 + bytesPerSample].reversed()
      }
      #expect(bytes == expected + original[wholeByteCount...], "\(byteCount) bytes")
    }
  }

  private static let wider = PCMEncoding.all.filter { $0.bitDepth > 16 }

  /// All 8-bit values, to every encoding and back.
  @Test(arguments: [PCMEncoding(.int8), PCMEncoding(.uint8)])
  func every8BitValueIsExact(encoding: PCMEncoding) {
    let bytes = (0...255).map { UInt8($0) }
    for wider in PCMEncoding.all {
      let there = converted(bytes, from: encoding, to: wider)
      #expect(converted(there, from: wider, to: encoding) == bytes, "through \(wider)")
    }
  }

  /// All 16-bit values, to every wider encoding and back.
  @Test(arguments: [PCMEncoding(.int16, .big), PCMEncoding(.int16, .little)], wider)
  func every16BitValueIsExact(encoding: PCMEncoding, wider: PCMEncoding) {
    let bytes = stored(Array(-32_768...32_767), as: encoding)
    let there = converted(bytes, from: encoding, to: wider)
    #expect(there.count == 65_536 * wider.bytesPerSample)
    #expect(converted(there, from: wider, to: encoding) == bytes)
  }

  /// Each case: an integer type, a float type, and the step between samples. A 32-bit float holds 24 bits exactly.
  @Test(arguments: [
    (PCMEncoding(.int24, .big), PCMEncoding(.float32, .big), 251),
    (PCMEncoding(.int24, .big), PCMEncoding(.float64, .little), 251),
    (PCMEncoding(.int32, .little), PCMEncoding(.float64, .big), 99_991),
  ])
  func floatsHoldIntegersExactly(integer: PCMEncoding, float: PCMEncoding, step: Int) {
    let limit = 1 << (integer.bitDepth - 1)
    let values = Array(stride(from: -limit, to: limit, by: step)) + [-1, 0, 1, limit - 1]
    let bytes = stored(values, as: integer)
    let there = converted(bytes, from: integer, to: float)
    #expect(converted(there, from: float, to: integer) == bytes)
  }

  /// Widening shifts the bits. It doesn't scale by 32767 or 127.
  @Test func wideningKeepsFullScale() {
    let int16 = PCMEncoding(.int16)
    let bytes = stored([-32_768, -1, 0, 1, 32_767], as: int16)
    let int24 = loaded(
      converted(bytes, from: int16, to: PCMEncoding(.int24)), as: PCMEncoding(.int24))
    #expect(int24 == [-8_388_608, -256, 0, 256, 8_388_352])
    let int32 = loaded(
      converted(bytes, from: int16, to: PCMEncoding(.int32)), as: PCMEncoding(.int32))
    #expect(int32 == [-2_147_483_648, -65_536, 0, 65_536, 2_147_418_112])
    guard
      case .float32(let floats) = block(
        converted(bytes, from: int16, to: PCMEncoding(.float32)), .float32)
    else {
      Issue.record("no floats")
      return
    }
    #expect(floats == [-1, -0x1p-15, 0, 0x1p-15, 0.999969482421875])
  }

  private func block(_ bytes: [UInt8], _ type: PCMEncoding.SampleType) -> SampleBlock {
    bytes.withBytes { LinearPCM.decode($0, as: PCMEncoding(type)) }
  }

  /// The bytes of one sample in every byte order, written by hand.
  @Test func samplesAreLeftJustified() {
    func int32(_ text: String, _ encoding: PCMEncoding) -> Int32? {
      guard case .int32(let samples) = hex(text).withBytes({ LinearPCM.decode($0, as: encoding) })
      else { return nil }
      return samples.first
    }
    #expect(int32("123456", PCMEncoding(.int24, .big)) == 0x1234_5600)
    #expect(int32("563412", PCMEncoding(.int24, .little)) == 0x1234_5600)
    #expect(int32("800001", PCMEncoding(.int24, .big)) == -0x7FFF_FF00)
    #expect(int32("12345678", PCMEncoding(.int32, .big)) == 0x1234_5678)
    #expect(int32("78563412", PCMEncoding(.int32, .little)) == 0x1234_5678)
    #expect(block(hex("00 7F 80 81 FF"), .uint8).int16Samples == [-32_768, -256, 0, 256, 32_512])
    #expect(block(hex("80 FF 00 01 7F"), .int8).int16Samples == [-32_768, -256, 0, 256, 32_512])
  }
}
