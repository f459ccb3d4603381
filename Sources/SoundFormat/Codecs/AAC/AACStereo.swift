/// How the channels of a pair depend on each other.
///
/// Source: ISO/IEC 14496-3, 4.6.8, "Joint coding".
struct AACStereo: Sendable {
  /// For each band of each group: whether the band is coded as middle and side. For a band with intensity stereo:
  /// whether its phase is inverted. Empty if no band is coded as middle and side, and no phase is inverted.
  private var mask: [Bool] = []
  /// Whether the packet lists the bands of `mask` one by one. If the packet selects all bands at once, phases aren't
  /// inverted, as in the standard, Fraunhofer's decoder and faad2. FFmpeg inverts the phases.
  private var isListed = false

  init() {}

  /// - Parameter bandCount: How many bands all groups have together.
  init(_ bits: inout BitReader, bandCount: Int) throws(SoundFileError) {
    switch try bits.next(2) {
    case 0: break
    case 1:
      isListed = true
      for _ in 0..<bandCount { mask.append(try bits.next(1) == 1) }
    case 2: mask = Array(repeating: true, count: bandCount)
    default: throw AACDecoder.damage
    }
  }

  /// Restores the channels' spectra.
  ///
  /// - Parameters:
  ///   - spectrum: The channels' spectra, one after the other.
  ///   - window: The bands of the second channel.
  func restore(
    _ spectrum: inout [Double], _ left: AACChannel, _ right: AACChannel, _ window: AACBands.Window
  ) {
    let half = spectrum.count / 2
    let size = window.starts[window.count]
    spectrum.withMutableSpan { spectrum in
      var index = 0
      for group in right.shape.groups {
        for band in 0..<right.shape.bandCount {
          let book = right.books[index]
          let isMasked = index < mask.count && mask[index]
          let isIntensity = book >= AACChannel.Book.oppositeIntensity
          var scale = 0.0
          if isIntensity {
            let isOpposite = book == AACChannel.Book.oppositeIntensity
            scale = .quarterPower(right.exponents[index])
            if isOpposite != (isMasked && isListed) { scale = -scale }
          }
          let isSide =
            isMasked && book < AACChannel.Book.noise && left.books[index] < AACChannel.Book.noise
          index += 1
          guard isIntensity || isSide else { continue }
          for number in group {
            for place in number * size + window.starts[band]..<number * size
              + window.starts[band + 1]
            {
              let (a, b) = (spectrum[place], spectrum[half &+ place])
              if isSide { spectrum[place] = a + b }
              spectrum[half &+ place] = isSide ? a - b : a * scale
            }
          }
        }
      }
    }
  }
}
