internal import SoundFormat

/// Changes a stream's rate and keeps the frequencies that both rates can represent.
///
/// Each result is a sum of the frames around it, weighted by a sinc function under a Kaiser window. Fourier transforms of
/// blocks compute these sums in a fraction of the time. If the rates' ratio isn't one of small whole numbers, the blocks
/// lead to at least twice the lower rate, and a short filter computes the results between the blocks' frames.
///
/// Only additions, multiplications, divisions and exact roundings are used, in an order that doesn't depend on the
/// machine, on other channels, or on how the stream is divided into calls. Blocks of short sounds are smaller. This
/// changes what the stop band lets through, below −154 dB. More than 64 channels of unknown length are always
/// converted as a long sound. Samples that aren't finite, or are beyond 2⁵¹², count as 0.
package final class BandLimitedResampler: Resampling {
  private let channelCount: Int
  private var blocks: BlockResampler
  private var interpolator: Interpolator?
  /// How many of the next results are before the stream.
  private var surplusFrameCount = 0

  package init(
    _ request: ResamplingRequest, makeFilter: @escaping BlockFilter.Lookup = BlockFilter.init
  ) {
    let plan = RatePlan(from: request.sourceRate, to: request.rate)
    let channelCount = request.channelCount
    let blocks = BlockResampler(
      plan.ratio, channelCount: channelCount, sourceFrameCount: request.sourceFrameCount,
      leadFrameCount: plan.step == nil ? 0 : Interpolator.leadFrameCount,
      makeFilter: makeFilter)
    self.channelCount = channelCount
    self.blocks = blocks
    if let step = plan.step {
      interpolator = Interpolator(
        step: step, channelCount: channelCount, skippedFrameCount: blocks.surplusFrameCount)
    } else {
      surplusFrameCount = blocks.surplusFrameCount
    }
  }

  package func process(_ frames: [Double], appendingTo output: inout [Double]) {
    blocks.take(frames)
    while blocks.isReady { convertStep(appendingTo: &output) }
  }

  package func finish(frameCount: Int, appendingTo output: inout [Double]) {
    let end = output.count + frameCount * channelCount
    blocks.end()
    while output.count < end { convertStep(appendingTo: &output) }
    output.removeLast(output.count - end)
  }

  private func convertStep(appendingTo output: inout [Double]) {
    let stepFrameCount = blocks.stepFrameCount
    if interpolator != nil {
      interpolator?.take(stepFrameCount) { frames, place in
        blocks.convertStep(into: &frames, at: place)
      }
      interpolator?.convert(appendingTo: &output)
      return
    }
    let start = output.count
    output += repeatElement(0, count: stepFrameCount * channelCount)
    blocks.convertStep(
      into: &output, at: .interleaved(from: start, channelCount: channelCount))
    let dropped = min(surplusFrameCount, stepFrameCount)
    output.removeSubrange(start..<start + dropped * channelCount)
    surplusFrameCount -= dropped
  }
}

extension BandLimitedResampler {
  /// So many channels are always allowed; more if their buffers fit.
  private static let alwaysAllowedChannelCount = 8
  private static let maximumBufferByteCount = 64 << 20

  /// Checks whether there is memory for a request's channels: an untrusted file can state thousands of them.
  ///
  /// - Throws: `SoundFileError` with the code `unsupported`.
  static func checkChannelCount(of request: ResamplingRequest) throws(SoundFileError) {
    guard request.channelCount > alwaysAllowedChannelCount else { return }
    let ratio = RatePlan(from: request.sourceRate, to: request.rate).ratio
    let byteCountPerChannel = BlockResampler.bufferFrameCount(for: ratio) * 8
    let maximum = max(alwaysAllowedChannelCount, maximumBufferByteCount / byteCountPerChannel)
    guard request.channelCount <= maximum else {
      throw SoundFileError(
        .unsupported,
        "at these rates, at most \(maximum) channels can be resampled, not \(request.channelCount)")
    }
  }
}
