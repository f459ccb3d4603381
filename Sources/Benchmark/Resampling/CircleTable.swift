import Foundation

/// Sines and cosines of all whole fractions of a turn.
///
/// The angle of a tone after some seconds is thousands of radians, and rounding it adds more noise than a good
/// resampler. Here whole turns are removed in integers first, so that a tone is exact to a `Double`'s last bit.
struct CircleTable {
  /// How many parts a turn has: the sample rate.
  let partCount: Int
  private let sines: [Double]
  private let cosines: [Double]

  init(partCount: Int) {
    self.partCount = partCount
    let angles = (0..<partCount).map { 2 * .pi * Double($0) / Double(partCount) }
    sines = angles.map { sin($0) }
    cosines = angles.map { cos($0) }
  }

  /// Calls a closure with the sine and the cosine of a tone at each frame.
  ///
  /// - Parameter frequency: In parts of a turn per frame: in Hz, if the table has as many parts as a second
  ///   has frames.
  func forEachFrame(
    _ frameCount: Int, of frequency: Int,
    _ body: (_ frame: Int, _ sine: Double, _ cosine: Double) -> Void
  ) {
    var part = 0
    for frame in 0..<frameCount {
      body(frame, sines[part], cosines[part])
      part = (part + frequency) % partCount
    }
  }
}
