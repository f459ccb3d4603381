import AlertSound
import SoundFormat
import TestSupport

@testable import AlertCore

/// Arranges a sound in memory.
func arranged(
  _ file: [UInt8], _ configure: (inout Arrangement) -> Void
) throws -> (source: SoundSource, change: ArrangementChange) {
  var arrangement = Arrangement()
  configure(&arrangement)
  return try SoundSource(bytes: file).arranged(by: arrangement)
}

extension Arrangement {
  /// Trims silence at the default threshold.
  mutating func trimSilence() { silenceThreshold = Arrangement.defaultSilenceThreshold }
}

extension SoundSource {
  /// All frames from `firstFrame` on, in one block.
  func block(from firstFrame: Int = 0, widestChannelCount: Int? = nil) throws -> SampleBlock {
    let reader = try frameReader(from: firstFrame, widestChannelCount: widestChannelCount)
    var all: SampleBlock?
    while let block = try reader.next() {
      if block.sampleCount == 0 { throw EmptyBlock() }
      if all == nil { all = block } else { all?.append(block) }
    }
    return all ?? .int16([])
  }

  /// The samples of a sound of 16 bits from `firstFrame` on.
  func int16(from firstFrame: Int = 0) throws -> [Int16] {
    guard case .int16(let samples) = try block(from: firstFrame) else { throw OtherSamples() }
    return samples
  }
}

struct EmptyBlock: Error {}
struct OtherSamples: Error {}

extension SampleBlock {
  /// The samples' bytes. Unlike samples, equal NaNs compare as equal.
  var bits: [UInt8] {
    switch self {
    case .int16: LinearPCM.encode(self, as: PCMEncoding(.int16))
    case .int32: LinearPCM.encode(self, as: PCMEncoding(.int32))
    case .float32: LinearPCM.encode(self, as: PCMEncoding(.float32))
    case .float64: LinearPCM.encode(self, as: PCMEncoding(.float64))
    }
  }
}

/// A fade's gain, 3x² − 2x³. The position `x` is 0 where the fade is silent, and 1 where it reaches full level.
func fadeGain(_ x: Double) -> Double { 3 * x * x - 2 * x * x * x }

/// A WAVE file of 16-bit samples. At 1 kHz, a frame lasts a millisecond.
func file(_ samples: [Int16], channelCount: Int = 1, sampleRate: Double = 1000) throws -> [UInt8] {
  try soundFile(
    .wave, .pcm(.int16), .int16(samples), channelCount: channelCount, sampleRate: sampleRate)
}
