import Testing

@testable import SoundFormat

/// The tables equal those of libav and Symphonia or faad2, from which the checksums were computed.
struct AACTableTests {
  /// A code's checksum is the sum of all (symbol + 1) · (32 · codeword + length), modulo 2³².
  @Test(
    arguments: zip(
      0...11,
      [
        (121, 11, 3_932_579_575), (81, 9, 71_421_071), (81, 9, 18_419_019), (81, 9, 917_114_602),
        (81, 9, 93_232_441), (81, 9, 172_494_554), (81, 9, 41_370_943), (64, 8, 85_406_378),
        (64, 8, 19_021_654), (169, 13, 3_316_394_383), (169, 13, 508_570_667),
        (289, 17, 1_286_031_798),
      ] as [(Int, Int, UInt32)]))
  func codewords(number: Int, expected: (count: Int, radix: Int, checksum: UInt32)) {
    let row = AACCodewords.rows[number]
    let book = AACCodebook(number)
    let letters = row.symbols.utf8.map { Int($0) - 97 }
    #expect(letters.count == 2 * expected.count)
    var checksum: UInt32 = 0
    var (place, code) = (0, 0)
    for (length, count) in zip(1..., row.counts) {
      for _ in 0..<count {
        let (a, b) = (letters[2 * place], letters[2 * place + 1])
        checksum &+=
          UInt32(a * expected.radix + b + 1) &* UInt32(truncatingIfNeeded: 32 * code + length)
        // A reader finds the symbol, whatever bits follow its codeword.
        for rest in [0, UInt64.max >> UInt64(length)] {
          let entry = Int(book.entry(UInt64(code) << UInt64(64 - length) | rest))
          #expect(entry == a << 10 | b << 5 | length)
        }
        place += 1
        code += 1
      }
      code <<= 1
    }
    #expect(place == expected.count)
    #expect(checksum == expected.checksum)
  }

  /// A row's checksums are the sums of all (band + 1) · (the band's first number).
  @Test(
    arguments: [
      (96_000, (41, 361_272, 31), (12, 5016, 9)), (88_200, (41, 361_272, 31), (12, 5016, 9)),
      (64_000, (47, 568_324, 34), (12, 5016, 10)), (48_000, (49, 626_136, 40), (14, 8164, 14)),
      (44_100, (49, 626_136, 42), (14, 8164, 14)), (32_000, (51, 726_776, 51), (14, 8164, 14)),
      (24_000, (47, 488_236, 46), (15, 8720, 14)), (22_050, (47, 488_236, 46), (15, 8720, 14)),
      (16_000, (43, 457_300, 42), (15, 8444, 14)), (12_000, (43, 457_300, 42), (15, 8444, 14)),
      (11_025, (43, 457_300, 42), (15, 8444, 14)), (8000, (40, 424_216, 39), (15, 8564, 14)),
      (7350, (40, 424_216, 39), (15, 8564, 14)),
    ] as [(Int, (Int, Int, Int), (Int, Int, Int))])
  func bands(rate: Int, long: (Int, Int, Int), short: (Int, Int, Int)) throws {
    let bands = try #require(AACBands(sampleRate: Double(rate), isLowDelay: false))
    #expect(Self.summary(bands.long) == [long.0, long.1, long.2])
    #expect(Self.summary(try #require(bands.short)) == [short.0, short.1, short.2])
    #expect(bands.long.starts.last == 1024 && bands.short?.starts.last == 128)
  }

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
