import TestSupport
import Testing

/// The band-limited method's bits are the same on every machine and in every build.
///
/// `make check-core` compares the same conversions among builds for other machines. A change of the filter, of the
/// sizes of blocks or of the order of sums changes these hashes.
struct BandLimitedBitsTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let change: StreamedChange
    let frameCount: Int
    let digest: UInt64

    init(_ rates: (Double, Double), channels: Int, _ frameCount: Int, _ digest: UInt64) {
      change = StreamedChange(rates.0, rates.1).with(\.channelCount, channels)
      (self.frameCount, self.digest) = (frameCount, digest)
    }

    var testDescription: String {
      "\(change.testDescription), \(change.channelCount) channels, \(frameCount) frames"
    }
  }

  static let cases = [
    Case((48_000, 44_100), channels: 1, 5000, 0xB6C1_E432_4FC9_9E5A),
    Case((44_100, 48_000), channels: 1, 61_000, 0x5286_5028_C941_D324),
    Case((44_100, 22_050), channels: 3, 9000, 0xD65E_E966_57F6_1FC8),
    Case((8000, 48_000), channels: 1, 4000, 0x8326_32E2_F965_E73E),
    Case((96_000, 44_100), channels: 2, 10_000, 0x6478_211E_A673_6221),
    Case((44_100, 16_000), channels: 1, 1, 0x5403_E36C_60F8_A491),
    Case((44_100, 48_001), channels: 3, 5000, 0xB5BB_6A4A_79FE_683A),
    Case((11_025, 44_111), channels: 1, 6000, 0x082E_51BB_6D3E_C2F6),
    Case((8000.5, 3000), channels: 2, 3000, 0xB8D1_3561_0F8D_522C),
    Case((32_768, 11_025), channels: 1, 3000, 0x88EE_ADA6_2C7E_BC8E),
    Case((768_000, 3001), channels: 2, 30_000, 0x141F_609E_3E42_DE8F),
    Case((1000.5, 250_000), channels: 1, 500, 0x3CCB_6C45_450D_1620),
  ]

  @Test(arguments: cases)
  func bitsArePinned(test: Case) throws {
    let noise = whiteNoise(sampleCount: test.frameCount * test.change.channelCount)
    let found = digest(of: try test.change.convert(noise))
    #expect(found == test.digest, "0x\(String(found, radix: 16, uppercase: true))")
  }
}
