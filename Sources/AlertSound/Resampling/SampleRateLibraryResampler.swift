internal import Platform
internal import SoundFormat

/// Changes the rate of a stream of interleaved frames with libsamplerate, which computes with 32-bit floats.
///
/// Onsets aren't delayed: libsamplerate's band-limited converters have no delay, and that of the linear one,
/// one source frame, is removed. Channels are converted in pairs. A pair costs hardly more than one channel,
/// since both use the same coefficients. The pairs of surround sound are converted in parallel.
final class SampleRateLibraryResampler: Resampling {
  private static let channelsPerConverter = 2
  /// As many as a seventh-order ambisonic sound has. libsamplerate takes about 430 KB for each, and an
  /// untrusted file can state thousands of them.
  static let maximumChannelCount = 64
  private let converters: [RateConverter]
  private let channelCount: Int
  private let ratio: Double
  /// Frames of output to drop before the first.
  private var surplusFrameCount: Int
  /// The last frames: narrowed, converted by several converters, and widened. The next ones reuse their
  /// memory.
  private var (narrowed, interleaved): ([Float], [Float]) = ([], [])
  private var widened: [Double] = []

  /// Creates a resampler at the start of a stream.
  ///
  /// - Throws: `SoundFileError` with the code `libraryMissing` if libsamplerate isn't installed,
  ///   `unsupported` if it doesn't support the ratio or there are too many channels.
  init(
    _ request: ResamplingRequest, _ kind: LibsamplerateConverter
  ) throws(SoundFileError) {
    let library = try Self.library(for: request)
    let channelCount = request.channelCount
    let ratio = request.rate / request.sourceRate
    self.channelCount = channelCount
    self.ratio = ratio
    surplusFrameCount = kind == .linear ? Int(ratio.rounded()) : 0
    var converters: [RateConverter] = []
    for first in stride(from: 0, to: channelCount, by: Self.channelsPerConverter) {
      converters.append(
        try RateConverter(
          library: library, ratio: ratio, kind: kind, firstChannel: first,
          channelCount: min(Self.channelsPerConverter, channelCount - first)))
    }
    self.converters = converters
  }

  /// Returns the library if it supports a request.
  ///
  /// - Throws: What `init` throws.
  static func library(
    for request: ResamplingRequest
  ) throws(SoundFileError) -> SampleRateLibrary {
    guard let library = SampleRateLibrary.installed else {
      throw SoundFileError(
        .libraryMissing, "libsamplerate \(SystemLibrary.samplerate.absence)")
    }
    try request.checkRatio()
    guard request.channelCount <= maximumChannelCount else {
      throw SoundFileError(
        .unsupported,
        "libsamplerate can't change the sample rate of \(request.channelCount) channels")
    }
    return library
  }

  /// Converts frames. Some are held back until others follow.
  func process(_ frames: [Double], appendingTo output: inout [Double]) {
    convert(SampleBlock.float64(frames).floats(in: &narrowed))
    // Every converter takes the same number of frames, so it gives the same number.
    let frameCount = converters[0].output.count / converters[0].channelCount
    let droppedFrameCount = min(surplusFrameCount, frameCount)
    surplusFrameCount -= droppedFrameCount
    if converters.count > 1 { interleave(frameCount, into: &interleaved) }
    let samples = converters.count > 1 ? interleaved : converters[0].output
    let doubles = SampleBlock.float32(samples).doubles(in: &widened)
    output += doubles[(droppedFrameCount * channelCount)...]
  }

  private func convert(_ frames: [Float]) {
    if converters.count == 1 {
      converters[0].process(frames)
    } else {
      let (converters, channelCount) = (converters, channelCount)
      Threads.perform(converters.count) { index in
        converters[index].process(channelsOf: frames, channelCount: channelCount)
      }
    }
  }

  /// Puts the converters' channels together.
  private func interleave(_ frameCount: Int, into samples: inout [Float]) {
    samples.removeAll(keepingCapacity: true)
    samples += repeatElement(0, count: frameCount * channelCount)
    for converter in converters {
      let (own, ownChannelCount) = (converter.output, converter.channelCount)
      for channel in 0..<ownChannelCount {
        var index = converter.firstChannel + channel
        for frame in 0..<frameCount {
          samples[index] = own[frame * ownChannelCount + channel]
          index += channelCount
        }
      }
    }
  }

  /// Ends the stream.
  ///
  /// - Parameter frameCount: How many frames are still to come. The filters' ringing beyond them is dropped.
  func finish(frameCount: Int, appendingTo output: inout [Double]) {
    // Feed the filters about as much silence as the output still lacks: computing more would be
    // noticeable with short sounds. There is a minimum because libsamplerate's linear converter
    // interpolates nothing from a single frame, and a maximum because a higher ratio makes more output
    // from each frame.
    let leastSilence = 64
    let mostSilence = max(leastSilence, Int(8192 / max(1, ratio)) / channelCount)
    let end = output.count + frameCount * channelCount
    while output.count < end {
      let missingFrameCount = (end - output.count) / channelCount
      let awaited = min(Double(missingFrameCount) / ratio, Double(mostSilence))
      let silentFrameCount = min(max(leastSilence, Int(awaited) + 1), mostSilence)
      process(
        [Double](repeating: 0, count: silentFrameCount * channelCount), appendingTo: &output)
    }
    output.removeLast(output.count - end)
  }
}
