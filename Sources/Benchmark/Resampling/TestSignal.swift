import Foundation

/// A signal that can be computed at any point in time, so it needs no resampling for any rate.
enum TestSignal {
  /// A sine at half of full scale.
  case tone(frequency: Double)
  /// A sine at half of full scale whose frequency rises exponentially.
  case sweep(from: Double, to: Double)
  /// A Gaussian pulse in the middle, with hardly anything above 4 kHz.
  case pulse

  static let duration = 5.0
  static let amplitude = 0.5
  /// The length of the fades, in seconds. They avoid clicks at the beginning and the end.
  private static let fade = 0.1

  func value(at time: Double) -> Double {
    switch self {
    case .tone(let frequency): fade(time) * sin(2 * .pi * frequency * time)
    case .sweep(let start, let end):
      fade(time)
        * sin(
          2 * .pi * start * Self.duration / log(end / start)
            * (exp(time / Self.duration * log(end / start)) - 1))
    case .pulse: Self.amplitude * exp(-pow((time - Self.duration / 2) / 0.0002, 2) / 2)
    }
  }

  private func fade(_ time: Double) -> Double {
    let distance = min(time, Self.duration - time)
    guard distance < Self.fade else { return Self.amplitude }
    return Self.amplitude * (1 - cos(.pi * max(0, distance) / Self.fade)) / 2
  }

  func samples(rate: Double) -> [Double] {
    (0..<Int(Self.duration * rate)).map { value(at: Double($0) / rate) }
  }
}
