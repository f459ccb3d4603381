import AlertCore
import SoundFormat

/// Changes the rate of noise by the band-limited method. Tries ratios of small integers, other
/// ratios, and ratios so low that the method first divides the rate by a power of two.
///
/// `BandLimitedBitsTests` expects these digests.
enum RateChanges {
  static func run() {
    for (sourceRate, rate, channelCount, frameCount) in [
      (44_100, 48_000, 1, 61_000), (44_100, 22_050, 3, 9000), (44_100, 48_001, 3, 5000),
      (8000.5, 3000, 2, 3000), (768_000, 3001, 2, 30_000), (1000.5, 250_000, 1, 500),
    ] as [(Double, Double, Int, Int)] {
      convert(from: sourceRate, to: rate, channelCount: channelCount, frameCount: frameCount)
    }
  }

  private static func convert(
    from sourceRate: Double, to rate: Double, channelCount: Int, frameCount: Int
  ) {
    let request = ResamplingRequest(
      sourceRate: sourceRate, rate: rate, channelCount: channelCount, method: .bandLimited)
    var digest = Digest()
    do throws(SoundFileError) {
      let resampler = try Host().makeResampler(for: request)
      var random = Random(seed: 1)
      var output: [Double] = []
      var missing = frameCount
      while missing > 0 {
        let part = min(missing, 1009)
        resampler.process(
          (0..<part * channelCount).map { _ in
            Double(Int64(bitPattern: random.next()) >> 10) * 0x1p-53
          }, appendingTo: &output)
        missing -= part
      }
      let sampleCount =
        RateChange.frameCount(frameCount, from: sourceRate, to: rate) * channelCount
      if output.count < sampleCount {
        resampler.finish(
          frameCount: (sampleCount - output.count) / channelCount, appendingTo: &output)
      }
      for sample in output.prefix(sampleCount) { digest.add(sample) }
    } catch {
      check(false, "\(sourceRate) to \(rate) Hz: \(error)")
    }
    print("\(sourceRate) to \(rate) Hz \(digest.text)")
  }
}
