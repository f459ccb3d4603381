/// Measures how abruptly a sound begins and ends.
struct EdgeMeter {
  /// A sound that begins or ends further from zero than this, 1 being full scale, clicks.
  static let clickLevel = 0.02

  private var frameCount = 0
  private(set) var firstLevel = 0.0
  private(set) var lastLevel = 0.0

  /// Measures frames.
  ///
  /// - Parameter channels: Each channel's samples, 1 being full scale.
  mutating func measure(_ channels: [[Double]]) {
    let count = channels[0].count
    guard count > 0 else { return }
    if frameCount == 0 { firstLevel = Self.level(of: channels, at: 0) }
    lastLevel = Self.level(of: channels, at: count - 1)
    frameCount += count
  }

  private static func level(of channels: [[Double]], at frame: Int) -> Double {
    channels.reduce(0) { max($0, $1[frame].magnitude) }
  }
}
