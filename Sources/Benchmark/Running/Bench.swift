import Foundation

/// What all measurements share.
struct Bench {
  /// Where this package's programs are.
  let programs: URL
  /// A temporary folder for files.
  let folder: URL
  let scale: Scale

  func program(_ name: String) -> URL { programs.appendingPathComponent(name) }

  func file(_ name: String) -> URL { folder.appendingPathComponent(name) }

  /// The free space on the disk, in bytes.
  var freeByteCount: Int {
    let attributes = try? FileManager.default.attributesOfFileSystem(forPath: folder.path)
    return (attributes?[.systemFreeSize] as? NSNumber)?.intValue ?? 0
  }
}

/// How much is measured.
struct Scale: Codable, Equatable {
  let isQuick: Bool
  /// The rounds for runs that take milliseconds, tenths of a second, and seconds. More than one is an even
  /// number.
  let briefRoundCount: Int
  let roundCount: Int
  let longRoundCount: Int
  /// The longest run, in seconds, that is worth repeating.
  let patience: Double
  /// How many sounds a batch has.
  let batchCount: Int
  /// The length of the sound that throughput is measured with, in seconds.
  let soundSeconds: Double
  /// The lengths of the sounds that show growth, in seconds.
  let growthSeconds: [Double]
  /// The lengths of the sounds that are held to the limit, in seconds.
  let limitSeconds: [Double]
  /// The length of the sound whose rate is changed, in seconds.
  let resamplingSeconds: Double
  /// The rounds of resampling: many, since the contenders are nearly equal.
  let resamplingRoundCount: Int

  static let full = Scale(
    isQuick: false, briefRoundCount: 100, roundCount: 10, longRoundCount: 8, patience: 3,
    batchCount: 1000, soundSeconds: 600,
    // The last is 1 GiB of 16-bit stereo at 48 kHz.
    growthSeconds: [1, 60, 600, 5593], limitSeconds: [20, 40, 600, 18_000],
    resamplingSeconds: 10, resamplingRoundCount: 24)

  static let quick = Scale(
    isQuick: true, briefRoundCount: 10, roundCount: 1, longRoundCount: 1, patience: 2,
    batchCount: 50, soundSeconds: 20, growthSeconds: [1, 5, 20], limitSeconds: [20, 40, 120],
    resamplingSeconds: 4, resamplingRoundCount: 1)
}

/// Why something can't be measured.
struct Failure: Error, CustomStringConvertible {
  let description: String
}
