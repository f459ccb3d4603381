/// A gain that rises from zero at a sound's start, or falls to zero at its end.
///
/// The gain is 3x² − 2x³, which is flat at both ends and the same on every machine.
struct Fade: Hashable, Sendable {
  enum Edge: Hashable, Sendable {
    case start, end
  }

  let edge: Edge
  /// How many frames it takes. The outermost frame is zero.
  let frameCount: Int

  init(_ edge: Edge, frameCount: Int) {
    self.edge = edge
    self.frameCount = frameCount
  }

  /// Returns the gain of a frame in a sound of some length.
  func gain(at frame: Int, of soundFrameCount: Int) -> Double {
    let distance = edge == .start ? frame : soundFrameCount - 1 - frame
    guard distance < frameCount else { return 1 }
    let x = Double(distance) / Double(frameCount)
    return x * x * (3 - 2 * x)
  }
}

extension [Fade] {
  /// Returns the product of all gains of a frame.
  func gain(at frame: Int, of soundFrameCount: Int) -> Double {
    reduce(1) { $0 * $1.gain(at: frame, of: soundFrameCount) }
  }

  /// The frames that fade, at the start and at the end of a sound; the ranges don't overlap.
  func ranges(in soundFrameCount: Int) -> (start: Range<Int>, end: Range<Int>) {
    func longest(_ edge: Fade.Edge) -> Int {
      reduce(0) { $1.edge == edge ? Swift.max($0, $1.frameCount) : $0 }
    }
    let startEnd = Swift.min(longest(.start), soundFrameCount)
    return (
      0..<startEnd,
      Swift.max(startEnd, soundFrameCount - longest(.end))..<soundFrameCount
    )
  }
}
