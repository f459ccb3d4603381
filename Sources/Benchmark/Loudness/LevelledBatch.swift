import Foundation

/// What a batch of sounds became with `--loudness`, by the manifest and by FFmpeg.
struct LevelledBatch {
  static let loudness = -16.0
  static let truePeak = -1.0
  /// How far from the target a sound may be, in LU.
  static let tolerance = 0.2

  private struct Manifest: Decodable {
    struct Sound: Decodable {
      struct Levels: Decodable {
        let loudnessAfter: Double?
        let truePeakAfter: Double?
        let limiting: Double
        let shortfall: Double?
      }
      let output: String?
      let seconds: Double?
      let levels: Levels?
    }
    let sounds: [Sound]
  }

  /// How many sounds there are.
  let count: Int
  let withinCount: Int
  /// By how many LU the peak kept sounds below the target.
  let shortfalls: [Double]
  /// How many sounds are neither at the target nor kept below it by the peak.
  let otherCount: Int
  let limitedCount: Int
  /// In dBTP, after decoding.
  let highestTruePeak: Double
  /// Nil without FFmpeg.
  private(set) var meter: MeterResult?

  struct MeterResult {
    /// How many sounds at the target have a block of 400 ms, and how many of these are within the tolerance.
    var (measuredCount, withinCount) = (0, 0)
    /// The largest difference from ours, in LU.
    var largestDifference = 0.0
    /// In dBTP.
    var highestTruePeak = -Double.infinity
  }

  /// - Parameters:
  ///   - manifest: What the conversion wrote.
  ///   - decoded: The folder with the outputs, decoded to WAVE.
  init(manifest: URL, decoded: URL) throws {
    let sounds = try JSONDecoder().decode(Manifest.self, from: Data(contentsOf: manifest)).sounds
    let all = sounds.compactMap { sound in
      sound.levels.map { (levels: $0, output: sound.output ?? "", seconds: sound.seconds ?? 0) }
    }
    func isWithin(_ loudness: Double?) -> Bool {
      loudness.map { abs($0 - Self.loudness) <= Self.tolerance } ?? false
    }
    count = all.count
    shortfalls = all.compactMap(\.levels.shortfall)
    let reached = all.filter { $0.levels.shortfall == nil && isWithin($0.levels.loudnessAfter) }
    withinCount = reached.count
    otherCount = count - withinCount - shortfalls.count
    limitedCount = all.count { $0.levels.limiting > 0 }
    highestTruePeak = all.compactMap(\.levels.truePeakAfter).max() ?? -.infinity
    guard let ffmpeg = FFmpegMeter() else { return }
    var result = MeterResult()
    for sound in all {
      let name = (sound.output as NSString).deletingPathExtension
      let file = decoded.appendingPathComponent(name + ".wav")
      guard let levels = try ffmpeg.levels(of: file) else { continue }
      result.highestTruePeak = max(result.highestTruePeak, levels.truePeak)
      guard sound.seconds >= 0.4, let loudness = levels.loudness else { continue }
      if let own = sound.levels.loudnessAfter {
        result.largestDifference = max(result.largestDifference, abs(loudness - own))
      }
      guard sound.levels.shortfall == nil else { continue }
      result.measuredCount += 1
      if isWithin(loudness) { result.withinCount += 1 }
    }
    meter = result
  }

  /// A row of the table.
  func row(_ name: String) -> [String] {
    let peaks = [highestTruePeak].map { String(format: "%.2f", $0) }
    return [
      name, "\(withinCount)",
      shortfalls.isEmpty
        ? "0" : String(format: "%d, by %.1f LU (median)", shortfalls.count, shortfalls.median),
      "\(otherCount)", "\(limitedCount)", peaks[0],
      meter.map { "\($0.withinCount) of \($0.measuredCount)" } ?? "-",
      meter.map { String(format: "%.2f LU", $0.largestDifference) } ?? "-",
      meter.map { String(format: "%.1f", $0.highestTruePeak) } ?? "-",
    ]
  }

  static let columns = [
    "data format", "within \(tolerance) LU", "below it for the peak", "neither", "limited",
    "highest true peak, dBTP", "by FFmpeg's meter, within \(tolerance) LU", "largest difference of the meters",
    "highest true peak by FFmpeg, dBTP",
  ]
}
