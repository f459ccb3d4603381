import AlertSound
import Foundation
import SoundFormat
import SystemPackage
import TestSupport
import Testing

extension Conversion {
  /// Plans a conversion of a file in memory.
  init(
    of file: [UInt8], to container: Container, _ dataFormat: DataFormat, channels: Int? = nil,
    usesFiller: Bool = true
  ) throws {
    try self.init(
      of: SoundSource(bytes: file),
      to: ConversionTarget(
        container: container, dataFormat: dataFormat, channelCount: channels,
        usesFiller: usesFiller))
  }
}

extension ConversionTarget {
  init(
    container: Container, dataFormat: DataFormat, channelCount: Int? = nil, usesFiller: Bool = true
  ) {
    self.init(container: container, dataFormat: Optional(dataFormat))
    channels = channelCount.map { .count($0) } ?? .unchanged
    self.usesFiller = usesFiller
  }
}

/// Converts a file in memory.
func converted(
  _ file: [UInt8], to container: Container, _ dataFormat: DataFormat, channels: Int? = nil,
  usesFiller: Bool = true
) throws -> [UInt8] {
  try Conversion(of: file, to: container, dataFormat, channels: channels, usesFiller: usesFiller)
    .inMemory().bytes
}

/// The audio of a file, without its headers.
func audio(of file: [UInt8]) throws -> [UInt8] {
  Array(file[try SoundFile(parsing: file).audioBytes])
}

/// A file with audio that is already encoded.
func file(
  _ container: Container, _ dataFormat: DataFormat, audio: [UInt8], channels: Int = 1
) throws -> [UInt8] {
  let format = StreamFormat(sampleRate: 44_100, channelCount: channels, dataFormat: dataFormat)
  let header = SoundHeader(
    container: container, format: format,
    frameCount: audio.count / format.bytesPerPacket * format.framesPerPacket)
  return try header.headerBytes() + audio + header.trailerBytes
}

extension DataFormat {
  /// A container that holds the format: WAVE or AIFF-C if possible, because they state the least.
  var someContainer: Container {
    [.wave, .aifc, .caf].first { $0.holds(self) } ?? .caf
  }
}

extension SampleBlock {
  var doubles: [Double] {
    var doubles: [Double] = []
    return self.doubles(in: &doubles)
  }
}

extension TemporaryDirectory {
  func filePath(_ name: String) -> FilePath { FilePath(path(name)) }
}

/// Discards what is written to it.
final class DiscardingSink: ByteSink {
  func write(_ bytes: [UInt8]) {}
  func overwriteBeginning(with bytes: [UInt8]) {}
  func restart() {}
  func copy(_ range: Range<Int>, of source: AnyByteSource) -> Range<Int> { range }
}

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
