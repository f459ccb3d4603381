import AlertSound
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
