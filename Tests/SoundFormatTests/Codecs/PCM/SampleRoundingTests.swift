import TestSupport
import Testing

@testable import SoundFormat

/// Narrows samples the way Apple's tool does.
@Suite struct SampleRoundingTests {
  private static let int24 = PCMEncoding(.int24, .little)
  private static let int16 = PCMEncoding(.int16, .little)

  /// Expects the results of exact arithmetic for every low byte and various upper bytes.
  @Test func rounds24BitsHalfUpEverywhere() {
    let values = [-32_768, -32_767, -12_345, -2, -1, 0, 1, 12_345, 32_766, 32_767]
      .flatMap { upper in (0..<256).map { upper * 256 + $0 } }
    let bytes = converted(stored(values, as: Self.int24), from: Self.int24, to: Self.int16)
    let expected = values.map { min(32_767, Int(((Double($0) + 128) / 256).rounded(.down))) }
    #expect(loaded(bytes, as: Self.int16) == expected)
  }

  @Test(
    arguments: [
      (0x7FFF, 0), (0x8000, 1), (0x17FFF, 1), (0x18000, 2), (-0x8000, 0), (-0x8001, -1),
      (-0x18000, -1), (-0x18001, -2), (0x7FFF_7FFF, 32_767), (0x7FFF_8000, 32_767),
      (0x7FFF_FFFF, 32_767), (-0x8000_0000, -32_768),
    ] as [(Int, Int)])
  func rounds32BitsTo16HalfUp(sample: Int, rounded: Int) {
    let int32 = PCMEncoding(.int32, .big)
    let bytes = converted(stored([sample], as: int32), from: int32, to: Self.int16)
    #expect(loaded(bytes, as: Self.int16) == [rounded])
  }

  @Test(
    arguments: [
      (0x7F, 0), (0x80, 1), (0x17F, 1), (0x180, 2), (-0x80, 0), (-0x81, -1), (-0x180, -1),
      (0x7FFF_FF7F, 8_388_607), (0x7FFF_FF80, 8_388_607), (0x7FFF_FFFF, 8_388_607),
      (-0x8000_0000, -8_388_608), (-0x7FFF_FF80, -8_388_607),
    ] as [(Int, Int)])
  func rounds32BitsTo24HalfUp(sample: Int, rounded: Int) {
    let int32 = PCMEncoding(.int32, .big)
    let bytes = converted(stored([sample], as: int32), from: int32, to: Self.int24)
    #expect(loaded(bytes, as: Self.int24) == [rounded])
  }

  /// Narrowing keeps the upper byte, so it rounds toward minus infinity. Source: two files of
  /// uffe/iDonkeyDeception.
  @Test(arguments: [PCMEncoding(.int8), PCMEncoding(.uint8)])
  func takesTheUpperHalfOf16Bits(encoding: PCMEncoding) {
    let values = Array(-32_768...32_767)
    let bytes = converted(stored(values, as: Self.int16), from: Self.int16, to: encoding)
    #expect(loaded(bytes, as: encoding) == values.map { Int((Double($0) / 256).rounded(.down)) })
  }

  /// 24 bits are first rounded to 16, so that 8-bit results don't depend on the source's depth.
  @Test func rounds24BitsTo8ByWayOf16() {
    let int8 = PCMEncoding(.int8)
    let values = [0x00FF_7F, 0x00FF_80, 0x7FFF_FF, -0x80_0000, -1, -129, -0x010000]
    let bytes = converted(stored(values, as: Self.int24), from: Self.int24, to: int8)
    #expect(loaded(bytes, as: int8) == [0, 1, 127, -128, 0, -1, -1])
  }

  private static let ties: [(scaled: Double, rounded: Int16)] = [
    (0, 0), (0.5, 0), (1.5, 2), (2.5, 2), (-0.5, 0), (-1.5, -2), (-2.5, -2), (0.499, 0),
    (0.501, 1), (-0.501, -1), (32_766.5, 32_766), (32_767, 32_767), (-32_767.5, -32_768),
    (-32_768, -32_768),
    // Values beyond full scale are clipped.
    (32_767.25, 32_767), (32_767.5, 32_767), (32_768, 32_767), (32_769, 32_767), (1e9, 32_767),
    (-32_768.5, -32_768), (-32_769, -32_768), (-1e9, -32_768), (1e30, 32_767), (-1e30, -32_768),
    (.infinity, 32_767), (-.infinity, -32_768), (.nan, 0), (-.nan, 0), (-0.0, 0),
    (.leastNonzeroMagnitude, 0), (.greatestFiniteMagnitude, 32_767),
  ]

