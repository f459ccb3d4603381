import Testing

@testable import SoundFormat

/// The tables equal those of libav and Symphonia or faad2, from which the checksums were computed.
struct AACTableTests {
  /// A row's checksum is the sum of all (band + 1) · (the band's first number).
  @Test(
    arguments: [
      (48_000, [36, 151_604, 31]), (44_100, [36, 151_604, 32]), (32_000, [37, 169_244, 37]),
      (24_000, [31, 126_128, 31]), (22_050, [31, 126_128, 31]),
    ])
  func bandsOfLowDelay(rate: Int, expected: [Int]) throws {
    let bands = try #require(AACBands(sampleRate: Double(rate), isLowDelay: true))
    #expect(Self.summary(bands.long) == expected)
    #expect(bands.long.starts.last == 512 && bands.short == nil)
  }

  private static func summary(_ window: AACBands.Window) -> [Int] {
    [
      window.count, zip(1..., window.starts).reduce(0) { $0 + $1.0 * $1.1 }, window.shapedCount,
    ]
  }
}
