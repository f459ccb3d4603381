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

  private static func files(
    _ container: Container, _ format: Int, _ types: [PCMEncoding.SampleType], _ order: ByteOrder,
    _ others: [DataFormat] = []
  ) -> [File] {
    (types.map { .pcm($0, order) } + others).map {
      File(container: container, format: format | $0.libsndfileEncoding, dataFormat: $0)
    }
  }

  private static let all: [File] = {
    let integers: [PCMEncoding.SampleType] = [.int16, .int24, .int32]
    let floats: [PCMEncoding.SampleType] = [.float32, .float64]
    let g711: [DataFormat] = [.muLaw, .aLaw]
    return files(.wave, Libsndfile.wav, [.uint8] + integers + floats, .little, g711)
      + files(.wave, Libsndfile.wavExtensible, integers + floats, .little, g711)
      + files(.wave, Libsndfile.wav | Libsndfile.bigEndian, integers + floats, .big)
      + files(.rf64, Libsndfile.rf64, integers + floats, .little)
      + files(.aiff, Libsndfile.aiff, [.int8] + integers, .big)
      + files(.aifc, Libsndfile.aiff, [.uint8] + floats, .big, g711)
      + files(.aifc, Libsndfile.aiff | Libsndfile.littleEndian, integers, .little)
      + files(.caf, Libsndfile.caf, [.int8] + integers + floats, .big, g711)
      + files(.caf, Libsndfile.caf | Libsndfile.littleEndian, integers + floats, .little)
  }()

  @Test(arguments: all, [1, 2])
  func isReadExactly(file: File, channels: Int) throws {
    let cell = MatrixCell(
      container: file.container,
      format: StreamFormat(sampleRate: 44_100, channelCount: channels, dataFormat: file.dataFormat),
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
    let read = try frames(of: bytes).doubles
    #expect(Array(read.dropLast(padCount)) == samples.doubles)
  }

  private func write(
    _ samples: [some LibsndfileSample], as file: File, _ channels: Int
  ) throws -> [UInt8] {
    try Libsndfile.write(samples, format: file.format, channelCount: channels, sampleRate: 44_100)
  }

  private func ima4(channels: Int) throws -> (frames: [Int16], bytes: [UInt8]) {
    let frames = interleaved(
      [Signal.bell, .sine].prefix(channels).map { $0.int16(frameCount: 6400) })
    let format = Libsndfile.aiff | Libsndfile.ima4
    let bytes = try Libsndfile.write(
      frames, format: format, channelCount: channels, sampleRate: 44_100)
    return (frames, bytes)
  }

  /// In a stereo file, libsndfile's COMM counts only half of the packets: 50, although 100 are
  /// present.
  @Test func stereoIMA4IsComplete() throws {
    let (expected, bytes) = try ima4(channels: 2)
    let theirs = try Libsndfile.read(bytes, as: Int16.self)
    #expect(theirs.info.frameCount == 6400)
    let sound = try SoundFile(parsing: bytes)
    let samples = try frames(of: bytes)
    #expect(sound.packetCount == 100)
    #expect(samples.sampleCount == expected.count)
  }
}

@Suite struct SampleRateTests {
  private static let rates: [Double] = [
    8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 37_800, 44_056, 44_100, 47_250, 48_000,
    50_000, 50_400, 64_000, 88_200, 96_000, 176_400, 192_000, 352_800, 384_000, 1, 655_350,
  ]

  private func header(_ container: Container, rate: Double) throws -> [UInt8] {
    let order: ByteOrder = container == .wave || container == .rf64 ? .little : .big
    let format = StreamFormat(sampleRate: rate, channelCount: 1, dataFormat: .pcm(.int16, order))
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
}
