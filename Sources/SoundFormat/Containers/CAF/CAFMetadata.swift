/// The metadata in CAF's chunks other than `info`. The chunks refer to each other, so all are read
/// before any is interpreted.
struct CAFMetadata {
  var strings: [UInt32: String] = [:]
  var markers: [CAFMarker] = []
  var regions: [CAFRegion] = []
  var instrument: CAFInstrument?

  func metadata(notes: inout [Note]) -> SoundMetadata {
    var metadata = SoundMetadata(instrument: instrument?.instrument)
    if let instrument, metadata.instrument == nil {
      notes.append(Note("the inst chunk's base note is \(instrument.baseNote): ignored"))
    }
    var names = MarkerNames(strings)
    metadata.markers = markers.compactMap { marker in
      marker.wholePosition.map {
        SoundMetadata.Marker(
          identifier: marker.identifier, framePosition: $0, name: names.name(of: marker.identifier),
          type: marker.type)
      }
    }
    if metadata.markers.count < markers.count {
      notes.append(
        Note(
          counted(markers.count - metadata.markers.count, "marker") + " without a position: ignored"
        ))
    }
    metadata.loops = regions.compactMap { $0.loop(releaseRegion: instrument?.releaseRegion ?? 0) }
    return metadata
  }

  init(_ metadata: SoundMetadata) {
    // Leave the higher identifiers to regions and their markers.
    let named = metadata.markersWithIdentifiers(in: 1...UInt32(Int32.max))
    markers = named.map {
      CAFMarker(
        type: $0.type, framePosition: Double($0.framePosition), identifier: $0.identifier)
    }
    strings = [:]
    for marker in named where !marker.name.isEmpty { strings[marker.identifier] = marker.name }
    let firstRegion = (named.map { $0.identifier }.max() ?? 0) + 1
    regions = metadata.loops.prefix(1 << 20).enumerated().map { index, loop in
      CAFRegion(loop, identifier: firstRegion + 3 * UInt32(index))
    }
    instrument = metadata.writtenInstrument.map { instrument in
      func region(_ stage: SoundMetadata.Loop.Stage) -> UInt32 {
        zip(metadata.loops, regions).first { $0.0.stage == stage }?.1.identifier ?? 0
      }
      return CAFInstrument(
        instrument, sustainRegion: region(.sustain), releaseRegion: region(.release))
    }
  }

  init() {}

  func write(to writer: inout ByteWriter) {
    if !strings.isEmpty {
      writer.writeChunk("strg", sizedBy: Int64.self) { CAFStrings.write(strings, to: &$0) }
    }
    if !markers.isEmpty {
      writer.writeChunk("mark", sizedBy: Int64.self) { chunk in
        chunk.write(UInt32(0))  // kCAF_SMPTE_TimeTypeNone
        chunk.write(UInt32(markers.count))
        for marker in markers { marker.write(to: &chunk) }
      }
    }
    if !regions.isEmpty {
      writer.writeChunk("regn", sizedBy: Int64.self) { CAFRegion.write(regions, to: &$0) }
    }
    if let instrument {
      writer.writeChunk("inst", sizedBy: Int64.self) { instrument.write(to: &$0) }
    }
  }
}

/// CAF's strings chunk, `strg`: names of markers and regions, by identifier.
///
/// Layout: CAF specification, "Strings Chunk".
enum CAFStrings {
  static func strings(
    parsing reader: inout ByteReader, notes: inout [Note]
  ) throws(SoundFileError) -> [UInt32: String] {
    let countOffset = reader.offset
    let entries = try reader.readList(
      countedBy: UInt32.self, of: "strings", in: "strg", notes: &notes
    ) { reader throws(SoundFileError) in
      (
        identifier: try reader.read(UInt32.self),
        offset: UInt32(exactly: try reader.read(Int64.self)) ?? .max
      )
    }
    // Decode each text once: in a hostile file, thousands of identifiers may share a text. Ignore
    // offsets into the middle of a text, which would create more texts.
    let base = reader.offset
    let offsets = Set(entries.map { $0.offset })
    var texts: [UInt32: String] = [:]
    while reader.remainingByteCount > 0 {
      let offset = UInt32(reader.offset - base)
      let text = reader.readTerminatedText()
      if offsets.contains(offset) { texts[offset] = text }
    }
    var strings: [UInt32: String] = [:]
    var strayCount = 0
    for entry in entries {
      if let text = texts[entry.offset] {
        strings[entry.identifier] = text
      } else {
        strayCount += 1
      }
    }
    if strayCount > 0 {
      notes.append(
        Note(
          counted(strayCount, "string", of: "the strg chunk", are: "not where it says"),
          at: countOffset))
    }
    return strings
  }

  static func write(_ strings: [UInt32: String], to writer: inout ByteWriter) {
    writer.write(UInt32(strings.count))
    var texts = ByteWriter(order: .big)
    for identifier in strings.keys.sorted() {
      writer.write(identifier)
      writer.write(Int64(texts.bytes.count))
      texts.write((strings[identifier] ?? "").utf8Prefix())
      texts.write(UInt8(0))
    }
    writer.write(texts.bytes)
  }
}

/// CAF's instrument chunk, `inst`.
///
/// Layout: CAF specification, "Instrument Chunk".
struct CAFInstrument {
  /// A MIDI note; its fraction says how far the sound is above the note, in semitones.
  private(set) var baseNote: Float
  /// Everything but the pitch.
  private var rest: SoundMetadata.Instrument
  /// The regions to play while a key is held and after it is released; 0 for none.
  private var sustainRegion: UInt32
  private(set) var releaseRegion: UInt32

  init(parsing reader: inout ByteReader) throws(SoundFileError) {
    baseNote = try reader.readFloat()
    rest = SoundMetadata.Instrument()
    try rest.readRanges(from: &reader)
    let gain = try reader.readFloat()
    rest.gain = (-1000...1000).contains(gain) ? Int(gain + 1000.5) - 1000 : 0
    _ = try reader.read(UInt32.self)  // the region to play before
    sustainRegion = try reader.read()
    releaseRegion = try reader.read()
    _ = try reader.read(UInt32.self)  // the key of a name in the strings chunk
  }

  init(_ instrument: SoundMetadata.Instrument, sustainRegion: UInt32, releaseRegion: UInt32) {
    baseNote = Float(instrument.baseNote) - Float(instrument.detune) / 100
    rest = instrument
    self.sustainRegion = sustainRegion
    self.releaseRegion = releaseRegion
  }

  func write(to writer: inout ByteWriter) {
    writer.write(baseNote.bitPattern)
    rest.writeRanges(to: &writer)
    writer.write(Float(rest.gain).bitPattern)
    for number in [0, sustainRegion, releaseRegion, 0] { writer.write(number) }
  }

  /// The instrument; nil if the base note isn't a MIDI note.
  var instrument: SoundMetadata.Instrument? {
    guard (-1...128).contains(baseNote) else { return nil }
    let cents = Int(Double(baseNote) * 100 + 200.5) - 200
    var instrument = rest
    instrument.baseNote = (cents + 50) / 100
    instrument.detune = instrument.baseNote * 100 - cents
    return instrument
  }
}
