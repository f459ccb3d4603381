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
    Case((48_000, 44_100), channels: 1, 5000, 0xE2D1_A442_99E6_8C39),
    Case((44_100, 48_000), channels: 1, 61_000, 0x954C_4A81_368A_330B),
    Case((44_100, 22_050), channels: 3, 9000, 0xA8E4_88BB_61B0_5C4E),
    Case((8000, 48_000), channels: 1, 4000, 0x087A_E484_A6D1_842C),
    Case((96_000, 44_100), channels: 2, 10_000, 0xA75D_9518_E0EB_18DD),
    Case((44_100, 16_000), channels: 1, 1, 0xDD2F_83B1_A0C8_31CF),
    Case((44_100, 48_001), channels: 3, 5000, 0x6A6D_7069_6D61_23B5),
    Case((11_025, 44_111), channels: 1, 6000, 0x55C5_1A9B_C13B_F173),
    Case((8000.5, 3000), channels: 2, 3000, 0xFCB8_1B1A_B5C6_DCF6),
    Case((32_768, 11_025), channels: 1, 3000, 0x0221_0866_A578_9C60),
    Case((1000.5, 250_000), channels: 1, 500, 0xAA2C_2AA0_9A44_34DE),
  ]

  @Test(arguments: cases)
  func bitsArePinned(test: Case) throws {
    let noise = whiteNoise(sampleCount: test.frameCount * test.change.channelCount)
    let found = digest(of: try test.change.convert(noise))
    #expect(found == test.digest, "0x\(String(found, radix: 16, uppercase: true))")
  }
}
