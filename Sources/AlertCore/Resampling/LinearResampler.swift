/// Changes the rate of a stream of interleaved frames by drawing straight lines between them.
///
/// The first frame stays the first: there is no delay. After the last frame comes silence. Samples
/// that aren't finite count as 0. Any number of channels takes two frames of memory, besides the
/// block at hand.
final class LinearResampler: Resampling {
  private let channelCount: Int
  /// How far one output frame is from the next, in source frames.
  private let step: Position
  /// Where the next output frame is, counted from the first of `frames`.
  private var position = Position()
  /// The source frames that output frames still need, interleaved.
  private var frames: [Double] = []

  /// Creates a resampler at the start of a stream.
  init(_ request: ResamplingRequest) {
    channelCount = request.channelCount
    step = Position(dividing: request.sourceRate, by: request.rate)
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

/// A place between two frames, to 2⁻⁶⁴ of a frame. A sum of a billion steps is less than 10⁻¹⁰ of a
/// frame off.
private struct Position {
  /// The frame at or before the place.
  var frame = 0
  /// How far the place is behind that frame, in 2⁻⁶⁴.
  private var fraction: UInt64 = 0

  /// The first frame's place.
  init() {}

  /// The quotient of two rates, rounded down. It must be less than 512.
  ///
  /// This is a long division in binary. It is exact, since each number subtracted is at least half
  /// of the one it is subtracted from.
  init(dividing dividend: Double, by divisor: Double) {
    var (rest, subtrahend) = (dividend, divisor * 0x1p8)
    func nextDigit() -> Int {
      defer { subtrahend /= 2 }
      guard rest >= subtrahend else { return 0 }
      rest -= subtrahend
      return 1
    }
    for _ in 0...8 { frame = 2 * frame + nextDigit() }
    for _ in 0..<64 { fraction = 2 * fraction + UInt64(nextDigit()) }
  }

  /// How far the place is behind the frame, from 0 to 1. It is 1 if it is nearly the next frame.
  var fractionOfFrame: Double { Double(fraction) * 0x1p-64 }

  mutating func advance(by step: Position) {
    let (sum, carries) = fraction.addingReportingOverflow(step.fraction)
    fraction = sum
    frame += step.frame + (carries ? 1 : 0)
  }
}
