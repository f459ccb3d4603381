internal import SoundFormat

/// Changes a stream's rate and keeps the frequencies that both rates can represent.
///
/// Each result is a sum of the frames around it, weighted by a sinc function under a window. Fourier transforms of
/// blocks compute these sums in a fraction of the time. If the rates' ratio isn't one of small whole numbers, the blocks
/// lead to at least twice the lower rate, and a short filter computes the results between the blocks' frames. If the
/// rate falls to a fourteenth or less, other blocks with a short filter divide it by a power of two first.
///
/// Only additions, multiplications, divisions and exact roundings are used, in an order that doesn't depend on the
/// machine, on other channels, or on how the stream is divided into calls. Blocks of short sounds are smaller; their
/// size changes the result by less than −170 dB. More than 64 channels of unknown length are always converted as a long
/// sound. Samples that aren't finite, or are beyond 2⁵¹², count as 0.
package final class BandLimitedResampler: Resampling {
  private let channelCount: Int
  private var divider: RateDivider?
  private var blocks: BlockResampler
  private var interpolator: Interpolator?

  package init(
    _ request: ResamplingRequest, makeFilter: @escaping BlockFilter.Lookup = BlockFilter.init
  ) {
    let plan = RatePlan(from: request.sourceRate, to: request.rate)
    let channelCount = request.channelCount
    let divider = plan.division.map {
      RateDivider($0, channelCount: channelCount, makeFilter: makeFilter)
    }
    let blocks = BlockResampler(
      plan.ratio, channelCount: channelCount,
      sourceFrameCount: request.sourceFrameCount.map { divider?.frameCount($0) ?? $0 },
      earlyFrameCount: divider?.earlyFrameCount ?? 0,
      leadFrameCount: plan.step == nil ? 0 : Interpolator.leadFrameCount,
      makeFilter: makeFilter)
    self.channelCount = channelCount
    self.divider = divider
    self.blocks = blocks
    interpolator = plan.step.map {
      Interpolator(
        step: $0, channelCount: channelCount, skippedFrameCount: blocks.surplusFrameCount)
    }
  }

  package func process(_ frames: [Double], appendingTo output: inout [Double]) {
    if let divided = divider?.process(frames) {
      blocks.take(divided, areFinite: true)
    } else {
      blocks.take(frames)
    }
    // At once: grown step by step, the results of frames that were held would take up to three times the memory.
    let count = output.count + blocks.readyFrameCount * channelCount
    if count > output.capacity { output.reserveCapacity(max(count, 2 * output.capacity)) }
    while blocks.isReady { convertStep(appendingTo: &output) }
  }

  package func finish(frameCount: Int, appendingTo output: inout [Double]) {
    let end = output.count + frameCount * channelCount
    if let rest = divider?.finish() { blocks.take(rest, areFinite: true) }
    blocks.end()
    while output.count < end {
      convertStep(appendingTo: &output, limit: (end - output.count) / channelCount)
    }
    output.removeLast(output.count - end)
  }

  private func convertStep(appendingTo output: inout [Double], limit: Int = .max) {
    guard interpolator != nil else {
      blocks.convertStep(appendingTo: &output)
      return
    }
    interpolator?.take(blocks.stepFrameCount) { frames, place in
      blocks.convertStep(into: &frames, at: place)
    }
    interpolator?.convert(appendingTo: &output, limit: limit)
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
    let plan = RatePlan(from: request.sourceRate, to: request.rate)
    let ratios = [plan.division, plan.ratio].compactMap { $0 }
    let byteCountPerChannel =
      ratios.map { BlockResampler.bufferFrameCount(for: $0) }.reduce(0, +) * 8
    let maximum = max(alwaysAllowedChannelCount, maximumBufferByteCount / byteCountPerChannel)
    guard request.channelCount <= maximum else {
      throw SoundFileError(
        .unsupported,
        "at these rates, at most \(maximum) channels can be resampled, not \(request.channelCount)")
    }
  }
}
