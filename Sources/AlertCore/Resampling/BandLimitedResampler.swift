/// Changes the rate of a stream of interleaved frames without adding or losing frequencies.
final class BandLimitedResampler: Resampling {
  private let resampler: LinearResampler

  init(_ request: ResamplingRequest) {
    resampler = LinearResampler(request)
  }

  func process(_ frames: [Double], appendingTo output: inout [Double]) {
    resampler.process(frames, appendingTo: &output)
  }

  func finish(frameCount: Int, appendingTo output: inout [Double]) {
    resampler.finish(frameCount: frameCount, appendingTo: &output)
  }
}
