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
    Case((48_000, 44_100), channels: 1, 5000, 0xDD7B_EC3E_6A0C_DD42),
    Case((44_100, 48_000), channels: 1, 61_000, 0xA7B2_B63D_043B_EC45),
    Case((44_100, 22_050), channels: 3, 9000, 0x4737_E0E9_E55A_4A1B),
    Case((8000, 48_000), channels: 1, 4000, 0xBC08_7343_B440_EC24),
    Case((96_000, 44_100), channels: 2, 10_000, 0x0CAC_7461_014C_9BB1),
    Case((44_100, 16_000), channels: 1, 1, 0x17C8_F2F8_0198_EFB3),
    Case((44_100, 48_001), channels: 3, 5000, 0xC540_BAF5_DBDB_37DD),
    Case((11_025, 44_111), channels: 1, 6000, 0xE226_3CAF_E77F_673D),
    Case((8000.5, 3000), channels: 2, 3000, 0x14EB_ECE8_495C_B768),
    Case((32_768, 11_025), channels: 1, 3000, 0xFCE6_7492_2688_80E8),
    Case((768_000, 3001), channels: 2, 30_000, 0x5731_980A_1850_CD55),
    Case((384_000, 8000), channels: 2, 20_000, 0xD75C_32E6_371D_56D7),
    Case((1000.5, 250_000), channels: 1, 500, 0x19D7_805B_602C_E84A),
  ]

  @Test(arguments: cases)
  func bitsArePinned(test: Case) throws {
    let noise = whiteNoise(sampleCount: test.frameCount * test.change.channelCount)
    let found = digest(of: try test.change.convert(noise))
    #expect(found == test.digest, "0x\(String(found, radix: 16, uppercase: true))")
  }
}
