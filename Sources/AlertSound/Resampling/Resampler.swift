internal import Dispatch
internal import SoundFormat

/// Changes the rate of a stream of interleaved frames.
///
/// libsamplerate delays nothing: an onset stays where it was. Each channel has a converter of its own,
/// and the converters work side by side on the cores there are.
final class Resampler {
  private let channels: [ChannelResampler]

  /// Creates a resampler at the start of a stream.
  ///
  /// - Throws: `SoundFileError` with the code `unsupported` where libsamplerate isn't installed or
  ///   doesn't do the ratio.
  init(
    from sourceRate: Double, to rate: Double, channelCount: Int, quality: ResamplingQuality
  ) throws(SoundFileError) {
    guard let library = SampleRateLibrary.installed else {
      throw SoundFileError(
        .unsupported, "libsamplerate, which changes sample rates, is not installed")
    }
    let ratio = rate / sourceRate
    guard (1.0 / 256...256).contains(ratio) else {
      throw SoundFileError(
        .unsupported, "the sample rate can't change from \(sourceRate) Hz to \(rate) Hz in one step"
      )
    }
    var channels: [ChannelResampler] = []
    for _ in 0..<channelCount {
      channels.append(try ChannelResampler(library: library, ratio: ratio, quality: quality))
    }
    self.channels = channels
  }

  /// How many frames a sound has after a change of rate.
  ///
  /// Source: 34 conversions by Apple's tool from 48 to 44.1 kHz, all rounded up, and three to a
  /// higher rate, all rounded down.
  static func frameCount(_ frameCount: Int, from sourceRate: Double, to rate: Double) -> Int {
    let exact = Double(frameCount) * rate / sourceRate
    return Int(exact.rounded(rate < sourceRate ? .up : .down))
  }

  /// Converts frames; some stay inside until others follow.
  func process(_ frames: [Float]) -> [Float] {
    let channelCount = channels.count
    guard channelCount > 1 else {
      channels[0].process(frames)
      return channels[0].output
    }
    DispatchQueue.concurrentPerform(iterations: channelCount) { [channels] channel in
      channels[channel].process(
        stride(from: channel, to: frames.count, by: channelCount).map { frames[$0] })
    }
    // Every channel takes the same number of frames, so it gives the same number.
    let outputCount = channels[0].output.count
    var interleaved = [Float](repeating: 0, count: outputCount * channelCount)
    for (channel, resampler) in channels.enumerated() {
      for frame in 0..<outputCount {
        interleaved[frame * channelCount + channel] = resampler.output[frame]
      }
    }
    return interleaved
  }

  /// Ends the stream.
  ///
  /// - Parameter frameCount: How many frames are still to come; what the filters ring beyond them is
  ///   left out.
  func finish(frameCount: Int) -> [Float] {
    var rest: [Float] = []
    let silence = [Float](repeating: 0, count: 4096 * channels.count)
    while rest.count < frameCount * channels.count { rest += process(silence) }
    return Array(rest.prefix(frameCount * channels.count))
  }
}
