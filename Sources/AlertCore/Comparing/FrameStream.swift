package import SoundFormat

/// Reads a sound's frames in portions of any size, one array per channel, 1 being full scale.
package struct FrameStream {
  let source: SoundSource
  private let nextBlock: () throws(SoundFileError) -> SampleBlock?
  private let decodingWarnings: () -> [AlertFinding]
  private var planes: ChannelPlanes
  /// How many frames of `planes` have been returned.
  private var position = 0
  /// How many frames have been returned or skipped.
  private(set) var frameCount = 0

  /// What was found in the frames so far.
  var warnings: [AlertFinding] { decodingWarnings() }

  /// Reads a source's frames, resampled to `sampleRate`; nil keeps the source's rate.
  package init(_ source: SoundSource, sampleRate: Double? = nil) throws(SoundError) {
    var pipeline = try source.doing(
      .choosingCodec, FramePipeline(of: source, at: sampleRate ?? source.format.sampleRate))
    self.init(
      of: source, warnings: { pipeline.warnings },
      nextBlock: { () throws(SoundFileError) in try pipeline.next() })
  }

  /// Reads the blocks of frames that `nextBlock` makes from `source`. The blocks have the channels of `source`.
  package init(
    of source: SoundSource, warnings: @escaping () -> [AlertFinding] = { [] },
    nextBlock: @escaping () throws(SoundFileError) -> SampleBlock?
  ) {
    self.source = source
    self.nextBlock = nextBlock
    decodingWarnings = warnings
    planes = ChannelPlanes(channelCount: source.format.channelCount)
  }

  /// Returns the next `frameCount` frames, or fewer at the sound's end.
  mutating func read(_ frameCount: Int) throws(SoundError) -> [[Double]] {
    var channels = planes.channels.map { _ in [Double]() }
    while channels[0].count < frameCount {
      if position == planes.channels[0].count {
        guard let block = try source.reading(nextBlock()) else { break }
        planes.fill(from: block)
        position = 0
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
    while try !read(8192)[0].isEmpty { try monitor.checkCancellation(reading: source) }
  }
}
