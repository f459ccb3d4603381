@testable import SoundFormat

/// µ-law and A-law of any samples: what is decoded is coded the same again.
enum G711Target {
  static func run(_ bytes: [UInt8]) {
    let samples = bytes.withBytes { LinearPCM.decode($0, as: PCMEncoding(.int16)) }.int16Samples
    check(samples, MuLaw.encode) { $0.withBytes(MuLaw.decode) }
    check(samples, ALaw.encode) { $0.withBytes(ALaw.decode) }
  }

  private static func check(
    _ samples: [Int16], _ encode: ([Int16]) -> [UInt8], _ decode: ([UInt8]) -> [Int16]
  ) {
    let decoded = decode(encode(samples))
    expect(decode(encode(decoded)) == decoded, "decoded samples are coded otherwise")
    for (sample, decoded) in zip(samples, decoded) {
      // An interval is at most an eighth of what lies in it; the narrowest are 16 wide.
      let error = abs(Int(sample) - Int(decoded))
      expect(error <= max(16, abs(Int(sample)) / 16), "\(sample) becomes \(decoded)")
    }
  }
}
