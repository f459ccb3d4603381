internal import AlertCore

/// This package's own resampler, called as its pipeline calls it.
enum OwnResampler {
  /// The first builds its tables for each sound, as for a single one.
  static var all: [LibraryContender] {
    [
      LibraryContender(name: "ours") { sound, change in
        convert(sound, change) { BandLimitedResampler($0) }
      }
    ]
  }

  /// The change of rate as the pipeline asks for it.
  private static func request(_ sound: MemorySound, _ change: RateChange) -> ResamplingRequest {
    ResamplingRequest(
      sourceRate: Double(change.sourceRate), rate: Double(change.rate),
      channelCount: sound.channelCount, method: .bandLimited)
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
