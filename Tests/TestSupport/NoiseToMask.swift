import Foundation

/// The noise of a copy relative to what the original masks, in dB: the mean over all windows and bands; −infinity if the
/// copy equals the original.
///
/// Windows have 1024 frames, and overlap by half. Bands are half a Bark wide. Each masks 8 dB less per Bark in higher
/// bands, and 25 dB less per Bark in lower bands; noise has to be 3 dB lower, and more at high frequencies. A full-scale
/// sine has the given level in dB SPL, and the threshold in quiet is Terhardt's.
public func noiseToMask(
  of copy: [Int16], to original: [Int16], sampleRate: Double = 44_100, fullScale: Double = 110
) -> Double {
  precondition(copy.count == original.count)
  let size = 1024
  let bandOf = (0...size / 2).map {
    Int(14 * asinh(Double($0) * sampleRate / Double(size) / 650))
  }
  let bands = Array(Set(bandOf)).sorted()
  let quiet = bands.map { band in
    let kilohertz = max(20, 650 * sinh((Double(band) + 0.5) / 14)) / 1000
    let level =
      3.64 * pow(kilohertz, -0.8) - 6.5 * exp(-0.6 * pow(kilohertz - 3.3, 2))
      + 0.001 * pow(kilohertz, 4)
    return 0.5 * pow(10, (min(level, 100) - fullScale) / 10) * pow(32_768 * Double(size) / 4, 2)
  }
  let cosines = (0..<size).map { cos(2 * .pi * Double($0) / Double(size)) }
  func energies(_ samples: ArraySlice<Double>) -> [Double] {
    let windowed = samples.enumerated().map { $1 * (0.5 - 0.5 * cosines[$0]) }
    var energies = [Double](repeating: 0, count: bandOf[size / 2] + 1)
    for (frequency, band) in bandOf.enumerated() {
      var (real, imaginary) = (0.0, 0.0)
      for (index, sample) in windowed.enumerated() {
        let angle = frequency * index % size
        real += sample * cosines[angle]
        imaginary += sample * cosines[(angle + size / 4) % size]
      }
      energies[band] += real * real + imaginary * imaginary
    }
    return bands.map { energies[$0] }
  }
  let silence = [Double](repeating: 0, count: size)
  let wanted = silence + original.map { Double($0) } + silence
  let noise = silence + zip(copy, original).map { Double($0) - Double($1) } + silence
  var ratios: [Double] = []
  for start in stride(from: size / 2, through: wanted.count - size, by: size / 2) {
    let signal = energies(wanted[start..<start + size])
    let error = energies(noise[start..<start + size])
    guard (signal + error).contains(where: { $0 > 0 }) else { continue }
    for (index, band) in bands.enumerated() {
      var mask = 0.0
      for (other, energy) in zip(bands, signal) {
        let distance = Double(band - other) / 2
        mask += energy * pow(10, distance >= 0 ? -0.8 * distance : 2.5 * distance)
      }
      let lower = 3 + max(0, (Double(band) + 0.5) / 2 - 12) / 4
      ratios.append(error[index] / (mask * pow(10, -lower / 10) + quiet[index]))
    }
  }
  let mean = ratios.reduce(0, +) / Double(max(1, ratios.count))
  return mean == 0 ? -.infinity : 10 * log10(mean)
}
