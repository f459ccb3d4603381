import Foundation
import SoundFormat

/// WAVE files of 32-bit floats.
enum FloatWave {
  static func write(_ samples: [Double], channelCount: Int = 1, rate: Double, to url: URL) throws {
    let header = SoundHeader(
      container: .wave,
      format: StreamFormat(
        sampleRate: rate, channelCount: channelCount,
        dataFormat: .linearPCM(PCMEncoding(.float32, .little))),
      frameCount: samples.count / channelCount, usesFiller: false)
    var encoder = try FrameEncoder(for: header.format)
    let bytes =
      try header.headerBytes() + encoder.encode(.float32(samples.map { Float($0) }))
    try Data(bytes).write(to: url)
  }

  static func read(_ url: URL) throws -> [Double] {
    let bytes = [UInt8](try Data(contentsOf: url))
    let sound = try SoundFile(parsing: bytes)
    var decoder = try FrameDecoder(for: sound)
    guard case .float32(let samples) = decoder.decode(Array(bytes[sound.audioBytes])) else {
      throw Failure(description: "\(url.lastPathComponent) holds \(sound.format.dataFormat)")
    }
    return samples.map { Double($0) }
  }
}
