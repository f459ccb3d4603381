internal import SoundFormat

extension SoundSource {
  /// The findings on a sound that is the built-in chime at any rate, level and quality.
  ///
  /// Only a sound of the chime's length is decoded. Two sounds correlate by 0.9 only if one is a copy of the other.
  package var chimeFindings: [AlertFinding] {
    let rate = format.sampleRate
    guard (1 << 10...1 << 18).contains(frameCount), soundFile?.isDecodable == true,
      (Double(frameCount) - rate * DefaultSound.duration).magnitude <= 64,
      var own = try? FrameStream(self),
      var chime = try? FrameStream(DefaultSound.source(on: host), sampleRate: rate),
      let frames = try? own.read(frameCount)[0], let expected = try? chime.read(frameCount)[0]
    else { return [] }
    func product(_ one: [Double], _ other: [Double]) -> Double {
      zip(one, other).reduce(0) { $0 + $1.0 * $1.1 }
    }
    let energies = product(frames, frames) * product(expected, expected)
    return product(frames, expected) > 0.9 * energies.squareRoot() ? [.chime] : []
  }
}
