/// Finds out by how many frames a copy of a sound is delayed.
enum Alignment {
  /// No codec delays more: AAC's 2112 frames come near.
  private static let longestDelay = 5000
  /// How many frames of the loudest part are laid over the copy.
  private static let patternFrameCount = 8192
  /// Only this much of the beginning is looked at: four megabytes.
  private static let heardFrameCount = 1 << 20
  /// Fits this close to each other, of a perfect one, are equally good.
  private static let tolerance: Float = 1e-4

  /// How many frames later the copy's sound begins; negative where it begins earlier.
  static func delay(
    of copy: SoundSource, behind original: SoundSource
  ) throws(ConversionError) -> Int {
    let wanted = try beginning(of: original, frameCount: heardFrameCount)
    let copied = try beginning(of: copy, frameCount: heardFrameCount + longestDelay)
    let pattern = loudestPart(of: wanted)
    guard !pattern.isEmpty else { return 0 }
    func fit(_ delay: Int) -> Float? {
      likeness(of: wanted, at: pattern, in: copied, delay: delay)
    }
    let energy = wanted[pattern].reduce(Float(0)) { $0 + $1 * $1 }.squareRoot()
    if let fit = fit(0), fit >= energy * (1 - tolerance) { return 0 }
    let fits = (-longestDelay...longestDelay).compactMap { delay in fit(delay).map { (delay, $0) } }
    let best = fits.reduce(0) { max($0, $1.1) }
    // The smallest delay of those that fit as well as any: a steady tone fits at every period.
    return fits.filter { $0.1 >= best - energy * tolerance }
      .min { $0.0.magnitude < $1.0.magnitude }?.0 ?? 0
  }

  /// The beginning of a sound, all channels in one.
  private static func beginning(
    of source: SoundSource, frameCount: Int
  ) throws(ConversionError) -> [Float] {
    var stream = try FrameStream(source)
    var samples: [Float] = []
    while samples.count < frameCount {
      let channels = try stream.read(min(8192, frameCount - samples.count))
      guard let first = channels.first, !first.isEmpty else { break }
      samples += first.indices.map { frame in
        Float(channels.reduce(0) { $0 + $1[frame] })
      }
    }
    return samples
  }

  private static func loudestPart(of samples: [Float]) -> Range<Int> {
    // Half of a short sound, so that it can be laid elsewhere.
    let count = min(patternFrameCount, samples.count / 2) / 4 * 4
    var best = (energy: Float(0), start: 0)
    for start in stride(from: 0, through: samples.count - count, by: max(1, count / 4)) {
      let energy = samples[start..<start + count].reduce(0) { $0 + $1 * $1 }
      if energy > best.energy { best = (energy, start) }
    }
    return best.energy > 0 ? best.start..<best.start + count : 0..<0
  }

  /// How alike the pattern and the copy are at a delay: 1 where they differ in loudness only; nil where
  /// the copy has no such part.
  private static func likeness(
    of samples: [Float], at pattern: Range<Int>, in copy: [Float], delay: Int
  ) -> Float? {
    let start = pattern.lowerBound + delay
    guard start >= 0, start + pattern.count <= copy.count else { return nil }
    let (wanted, copied) = (samples.span, copy.span)
    // Four sums at once, which needn't wait for each other.
    var products = SIMD4<Float>()
    var energies = SIMD4<Float>()
    for offset in stride(from: 0, to: pattern.count, by: 4) {
      let place = pattern.lowerBound + offset
      let one = SIMD4(wanted[place], wanted[place + 1], wanted[place + 2], wanted[place + 3])
      let from = start + offset
      let other = SIMD4(copied[from], copied[from + 1], copied[from + 2], copied[from + 3])
      products += one * other
      energies += other * other
    }
    let energy = energies.sum()
    return energy > 0 ? products.sum() / energy.squareRoot() : 0
  }
}