  @Test(arguments: ties)
  func roundsFloatsToTheNearestTiesToEven(scaled: Double, rounded: Int16) {
    #expect((scaled / 32_768).roundedToInt16 == rounded)
    #expect(Float(scaled / 32_768).roundedToInt16 == rounded)
  }

  /// Every 16-bit value and a little beyond, in steps of a quarter.
  @Test func roundsFloatsTo16BitsEverywhere() {
    let scaled = (-131_080...131_080).map { Double($0) / 4 }
    let expected = scaled.map {
      Int16(max(-32_768, min(32_767, $0.rounded(.toNearestOrEven))))
    }
    #expect(SampleBlock.float64(scaled.map { $0 / 32_768 }).int16Samples == expected)
    #expect(SampleBlock.float32(scaled.map { Float($0 / 32_768) }).int16Samples == expected)
  }

  /// Compares floats of every exponent and sign with exact arithmetic.
  @Test func roundsFloatsTo24BitsEverywhere() {
    var generator = SeededGenerator(seed: 24)
    let random = (0..<512 * 40).map { index in
      Float(bitPattern: UInt32(index % 512) << 23 | .random(in: 0..<1 << 23, using: &generator))
    }
    let ties = (-2050...2050).map { Float($0) / 2 * 0x1p-23 }
    let full = (-9...9).flatMap { [Float(8_388_600) + Float($0), Float(-8_388_600) + Float($0)] }
    let samples = random + ties + full.map { $0 * 0x1p-23 }
    let expected = samples.map { sample in
      let scaled = (Double(sample) * 8_388_608).rounded(.toNearestOrEven)
      return sample.isNaN ? 0 : Int(max(-8_388_608, min(8_388_607, scaled)))
    }
    let bytes = LinearPCM.encode(.float32(samples), as: Self.int24)
    #expect(loaded(bytes, as: Self.int24) == expected)
  }

  @Test(
    arguments: [
      (0, 0), (0.5, 0), (1.5, 2), (-1.5, -2), (2_147_483_647, 2_147_483_647),
      (2_147_483_646.5, 2_147_483_646), (2_147_483_648, 2_147_483_647),
      (-2_147_483_648, -2_147_483_648), (-2_147_483_649, -2_147_483_648),
      (.infinity, 2_147_483_647), (-.infinity, -2_147_483_648), (.nan, 0),
    ] as [(Double, Int)])
  func roundsDoublesTo32Bits(scaled: Double, rounded: Int) {
    let int32 = PCMEncoding(.int32, .little)
    let bytes = LinearPCM.encode(.float64([scaled / 2_147_483_648]), as: int32)
    #expect(loaded(bytes, as: int32) == [rounded])
  }

  @Test func roundsFloatsTo32Bits() {
    let block = SampleBlock.float32([1, -1, 0.5, -0x1p-23, 0x1p-24, 0x1.8p-23, .nan, 2, -2])
    let int32 = PCMEncoding(.int32, .big)
    #expect(
      loaded(LinearPCM.encode(block, as: int32), as: int32) == [
        2_147_483_647, -2_147_483_648, 1_073_741_824, -256, 128, 384, 0, 2_147_483_647,
        -2_147_483_648,
      ])
  }

  /// A float's significand has only 24 bits: round to nearest, ties to even, as the processor does.
  @Test func rounds32BitsToFloats() {
    let block = SampleBlock.int32([.max, .min, 0x0100_0001, 0x0100_0003, 1])
    let bytes = LinearPCM.encode(block, as: PCMEncoding(.float32, .big))
    #expect(bytes == hex("3F800000 BF800000 3C000000 3C000002 30000000"))
  }

  @Test func roundsDoublesToFloats() {
    let block = SampleBlock.float64([1, 1 + 0x1p-25, 1e-50, 1e50, -0.1])
    let bytes = LinearPCM.encode(block, as: PCMEncoding(.float32, .big))
    #expect(bytes == hex("3F800000 3F800000 00000000 7F800000 BDCCCCCD"))
  }
}
