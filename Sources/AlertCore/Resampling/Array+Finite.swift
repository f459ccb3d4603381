internal import SoundFormat

extension [Double] {
  /// Appends samples, with 0 for each that isn't finite or is beyond 2⁵¹²: sums of such numbers could overflow.
  mutating func append(finiteOf samples: [Double]) {
    let start = count
    self += samples
    withMutableSpan { all in
      var all = all
      for index in start..<all.count {
        let sample = all[index]
        all[index] = sample.magnitude < 0x1p512 ? sample : 0
      }
    }
  }
}
