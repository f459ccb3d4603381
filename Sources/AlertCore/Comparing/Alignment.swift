internal import SoundFormat

/// Finds the delay of a copy of a sound, in frames.
///
/// A part of the original is compared with the copy at every delay. Where the copy ends early, only
/// the overlap is compared. The likeness, from −1 to 1, doesn't depend on loudness.
enum Alignment {
  /// How many frames of the original are compared with the copy: four blocks.
  private static let partFrameCount = 4 * blockFrameCount
  private static let blockFrameCount = 8192
  /// The largest delay to try. A better match beyond the longest allowed delay shows that a nearer
  /// match is a coincidence.
  private static let reach = 16_384
  /// How many frames of the beginning are searched.
  private static let heardFrameCount = 1 << 20

  /// Returns how many frames later the copy's sound begins; negative if it begins earlier.
  ///
  /// The result is nil if the sounds don't match at any delay up to the longest. It is 0 if there
  /// is nothing to compare, as in silence or an empty sound.
  static func delay(
    of copy: SoundSource, behind original: SoundSource, upTo longestDelay: Int
  ) throws(SoundError) -> Int? {
    let rate = original.format.sampleRate
    let copyFrameCount = RateChange.frameCount(
      copy.frameCount, from: copy.format.sampleRate, to: rate)
    // A copy that was cut short can't contain frames of the original beyond its own length plus the
    // longest delay. An imported sound may not state its length.
    let commonFrameCount =
      copy.frameCount > 0 ? min(heardFrameCount, copyFrameCount) : heardFrameCount
    guard
      let part = try loudestPart(of: original, frameCount: commonFrameCount + longestDelay)
    else { return 0 }
    let pattern = try samples(of: original, at: rate, in: part.frames, channel: part.channel)
    let first = max(0, part.frames.lowerBound - reach)
    let heard = try samples(
      of: copy, at: rate, in: first..<part.frames.upperBound + reach, channel: part.channel)
    guard !pattern.isEmpty, !heard.isEmpty else { return 0 }
    let fits = PatternFits(
      of: pattern, along: heard, at: part.frames.lowerBound - first, reach: reach,
      edgeFrameCount: copy.format.sampleRate == rate ? 0 : max(1, rate / copy.format.sampleRate))
    guard let delay = fits.bestDelay, delay.magnitude <= longestDelay else { return nil }
    return delay
  }

  private struct Part {
    let frames: Range<Int>
    let channel: Int
  }

  /// Returns a loud part near the beginning, to include an onset; nil if everything is silent.
  ///
  /// In the channel with the loudest part, it is the first part with at least half that energy.
  private static func loudestPart(
    of source: SoundSource, frameCount: Int
  ) throws(SoundError) -> Part? {
    let energies = try blockEnergies(of: source, frameCount: frameCount)
    let blockCount = partFrameCount / blockFrameCount
    let parts = energies.map { energies in
      (0...max(0, energies.count - blockCount)).map { start in
        energies[start...].prefix(blockCount).reduce(0, +)
      }
    }
    let channel = parts.indices.max { parts[$0].max() ?? 0 < parts[$1].max() ?? 0 } ?? 0
    let loudest = parts[channel].max() ?? 0
    guard loudest > 0, let block = parts[channel].firstIndex(where: { $0 >= loudest / 2 })
    else { return nil }
    let start = block * blockFrameCount
    return Part(frames: start..<min(start + partFrameCount, frameCount), channel: channel)
  }

  /// Returns the energy of each block at the beginning of a sound, for each channel.
  private static func blockEnergies(
    of source: SoundSource, frameCount: Int
  ) throws(SoundError) -> [[Double]] {
    var stream = try FrameStream(source)
    var energies = [[Double]](repeating: [], count: source.format.channelCount)
    while stream.frameCount < frameCount {
      let block = try stream.read(min(blockFrameCount, frameCount - stream.frameCount))
      guard !block[0].isEmpty else { break }
      for (channel, plane) in block.enumerated() {
        energies[channel].append(plane.reduce(0) { $0 + $1 * $1 })
      }
    }
    return energies
  }

  private static func samples(
    of source: SoundSource, at sampleRate: Double, in frames: Range<Int>, channel: Int
  ) throws(SoundError) -> [Double] {
    var stream = try FrameStream(source, sampleRate: sampleRate)
    try stream.skip(frames.lowerBound)
    var samples: [Double] = []
    while samples.count < frames.count {
      let block = try stream.read(min(blockFrameCount, frames.count - samples.count))[channel]
      guard !block.isEmpty else { break }
      samples += block
    }
    return samples
  }
}
