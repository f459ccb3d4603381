internal import AlertCore
internal import AlertSound

/// This package's own resampler, called as its pipeline calls it.
enum OwnResampler {
  /// The first builds its tables for each sound, as for a single one. The second shares them among all sounds,
  /// as in a batch.
  static var all: [LibraryContender] {
    let cache = FilterCache()
    return [
      LibraryContender(name: "ours") { sound, change in
        convert(sound, change) { BandLimitedResampler($0) }
      },
      LibraryContender(name: "ours, in a batch") { sound, change in
        convert(sound, change) {
          BandLimitedResampler($0, makeFilter: { cache.filter(for: $0) })
        }
      },
    ]
  }

  /// The change of rate as the pipeline asks for it.
  private static func request(_ sound: MemorySound, _ change: RateChange) -> ResamplingRequest {
    ResamplingRequest(
      sourceRate: Double(change.sourceRate), rate: Double(change.rate),
      channelCount: sound.channelCount, sourceFrameCount: sound.frameCount, method: .bandLimited)
  }

  /// Converts a sound block by block.
  ///
  /// - Returns: The number of frames.
  private static func convert(
    _ sound: MemorySound, _ change: RateChange, with make: (ResamplingRequest) -> any Resampling
  ) -> Int {
    let resampler = make(request(sound, change))
    var output: [Double] = []
    var sampleCount = 0
    for block in sound.blocks {
      output.removeAll(keepingCapacity: true)
      resampler.process(block, appendingTo: &output)
      sampleCount += output.count
    }
    output.removeAll(keepingCapacity: true)
    let missing = change.frameCount(of: sound.frameCount) - sampleCount / sound.channelCount
    if missing > 0 { resampler.finish(frameCount: missing, appendingTo: &output) }
    return (sampleCount + output.count) / sound.channelCount
  }
}
