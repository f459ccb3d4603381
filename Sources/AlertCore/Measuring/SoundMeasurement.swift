internal import SoundFormat

/// The result of measuring a sound from beginning to end.
public struct SoundMeasurement: Sendable {
  /// Peak, ends, silence, loudness.
  public let levels: SoundLevels
  /// Where the sound is silent, and where it clicks.
  public let marks: SoundMarks
  /// The waveform.
  public let waveform: Waveform
  /// What is missing from a truncated file, in words; nil if it is complete.
  public let truncation: String?

  /// Measures a sound. Frames are streamed: memory doesn't grow with the sound's length.
  ///
  /// Cancelling the current task cancels the measurement, too.
  ///
  /// - Parameters:
  ///   - source: The sound, in any format that can be decoded.
  ///   - monitor: Follows the progress, and can cancel the measurement.
  /// - Throws: `SoundError` of the step `choosingCodec` if there is no decoder, of the step `reading`
  ///   if the sound's bytes can't be read or the measurement is cancelled.
  public init(
    of source: SoundSource, monitor: Monitor = Monitor()
  ) throws(SoundError) {
    let format = source.format
    var edgeMeter = EdgeMeter()
    var silenceMeter = SilenceMeter(sampleRate: format.sampleRate)
    var clickMeter = ClickMeter(
      sampleRate: format.sampleRate, channelCount: format.channelCount)
    var loudnessMeter = LoudnessMeter(
      sampleRate: format.sampleRate, channelCount: format.channelCount, layout: source.layout)
    var truePeakMeter = TruePeakMeter(channelCount: format.channelCount)
    var waveform = Waveform()
    let reader: any BlockReader
    do throws(SoundFileError) {
      reader = try source.frames()
    } catch {
      throw SoundError(.choosingCodec, source.file, error)
    }
    var planes = ChannelPlanes(channelCount: format.channelCount)
    while let block = try source.reading(reader.next()) {
      try monitor.checkCancellation(reading: source)
      planes.fill(from: block)
      edgeMeter.measure(planes.channels)
      silenceMeter.measure(planes.channels)
      clickMeter.measure(planes.channels)
      loudnessMeter?.measure(planes.channels)
      truePeakMeter.measure(planes.channels)
      waveform.append(planes.channels)
      monitor.progress(min(1, Double(waveform.frameCount) / Double(max(1, source.frameCount))))
    }
    truePeakMeter.finish()
    var levels = SoundLevels()
    levels.frameCount = waveform.frameCount
    levels.peak = waveform.peak
    levels.truePeak = max(waveform.peak, truePeakMeter.peak)
    levels.firstLevel = edgeMeter.firstLevel
    levels.lastLevel = edgeMeter.lastLevel
    levels.leadingSilence = Double(silenceMeter.leadingFrameCount) / format.sampleRate
    levels.trailingSilence = Double(silenceMeter.trailingFrameCount) / format.sampleRate
    levels.loudness = loudnessMeter?.loudness
    if levels.loudness != nil { levels.loudnessMeasure = loudnessMeter?.measure }
    var marks = SoundMarks()
    marks.silences = silenceMeter.silences
    marks.clicks = clickMeter.finish()
    if edgeMeter.firstLevel > EdgeMeter.clickLevel { marks.clicks.insert(0, at: 0) }
    if edgeMeter.lastLevel > EdgeMeter.clickLevel {
      marks.clicks.append(Double(waveform.frameCount) / format.sampleRate)
    }
    self.levels = levels
    self.marks = marks
    self.waveform = waveform
    truncation = source.truncation ?? reader.truncation
  }
}
