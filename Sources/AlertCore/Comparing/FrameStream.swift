internal import SoundFormat

/// Reads a sound's frames in portions of any size, one array per channel, 1 being full scale.
struct FrameStream {
  let source: SoundSource
  private let blocks: any BlockReader
  private var planes: ChannelPlanes
  /// How many frames of the planes have been returned.
  private var position = 0
  /// How many frames have been returned or skipped.
  private(set) var frameCount = 0

  /// What was found in the frames so far.
  var warnings: [SoundWarning] { blocks.warnings }

  private static let skippedFrameCount = 8192

  /// Reads a source's frames at a rate; nil for the source's own rate.
  init(_ source: SoundSource, sampleRate: Double? = nil) throws(SoundError) {
    let rate = sampleRate ?? source.format.sampleRate
    let blocks: any BlockReader =
      rate == source.format.sampleRate
      ? try source.doing(.choosingCodec, source.frames())
      : try source.doing(.choosingCodec, ResampledFrames(of: source, at: rate))
    self.init(blocks, of: source)
  }

  init(_ blocks: any BlockReader, of source: SoundSource) {
    self.blocks = blocks
    self.source = source
    planes = ChannelPlanes(channelCount: source.format.channelCount)
  }

  /// Returns the next frames. Only at the end are there fewer than `frameCount`.
  mutating func read(_ frameCount: Int) throws(SoundError) -> [[Double]] {
    var channels = planes.channels.map { _ in [Double]() }
    while channels[0].count < frameCount {
      if position == planes.channels[0].count {
        guard try refill() else { break }
      }
      let end = min(planes.channels[0].count, position + frameCount - channels[0].count)
      for channel in channels.indices {
        channels[channel] += planes.channels[channel][position..<end]
      }
      position = end
    }
    self.frameCount += channels[0].count
    return channels
  }

  /// Skips all remaining frames, so that the property `frameCount` becomes the sound's number of frames.
  mutating func skipRest(_ monitor: Monitor) throws(SoundError) {
    while try !read(Self.skippedFrameCount)[0].isEmpty {
      try monitor.checkCancellation(reading: source)
    }
  }

  private mutating func refill() throws(SoundError) -> Bool {
    guard let block = try source.reading(blocks.next()) else { return false }
    planes.fill(from: block)
    position = 0
    return true
  }
}

/// A sound's frames at another rate, resampled band-limited.
final class ResampledFrames: BlockReader {
  private let reader: any BlockReader
  private let rateChange: RateChange
  private let channelCount: Int
  private var doubles: [Double] = []
  private var sourceFrameCount = 0
  private var isFinished = false

  init(of source: SoundSource, at sampleRate: Double) throws(SoundFileError) {
    let format = source.format
    channelCount = format.channelCount
    let growth = max(1, sampleRate / format.sampleRate)
    reader = try source.frames(widestChannelCount: Int(saturating: Double(channelCount) * growth))
    rateChange = try RateChange(
      ResamplingRequest(
        sourceRate: format.sampleRate, rate: sampleRate, channelCount: channelCount,
        sourceFrameCount: source.exactFrameCount(), method: .bandLimited),
      by: source.host.resamplers)
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
