import SoundFormat
import TestSupport

extension SoundMetadata {
  /// Something in every field, within what each container can hold but for AIFF's texts.
  static let full = SoundMetadata(
    texts: [
      InformationEntry(.title, "T"), InformationEntry(.artist, "Zoë"),
      InformationEntry(.copyright, "me"), InformationEntry(.comments, "one"),
      InformationEntry(.comments, "two"),
    ],
    markers: [
      Marker(identifier: 7, framePosition: 0, name: "start"),
      Marker(identifier: 3, framePosition: 100, name: "end"),
      Marker(identifier: 4, framePosition: 50),
    ],
    loops: [Loop(frames: 10..<90, kind: .alternating)],
    instrument: Instrument(
      baseNote: 64, detune: -20, gain: -6, notes: 10...100, velocities: 1...120))
}

/// A header for 100 frames of µ-law, or of 8-bit integers where there is none.
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

/// What a container keeps of metadata.
func kept(_ container: Container, _ metadata: SoundMetadata) throws -> SoundMetadata {
  let sound = try SoundFile(parsing: file(container, metadata))
  precondition(sound.notes.isEmpty, "\(sound.notes)")
  return sound.metadata
}
