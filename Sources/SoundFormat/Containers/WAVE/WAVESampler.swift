/// WAVE's sampler chunk, `smpl`: loops and a pitch.
///
/// Layout: Microsoft, "New Multimedia Data Types and Data Techniques", revision 3.0 of 1994,
/// "Sample Chunk".
struct WAVESampler {
  /// The pitch; nil for middle C, which writers state if they don't know it.
  private(set) var instrument: SoundMetadata.Instrument?
  private(set) var loops: [SoundMetadata.Loop]
  /// A frame's duration in nanoseconds.
  private var samplePeriod: UInt32

  /// The kinds of loops, in the order of their numbers. Other numbers are vendor-specific.
  private static let kinds: [SoundMetadata.Loop.Kind] = [.forward, .alternating, .backward]

  init(parsing reader: inout ByteReader, notes: inout [Note]) throws(SoundFileError) {
    _ = try reader.read(UInt64.self)  // manufacturer and product
    samplePeriod = try reader.read()
    instrument = Self.instrument(
      unityNote: try reader.read(), pitchFraction: try reader.read())
    _ = try reader.read(UInt64.self)  // SMPTE format and offset
    let countOffset = reader.offset
    let claimedCount = try reader.read(UInt32.self)
    _ = try reader.read(UInt32.self)  // how many vendor-specific bytes follow the loops
    let found = reader.readEntries(upTo: claimedCount, Self.loop(parsing:))
    notes.append(count: claimedCount, found: found.count, "smpl", of: "loops", at: countOffset)
    loops = found.compactMap { $0 }
  }

  init(_ metadata: SoundMetadata, instrument: SoundMetadata.Instrument, sampleRate: Double) {
    samplePeriod = UInt32(1e9 / max(1, sampleRate) + 0.5)
    self.instrument = instrument
    loops = metadata.loops
  }

  /// Writes the pitch and the loops whose positions fit 32 bits.
  func write(to writer: inout ByteWriter) {
    writer.write(UInt64(0))  // manufacturer and product
    writer.write(samplePeriod)
    // Subtract `detune`: raising the sound's pitch by `detune` gives the note, so the sound is lower.
    let (note, detune) = (instrument?.baseNote ?? 60, instrument?.detune ?? 0)
    let cents = min(max(0, note * 100 - min(max(-50, detune), 50)), 12_799)
    writer.write(UInt32(cents / 100))
    // Write how far the sound is above the note, in units of 2⁻³² semitones.
    writer.write(UInt32((UInt64(cents % 100) << 32) / 100))
    writer.write(UInt64(0))  // SMPTE format and offset
    let written = loops.filter { UInt32(exactly: $0.frames.upperBound - 1) != nil }
    writer.write(UInt32(written.count))
    writer.write(UInt32(0))  // how many vendor-specific bytes follow the loops
    for (index, loop) in written.enumerated() {
      writer.write(UInt32(index))
      writer.write(UInt32(Self.kinds.firstIndex(of: loop.kind) ?? 0))
      writer.write(UInt32(loop.frames.lowerBound))
      writer.write(UInt32(loop.frames.upperBound - 1))
      writer.write(UInt32(0))  // a fraction of a frame
      writer.write(loop.playCount)
    }
  }

  private static func instrument(
    unityNote: UInt32, pitchFraction: UInt32
  ) -> SoundMetadata.Instrument? {
    guard unityNote <= 127, unityNote != 60 || pitchFraction != 0 else { return nil }
    let cents = Int((UInt64(pitchFraction) * 100 + 1 << 31) >> 32)
    let isBelowNext = cents > 50
    return SoundMetadata.Instrument(
      baseNote: min(127, Int(unityNote) + (isBelowNext ? 1 : 0)),
      detune: isBelowNext ? 100 - cents : -cents, velocities: 0...127)
  }

  /// Reads a loop; nil for a loop that ends before it begins.
  private static func loop(
    parsing reader: inout ByteReader
  ) throws(SoundFileError) -> SoundMetadata.Loop? {
    _ = try reader.read(UInt32.self)  // the number of a cue point
    let kind = try reader.read(UInt32.self)
    // Read the loop's first and last frame. The last frame is also played.
    let (start, end) = (try reader.read(UInt32.self), try reader.read(UInt32.self))
    _ = try reader.read(UInt32.self)  // a fraction of a frame
    let playCount = try reader.read(UInt32.self)
    guard start <= end else { return nil }
    return SoundMetadata.Loop(
      // Clamp the start, so that even a loop that begins past the largest `Int` has a frame.
      frames: min(Int(clamping: start), .max - 1)..<Int(clamping: UInt64(end) + 1),
      kind: kind < kinds.count ? kinds[Int(kind)] : .forward, playCount: playCount)
  }
}

/// WAVE's instrument chunk, `inst`.
///
/// Layout: "Instrument Chunk", in the document that is the source for `smpl`.
struct WAVEInstrument {
  var instrument = SoundMetadata.Instrument()

  init(_ instrument: SoundMetadata.Instrument) { self.instrument = instrument }

  init(parsing reader: inout ByteReader) throws(SoundFileError) {
    instrument.baseNote = Int(try reader.read(UInt8.self))
    instrument.detune = Int(try reader.read(Int8.self))
    instrument.gain = Int(try reader.read(Int8.self))
    try instrument.readRanges(from: &reader)
  }

  /// Writes the body and one more byte: Apple's chunk size includes the pad byte.
  func write(to writer: inout ByteWriter) {
    writer.write(UInt8(clamping: instrument.baseNote))
    writer.write(Int8(clamping: instrument.detune))
    writer.write(Int8(clamping: instrument.gain))
    instrument.writeRanges(to: &writer)
    writer.write(UInt8(0))
  }
}
