internal import SoundFormat

/// The loudness and the true peak of some frames.
struct MeasuredLevels {
  /// In LUFS; nil if there is none.
  let loudness: Double?
  /// In dBTP; minus infinity for silence.
  let truePeak: Double
}

/// Measures the loudness and the true peak of frames.
struct LevelMeter {
  private var planes: ChannelPlanes
  private(set) var loudnessMeter: LoudnessMeter?
  private var truePeakMeter: TruePeakMeter
  private var peak = 0.0

  init(sampleRate: Double, channelCount: Int, layout: ChannelLayout?) {
    planes = ChannelPlanes(channelCount: channelCount)
    loudnessMeter = LoudnessMeter(
      sampleRate: sampleRate, channelCount: channelCount, layout: layout)
    truePeakMeter = TruePeakMeter(channelCount: channelCount)
  }

  /// Measures interleaved frames.
  mutating func measure(_ block: SampleBlock) {
    planes.fill(from: block)
    measure(planes.channels)
  }

  /// Measures each channel's samples, 1 being full scale.
  mutating func measure(_ channels: [[Double]]) {
    guard !channels[0].isEmpty else { return }
    loudnessMeter?.measure(channels)
    truePeakMeter.measure(channels)
    for channel in channels {
      for sample in channel { peak = max(peak, sample.magnitude) }
    }
  }

  /// Ends the sound, and returns its levels.
  mutating func finish() -> MeasuredLevels {
    truePeakMeter.finish()
    return MeasuredLevels(
      loudness: loudnessMeter?.loudness, truePeak: max(peak, truePeakMeter.peak).decibels)
  }
}
