/// Changes the rate of a stream of interleaved frames by drawing straight lines between them.
///
/// The first frame stays the first: there is no delay. After the last frame comes silence. Samples
/// that aren't finite count as 0. Any number of channels takes two frames of memory, besides the
/// block at hand.
final class LinearResampler: Resampling {
  private let channelCount: Int
  /// How far one output frame is from the next, in source frames.
  private let step: FramePosition
  /// Where the next output frame is, counted from the first of `frames`.
  private var position = FramePosition()
  /// The source frames that output frames still need, interleaved.
  private var frames: [Double] = []

  /// Creates a resampler at the start of a stream.
  init(_ request: ResamplingRequest) {
    channelCount = request.channelCount
    step = FramePosition(dividing: request.sourceRate, by: request.rate)
  }

  func process(_ newFrames: [Double], appendingTo output: inout [Double]) {
    frames.reserveCapacity(frames.count + newFrames.count)
    for sample in newFrames { frames.append(sample.isFinite ? sample : 0) }
    let frameCount = frames.count / channelCount
    while position.frame < frameCount - 1 {
      let weight = position.fractionOfFrame
      let first = position.frame * channelCount
      for index in first..<first + channelCount {
        // Unlike a + (b − a) · weight, this is exactly a or b at either end, and can't overflow.
        output.append(frames[index] * (1 - weight) + frames[index + channelCount] * weight)
      }
      position.advance(by: step)
    }
    let passedFrameCount = min(position.frame, frameCount)
    frames.removeFirst(passedFrameCount * channelCount)
    position.frame -= passedFrameCount
  }

  func finish(frameCount: Int, appendingTo output: inout [Double]) {
    let end = output.count + frameCount * channelCount
    let silence = [Double](repeating: 0, count: channelCount)
    while output.count < end { process(silence, appendingTo: &output) }
    output.removeLast(output.count - end)
  }
}
