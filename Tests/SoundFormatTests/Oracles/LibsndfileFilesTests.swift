import TestSupport
import Testing

@testable import SoundFormat

/// Sounds that libsndfile writes are read correctly.
@Suite struct LibsndfileFilesTests {
  struct File: Sendable, CustomStringConvertible {
    let container: Container
    let format: Int
    let dataFormat: DataFormat
    var description: String { "\(container.fileType) \(dataFormat)" }
  }

  private static let integers: [(Int, PCMEncoding.SampleType)] = [
    (Libsndfile.int16, .int16), (Libsndfile.int24, .int24), (Libsndfile.int32, .int32),
  ]
  private static let floats: [(Int, PCMEncoding.SampleType)] = [
    (Libsndfile.float32, .float32), (Libsndfile.float64, .float64),
  ]

  private static func files(
    _ container: Container, _ format: Int, _ types: [(Int, PCMEncoding.SampleType)],
    _ order: ByteOrder
  ) -> [File] {
    types.map { encoding, type in
      File(
        container: container, format: format | encoding,
        dataFormat: .pcm(type, order))
    }
  }

  private static func g711(_ container: Container, _ format: Int) -> [File] {
    [
      File(container: container, format: format | Libsndfile.muLaw, dataFormat: .muLaw),
      File(container: container, format: format | Libsndfile.aLaw, dataFormat: .aLaw),
    ]
  }

  private static let all: [File] =
    files(.wave, Libsndfile.wav, [(Libsndfile.uint8, .uint8)] + integers + floats, .little)
    + files(.wave, Libsndfile.wavExtensible, integers + floats, .little)
    + files(.wave, Libsndfile.wav | Libsndfile.bigEndian, integers + floats, .big)
    + files(.rf64, Libsndfile.rf64, integers + floats, .little)
    + files(.aiff, Libsndfile.aiff, [(Libsndfile.int8, .int8)] + integers, .big)
    + files(.aifc, Libsndfile.aiff, [(Libsndfile.uint8, .uint8)] + floats, .big)
    + files(.aifc, Libsndfile.aiff | Libsndfile.littleEndian, integers, .little)
    + files(.caf, Libsndfile.caf, [(Libsndfile.int8, .int8)] + integers + floats, .big)
    + files(.caf, Libsndfile.caf | Libsndfile.littleEndian, integers + floats, .little)
    + g711(.wave, Libsndfile.wav) + g711(.wave, Libsndfile.wavExtensible)
    + g711(.aifc, Libsndfile.aiff) + g711(.caf, Libsndfile.caf)

  @Test(arguments: all, [1, 2])
  func isReadExactly(file: File, channels: Int) throws {
    let cell = MatrixCell(
      container: file.container,
      format: StreamFormat(
        sampleRate: 44_100, channelCount: channels, dataFormat: file.dataFormat),
      usesFiller: false)
    let samples = cell.samples
    let bytes =
      switch samples {
      case .int16(let samples): try write(samples, as: file, channels)
      case .int32(let samples): try write(samples, as: file, channels)
      case .float32(let samples): try write(samples, as: file, channels)
      case .float64(let samples): try write(samples, as: file, channels)
      }
    let sound = try SoundFile(parsing: bytes)
    #expect(sound.container == file.container)
    #expect(sound.format == cell.format)
    #expect(sound.missingByteCount == 0)
    // In AIFF, libsndfile counts the pad byte after an odd number of bytes as a frame.
    let isAIFF = file.container == .aiff || file.container == .aifc
    let padCount = isAIFF && cell.format.bytesPerPacket == 1 ? 1 : 0
    #expect(sound.frameCount == MatrixCell.frameCount + padCount)
    let read = try decoded(bytes).doubles
    #expect(Array(read.dropLast(padCount)) == samples.doubles)
  }

  private func write(
    _ samples: [some LibsndfileSample], as file: File, _ channels: Int
  ) throws -> [UInt8] {
    try Libsndfile.write(
      samples, format: file.format, channelCount: channels, sampleRate: 44_100)
  }

  private func ima4(channels: Int) throws -> (frames: [Int16], bytes: [UInt8]) {
    let frames = interleaved(
      [Signal.bell, .sine].prefix(channels).map { $0.int16(frameCount: 6400) })
    let format = Libsndfile.aiff | Libsndfile.ima4
    let bytes = try Libsndfile.write(
      frames, format: format, channelCount: channels, sampleRate: 44_100)
    return (frames, bytes)
  }

  /// libsndfile starts each packet from its own truncated header. So the two decoders differ where
  /// its predictor wasn't a multiple of 128, but both stay close to the sound.
  @Test func ima4IsNear() throws {
    let (frames, bytes) = try ima4(channels: 1)
    let sound = try SoundFile(parsing: bytes)
    #expect(sound.container == .aifc)
    #expect(sound.format.dataFormat == .ima4)
    #expect(sound.packetCount == 100)
    #expect(sound.noteTexts == [])
    let theirs: [Int16] = try Libsndfile.read(bytes).samples
    let ours = try decoded(bytes).int16Samples
    try #require(ours.count == frames.count)
    try #require(theirs.count == frames.count)
    #expect(signalToNoise(of: ours, to: frames) > 20)
    #expect(signalToNoise(of: theirs, to: frames) > 20)
  }

  /// In a stereo file, COMM counts half of the packets: 50 here, although 100 are present.
  @Test func stereoIMA4IsComplete() throws {
    let (frames, bytes) = try ima4(channels: 2)
    let theirs = try Libsndfile.read(bytes, as: Int16.self)
    #expect(theirs.info.frameCount == 6400)
    let sound = try SoundFile(parsing: bytes)
    let samples = try decoded(bytes)
    #expect(sound.packetCount == 100)
    #expect(samples.sampleCount == frames.count)
  }
}

@Suite struct SampleRateTests {
  private static let rates: [Double] = [
    8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 37_800, 44_056, 44_100, 47_250, 48_000,
    50_000, 50_400, 64_000, 88_200, 96_000, 176_400, 192_000, 352_800, 384_000, 1, 655_350,
  ]

  private func header(_ container: Container, rate: Double) throws -> [UInt8] {
    let order: ByteOrder = container == .wave || container == .rf64 ? .little : .big
    let format = StreamFormat(
      sampleRate: rate, channelCount: 1, dataFormat: .pcm(.int16, order))
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
