import SoundFormat
import TestSupport

/// A header for 100 frames of µ-law, or of 8-bit integers if the container has no µ-law.
func header(
  _ container: Container, _ metadata: SoundMetadata, frames: Int = 100, filler: Bool = false
) -> SoundHeader {
  SoundHeader(
    container: container,
    format: StreamFormat(
      sampleRate: 8000, channelCount: 1,
      dataFormat: container == .aiff ? .linearPCM(PCMEncoding(.int8)) : .muLaw),
    frameCount: frames, metadata: metadata, usesFiller: filler)
}

/// A whole file of silence.
func file(
  _ container: Container, _ metadata: SoundMetadata, frames: Int = 100, filler: Bool = false
) throws -> [UInt8] {
  let header = header(container, metadata, frames: frames, filler: filler)
  return try header.headerBytes() + [UInt8](repeating: 0, count: frames) + header.trailerBytes
}

/// The metadata that a container keeps.
func kept(_ container: Container, _ metadata: SoundMetadata) throws -> SoundMetadata {
  let sound = try SoundFile(parsing: file(container, metadata))
  precondition(sound.notes.isEmpty, "\(sound.notes)")
  return sound.metadata
}
