import Foundation

/// What a batch of sounds became with `--loudness`, by its manifest and by other meters.
struct LevelledBatch {
  static let loudness = -16.0
  static let truePeak = -1.0
  /// How far from the target a sound may be, in LU.
  static let tolerance = 0.2
  /// By how much two meters of the true peak may differ, in dB.
  static let truePeakTolerance = 0.05
  /// The limiter may lower a peak by 10 dB. What it lowers less wasn't kept from the target by the peak.
  private static let fullLimiting = 9.9

  private struct Manifest: Decodable {
    struct Sound: Decodable {
      struct Levels: Decodable {
        let loudnessAfter: Double?
        let truePeakAfter: Double?
        let limiting: Double
        let shortfall: Double?
      }
      let input: String
      let output: String?
      let levels: Levels?
    }
    let sounds: [Sound]
  }

  /// What a meter finds.
  struct Result {
    /// How many sounds it has a loudness for, and how many of these are libebur128's.
    var (measuredCount, libraryCount) = (0, 0)
    /// The sounds at the target.
    var within: Set<String> = []
    /// The sounds below the target, of which the manifest says that the peak is why.
    var belowForPeak: [String] = []
    /// The sounds that are at another loudness for no such reason.
    var others: [String] = []
    /// The sounds above the limit by more than meters differ, and all above it.
    var (aboveLimit, aboveTolerance) = (0, 0)
    var highestTruePeak = -Double.infinity
  }

  /// How many sounds were converted.
  let count: Int
  let limitedCount: Int
  /// By how many LU the peak kept sounds below the target.
  let shortfalls: [Double]
  /// How many of these the limiter could have raised more.
  let weakShortfallCount: Int
  let own: Result
  /// By FFmpeg and libebur128; nil without FFmpeg.
  let measured: Result?
  /// The largest differences from our meter.
  private(set) var (largestLoudnessDifference, largestPeakDifference) = (0.0, 0.0)

  /// - Parameters:
  ///   - manifest: What the conversion wrote.
  ///   - levels: The levels of the decoded outputs by other meters.
  init(manifest: URL, levels: [String: OtherMeters.Levels]?) throws {
    let sounds = try JSONDecoder().decode(Manifest.self, from: Data(contentsOf: manifest)).sounds
    let all = sounds.compactMap { sound in
      sound.levels.map { (name: Self.name(sound.output ?? sound.input), levels: $0) }
    }
    count = all.count
    limitedCount = all.count { $0.levels.limiting > 0 }
    shortfalls = all.compactMap(\.levels.shortfall)
    weakShortfallCount = all.count {
      $0.levels.shortfall != nil && $0.levels.limiting < Self.fullLimiting
    }
    var (own, measured) = (Result(), Result())
    for (name, values) in all {
      own.add(
        name, values.loudnessAfter, isByLibrary: false, values.truePeakAfter, values.shortfall)
      guard let other = levels?[name] else { continue }
      measured.add(
        name, other.loudness, isByLibrary: other.isByLibrary, other.truePeak, values.shortfall)
      if let loudness = values.loudnessAfter, let theirs = other.loudness {
        largestLoudnessDifference = max(largestLoudnessDifference, abs(loudness - theirs))
      }
      if let peak = values.truePeakAfter, other.truePeak.isFinite {
        largestPeakDifference = max(largestPeakDifference, abs(peak - other.truePeak))
      }
    }
    self.own = own
    self.measured = levels == nil ? nil : measured
  }

  private static func name(_ path: String) -> String { stem(of: path) }

  /// A row of the table.
  func row(_ name: String) -> [String] {
    let result = measured ?? own
    func decibels(_ value: Double) -> String { String(format: "%.2f", value) }
    return [
      name, "\(result.within.count) of \(result.measuredCount)",
      shortfalls.isEmpty
        ? "0" : "\(result.belowForPeak.count), by \(decibels(shortfalls.median)) LU (median)",
      "\(result.others.count)", "\(limitedCount)",
      "\(result.aboveTolerance)", decibels(result.highestTruePeak), decibels(own.highestTruePeak),
      measured == nil ? "-" : decibels(largestLoudnessDifference) + " LU",
      measured == nil ? "-" : decibels(largestPeakDifference) + " dB",
    ]
  }

  static let columns = [
    "data format", "within \(tolerance) LU", "below it for the peak", "neither", "limited",
    "true peaks above -1 dBTP", "the highest, dBTP", "the highest by our meter",
    "largest difference of the meters, loudness", "true peak",
  ]
}

extension LevelledBatch.Result {
  fileprivate mutating func add(
    _ name: String, _ loudness: Double?, isByLibrary: Bool, _ truePeak: Double?,
    _ shortfall: Double?
  ) {
    typealias Batch = LevelledBatch
    if let truePeak {
      highestTruePeak = max(highestTruePeak, truePeak)
      if truePeak > Batch.truePeak { aboveLimit += 1 }
      if truePeak > Batch.truePeak + Batch.truePeakTolerance { aboveTolerance += 1 }
    }
    guard let loudness else { return }
    measuredCount += 1
    if isByLibrary { libraryCount += 1 }
    if abs(loudness - Batch.loudness) <= Batch.tolerance {
      within.insert(name)
    } else if shortfall != nil, loudness < Batch.loudness {
      belowForPeak.append(name)
    } else {
      others.append(name)
    }
  }
}
