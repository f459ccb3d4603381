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
    Case((48_000, 44_100), channels: 1, 5000, 0xA5F7_CAAF_C93F_526B),
    Case((44_100, 48_000), channels: 1, 61_000, 0xCE33_6C71_A75C_9E1C),
    Case((44_100, 22_050), channels: 3, 9000, 0x42B8_E49B_9231_A54B),
    Case((8000, 48_000), channels: 1, 4000, 0xD988_7D31_1D73_8F6B),
    Case((96_000, 44_100), channels: 2, 10_000, 0x20C5_52F0_F809_3632),
    Case((44_100, 16_000), channels: 1, 1, 0xED9B_5E98_884A_AC8C),
    Case((44_100, 48_001), channels: 3, 5000, 0x1E5B_8556_7D67_BB51),
    Case((11_025, 44_111), channels: 1, 6000, 0xADCF_D5C4_D38A_FAE2),
    Case((8000.5, 3000), channels: 2, 3000, 0x209E_3D0C_93BF_1B21),
    Case((32_768, 11_025), channels: 1, 3000, 0x2C58_62AF_132E_9C25),
    Case((768_000, 3001), channels: 2, 30_000, 0x82ED_3F42_FFF4_F1CE),
    Case((384_000, 8000), channels: 2, 20_000, 0xFBBB_69B2_61D5_B852),
    Case((1000.5, 250_000), channels: 1, 500, 0x834C_08EE_1303_6031),
  ]

  @Test(arguments: cases)
  func bitsArePinned(test: Case) throws {
    let noise = whiteNoise(sampleCount: test.frameCount * test.change.channelCount)
    let found = digest(of: try test.change.convert(noise))
    #expect(found == test.digest, "0x\(String(found, radix: 16, uppercase: true))")
  }
}
