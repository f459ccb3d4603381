/// A place between two frames, to 2⁻⁶⁴ of a frame. A sum of a billion steps is less than 10⁻¹⁰ of a
/// frame off.
struct FramePosition {
  /// The frame at or before the place.
  var frame = 0
  /// How far the place is after that frame, in 2⁻⁶⁴.
  private(set) var fraction: UInt64 = 0

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

  /// How far the place is after the frame, from 0 to 1. It is 1 if it is nearly the next frame.
  var fractionOfFrame: Double { Double(fraction) * 0x1p-64 }

  /// The place in frames, rounded.
  var frames: Double { Double(frame) + fractionOfFrame }

  mutating func advance(by step: FramePosition) {
    let (sum, carries) = fraction.addingReportingOverflow(step.fraction)
    fraction = sum
    frame += step.frame + (carries ? 1 : 0)
  }
}
