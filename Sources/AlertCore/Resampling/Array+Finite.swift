internal import SoundFormat

extension [Double] {
  /// Appends samples, with 0 for each that isn't finite or is beyond 2⁵¹²: sums of such numbers could overflow.
  mutating func append(finiteOf samples: [Double]) {
    append(from: samples) { $0.magnitude < 0x1p512 ? $0 : 0 }
  }
}
