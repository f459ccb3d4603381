import TestSupport
import Testing

@testable import SoundFormat

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
}
