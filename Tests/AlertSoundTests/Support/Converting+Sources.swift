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

/// A FLAC of 16 bits that doesn't state its length, as an encoder writes it to a pipe.
func streamedFLAC(
  _ signal: Signal, frameCount: Int, sampleRate: Double = 1000
) throws -> [UInt8] {
  var file = try PlainSound(signal, frameCount: frameCount, sampleRate: sampleRate)
    .file(libsndfile: Libsndfile.flac)
  // The number of frames is in the lower 36 bits of these bytes; 0 means "unknown".
  file[21] &= 0xF0
  for index in 22..<26 { file[index] = 0 }
  return file
}

/// A source that loses bytes after it was opened.
final class ShrinkingSource: ByteSource, @unchecked Sendable {
  private let bytes: [UInt8]
  /// How many bytes are left.
  var presentByteCount: Int
  /// Whether reading beyond them is an error instead of an early end.
  private let fails: Bool

  init(_ bytes: [UInt8], fails: Bool) {
    self.bytes = bytes
    presentByteCount = bytes.count
    self.fails = fails
  }

  var byteCount: Int { bytes.count }

  func bytes(at offset: Int, count: Int) throws(SoundFileError) -> [UInt8] {
    if fails, offset + count > presentByteCount, presentByteCount < bytes.count {
      throw SoundFileError(.inputOutput, "the cable was pulled", at: presentByteCount)
    }
    return Array(bytes[..<presentByteCount].dropFirst(offset).prefix(count))
  }
}
