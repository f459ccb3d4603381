import SoundFormat
import TestSupport
import Testing

/// Parses a file written by hand.
func parsed(_ text: String) throws -> SoundFile {
  try SoundFile(parsing: hex(text))
}

extension SoundFile {
  /// The notes' printed texts.
  var noteTexts: [String] { notes.map(\.description) }
}

/// A deviation found in real files. The reader tolerates it, adds a note and gets the right values.
struct Deviation: CustomStringConvertible, Sendable {
  let description: String
  private let text: String
  private let frames: Int
  private let audio: Range<Int>?
  private let missing: Int
  private let notes: [String]

  /// - Parameters:
  ///   - text: The file as hex text.
  ///   - missing: The number of missing audio bytes.
  init(
    _ description: String, _ text: String, frames: Int = 3, audio: Range<Int>? = nil,
    missing: Int = 0, notes: [String] = []
  ) {
    (self.description, self.text, self.frames) = (description, text, frames)
    (self.audio, self.missing, self.notes) = (audio, missing, notes)
  }

  func check() throws {
    let sound = try parsed(text)
    #expect(sound.frameCount == frames)
    #expect(sound.missingByteCount == missing)
    #expect(sound.noteTexts == notes)
    if let audio { #expect(sound.audioBytes == audio) }
  }
}

/// The bytes of all packets that a file's tables list.
func listedPackets(in bytes: [UInt8]) throws -> [[UInt8]] {
  var cursor = PacketCursor(try SoundFile(parsing: bytes))
  var packets: [[UInt8]] = []
  while let range = try cursor.next(in: AnyByteSource(bytes)) {
    packets.append(Array(bytes[range]))
  }
  return packets
}

/// Byte counts for chunk headers as hex text, for files whose length varies.
func size32(_ count: Int) -> String { hexText(UInt32(count).big()) }
func size32LE(_ count: Int) -> String { hexText(UInt32(count).little()) }
func size64(_ count: Int) -> String { hexText(Int64(count).big()) }

func header(
  _ container: Container, _ format: DataFormat, channels: Int = 1, rate: Double = 44_100,
  frames: Int = 100, layout: ChannelLayout? = nil, information: [InformationEntry] = [],
  filler: Bool = true
) -> SoundHeader {
  SoundHeader(
    container: container,
    format: StreamFormat(sampleRate: rate, channelCount: channels, dataFormat: format),
    frameCount: frames, layout: layout, information: information, usesFiller: filler)
}

/// A header for 100 frames of µ-law, or of 8-bit integers if the container has no µ-law.
func header(
  _ container: Container, _ metadata: SoundMetadata, frames: Int = 100, filler: Bool = false
) -> SoundHeader {
  SoundHeader(
    container: container,
    format: StreamFormat(
      sampleRate: 8000, channelCount: 1,
      dataFormat: container == .aiff ? .pcm(.int8) : .muLaw),
    frameCount: frames, metadata: metadata, usesFiller: filler)
}

/// A complete file of silence.
func file(
  _ container: Container, _ metadata: SoundMetadata, frames: Int = 100, filler: Bool = false
) throws -> [UInt8] {
  let header = header(container, metadata, frames: frames, filler: filler)
  return try header.headerBytes() + [UInt8](repeating: 0, count: frames) + header.trailerBytes
}

/// The metadata that remains after writing it to a container and reading it back.
func kept(_ container: Container, _ metadata: SoundMetadata) throws -> SoundMetadata {
  let sound = try SoundFile(parsing: file(container, metadata))
  precondition(sound.notes.isEmpty, "\(sound.notes)")
  return sound.metadata
}
