/// Turns the two channels' lines into those of left and right.
///
/// Source: ISO/IEC 11172-3, 2.4.3.4.9; for MPEG-2 ISO/IEC 13818-3, 2.4.3.2. Decoders disagree on the details of
/// intensity stereo in MPEG-2. This code follows minimp3, which has reference files.
struct MP3Stereo {
  let header: MPEGFrameHeader
  /// The second channel's granule and bands.
  let granule: MP3Granule
  let layout: MP3Bands.Layout

  /// - Parameter directions: The second channel's scale factors, which are the bands' directions in intensity stereo.
  func apply(to channels: inout [MP3Lines], _ directions: inout MP3ScaleFactors) {
    guard header.hasIntensityStereo || header.hasMidSideStereo else { return }
    let subbandCount = max(channels[0].subbandCount, channels[1].subbandCount)
    channels[0].subbandCount = subbandCount
    channels[1].subbandCount = subbandCount
    var (first, second) = (channels[0].values, channels[1].values)
    channels[0].values = []
    channels[1].values = []
    if header.hasIntensityStereo {
      applyByBand(&first, &second, &directions)
    } else {
      for index in 0..<MP3Granule.lineCount { Self.turnMidSide(&first, &second, index) }
    }
    (channels[0].values, channels[1].values) = (first, second)
  }

  @inline(__always)
  private static func turnMidSide(_ first: inout [Float], _ second: inout [Float], _ index: Int) {
    let (middle, side) = (first[index], second[index])
    first[index] = (middle + side) * 0.70710678118654752
    second[index] = (middle - side) * 0.70710678118654752
  }

  private func applyByBand(
    _ first: inout [Float], _ second: inout [Float], _ directions: inout MP3ScaleFactors
  ) {
    let places = layout.places
    let windowCount = granule.block == .short ? 3 : 1
    // For each window: the last band where the second channel isn't silent. Long bands count for all windows.
    var last = SIMD3(repeating: -1)
    var start = 0
    for (band, end) in layout.ends.enumerated() {
      if places[start..<end].contains(where: { second[Int($0)] != 0 }) { last[band % 3] = band }
      start = end
    }
    if layout.longCount > 0 { last = SIMD3(repeating: last.max()) }
    directions.extendDirections(
      ofBandsFrom: layout.ends.count - windowCount, windowCount: windowCount,
      isVersion1: header.isVersion1
    ) { $0 > last[$0 % 3] }
    start = 0
    for (band, end) in layout.ends.enumerated() {
      let direction = band > last[band % 3] ? directions.direction(ofBand: band) : nil
      if let direction {
        let ratios = ratios(direction)
        for place in places[start..<end] {
          let line = first[Int(place)]
          first[Int(place)] = line * ratios.left
          second[Int(place)] = line * ratios.right
        }
      } else if header.hasMidSideStereo {
        for place in places[start..<end] { Self.turnMidSide(&first, &second, Int(place)) }
      }
      start = end
    }
  }

  /// Returns the factors by which a line is multiplied in each channel.
  private func ratios(_ direction: Int) -> (left: Float, right: Float) {
    if header.isVersion1 {
      // The factors are t/(1 + t) and 1/(1 + t), where t is the tangent of a multiple of 15 degrees.
      let (cosine, sine) = Double.cosineAndSine(ofTurns: Double(direction) / 24)
      return (Float(sine / (sine + cosine)), Float(cosine / (sine + cosine)))
    }
    let quarters = (direction + 1) / 2 * (granule.factorCode & 1 == 0 ? 1 : 2)
    let ratio = Float(.quarterPower(-quarters))
    return direction & 1 == 1 ? (ratio, 1) : (1, ratio)
  }
}
