/// AIFF's instrument chunk, `INST`.
///
/// Layout: AIFF 1.3, "Instrument Chunk".
struct AIFFInstrument: Equatable {
  var baseNote: UInt8
  /// In cents.
  var detune: Int8
  var lowNote: UInt8
  var highNote: UInt8
  var lowVelocity: UInt8
  var highVelocity: UInt8
  /// In decibels.
  var gain: Int16
  var sustainLoop: Loop
  var releaseLoop: Loop

  /// A part of the sound between two markers.
  struct Loop: Equatable {
    var playMode: UInt16 = 0
    var beginMarker: UInt16 = 0
    var endMarker: UInt16 = 0

    static let noLooping: UInt16 = 0
    static let forwardLooping: UInt16 = 1
    static let forwardBackwardLooping: UInt16 = 2
  }
}

extension AIFFInstrument {
  init(parsing reader: inout ByteReader) throws(SoundFileError) {
    baseNote = try reader.read()
    detune = try reader.read()
    lowNote = try reader.read()
    highNote = try reader.read()
    lowVelocity = try reader.read()
    highVelocity = try reader.read()
    gain = try reader.read()
    sustainLoop = try Loop(parsing: &reader)
    releaseLoop = try Loop(parsing: &reader)
  }

  func write(to writer: inout ByteWriter) {
    writer.write(baseNote)
    writer.write(detune)
    writer.write(lowNote)
    writer.write(highNote)
    writer.write(lowVelocity)
    writer.write(highVelocity)
    writer.write(gain)
    sustainLoop.write(to: &writer)
    releaseLoop.write(to: &writer)
  }

  init(_ instrument: SoundMetadata.Instrument, sustainLoop: Loop, releaseLoop: Loop) {
    baseNote = UInt8(clamping: instrument.baseNote)
    detune = Int8(clamping: instrument.detune)
    lowNote = UInt8(clamping: instrument.notes.lowerBound)
    highNote = UInt8(clamping: instrument.notes.upperBound)
    lowVelocity = UInt8(clamping: instrument.velocities.lowerBound)
    highVelocity = UInt8(clamping: instrument.velocities.upperBound)
    gain = Int16(clamping: instrument.gain)
    self.sustainLoop = sustainLoop
    self.releaseLoop = releaseLoop
  }

  var instrument: SoundMetadata.Instrument {
    SoundMetadata.Instrument(
      baseNote: Int(baseNote), detune: Int(detune), gain: Int(gain),
      notes: .init(from: lowNote, to: highNote),
      velocities: .init(from: lowVelocity, to: highVelocity))
  }
}

extension AIFFInstrument.Loop {
  init(parsing reader: inout ByteReader) throws(SoundFileError) {
    playMode = try reader.read()
    beginMarker = try reader.read()
    endMarker = try reader.read()
  }

  func write(to writer: inout ByteWriter) {
    writer.write(playMode)
    writer.write(beginMarker)
    writer.write(endMarker)
  }
}
