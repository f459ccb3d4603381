import Foundation
import SoundFormat

/// WAVE files of samples to measure.
enum TestWave {
  /// - Parameter rate: In Hz.
  static func write(
    _ samples: [Double], channelCount: Int = 1, rate: Int, as type: PCMEncoding.SampleType,
    to url: URL
  ) throws {
    let header = SoundHeader(
      container: .wave,
      format: StreamFormat(
        sampleRate: Double(rate), channelCount: channelCount,
        dataFormat: .linearPCM(PCMEncoding(type, .little))),
      frameCount: samples.count / channelCount, usesFiller: false)
    var encoder = try FrameEncoder(for: header.format)
    try Data(header.headerBytes() + encoder.encode(.float64(samples)) + header.trailerBytes)
      .write(to: url)
  }

  /// Reads a file that must have a certain type of samples. Full scale is 1.
  static func read(_ url: URL, as type: PCMEncoding.SampleType) throws -> [Double] {
    let bytes = [UInt8](try Data(contentsOf: url))
    let sound = try SoundFile(parsing: bytes)
    guard sound.format.dataFormat == .linearPCM(PCMEncoding(type, .little)) else {
      throw Failure(description: "\(url.lastPathComponent) holds \(sound.format.dataFormat)")
    }
    var decoder = try FrameDecoder(for: sound)
    return switch decoder.decode(Array(bytes[sound.audioBytes])) {
    case .int16(let samples): samples.map { Double($0) * 0x1p-15 }
    case .int32(let samples): samples.map { Double($0) * 0x1p-31 }
    case .float32(let samples): samples.map { Double($0) }
    case .float64(let samples): samples
    }
  }
}
