/// Decides, after each encoding, which ceiling and which loudness to encode with next.
///
/// Each encoding by a coarse codec such as IMA4 exceeds the ceiling by another amount, and adds other noise. The search
/// lowers the ceiling until an encoding complies. If that one is too quiet, the search then halves the interval between
/// it and the lowest ceiling that was too high.
struct LevelSearch {
  /// An encoding, judged.
  struct Attempt {
    let setting: LevelSetting?
    let packets: [UInt8]
    /// The levels of the decoded packets.
    let levels: SoundLevels
    /// How much the limiter lowered the highest peak, in dB.
    let limiting: Double
    let signalToNoise: Double?
    /// The true peak before encoding, in dBTP.
    let peak: Double
    /// How far the decoded true peak is above its limit, in dB.
    let excess: Double
    /// How much louder the encoding should be, in LU; 0 if there is no target.
    let lack: Double
    /// Whether the limiter allows no more: the encoding is too quiet at the largest gain, or only its peaks matter.
    let isHeldDown: Bool
  }

  /// A peak below −200 dBTP counts as −200 dBTP when the ceiling is lowered. The smallest integer sample is higher.
  private static let silence = -200.0
  /// The loudness is corrected at most 6 times. After lowering the ceiling 20 times, only dither is left.
  private static let (largestCorrectionCount, largestEncodingCount) = (6, 20)
  /// The ceiling isn't raised by less than this, in dB, because the sound would be only as much louder.
  private static let smallestRaise = 0.1

  /// The best encoding that stays below the true peak; nil if there is none.
  private(set) var best: Attempt?
  /// The loudness to encode for, corrected, in LUFS; nil if there is no target.
  private(set) var aim: Double?
  /// The lowest true peak before encoding that led to an excess, in dBTP.
  private var lowestExcessive = Double.infinity
  private var margin = 5 * Levelling.margin
  private var (encodingCount, correctionCount) = (0, 0)

  init(for loudness: Double?) { aim = loudness }

  /// Returns the ceiling for another encoding; nil if the best one is to be used.
  mutating func nextCeiling(after attempt: Attempt) -> Double? {
    encodingCount += 1
    let ceiling = ceiling(after: attempt)
    return encodingCount < Self.largestEncodingCount ? ceiling : nil
  }

  private mutating func ceiling(after attempt: Attempt) -> Double? {
    if attempt.excess > 0 {
      lowestExcessive = min(lowestExcessive, attempt.peak)
      if best?.isHeldDown != true {
        // Lower the ceiling. Decoded peaks may overshoot by any amount, so double the margin, to end the loop.
        defer { margin *= 2 }
        return max(Self.silence, attempt.peak) - attempt.excess - margin
      }
    } else {
      let isBest =
        best.map {
          attempt.isHeldDown && $0.isHeldDown
            ? attempt.peak > $0.peak : abs(attempt.lack) < abs($0.lack)
        } ?? true
      if isBest { best = attempt }
      if let ceiling = attempt.setting?.ceiling, !attempt.isHeldDown,
        abs(attempt.lack) > Levelling.tolerance, correctionCount < Self.largestCorrectionCount
      {
        // Correct the aim, because the noise of a coarse encoding adds loudness, and may move a block across the gate.
        correctionCount += 1
        aim = aim.map { $0 + attempt.lack }
        return ceiling
      }
      guard isBest else { return nil }
    }
    guard let best, best.isHeldDown else { return nil }
    // Raise the ceiling by the unused decibels, but at most halfway to one that was too high.
    let gap = lowestExcessive > best.peak ? lowestExcessive - best.peak : .infinity
    let ceiling = min(0, best.peak + min(-best.excess - Levelling.margin, gap / 2))
    return ceiling - best.peak >= Self.smallestRaise ? ceiling : nil
  }
}
