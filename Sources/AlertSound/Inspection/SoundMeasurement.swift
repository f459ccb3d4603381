internal import SoundFormat

/// What hearing a sound from its beginning to its end shows.
public struct SoundMeasurement: Sendable {
  /// Peak, ends, silence, loudness.
  public let levels: SoundLevels
  /// The shape.
  public let waveform: Waveform

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
  }
}

/// Each channel's samples of a block, 1 being full scale.
private struct ChannelPlanes {
  private(set) var channels: [[Double]]

  init(channelCount: Int) {
    channels = Array(repeating: [], count: channelCount)
  }

  mutating func fill(from block: SampleBlock) {
    switch block {
    case .int16(let samples): fill(samples) { Double($0) * 0x1p-15 }
    case .int32(let samples): fill(samples) { Double($0) * 0x1p-31 }
    case .float32(let samples): fill(samples) { Double($0).heard }
    case .float64(let samples): fill(samples) { $0.heard }
    }
  }

  @inline(__always)
  private mutating func fill<Sample>(_ samples: [Sample], _ scaled: (Sample) -> Double) {
    let channelCount = channels.count
    let frameCount = samples.count / channelCount
    let source = samples.span
    for channel in 0..<channelCount {
      // Written in place of what is not needed any more, by nobody else's leave: an array inside an
      // array would be asked for each sample whether it is shared.
      var plane: [Double] = []
      swap(&plane, &channels[channel])
      if plane.count != frameCount { plane = Array(repeating: 0, count: frameCount) }
      var target = plane.mutableSpan
      for frame in 0..<frameCount {
        target[frame] = scaled(source[frame * channelCount + channel])
      }
      swap(&plane, &channels[channel])
    }
  }
}

extension Double {
  /// A float as far as it can be heard: what is no number is silence, and nothing is louder than
  /// 240 dB above full scale, whose square is still a number.
  @inline(__always)
  fileprivate var heard: Double {
    isNaN ? 0 : Swift.min(0x1p40, Swift.max(-0x1p40, self))
  }
}
