/// One channel of sound, 1 being full scale.
package struct Signal {
  package var frames: [Double]
  package let sampleRate: Double

  /// Creates silence, to which other signals can be added.
  package init(seconds: Double, sampleRate: Double) {
    frames = Array(repeating: 0, count: Int(seconds * sampleRate + 0.5))
    self.sampleRate = sampleRate
  }

  /// Creates a signal whose frames come from `next`.
  package init(seconds: Double, sampleRate: Double, next: () -> Double) {
    self.init(seconds: seconds, sampleRate: sampleRate)
    for index in frames.indices { frames[index] = next() }
  }

  /// Adds the signal `other`, and keeps this signal's length: later frames of `other` are dropped.
  package mutating func mix(_ other: Signal, at seconds: Double = 0, gain: Double = 1) {
    let start = Int(seconds * sampleRate + 0.5)
    for index in 0..<min(other.frames.count, max(0, frames.count - start)) {
      frames[start + index] += gain * other.frames[index]
    }
  }

  /// Returns the signal with soft ends. The fades take `fadeIn` and `fadeOut` seconds, and remove clicks at the ends.
  package func faded(in fadeIn: Double, out fadeOut: Double) -> Signal {
    var result = self
    let last = frames.count - 1
    for index in 0..<min(frames.count, Int(fadeIn * sampleRate + 0.5)) {
      result.frames[index] *= Self.smoothStep(Double(index) / (fadeIn * sampleRate))
    }
    for index in 0..<min(frames.count, Int(fadeOut * sampleRate + 0.5)) {
      result.frames[last - index] *= Self.smoothStep(Double(index) / (fadeOut * sampleRate))
    }
    return result
  }

  /// A smooth curve from 0 to 1.
  private static func smoothStep(_ x: Double) -> Double {
    x * x * (3 - 2 * x)
  }
}

extension [Signal] {
  /// The channels, scaled by the same gain, so that the highest peak is at -3 dBFS.
  package var normalized: [Signal] {
    let peak = flatMap { $0.frames }.reduce(0) { Swift.max($0, $1.magnitude) }
    return map { channel in
      var result = channel
      for index in result.frames.indices { result.frames[index] *= 0.7079457843841379 / peak }
      return result
    }
  }

  /// The channels' samples, interleaved as files store them.
  package var interleaved: [Double] {
    self[0].frames.indices.flatMap { index in map { $0.frames[index] } }
  }

  /// The channels' samples at 16 bits, interleaved as files store them.
  package var int16Samples: [Int16] {
    interleaved.map { Int16(($0 * 0x7FFF).nearestInteger) }
  }
}

extension Double {
  /// The nearest integer; halves are rounded away from zero.
  package var nearestInteger: Int {
    self < 0 ? Int(self - 0.5) : Int(self + 0.5)
  }
}
