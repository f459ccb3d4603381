import SoundFormat
import TestSupport

/// Parses a file written by hand.
func parsed(_ text: String) throws -> SoundFile {
  try SoundFile(parsing: hex(text))
}

extension SoundFile {
  /// The notes as they are printed.
  var noteTexts: [String] { notes.map(\.description) }
}

/// All frames of a file, decoded at once.
func decoded(_ bytes: [UInt8]) throws -> SampleBlock {
  let sound = try SoundFile(parsing: bytes)
  var decoder = try FrameDecoder(for: sound)
  return decoder.decode(sound.audioRuns.ranges.flatMap { bytes[$0] })
}

/// A whole file, as a program that uses the library would write it.
func file(_ header: SoundHeader, of samples: SampleBlock) throws -> [UInt8] {
  var encoder = try FrameEncoder(for: header.format)
  var bytes = try header.headerBytes()
  bytes += encoder.encode(samples)
  bytes += encoder.finish()
  return bytes + header.trailerBytes
}

/// Byte counts for chunk headers as hex text, for files with a variable part.
func size32(_ count: Int) -> String { hexText(bytes(of: UInt32(count).bigEndian)) }
func size32LE(_ count: Int) -> String { hexText(bytes(of: UInt32(count).littleEndian)) }
func size64(_ count: Int) -> String { hexText(bytes(of: Int64(count).bigEndian)) }

private func bytes(of value: some FixedWidthInteger) -> [UInt8] {
  (0..<value.bitWidth / 8).map { UInt8(truncatingIfNeeded: value.littleEndian >> (8 * $0)) }
}
