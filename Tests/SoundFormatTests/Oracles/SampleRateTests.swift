import SoundFormat
import TestSupport
import Testing

@Suite struct SampleRateTests {
  private static let rates: [Double] = [
    8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 37_800, 44_056, 44_100, 47_250, 48_000,
    50_000, 50_400, 64_000, 88_200, 96_000, 176_400, 192_000, 352_800, 384_000, 1, 655_350,
  ]

  private func header(_ container: Container, rate: Double) throws -> [UInt8] {
    let order: ByteOrder = container == .wave || container == .rf64 ? .little : .big
    let format = StreamFormat(
      sampleRate: rate, channelCount: 1, dataFormat: .linearPCM(PCMEncoding(.int16, order)))
    return try SoundHeader(container: container, format: format, frameCount: 1).headerBytes()
  }

  @Test(arguments: [Container.caf, .aiff, .aifc, .wave, .rf64])
  func ratesRoundTrip(container: Container) throws {
    for rate in Self.rates {
      let bytes = try header(container, rate: rate) + [0, 0]
      #expect(try SoundFile(parsing: bytes).format.sampleRate == rate)
      let theirs = try Libsndfile.read(bytes, as: Int16.self).info
      #expect(theirs.sampleRate == Int(rate), "\(rate) Hz")
    }
  }

  /// CAF and AIFF store fractions; libsndfile rounds them.
  @Test(arguments: [Container.caf, .aiff, .aifc], [22_254.545454545456, 44_099.5, 5512.5, 1.25])
  func fractionsAreKept(container: Container, rate: Double) throws {
    #expect(try SoundFile(parsing: header(container, rate: rate)).format.sampleRate == rate)
  }
}
