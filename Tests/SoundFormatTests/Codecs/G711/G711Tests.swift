import TestSupport
import Testing

@testable import SoundFormat

/// Values of µ-law and A-law, computed by hand.
@Suite struct G711Tests {
  /// Each case: a sample and its code. Silence is 0xFF, and −1 to −3 become negative zero (0x7F), as in Apple's files.
  @Test(
    arguments: [
      (0, 0xFF), (3, 0xFF), (4, 0xFE), (-1, 0x7F), (-3, 0x7F), (-4, 0x7E), (32_767, 0x80),
      (32_635, 0x80), (31_611, 0x81), (31_612, 0x80), (-32_768, 0x00), (-32_767, 0x00),
      (1000, 0xCE),
      (-1000, 0x4E),
    ] as [(Int16, UInt8)])
  func encodesMuLaw(sample: Int16, code: UInt8) {
    #expect(MuLaw.encode([sample]) == [code])
  }

  @Test(
    arguments: [
      (0xFF, 0), (0x7F, 0), (0xFE, 8), (0x7E, -8), (0x80, 32_124), (0x00, -32_124), (0xCE, 988),
    ] as [(UInt8, Int16)])
  func decodesMuLaw(code: UInt8, sample: Int16) {
    #expect([code].withBytes { MuLaw.decode($0) } == [sample])
  }

  @Test(
    arguments: [
      (0, 0xD5), (15, 0xD5), (16, 0xD4), (-1, 0x55), (-15, 0x55), (-16, 0x54), (32_767, 0xAA),
      (-32_768, 0x2A), (255, 0xDA), (256, 0xC5), (511, 0xCA), (512, 0xF5),
    ] as [(Int16, UInt8)])
  func encodesALaw(sample: Int16, code: UInt8) {
    #expect(ALaw.encode([sample]) == [code])
  }

  @Test(
    arguments: [
      (0xD5, 8), (0x55, -8), (0xAA, 32_256), (0x2A, -32_256), (0xC5, 264),
    ] as [(UInt8, Int16)])
  func decodesALaw(code: UInt8, sample: Int16) {
    #expect([code].withBytes { ALaw.decode($0) } == [sample])
  }
}

/// All 65,536 samples and 256 codes, compared with other programs.
@Suite struct G711OracleTests {
  private static let allSamples = (-32_768...32_767).map { Int16($0) }
  private static let allCodes = (0...255).map { UInt8($0) }

  private func sndfileCodes(_ encoding: Int) throws -> [UInt8] {
    try Libsndfile.write(
      Self.allSamples, format: Libsndfile.raw | encoding, channelCount: 1, sampleRate: 8000)
  }

  private func sndfileSamples(_ encoding: Int) throws -> [Int16] {
    let raw = Libsndfile.Info(
      container: Libsndfile.raw, encoding: encoding, sampleRate: 8000, channelCount: 1)
    return try Libsndfile.read(Self.allCodes, raw: raw).samples
  }

  @Test func muLawMatchesLibsndfile() throws {
    #expect(MuLaw.encode(Self.allSamples) == (try sndfileCodes(Libsndfile.muLaw)))
    let samples = Self.allCodes.withBytes { MuLaw.decode($0) }
    #expect(samples == (try sndfileSamples(Libsndfile.muLaw)))
  }

  @Test func aLawMatchesLibsndfile() throws {
    #expect(ALaw.encode(Self.allSamples) == (try sndfileCodes(Libsndfile.aLaw)))
    let samples = Self.allCodes.withBytes { ALaw.decode($0) }
    #expect(samples == (try sndfileSamples(Libsndfile.aLaw)))
  }

  private func ffmpeg(_ bytes: [UInt8], from input: String, to output: String) throws -> [UInt8] {
    let directory = try TemporaryDirectory()
    let path = try directory.write(bytes, to: "in")
    return try Tool.ffmpeg.run(
      ["-v", "error", "-f", input, "-ar", "8000", "-ac", "1", "-i", path, "-f", output, "-"])
  }

  private func int16(_ bytes: [UInt8]) -> [Int16] {
    loaded(bytes, as: PCMEncoding(.int16)).map { Int16($0) }
  }

  @Test(.enabled(if: Tool.ffmpeg.isInstalled, "ffmpeg is not installed"))
  func samplesMatchFFmpeg() throws {
    let muLaw = try ffmpeg(Self.allCodes, from: "mulaw", to: "s16le")
    #expect(Self.allCodes.withBytes { MuLaw.decode($0) } == int16(muLaw))
    let aLaw = try ffmpeg(Self.allCodes, from: "alaw", to: "s16le")
    #expect(Self.allCodes.withBytes { ALaw.decode($0) } == int16(aLaw))
  }

  /// FFmpeg's encoder differs for 851 of 65,536 samples of µ-law and 849 of A-law, for two reasons.
  ///
  /// First, its tables have one entry for every fourth sample. FFmpeg rounds down to a multiple of four
  /// before it takes the sign, so the ends of intervals move by up to three samples. Second, the
  /// steps double where a segment begins. At these places FFmpeg picks the code with the nearer
  /// sample, while G.711 and Apple still assign the sample to the longer step.
  @Test(
    .enabled(if: Tool.ffmpeg.isInstalled, "ffmpeg is not installed"), arguments: ["mulaw", "alaw"])
  func codesMatchFFmpegExceptAtIntervalBounds(name: String) throws {
    let encode = name == "mulaw" ? MuLaw.encode : ALaw.encode
    let ours = encode(Self.allSamples)
    let theirs = try ffmpeg(
      stored(Array(-32_768...32_767), as: PCMEncoding(.int16)), from: "s16le", to: name)
    try #require(theirs.count == 65_536)
    let different = Self.allSamples.indices.filter { ours[$0] != theirs[$0] }
    #expect(different.count < 1000)
    let decode = name == "mulaw" ? MuLaw.decode : ALaw.decode
    let (ourSamples, theirSamples) = (ours.withBytes(decode), theirs.withBytes(decode))
    let elsewhere = different.filter { index in
      let isAtAnEnd = ours[max(0, index - 4)...min(65_535, index + 4)].contains(theirs[index])
      let sample = Int(Self.allSamples[index])
      let isNearer = abs(Int(theirSamples[index]) - sample) <= abs(Int(ourSamples[index]) - sample)
      return !isAtAnEnd && !isNearer
    }
    #expect(elsewhere.map { Self.allSamples[$0] } == [])
  }
}
