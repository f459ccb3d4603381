/// Measures a sound's leading silence, and how abruptly the sound begins and ends.
struct EdgeMeter {
  /// −60 dBFS: anything lower is inaudible. The noise of 16-bit dither is 30 dB lower still.
  private static let silence = 0.001

  private var frameCount = 0
  private(set) var firstLevel = 0.0
  private(set) var lastLevel = 0.0
  /// How many frames of silence come first.
  private(set) var silentFrameCount = 0

  /// Measures frames.
  ///
  /// - Parameter channels: Each channel's samples, 1 being full scale.
  mutating func measure(_ channels: [[Double]]) {
    let count = channels[0].count
    guard count > 0 else { return }
    if frameCount == 0 { firstLevel = Self.level(of: channels, at: 0) }
    lastLevel = Self.level(of: channels, at: count - 1)
    if silentFrameCount == frameCount {
      silentFrameCount +=
        channels.map { $0.firstIndex { $0.magnitude >= Self.silence } ?? count }.min() ?? count
    }
    frameCount += count
  }

  private static func level(of channels: [[Double]], at frame: Int) -> Double {
    channels.reduce(0) { max($0, $1[frame].magnitude) }
  }
}
