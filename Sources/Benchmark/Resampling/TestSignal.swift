import Foundation

/// A signal that can be computed at any rate, so it needs no resampling.
enum TestSignal: Equatable {
  /// A sine at half of full scale. The frequency is in Hz.
  case tone(frequency: Int)
  /// A sine at half of full scale whose frequency, in Hz, rises exponentially.
  case sweep(from: Double, to: Double)
  /// A Gaussian pulse in the middle, with hardly anything above 4 kHz.
  case pulse
  case comb(Comb)

  /// In seconds.
  static let duration = 5.0
  static let amplitude = 0.5
  /// The length of the fades, in seconds. They avoid clicks at the beginning and the end.
  private static let fade = 0.1

  /// - Parameter rate: In Hz.
  func samples(rate: Int) -> [Double] {
    let frameCount = Int(Self.duration * Double(rate))
    switch self {
    case .tone(let frequency):
      var samples: [Double] = []
      CircleTable(partCount: rate).forEachFrame(frameCount, of: frequency) { frame, sine, _ in
        samples.append(Self.fade(Double(frame) / Double(rate)) * sine)
      }
      return samples
    case .sweep(let start, let end):
      let growth = log(end / start)
      return (0..<frameCount).map { frame in
        let time = Double(frame) / Double(rate)
        let turns = start * Self.duration / growth * (exp(time / Self.duration * growth) - 1)
        return Self.fade(time) * sin(2 * .pi * turns)
      }
    case .pulse:
      return (0..<frameCount).map { frame in
        let distance = Double(frame) / Double(rate) - Self.duration / 2
        return Self.amplitude * exp(-pow(distance / 0.0002, 2) / 2)
      }
    case .comb(let comb):
      return comb.samples(frameCount, circle: CircleTable(partCount: rate))
    }
  }

  /// Returns the amplitude at a time in seconds.
  private static func fade(_ time: Double) -> Double {
    let distance = min(time, duration - time)
    guard distance < fade else { return amplitude }
    return amplitude * (1 - cos(.pi * max(0, distance) / fade)) / 2
  }
}
