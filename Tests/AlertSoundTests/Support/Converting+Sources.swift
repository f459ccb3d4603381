import AlertSound
import Foundation
import SoundFormat
import TestSupport

/// Converts a file in memory.
func output(
  of file: [UInt8], _ container: Container = .wave, _ dataFormat: DataFormat? = .littleFloat32,
  _ configure: (inout ConversionTarget) -> Void = { _ in }
) throws -> [UInt8] {
  var target = ConversionTarget(container: container, dataFormat: dataFormat)
  configure(&target)
  return try Conversion(of: SoundSource(bytes: file), to: target).inMemory().bytes
}

extension PlainSound {
  /// The sound, converted from floats to floats.
  func converted(_ configure: (inout ConversionTarget) -> Void) throws -> PlainSound {
    try PlainSound(decoding: output(of: file(.wave, .littleFloat32)) { configure(&$0) })
  }

  /// The sound at another rate, by way of files with this data format.
  func resampled(
    to rate: Double, _ method: ResamplingMethod = .bandLimited,
    _ dataFormat: DataFormat = .littleFloat32
  ) throws -> PlainSound {
    let file = try output(of: file(.wave, dataFormat), .wave, dataFormat) {
      $0.sampleRate = rate
      $0.resamplingMethod = method
    }
    return try PlainSound(decoding: file)
  }
}

extension ResamplingMethod {
  static let all =
    [ResamplingMethod.bandLimited, .linear]
    + LibsamplerateConverter.allCases.map { .libsamplerate($0) }

  /// All methods but straight lines.
  static let allBandLimited = all.filter { $0 != .linear && $0 != .libsamplerate(.linear) }
}
