/// Where the samples of some frames are in an array.
struct SampleLayout {
  /// The index of the first channel's first sample.
  var start: Int
  /// The distance from one frame to the next, and from one channel to the next.
  let frameStride: Int
  let channelStride: Int

  static func interleaved(from start: Int, channelCount: Int) -> Self {
    Self(start: start, frameStride: channelCount, channelStride: 1)
  }

  func index(ofFrame frame: Int, channel: Int) -> Int {
    start + frame * frameStride + channel * channelStride
  }
}
