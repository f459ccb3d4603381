internal import SoundFormat

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
    let held = frames.count
    frames += newFrames
    frames.withMutableSpan { frames in
      var frames = frames
      for index in held..<frames.count where !frames[index].isFinite { frames[index] = 0 }
    }
    let last = frames.count / channelCount - 1
    guard position.frame < last else { return }
    // One or two more than there are.
    let most = Int(Double(last - position.frame) / step.frames) + 2
    let start = output.count
    output += repeatElement(0, count: most * channelCount)
    let end = interpolate(upTo: last, into: &output, at: start)
    output.removeLast(output.count - end)
    let passedFrameCount = min(position.frame, last + 1)
    frames.removeFirst(passedFrameCount * channelCount)
    position.frame -= passedFrameCount
  }

  /// Computes the frames before the last source frame, and returns where they end.
  private func interpolate(upTo last: Int, into output: inout [Double], at start: Int) -> Int {
    var position = position
    let (step, channelCount) = (step, channelCount)
    var target = start
    output.withMutableSpan { output in
      var output = output
      frames.withSpan { frames in
        while position.frame < last {
          let weight = position.fractionOfFrame
          let first = position.frame &* channelCount
          for index in first..<first &+ channelCount {
            // Unlike a + (b − a) · weight, this is exactly a or b at either end, and can't overflow.
            output[target] = frames[index] * (1 - weight) + frames[index &+ channelCount] * weight
            target &+= 1
          }
          position.advance(by: step)
        }
      }
    }
    self.position = position
    return target
  }

  func finish(frameCount: Int, appendingTo output: inout [Double]) {
    let end = output.count + frameCount * channelCount
    let silence = [Double](repeating: 0, count: channelCount)
    while output.count < end { process(silence, appendingTo: &output) }
    output.removeLast(output.count - end)
  }
}
