internal import SoundFormat

/// Changes the rate of a stream of interleaved frames by drawing straight lines between the frames.
///
/// There is no delay, and silence follows the last frame. Samples that aren't finite, or are beyond 2⁵¹², count as 0.
/// Apart from the current block, only two frames are in memory.
final class LinearResampler: Resampling {
  private let channelCount: Int
  /// The distance between two output frames, in source frames.
  private let step: FramePosition
  /// The position of the next output frame, counted from the first of `frames`.
  private var position = FramePosition()
  /// The source frames that output frames still need, interleaved.
  private var frames: [Double] = []

  init(_ request: ResamplingRequest) {
    channelCount = request.channelCount
    step = FramePosition(dividing: request.sourceRate, by: request.rate)
  }

  func process(_ newFrames: [Double], appendingTo output: inout [Double]) {
    frames.append(finiteOf: newFrames)
    let frameCount = frames.count / channelCount
    if position.frame < frameCount - 1 { interpolate(upTo: frameCount - 1, appendingTo: &output) }
    let passedFrameCount = min(position.frame, frameCount)
    frames.removeFirst(passedFrameCount * channelCount)
    position.frame -= passedFrameCount
  }

  /// Appends all results before the last source frame.
  private func interpolate(upTo last: Int, appendingTo output: inout [Double]) {
    var position = position
    let (step, channelCount) = (step, channelCount)
    let start = output.count
    // Make room for all results. The estimate is too high by one or two frames.
    let most = Int(Double(last - position.frame) / step.frames) + 2
    output.append(repeating: 0, count: most * channelCount)
    var end = start
    output.withMutableSpan { output in
      frames.withSpan { frames in
        while position.frame < last {
          let weight = position.fractionOfFrame
          let first = position.frame &* channelCount
          for index in first..<first &+ channelCount {
            // Unlike a + (b − a) · weight, this sum is exactly b for the weight 1, and can't overflow.
            output[end] = frames[index] * (1 - weight) + frames[index &+ channelCount] * weight
            end &+= 1
          }
          position.advance(by: step)
        }
      }
    }
    output.removeLast(output.count - end)
    self.position = position
  }

  func finish(frameCount: Int, appendingTo output: inout [Double]) {
    let end = output.count + frameCount * channelCount
    let silence = [Double](repeating: 0, count: channelCount)
    while output.count < end { process(silence, appendingTo: &output) }
    output.removeLast(output.count - end)
  }
}
