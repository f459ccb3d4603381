/// CAF's instrument chunk, `inst`.
///
/// Layout: CAF specification, "Instrument Chunk".
struct CAFInstrument: Equatable {
  /// A MIDI note; the fraction is the sound's distance above it, in semitones.
  var baseNote: Float
  var lowNote: UInt8
  var highNote: UInt8
  var lowVelocity: UInt8
  var highVelocity: UInt8
  /// In decibels.
  var gain: Float
  /// Regions to play before, while and after a key is held; 0 for none.
  var startRegion: UInt32 = 0
  var sustainRegion: UInt32
  var releaseRegion: UInt32
  /// The key of its name in the strings chunk; 0 for none.
  var identifier: UInt32 = 0
}

extension CAFInstrument {
  init(parsing reader: inout ByteReader) throws(SoundFileError) {
    baseNote = try reader.readFloat()
    lowNote = try reader.read()
    highNote = try reader.read()
    lowVelocity = try reader.read()
    highVelocity = try reader.read()
    gain = try reader.readFloat()
    startRegion = try reader.read()
    sustainRegion = try reader.read()
    releaseRegion = try reader.read()
    identifier = try reader.read()
  }

  func write(to writer: inout ByteWriter) {
    writer.write(baseNote.bitPattern)
    writer.write(lowNote)
    writer.write(highNote)
    writer.write(lowVelocity)
    writer.write(highVelocity)
    writer.write(gain.bitPattern)
    writer.write(startRegion)
    writer.write(sustainRegion)
    writer.write(releaseRegion)
    writer.write(identifier)
  }

  init(_ instrument: SoundMetadata.Instrument, sustainRegion: UInt32, releaseRegion: UInt32) {
    baseNote = Float(instrument.baseNote) - Float(instrument.detune) / 100
    lowNote = UInt8(clamping: instrument.notes.lowerBound)
    highNote = UInt8(clamping: instrument.notes.upperBound)
    lowVelocity = UInt8(clamping: instrument.velocities.lowerBound)
    highVelocity = UInt8(clamping: instrument.velocities.upperBound)
    gain = Float(instrument.gain)
    self.sustainRegion = sustainRegion
    self.releaseRegion = releaseRegion
  }

  /// The instrument, or nil if the base note isn't a MIDI note.
  var instrument: SoundMetadata.Instrument? {
    guard (-1...128).contains(baseNote) else { return nil }
    let cents = Int(Double(baseNote) * 100 + 200.5) - 200
    let note = (cents + 50) / 100
    return SoundMetadata.Instrument(
      baseNote: note, detune: note * 100 - cents,
      gain: (-1000...1000).contains(gain) ? Int(gain + 1000.5) - 1000 : 0,
      notes: .init(from: lowNote, to: highNote),
      velocities: .init(from: lowVelocity, to: highVelocity))
  }
}
