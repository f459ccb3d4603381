import Foundation

/// A sound in memory, to resample inside this process.
struct MemorySound {
  /// How many frames a resampler gets at a time.
  static let blockFrameCount = 4096

  let channelCount: Int
  let frameCount: Int
  /// Interleaved.
  let samples: [Float]
  /// The same samples in blocks, the way this package's pipeline passes them on.
  let blocks: [[Double]]

  /// Creates the sound whose rate is changed: a tone in each channel.
  ///
  /// - Parameter rate: In Hz.
  init(seconds: Double, channelCount: Int, rate: Int) {
    let frames = Int(seconds * Double(rate))
    let turns = [997, 1511].prefix(channelCount).map { 2 * .pi * $0 / Double(rate) }
    let samples = (0..<frames).flatMap { frame -> [Float] in
      turns.map { Float(sin($0 * Double(frame)) / 2) }
    }
    self.channelCount = channelCount
    self.samples = samples
    frameCount = frames
    let blockCount = Self.blockFrameCount * channelCount
    blocks = stride(from: 0, to: samples.count, by: blockCount).map { start in
      samples[start..<min(start + blockCount, samples.count)].map { Double($0) }
    }
  }
}
