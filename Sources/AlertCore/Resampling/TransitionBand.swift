/// The band in which a low-pass filter's gain falls from 1 to 0.
///
/// Below it the gain is exactly 1, above it exactly 0. In it, the gain is the integral of Kaiser's window. In time, such
/// a filter is a sinc function multiplied by the window's Fourier transform, which decays quickly, so the filter can
/// be cut.
///
/// Source of the window: Kaiser, "Nonrecursive digital filter design using the I₀-sinh window function", 1974.
struct TransitionBand: Hashable, Sendable {
  /// Each unit more weakens what cutting the filter loses by 8 dB, and lengthens the filter by 6 %. With this, tones up
  /// to the band lose less than −170 dB.
  private static let beta = 17.5
  private static let window = KaiserWindow(beta: beta)
  /// The window's integral from −1 to 1.
  private static let area = window.spectrum(at: .zero)[0]

  /// Gauss's eight nodes and weights for integrals from −1 to 1. The band has at least twenty parts of one frequency,
  /// whose integrals are then exact to the last digits. Source: Abramowitz and Stegun, "Handbook of Mathematical
  /// Functions", table 25.4.
  private static let nodes = SIMD8(
    -0.960289856497536231683560868569, -0.796666477413626739591553936476,
    -0.525532409916328985817739049189, -0.183434642495649804939476142360,
    0.183434642495649804939476142360, 0.525532409916328985817739049189,
    0.796666477413626739591553936476, 0.960289856497536231683560868569)
  private static let weights = SIMD8(
    0.101228536290376259152531354310, 0.222381034453374470544355994426,
    0.313706645877887287337962201987, 0.362683783378361982965150449277,
    0.362683783378361982965150449277, 0.313706645877887287337962201987,
    0.222381034453374470544355994426, 0.101228536290376259152531354310)

  /// In cycles per frame.
  private let middle: Double
  private let halfWidth: Double

  /// Creates a band between two frequencies, in cycles per frame.
  init(from start: Double, to end: Double) {
    middle = (start + end) / 2
    halfWidth = (end - start) / 2
  }

  /// How far the filter reaches to either side, in frames: to where √(β² − (2π · halfWidth · time)²) is 0, the end of
  /// the main lobe of the window's transform.
  var reach: Double { Self.beta / (2 * Double.pi * halfWidth) }

  /// Returns the gains at multiples of a frequency, in cycles per frame, from 0 to the last one that isn't beyond the band.
  func gains(atMultiplesOf frequency: Double) -> [Double] {
    // The band is from −1 to 1.
    func position(_ number: Int) -> Double { (Double(number) * frequency - middle) / halfWidth }
    var number = Int((middle + halfWidth) / frequency)
    var gains = [Double](repeating: 1, count: number + 1)
    var (gain, end) = (0.0, 1.0)
    while number >= 0, position(number) > -1 {
      let start = min(position(number), end)
      gain += Self.share(from: start, to: end)
      gains[number] = gain
      end = start
      number -= 1
    }
    return gains
  }

  /// The window's integral from one position to another, relative to that from −1 to 1.
  private static func share(from start: Double, to end: Double) -> Double {
    let positions = nodes * ((end - start) / 2) + (start + end) / 2
    let values = window.values(at: positions) * weights
    var sum = 0.0
    for lane in 0..<8 { sum += values[lane] }
    return sum * (end - start) / 2 / area
  }
}
