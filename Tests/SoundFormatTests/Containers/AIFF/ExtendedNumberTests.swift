import Testing

@testable import SoundFormat

/// AIFF's 80-bit sample rates.
@Suite struct ExtendedNumberTests {
  private static let rates: [(rate: Double, signAndExponent: UInt16, significand: UInt64)] = [
    (1, 0x3FFF, 0x8000_0000_0000_0000), (5512.5, 0x400B, 0xAC44_0000_0000_0000),
    (8000, 0x400B, 0xFA00_0000_0000_0000), (11_025, 0x400C, 0xAC44_0000_0000_0000),
    (12_000, 0x400C, 0xBB80_0000_0000_0000), (16_000, 0x400C, 0xFA00_0000_0000_0000),
    (22_050, 0x400D, 0xAC44_0000_0000_0000), (24_000, 0x400D, 0xBB80_0000_0000_0000),
    (32_000, 0x400D, 0xFA00_0000_0000_0000), (37_800, 0x400E, 0x93A8_0000_0000_0000),
    (44_100, 0x400E, 0xAC44_0000_0000_0000), (48_000, 0x400E, 0xBB80_0000_0000_0000),
    (64_000, 0x400E, 0xFA00_0000_0000_0000), (88_200, 0x400F, 0xAC44_0000_0000_0000),
    (96_000, 0x400F, 0xBB80_0000_0000_0000), (176_400, 0x4010, 0xAC44_0000_0000_0000),
    (192_000, 0x4010, 0xBB80_0000_0000_0000), (10_000_000, 0x4016, 0x9896_8000_0000_0000),
    // The first Macintosh's rate, as it is commonly rounded.
    (22_254.54545, 0x400D, 0xADDD_1745_38EF_3800),
  ]

  @Test(arguments: rates)
  func writesRates(rate: Double, signAndExponent: UInt16, significand: UInt64) {
    let extended = rate.extended
    #expect(extended.signAndExponent == signAndExponent)
    #expect(extended.significand == significand)
  }

  @Test(arguments: rates)
  func readsRates(rate: Double, signAndExponent: UInt16, significand: UInt64) {
    let read = Double(extendedSignAndExponent: signAndExponent, significand: significand)
    #expect(read == rate)
  }

  /// The Macintosh's rate, exact to 64 bits, is read as the nearest Double.
  @Test func roundsWhatADoubleCannotHold() {
    let read = Double(extendedSignAndExponent: 0x400D, significand: 0xADDD_1745_D174_5D17)
    #expect(read == 22_254.545454545456)
  }

  @Test func readsInvalidRatesWithoutTrapping() {
    #expect(Double(extendedSignAndExponent: 0, significand: 0) == 0)
    #expect(Double(extendedSignAndExponent: 0x7FFF, significand: 0) == .infinity)
    #expect(Double(extendedSignAndExponent: 0xFFFF, significand: .max) == -.infinity)
    #expect(Double(extendedSignAndExponent: 0x7FFE, significand: .max) == .infinity)
    #expect(Double(extendedSignAndExponent: 0x0001, significand: .max) == 0)
    #expect(Double(extendedSignAndExponent: 0xC00E, significand: 0xAC44 << 48) == -44_100)
    // Not normalised: the leading 1 is one bit too low.
    #expect(Double(extendedSignAndExponent: 0x400F, significand: 0xAC44 << 47) == 44_100)
  }
}
