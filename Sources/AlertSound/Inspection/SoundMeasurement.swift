internal import SoundFormat

/// What hearing a sound from its beginning to its end shows.
public struct SoundMeasurement: Sendable {
  /// Peak, ends, silence, loudness.
  public let levels: SoundLevels
  /// The shape.
  public let waveform: Waveform
  /// What is missing from a truncated file, in words; nil where it is whole.
  public let truncation: String?

  /// Hears a sound. Frames are streamed: memory doesn't grow with the sound's length.
  ///
  /// It can be cancelled: by the task it runs in, or by `isCancelled`.
  ///
  /// - Parameters:
  ///   - source: The sound, whoever decodes it.
  ///   - progress: Is told now and then how far the measuring is, from 0 to 1.
  ///   - isCancelled: Is asked now and then.
  /// - Throws: `ConversionError` of the step `choosingCodec` where nothing decodes it, of the step
  ///   `reading` where its bytes can't be read or it was cancelled.
  public init(
    of source: SoundSource, progress: (Double) -> Void = { _ in },
    isCancelled: () -> Bool = { false }
  ) throws(ConversionError) {
    let format = source.format
    var endMeter = EndMeter()
    var loudnessMeter = LoudnessMeter(
      sampleRate: format.sampleRate, channelCount: format.channelCount, layout: source.layout)
    var waveform = Waveform()
    var reader: FrameReader
    do throws(SoundFileError) {
      reader = try FrameReader(source, from: 0, widestChannelCount: format.channelCount)
    } catch {
      throw ConversionError(.choosingCodec, source.path, error)
    }
    do {
      var planes = ChannelPlanes(channelCount: format.channelCount)
      while let block = try reader.next() {
        if Task.isCancelled || isCancelled() {
          throw ConversionError(.reading, source.path, .cancelled)
        }
        planes.fill(from: block)
        endMeter.hear(planes.channels)
        loudnessMeter?.hear(planes.channels)
        waveform.append(planes.channels)
        progress(min(1, Double(waveform.frameCount) / Double(max(1, source.frameCount))))
      }
    } catch {
      throw ConversionError(wrapping: error, .reading, source.path)
    }
    var levels = SoundLevels()
    levels.frameCount = waveform.frameCount
    levels.peak = waveform.peak
    levels.firstLevel = endMeter.firstLevel
    levels.lastLevel = endMeter.lastLevel
    levels.leadingSilence = Double(endMeter.silentFrameCount) / format.sampleRate
    levels.loudness = loudnessMeter?.integratedLoudness
    self.levels = levels
    self.waveform = waveform
    truncation = source.truncation ?? reader.truncation
  }
}
