internal import SoundFormat

/// A sound's frames at another rate, resampled band-limited.
final class ResampledFrames: BlockReader {
  private let reader: any BlockReader
  private let rateChange: RateChange
  private let channelCount: Int
  private var doubles: [Double] = []
  private var sourceFrameCount = 0
  private var isFinished = false

  /// Opens a sound.
  init(of source: SoundSource, at sampleRate: Double) throws(SoundFileError) {
    let format = source.format
    channelCount = format.channelCount
    let growth = max(1, sampleRate / format.sampleRate)
    reader = try source.frames(widestChannelCount: Int(saturating: Double(channelCount) * growth))
    rateChange = try RateChange(
      ResamplingRequest(
        sourceRate: format.sampleRate, rate: sampleRate, channelCount: channelCount,
        sourceFrameCount: source.exactFrameCount(), method: .bandLimited),
      on: source.host)
  }

  func next() throws(SoundFileError) -> SampleBlock? {
    while !isFinished {
      let frames: [Double]
      if let block = try reader.next() {
        sourceFrameCount += block.sampleCount / channelCount
        frames = rateChange.process(block.doubles(in: &doubles), sourceFrameCount: sourceFrameCount)
      } else {
        isFinished = true
        frames = rateChange.finish(sourceFrameCount: sourceFrameCount)
      }
      if !frames.isEmpty { return .float64(frames) }
    }
    return nil
  }
}
