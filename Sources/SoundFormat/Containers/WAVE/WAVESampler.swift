/// WAVE's sampler chunk, `smpl`: loops and a pitch.
///
/// Layout: Microsoft, "New Multimedia Data Types and Data Techniques", revision 3.0 of 1994,
/// "Sample Chunk".
struct WAVESampler: Equatable {
  /// A frame's duration in nanoseconds.
  var samplePeriod: UInt32
  var unityNote: UInt32
  /// How far the sound is above the note; 2³² would be a semitone.
  var pitchFraction: UInt32
  var loops: [Loop]

  struct Loop: Equatable {
    /// A cue point's number.
    var identifier: UInt32
    /// 0 forward, 1 alternating, 2 backward; other values are vendor-specific.
    var type: UInt32
    var start: UInt32
    /// The last frame that is played, not the one after it.
    var end: UInt32
    /// 0 means endlessly.
    var playCount: UInt32
  }
}

extension WAVESampler {
  init(parsing reader: inout ByteReader, notes: inout [Note]) throws(SoundFileError) {
    _ = try reader.read(UInt64.self)  // manufacturer and product
    samplePeriod = try reader.read()
    unityNote = try reader.read()
    pitchFraction = try reader.read()
    _ = try reader.read(UInt64.self)  // SMPTE format and offset
    let countOffset = reader.offset
    let claimedCount = try reader.read(UInt32.self)
    _ = try reader.read(UInt32.self)  // how many vendor-specific bytes follow the loops
    loops = []
    while loops.count < claimedCount, let loop = try? Loop(parsing: &reader) {
      loops.append(loop)
    }
    notes.append(count: claimedCount, found: loops.count, "smpl", of: "loops", at: countOffset)
  }

  func write(to writer: inout ByteWriter) {
    writer.write(UInt64(0))  // manufacturer and product
    writer.write(samplePeriod)
    writer.write(unityNote)
    writer.write(pitchFraction)
    writer.write(UInt64(0))  // SMPTE format and offset
    writer.write(UInt32(loops.count))
    writer.write(UInt32(0))  // how many vendor-specific bytes follow the loops
    for loop in loops { loop.write(to: &writer) }
  }

  /// Describes an instrument's pitch and the loops whose positions fit 32 bits.
  init(_ metadata: SoundMetadata, instrument: SoundMetadata.Instrument, sampleRate: Double) {
    samplePeriod = UInt32(1e9 / max(1, sampleRate) + 0.5)
    // Raising the sound by `detune` gives it the base note's pitch, so it is that much below.
    let cents = min(
      max(0, instrument.baseNote * 100 - min(max(-50, instrument.detune), 50)), 12_799)
    unityNote = UInt32(cents / 100)
    pitchFraction = UInt32((UInt64(cents % 100) << 32) / 100)
    loops = metadata.loops.compactMap { loop in
      guard let start = UInt32(exactly: loop.frames.lowerBound),
        let end = UInt32(exactly: loop.frames.upperBound - 1)
      else { return nil }
      return Loop(
        identifier: 0, type: loop.kind.waveType, start: start, end: end,
        playCount: loop.playCount)
    }
    for index in loops.indices { loops[index].identifier = UInt32(index) }
  }

  /// The pitch, or nil for middle C, which writers state if they know no pitch.
  var instrument: SoundMetadata.Instrument? {
    guard unityNote <= 127, unityNote != 60 || pitchFraction != 0 else { return nil }
    let cents = Int((UInt64(pitchFraction) * 100 + 1 << 31) >> 32)
    let isBelowNext = cents > 50
    return SoundMetadata.Instrument(
      baseNote: min(127, Int(unityNote) + (isBelowNext ? 1 : 0)),
      detune: isBelowNext ? 100 - cents : -cents, velocities: 0...127)
  }
}

extension WAVESampler.Loop {
  init(parsing reader: inout ByteReader) throws(SoundFileError) {
    identifier = try reader.read()
    type = try reader.read()
    start = try reader.read()
    end = try reader.read()
    _ = try reader.read(UInt32.self)  // a fraction of a frame
    playCount = try reader.read()
  }

  func write(to writer: inout ByteWriter) {
    writer.write(identifier)
    writer.write(type)
    writer.write(start)
    writer.write(end)
    writer.write(UInt32(0))  // a fraction of a frame
    writer.write(playCount)
  }

  /// The loop, or nil for one that ends before it begins.
  var loop: SoundMetadata.Loop? {
    guard start <= end else { return nil }
    return SoundMetadata.Loop(
      // Even a loop past all that an `Int` counts has a frame.
      frames: min(Int(clamping: start), .max - 1)..<Int(clamping: UInt64(end) + 1),
      kind: type == 1 ? .alternating : type == 2 ? .backward : .forward,
      playCount: playCount)
  }
}

extension SoundMetadata.Loop.Kind {
  fileprivate var waveType: UInt32 {
    switch self {
    case .forward: 0
    case .alternating: 1
    case .backward: 2
    }
  }
}

/// WAVE's instrument chunk, `inst`.
///
/// Layout: as for `smpl`, "Instrument Chunk".
struct WAVEInstrument: Equatable {
  var unshiftedNote: UInt8
  /// In cents.
  var fineTune: Int8
  /// In decibels.
  var gain: Int8
  var lowNote: UInt8
  var highNote: UInt8
  var lowVelocity: UInt8
  var highVelocity: UInt8
}

extension WAVEInstrument {
  init(parsing reader: inout ByteReader) throws(SoundFileError) {
    unshiftedNote = try reader.read()
    fineTune = try reader.read()
    gain = try reader.read()
    lowNote = try reader.read()
    highNote = try reader.read()
    lowVelocity = try reader.read()
    highVelocity = try reader.read()
  }

  /// Writes the body and one more byte: Apple's chunk size includes the pad byte.
  func write(to writer: inout ByteWriter) {
    writer.write(unshiftedNote)
    writer.write(fineTune)
    writer.write(gain)
    writer.write(lowNote)
    writer.write(highNote)
    writer.write(lowVelocity)
    writer.write(highVelocity)
    writer.write(UInt8(0))
  }

  init(_ instrument: SoundMetadata.Instrument) {
    unshiftedNote = UInt8(clamping: instrument.baseNote)
    fineTune = Int8(clamping: instrument.detune)
    gain = Int8(clamping: instrument.gain)
    lowNote = UInt8(clamping: instrument.notes.lowerBound)
    highNote = UInt8(clamping: instrument.notes.upperBound)
    lowVelocity = UInt8(clamping: instrument.velocities.lowerBound)
    highVelocity = UInt8(clamping: instrument.velocities.upperBound)
  }

  var instrument: SoundMetadata.Instrument {
    SoundMetadata.Instrument(
      baseNote: Int(unshiftedNote), detune: Int(fineTune), gain: Int(gain),
      notes: .init(from: lowNote, to: highNote),
      velocities: .init(from: lowVelocity, to: highVelocity))
  }
}
