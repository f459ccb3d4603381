import AlertCore
import SoundFormat

/// Changes the rate of noise by the band-limited method. Tries ratios of small integers, other
/// ratios, and ratios so low that the method first divides the rate by a power of two.
///
/// `BandLimitedBitsTests` expects these digests.
enum RateChanges {
  static func run() {
    convert(from: 48_000, to: 44_100, channelCount: 1, frameCount: 5000)
    convert(from: 44_100, to: 48_000, channelCount: 1, frameCount: 61_000)
    convert(from: 44_100, to: 22_050, channelCount: 3, frameCount: 9000)
    convert(from: 8000, to: 48_000, channelCount: 1, frameCount: 4000)
    convert(from: 96_000, to: 44_100, channelCount: 2, frameCount: 10_000)
    convert(from: 44_100, to: 16_000, channelCount: 1, frameCount: 1)
    convert(from: 44_100, to: 48_001, channelCount: 3, frameCount: 5000)
    convert(from: 11_025, to: 44_111, channelCount: 1, frameCount: 6000)
    convert(from: 8000.5, to: 3000, channelCount: 2, frameCount: 3000)
    convert(from: 32_768, to: 11_025, channelCount: 1, frameCount: 3000)
    convert(from: 768_000, to: 3001, channelCount: 2, frameCount: 30_000)
    convert(from: 384_000, to: 8000, channelCount: 2, frameCount: 20_000)
    convert(from: 1000.5, to: 250_000, channelCount: 1, frameCount: 500)
  }

  private static func convert(
    from sourceRate: Double, to rate: Double, channelCount: Int, frameCount: Int
  ) {
    let request = ResamplingRequest(
      sourceRate: sourceRate, rate: rate, channelCount: channelCount, method: .bandLimited)
    var digest = Digest()
    do throws(SoundFileError) {
      let resampler = try Resamplers().makeResampler(for: request)
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
