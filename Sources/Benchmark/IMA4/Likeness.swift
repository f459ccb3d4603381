import Foundation

/// How close a decoded sound is to its original, in decibels.
struct Likeness {
  /// The signal-to-noise ratio.
  let overall: Double
  /// The mean ratio of windows of 20 ms that aren't nearly silent, each clamped to -10…60 dB.
  let segmental: Double
  /// The lowest of these ratios.
  let worst: Double
  /// The lowest without the 2 ms before each onset, which the ear doesn't hear.
  let worstHeard: Double

  private static let window = 882
  private static let masked = 88
  /// The root mean square above which a window isn't nearly silent.
  private static let audible = 30.0

  /// Compares a copy to its original. Frames missing at the copy's end count as silence: audiofile drops a
  /// packet that isn't full.
  init(of copy: [Int16], to original: [Int16]) {
    let missing = repeatElement(Int16(0), count: max(0, original.count - copy.count))
    let errors = zip(copy + missing, original).map { pow(Double($0) - Double($1), 2) }
    let powers = original.map { pow(Double($0), 2) }
    let isMasked = Self.masked(powers)
    overall = Self.ratio(powers, errors)
    var ratios: [Double] = []
    var heard: [Double] = []
    for start in stride(from: 0, through: original.count - Self.window, by: Self.window) {
      let frames = start..<start + Self.window
      let audible = Self.audible * Self.audible
      if powers[frames].reduce(0, +) >= audible * Double(frames.count) {
        ratios.append(Self.clamped(powers[frames], errors[frames]))
      }
      let rest = frames.filter { !isMasked[$0] }
      if rest.reduce(0, { $0 + powers[$1] }) >= audible * Double(rest.count), !rest.isEmpty {
        heard.append(Self.clamped(rest.map { powers[$0] }, rest.map { errors[$0] }))
      }
    }
    segmental = ratios.reduce(0, +) / Double(max(1, ratios.count))
    worst = ratios.min() ?? 60
    worstHeard = heard.min() ?? 60
  }

  private static func ratio(_ powers: some Sequence<Double>, _ errors: some Sequence<Double>)
    -> Double
  {
    10 * log10(max(powers.reduce(0, +), 1e-9) / max(errors.reduce(0, +), 1e-9))
  }

  private static func clamped(_ powers: some Sequence<Double>, _ errors: some Sequence<Double>)
    -> Double
  {
    max(-10, min(60, ratio(powers, errors)))
  }

  /// The frames within 2 ms before an onset: a sample 20 dB above the mean of the 4 ms before it.
  private static func masked(_ powers: [Double]) -> [Bool] {
    var isMasked = [Bool](repeating: false, count: powers.count)
    let span = 2 * masked
    var sum = 0.0
    for (frame, power) in powers.enumerated() {
      if power > 100 * (sum / Double(span) + 9) {
        for earlier in max(0, frame - masked)..<frame { isMasked[earlier] = true }
      }
      sum += power
      if frame >= span { sum -= powers[frame - span] }
    }
    return isMasked
  }
}
