internal import SoundFormat

/// Measures loudness and peaks, block by block.
struct LevelMeter {
  /// The samples of the last block.
  private(set) var planes: ChannelPlanes
  /// Nil if the rate is too low for loudness.
  private(set) var loudnessMeter: LoudnessMeter?
  private var truePeakMeter: TruePeakMeter
  private var levels = SoundLevels()

  init(for format: StreamFormat, layout: ChannelLayout?) {
    planes = ChannelPlanes(channelCount: format.channelCount)
    loudnessMeter = LoudnessMeter(
      sampleRate: format.sampleRate, channelCount: format.channelCount, layout: layout)
    truePeakMeter = TruePeakMeter(channelCount: format.channelCount)
  }

  mutating func measure(_ block: SampleBlock) {
    planes.fill(from: block)
    let channels = planes.channels
    guard !channels[0].isEmpty else { return }
    levels.frameCount += channels[0].count
    loudnessMeter?.measure(channels)
    truePeakMeter.measure(channels)
    for channel in channels {
      for sample in channel { levels.peak = max(levels.peak, sample.magnitude) }
    }
  }

  /// Ends the sound, and returns its levels, without those of its edges.
  mutating func finish() -> SoundLevels {
    truePeakMeter.finish()
    levels.truePeak = max(levels.peak, truePeakMeter.peak)
    levels.loudness = loudnessMeter?.loudness
    if levels.loudness != nil { levels.loudnessMeasure = loudnessMeter?.measure }
    return levels
  }
}
