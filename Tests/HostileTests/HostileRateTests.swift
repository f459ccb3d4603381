import SoundFormat
import TestSupport
import Testing

@testable import AlertSound

/// Impossible sample rates in files and in requests.
struct HostileRateTests {
  private static let rates: [Double] = [
    0, -0.0, -1, -44_100, .nan, .signalingNaN, .infinity, -.infinity, 1e9, 1e300,
    .greatestFiniteMagnitude, .leastNonzeroMagnitude, .leastNormalMagnitude, 0.5, 10_000_001,
    1.0.nextDown, 10_000_000.0.nextUp,
  ]

  /// Rates as AIFF's 80-bit floats. Source: Intel 64 and IA-32 manual, volume 1, tables 4-3 and 8-3.
  private static let extendedRates = [
    ("0", "0000 0000000000000000"), ("-0", "8000 0000000000000000"),
    ("-8000", "C00B FA00000000000000"), ("infinity", "7FFF 8000000000000000"),
    ("-infinity", "FFFF 8000000000000000"), ("NaN", "7FFF C000000000000000"),
    ("signalling NaN", "7FFF A000000000000000"), ("pseudo-infinity", "7FFF 0000000000000000"),
    ("pseudo-NaN", "7FFF 4000000000000000"), ("denormal", "0000 0000000000000001"),
    ("pseudo-denormal", "0000 8000000000000000"), ("1e9", "401C EE6B280000000000"),
    ("the largest", "7FFE FFFFFFFFFFFFFFFF"), ("0.5", "3FFE 8000000000000000"),
    ("10,000,001", "4016 9896810000000000"),
  ]

  private static let cafRates = rates.map { hexText($0.bitPattern.big(byteCount: 8)) }

  /// 0, 10⁹, 10,000,001, 2³² − 1, 2³¹ and 2³¹ − 1.
  private static let littleRates = [
    "00000000", "00CA9A3B", "81969800", "FFFFFFFF", "00000080", "FFFFFF7F",
  ]

  private static func file(_ description: String) throws -> SmallFile {
    try #require(SmallFile.all.first { $0.description == description })
  }

  private func expectRefusal(
    _ bytes: [UInt8], _ name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    var run = HostileRun(.sound)
    run.attempt(bytes, name, sourceLocation: sourceLocation)
    let error = #expect(throws: SoundFileError.self, "\(name)", sourceLocation: sourceLocation) {
      try SoundFile(parsing: bytes)
    }
    #expect(error?.code == .malformed, "\(name)", sourceLocation: sourceLocation)
    #expect(
      error?.reason.hasPrefix("the sample rate is ") == true, "\(name)",
      sourceLocation: sourceLocation)
  }

  private static let caf = (chunk: FourCharCode("desc"), offset: 0, rates: cafRates)
  private static let aiff = (chunk: FourCharCode("COMM"), offset: 8, rates: extendedRates.map(\.1))
  private static let wave = (chunk: FourCharCode("fmt "), offset: 4, rates: littleRates)

  /// Each case: a file, the chunk that states the rate, the rate's offset in the chunk, and absurd rates.
  @Test(
    arguments: [
      ("CAF LEI16", caf), ("CAF ima4", caf), ("CAF AAC", caf), ("AIFF BEI16", aiff),
      ("AIFC ima4", aiff), ("WAVE LEI16", wave), ("WAVE µ-law", wave), ("WAVE extensible", wave),
      ("RF64 A-law", wave), ("WAVE MS ADPCM", wave),
    ])
  func absurdRates(
    description: String, field: (chunk: FourCharCode, offset: Int, rates: [String])
  ) throws {
    let file = try Self.file(description)
    let chunk = try #require(
      try SoundFile(parsing: file.bytes).chunks.first { $0.identifier == field.chunk })
    let offset = chunk.bodyOffset + field.offset
    for rate in field.rates {
      expectRefusal(file.bytes.replacing(at: offset, with: hex(rate)), rate)
    }
  }

  /// An AIFF significand without its leading 1 is still valid. This number is 8000 Hz.
  @Test func unnormalRateOfAIFF() throws {
    let file = try Self.file("AIFF BEI16")
    let bytes = file.bytes.replacing(at: 28, with: hex("400C 7D00000000000000"))
    var run = HostileRun(.sound)
    run.attempt(bytes, "unnormal")
    #expect(try SoundFile(parsing: bytes).format.sampleRate == 8000)
    expectRefusal(file.bytes.replacing(at: 28, with: hex("400C 0000000000000000")), "unnormal 0")
  }

  /// The lowest valid rate is one frame per second, the highest is ten million.
  @Test(arguments: [1, 1.5, 9_999_999.5, 10_000_000])
  func ratesAtTheLimits(rate: Double) throws {
    var run = HostileRun(.sound)
    for (container, dataFormat) in [
      (Container.caf, DataFormat.pcm(.int16)), (.caf, .ima4), (.aiff, .pcm(.int16, .big)),
      (.aifc, .ima4), (.wave, .pcm(.int16)),
    ] {
      let file = try soundFile(
        container, dataFormat, frameCount: 40, sampleRate: rate, usesFiller: false)
      run.attempt(file, "\(rate) Hz in \(container)")
    }
  }
}
