internal import SoundFormat

/// The result of measuring a sound from beginning to end.
package struct SoundMeasurement: Sendable {
  package let levels: SoundLevels
  /// Where the sound is silent, and where it clicks.
  package let marks: SoundMarks
  package let waveform: Waveform
  /// What is wrong with the sound.
  package let warnings: [AlertFinding]

  /// Measures a sound. Frames are streamed, so the sound may have any length.
  ///
  /// - Parameters:
  ///   - source: The sound, in any format that can be decoded.
  ///   - monitor: Follows the progress, and can cancel the measurement.
  /// - Throws: `SoundError` if there is no decoder, the sound's bytes can't be read or the measurement is cancelled.
  package init(
    of source: SoundSource, monitor: Monitor = Monitor()
  ) throws(SoundError) {
    let format = source.format
    var silenceMeter = SilenceMeter(sampleRate: format.sampleRate)
    var clickMeter = ClickMeter(
      sampleRate: format.sampleRate, channelCount: format.channelCount)
    var levelMeter = LevelMeter(for: format, layout: source.layout)
    var waveform = Waveform()
    var (firstLevel, lastLevel): (Double?, Double) = (nil, 0)
    let reader = try source.doing(.choosingCodec, source.frameReader())
    while let block = try source.reading(reader.next()) {
      try monitor.checkCancellation(reading: source)
      levelMeter.measure(block)
      let planes = levelMeter.planes
      silenceMeter.measure(planes.channels)
      clickMeter.measure(planes.channels)
      waveform.append(planes.channels)
      firstLevel = firstLevel ?? planes.level(ofFrame: 0)
      lastLevel = planes.level(ofFrame: planes.channels[0].count - 1)
      monitor.progress(min(1, Double(waveform.frameCount) / Double(max(1, source.frameCount))))
    }
    var levels = levelMeter.finish()
    (levels.firstLevel, levels.lastLevel) = (firstLevel ?? 0, lastLevel)
    levels.leadingSilence = Double(silenceMeter.leadingFrameCount) / format.sampleRate
    levels.trailingSilence = Double(silenceMeter.trailingFrameCount) / format.sampleRate
    var marks = SoundMarks()
    marks.silences = silenceMeter.silences
    marks.clicks = clickMeter.finish()
    if levels.firstLevel > SoundLevels.clickLevel { marks.clicks.insert(0, at: 0) }
    if levels.lastLevel > SoundLevels.clickLevel {
      marks.clicks.append(Double(levels.frameCount) / format.sampleRate)
    }
    self.levels = levels
    self.marks = marks
    self.waveform = waveform
    warnings = source.warnings.merging(reader.warnings)
  }
}

/// The levels measured in a sound.
public struct SoundLevels: Equatable, Sendable {
  /// The level, in dBFS, below which sound is inaudible.
  package static let silenceThreshold = -60.0
  /// A first or last frame clicks if it is farther than this from zero, 1 being full scale.
  static let clickLevel = 0.02

  package var frameCount = 0
  /// The highest magnitude of a sample, 1 being full scale.
  package var peak = 0.0
  /// The highest magnitude of the wave, 1 being full scale. Source: ITU-R BS.1770-4, annex 2. From the 65th channel on,
  /// only the samples are measured, not the wave between them.
  package var truePeak = 0.0
  /// How far the first frame is from zero, 1 being full scale; the loudest channel counts.
  package var firstLevel = 0.0
  /// How far the last frame is from zero, 1 being full scale; the loudest channel counts.
  package var lastLevel = 0.0
  /// How long the silence at the beginning is, in seconds; the sound's length if all of the sound is silent. The
  /// silence ends at the first sample that reaches −60 dBFS.
  public package(set) var leadingSilence = 0.0
  /// How long the silence at the end is, in seconds; the sound's length if all of the sound is silent.
  public package(set) var trailingSilence = 0.0
  /// The loudness in LUFS: integrated, or ungated for a sound shorter than 400 ms. Nil if the sound is never above
  /// −70 LUFS, or if the rate is below 3.7 kHz. Source: ITU-R BS.1770-4.
  public package(set) var loudness: Double?
  /// How the loudness was measured; nil if there is no loudness.
  package var loudnessMeasure: LoudnessMeasure?

  package init() {}
  /// The peak in dB relative to full scale; minus infinity for silence.
  public var peakInDecibels: Double { peak.decibels }

  /// The true peak in dB relative to full scale (dBTP); minus infinity for silence.
  public var truePeakInDecibels: Double { truePeak.decibels }
}

/// How a loudness was measured.
package enum LoudnessMeasure: String, Hashable, Sendable {
  /// Over blocks of 400 ms. The gates of ITU-R BS.1770-4 exclude pauses and quiet passages.
  case integrated
  /// Over all frames, weighted as for `integrated`: the sound is too short for one block. Silence lowers the loudness.
  case ungated
}

/// Where a sound is silent, and where it clicks. Times are in seconds.
package struct SoundMarks: Sendable {
  /// Where every channel stays below −60 dBFS: for at least 10 ms at the beginning or the end, and at least 100 ms
  /// elsewhere. At most about 250 silences are listed.
  package var silences: [Range<Double>] = []
  /// When audible steps occur: at a beginning or an end that isn't near zero, and at the isolated steps that
  /// ``ClickMeter`` finds. At most about 250 clicks are listed.
  package var clicks: [Double] = []

  /// At most this many silences, and this many clicks, are listed between the sound's ends.
  static let largestCount = 250

  package init() {}

  package var isEmpty: Bool { silences.isEmpty && clicks.isEmpty }
}

/// Measures loudness and peaks, block by block.
struct LevelMeter {
  /// The samples of the last block.
  private(set) var planes: ChannelPlanes
  /// Nil if the rate is too low to measure loudness.
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

  /// Ends the sound, and returns the levels that this meter measures. The other levels stay 0.
  mutating func finish() -> SoundLevels {
    truePeakMeter.finish()
    levels.truePeak = max(levels.peak, truePeakMeter.peak)
    levels.loudness = loudnessMeter?.loudness
    if levels.loudness != nil { levels.loudnessMeasure = loudnessMeter?.measure }
    return levels
  }
}
