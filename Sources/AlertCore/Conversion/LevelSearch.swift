/// Decides, after each encoding, which ceiling and which loudness to encode with next.
///
/// With a coarse codec such as IMA4, each encoding has different noise, and exceeds the ceiling by a different amount.
/// The search lowers the ceiling until an encoding complies. If this encoding is too quiet, the search raises the
/// ceiling again, each time at most halfway to the lowest ceiling that was too high.
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
    /// How far the true peak of the decoded packets is above the target's true peak, in dB; negative if it is below.
    let excess: Double
    /// How much louder the encoding should be, in LU; 0 if there is no target for the loudness.
    let lack: Double
    /// Whether the limiter works, and the encoding either is too quiet at the largest gain or has no loudness to reach.
    let isHeldDown: Bool
  }

  /// A peak below −200 dBTP counts as −200 dBTP when the ceiling is lowered. The smallest integer sample is higher.
  private static let silence = -200.0
  /// The maximum numbers of corrections of the loudness, and of encodings. After 20 encodings with ever lower ceilings,
  /// only dither can still exceed the true peak.
  private static let (largestCorrectionCount, largestEncodingCount) = (6, 20)
  /// The smallest raise of the ceiling, in dB. A smaller raise would make the sound hardly louder.
  private static let smallestRaise = 0.1

  /// The best encoding that stays below the target's true peak; nil if there is none yet.
  private(set) var best: Attempt?
  /// The corrected loudness to encode for, in LUFS; nil if there is no target for the loudness.
  private(set) var aim: Double?
  /// Of the encodings that exceeded the target's true peak: the lowest true peak before encoding, in dBTP.
  private var lowestExcessive = Double.infinity
  private var margin = 5 * Levelling.margin
  private var (encodingCount, correctionCount) = (0, 0)

  init(for loudness: Double?) { aim = loudness }

  /// Returns the ceiling for another encoding; nil if the search ends with `best`.
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
    // Raise the ceiling by the unused decibels, but at most halfway to the lowest ceiling that was too high.
    let gap = lowestExcessive > best.peak ? lowestExcessive - best.peak : .infinity
    let ceiling = min(0, best.peak + min(-best.excess - Levelling.margin, gap / 2))
    return ceiling - best.peak >= Self.smallestRaise ? ceiling : nil
  }
}
