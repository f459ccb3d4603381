/// The band in which a low-pass filter weakens: its gain is 1 up to there and 0 from its end on.
///
/// Within it, the gain falls as the integral of Kaiser's window does. A filter's weights are the transform of its
/// gains; here that is a sinc function, multiplied by the window's transform. So the weights soon vanish, as they do
/// if the window is used in time, but the gain outside the band is exact.
struct TransitionBand: Hashable, Sendable {
  private static let beta = 16.7
  private static let window = KaiserWindow(beta: beta)
  /// The window's integral from −1 to 1.
  private static let area = window.spectrum(at: .zero)[0]

  /// Gauss's eight nodes and weights for integrals from −1 to 1.
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

  /// How far the filter reaches to either side, in frames. Weights beyond are below −170 dB of the largest one.
  var reach: Double { Self.beta / (2 * Double.pi * halfWidth) }

  /// Returns the gains at multiples of a frequency, in cycles per frame, from 0 to the last one below the band's end.
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
