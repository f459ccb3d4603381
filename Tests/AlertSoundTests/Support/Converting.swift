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

/// Converts a file in memory. Unlike `output(of:)`, it can leave out the filler.
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

/// A sound file with the given packets.
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
  /// A container that holds the format. WAVE and AIFF-C come first because their headers state the least.
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

final class DiscardingSink: ByteSink {
  func write(_ bytes: [UInt8]) {}
  func overwriteBeginning(with bytes: [UInt8]) {}
  func restart() {}
  func copy(_ range: Range<Int>, of source: AnyByteSource) -> Range<Int> { range }
}

/// Converts a file in memory, by default to floats.
func output(
  of file: [UInt8], _ container: Container = .wave, _ dataFormat: DataFormat? = .littleFloat32,
  _ configure: (inout ConversionTarget) -> Void = { _ in }
) throws -> [UInt8] {
  var target = ConversionTarget(container: container, dataFormat: dataFormat)
  configure(&target)
  return try Conversion(of: SoundSource(bytes: file), to: target).inMemory().bytes
}

extension PlainSound {
  /// Converts the sound by way of files of 32-bit floats.
  func converted(_ configure: (inout ConversionTarget) -> Void) throws -> PlainSound {
    try PlainSound(decoding: output(of: file(.wave, .littleFloat32)) { configure(&$0) })
  }

  /// Changes the sound's rate by way of files. A WAVE file can only state whole rates.
  func resampled(
    to rate: Double, _ method: ResamplingMethod = .bandLimited,
    _ dataFormat: DataFormat = .littleFloat32, in container: Container = .wave
  ) throws -> PlainSound {
    let file = try output(of: file(container, dataFormat), container, dataFormat) {
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

  /// All methods except linear interpolation.
  static let allBandLimited = all.filter { $0 != .linear && $0 != .libsamplerate(.linear) }
}

/// A FLAC of 16 bits that doesn't state its length, as an encoder writes it to a pipe.
func streamedFLAC(
  _ signal: Signal, channelCount: Int = 1, frameCount: Int, sampleRate: Double = 1000
) throws -> [UInt8] {
  var file = try PlainSound(
    signal, channelCount: channelCount, frameCount: frameCount, sampleRate: sampleRate
  ).file(libsndfile: Libsndfile.flac)
  // Clear the 36 bits of the number of frames. In a FLAC header, 0 means that the number is unknown.
  file[21] &= 0xF0
  for index in 22..<26 { file[index] = 0 }
  return file
}

/// A source that loses bytes after it was opened.
final class ShrinkingSource: ByteSource, @unchecked Sendable {
  private let bytes: [UInt8]
  /// The number of bytes that can still be read.
  var presentByteCount: Int
  /// Whether reading past `presentByteCount` throws an error. Otherwise, it returns fewer bytes.
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

extension SoundError {
  /// What is wrong with the sound file; nil for errors of the system.
  var fileErrorCode: SoundFileError.Code? {
    if case .sound(let code, _) = cause { code } else { nil }
  }
}
