@testable import Promises
@testable import SoundFormat

/// Encodes any samples as µ-law and A-law. Coding the decoded samples again must not change them.
enum G711Target {
  static func run(_ bytes: [UInt8]) throws {
    let samples = bytes.withBytes { LinearPCM.decode($0, as: PCMEncoding(.int16)) }.int16Samples
    try check(samples, MuLaw.encode) { $0.withBytes(MuLaw.decode) }
    try check(samples, ALaw.encode) { $0.withBytes(ALaw.decode) }
  }

  private static func check(
    _ samples: [Int16], _ encode: ([Int16]) -> [UInt8], _ decode: ([UInt8]) -> [Int16]
  ) throws {
    let decoded = decode(encode(samples))
    try expect(decode(encode(decoded)) == decoded, "decoded samples are encoded differently")
    for (sample, decoded) in zip(samples, decoded) {
      // An interval's width is at most an eighth of the values in it; the narrowest are 16 wide.
      let error = abs(Int(sample) - Int(decoded))
      try expect(error <= max(16, abs(Int(sample)) / 16), "\(sample) becomes \(decoded)")
    }
  }
}
