import Foundation
import SoundFormat

/// A folder of short sounds like that of a large app: AIFF, WAVE and CAF at all usual rates and depths.
enum BatchSounds {
  /// Writes `count` sounds, the same on every run.
  ///
  /// - Returns: Their total size in bytes.
  static func write(_ count: Int, to folder: URL) throws -> Int {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var generator = LinearGenerator(state: 20)
    var byteCount = 0
    for index in 0..<count {
      let sound = Sound(index: index, from: &generator)
      let bytes = try sound.bytes(from: &generator)
      try Data(bytes).write(to: folder.appendingPathComponent(sound.name))
      byteCount += bytes.count
    }
    return byteCount
  }

  private struct Sound {
    let name: String
    let container: Container
    let format: StreamFormat
    let frameCount: Int

    init(index: Int, from generator: inout LinearGenerator) {
      let types: [PCMEncoding.SampleType] = [.int16, .int24, .float32]
      let type = types[generator.next(below: 3)]
      let kind = generator.next(below: 3)
      let pathExtension = ["aiff", "wav", "caf"][kind]
      container = [type == .float32 ? .aifc : .aiff, .wave, .caf][kind]
      let order: ByteOrder = kind == 0 ? .big : .little
      format = StreamFormat(
        sampleRate: [22_050, 44_100, 48_000][generator.next(below: 3)],
        channelCount: 1 + generator.next(below: 2),
        dataFormat: .linearPCM(PCMEncoding(type, order)))
      let seconds = 0.3 + 2.7 * generator.nextFraction()
      frameCount = Int(seconds * format.sampleRate)
      name = String(format: "sound-%04d.", index) + pathExtension
    }

    /// Returns the file of a fading tone with a little noise.
    func bytes(from generator: inout LinearGenerator) throws -> [UInt8] {
      let turns = (200 + 2000 * generator.nextFraction()) / format.sampleRate
      let fading = exp2(-4 / Double(frameCount))
      var samples: [Float] = []
      samples.reserveCapacity(frameCount * format.channelCount)
      var level = 0.7
      for frame in 0..<frameCount {
        let tone = level * sin(2 * .pi * turns * Double(frame))
        for _ in 0..<format.channelCount {
          samples.append(Float(tone + 0.02 * (generator.nextFraction() - 0.5)))
        }
        level *= fading
      }
      let header = SoundHeader(
        container: container, format: format, frameCount: frameCount, usesFiller: false)
      var encoder = try FrameEncoder(for: format)
      return try header.headerBytes() + encoder.encode(.float32(samples)) + encoder.finish()
        + header.trailerBytes
    }
  }
}
