/// AIFF's chunks for a sound's metadata.
///
/// Layouts: AIFF 1.3, "Marker", "Instrument", "Comments" and "Text Chunks".
struct AIFFMetadata {
  var texts: [InformationEntry] = []
  var markers: [AIFFMarker] = []
  var instrument: AIFFInstrument?

  /// The text chunks, in the order they are written. A file may have several annotations, but no
  /// other text twice.
  private static let textChunks: [(identifier: FourCharCode, field: InformationEntry.Field)] = [
    ("NAME", .title), ("AUTH", .artist), ("(c) ", .copyright), ("ANNO", .comments),
  ]

  /// Returns the metadata, without unnamed markers that only mark a loop's ends.
  func metadata(notes: inout [Note]) -> SoundMetadata {
    var metadata = SoundMetadata(texts: texts, instrument: instrument?.instrument)
    var loopEnds: [UInt16] = []
    let stages: [(SoundMetadata.Loop.Stage, AIFFInstrument.Loop?)] = [
      (.sustain, instrument?.sustainLoop), (.release, instrument?.releaseLoop),
    ]
    for case (let stage, let loop?) in stages where loop.playMode != AIFFInstrument.Loop.noLooping {
      guard let begin = markers.first(where: { $0.identifier == loop.beginMarker }),
        let end = markers.first(where: { $0.identifier == loop.endMarker }),
        begin.position < end.position
      else {
        let name = stage == .sustain ? "sustain" : "release"
        notes.append(Note("the \(name) loop isn't between two markers: ignored"))
        continue
      }
      loopEnds += [loop.beginMarker, loop.endMarker]
      metadata.loops.append(
        SoundMetadata.Loop(
          frames: Int(clamping: begin.position)..<Int(clamping: end.position),
          kind: loop.playMode == AIFFInstrument.Loop.forwardBackwardLooping
            ? .alternating : .forward, stage: stage))
    }
    for marker in markers where !marker.name.isEmpty || !loopEnds.contains(marker.identifier) {
      metadata.markers.append(
        SoundMetadata.Marker(
          identifier: UInt32(marker.identifier), framePosition: Int(clamping: marker.position),
          name: String.decoding(marker.name).text))
    }
    return metadata
  }

  init() {}

  /// Creates the chunks for metadata. Leaves out everything that AIFF has no room for.
  init(_ metadata: SoundMetadata) {
    texts = metadata.texts
    let numbered = metadata.markersWithIdentifiers(in: AIFFMarker.identifiers)
    markers = numbered.compactMap { marker in
      UInt32(exactly: marker.framePosition).map {
        AIFFMarker(
          identifier: UInt16(marker.identifier), position: $0, name: marker.name.utf8Prefix(255))
      }
    }
    let sustainLoop = addLoop(metadata.loops, .sustain)
    let releaseLoop = addLoop(metadata.loops, .release)
    // Put the loops' markers first: libsndfile expects each loop's two ends before other markers.
    let ends = [sustainLoop, releaseLoop].flatMap { [$0.beginMarker, $0.endMarker] }
    markers =
      markers.filter { ends.contains($0.identifier) }
      + markers.filter { !ends.contains($0.identifier) }
    let hasLoop = sustainLoop != AIFFInstrument.Loop() || releaseLoop != AIFFInstrument.Loop()
    if let instrument = metadata.instrument?.withinMIDI
      ?? (hasLoop ? SoundMetadata.Instrument() : nil)
    {
      self.instrument = AIFFInstrument(
        instrument: instrument, sustainLoop: sustainLoop, releaseLoop: releaseLoop)
    }
  }

  /// Finds the stage's first loop that isn't backward, adds its markers, and returns the loop as AIFF stores it.
  private mutating func addLoop(
    _ loops: [SoundMetadata.Loop], _ stage: SoundMetadata.Loop.Stage
  ) -> AIFFInstrument.Loop {
    guard let loop = loops.first(where: { $0.stage == stage && $0.kind != .backward }),
      let begin = UInt32(exactly: loop.frames.lowerBound),
      let end = UInt32(exactly: loop.frames.upperBound),
      let beginMarker = marker(at: begin), let endMarker = marker(at: end)
    else { return AIFFInstrument.Loop() }
    return AIFFInstrument.Loop(
      playMode: loop.kind == .alternating
        ? AIFFInstrument.Loop.forwardBackwardLooping : AIFFInstrument.Loop.forwardLooping,
      beginMarker: beginMarker, endMarker: endMarker)
  }

  /// Returns the number of a marker where a loop begins or ends; nil if no number is free. Uses an existing marker
  /// with a name, or adds a marker without a name.
  private mutating func marker(at position: UInt32) -> UInt16? {
    if let named = markers.first(where: { $0.position == position && !$0.name.isEmpty }) {
      return named.identifier
    }
    let taken = Set(markers.map { UInt32($0.identifier) })
    guard let free = AIFFMarker.identifiers.first(where: { !taken.contains($0) }) else {
      return nil
    }
    markers.append(AIFFMarker(identifier: UInt16(free), position: position, name: []))
    return UInt16(free)
  }
}

extension AIFFMetadata {
  /// Reads a chunk if it holds metadata.
  mutating func read(
    _ chunk: Chunk, in source: some ByteSource, notes: inout [Note]
  ) throws(SoundFileError) {
    switch chunk.identifier {
    case "MARK" where markers.isEmpty:
      var reader = try chunk.reader(in: source, order: .big)
      markers = try reader.readList(
        countedBy: UInt16.self, of: "markers", in: "MARK", notes: &notes, AIFFMarker.init(parsing:))
    case "INST" where instrument == nil:
      var reader = try chunk.reader(in: source, order: .big)
      instrument = try AIFFInstrument(parsing: &reader)
    case "COMT":
      var reader = try chunk.reader(in: source, order: .big)
      try readComments(parsing: &reader, notes: &notes)
    case let identifier:
      guard let field = Self.textChunks.first(where: { $0.identifier == identifier })?.field else {
        return
      }
      var reader = try chunk.reader(in: source, order: .big)
      let bytes = try reader.readBytes(reader.remainingByteCount)
      appendText(bytes, as: field, of: "\(identifier) chunk", at: chunk.bodyOffset, notes: &notes)
    }
  }

  /// Reads the comments chunk's comments that don't belong to a marker.
  private mutating func readComments(
    parsing reader: inout ByteReader, notes: inout [Note]
  ) throws(SoundFileError) {
    let count = try reader.read(UInt16.self)
    for _ in 0..<count {
      _ = try reader.read(UInt32.self)  // the time, in seconds since 1904
      let marker = try reader.read(UInt16.self)
      let byteCount = Int(try reader.read(UInt16.self))
      let offset = reader.offset
      let bytes = try reader.readBytes(byteCount)
      if byteCount % 2 == 1 { _ = try? reader.read(UInt8.self) }
      if marker == 0 {
        appendText(bytes, as: .comments, of: "COMT chunk", at: offset, notes: &notes)
      }
    }
  }

  private mutating func appendText(
    _ bytes: ArraySlice<UInt8>, as field: InformationEntry.Field, of chunk: String,
    at offset: Int, notes: inout [Note]
  ) {
    let (text, isLatin1) = String.decoding(bytes)
    guard !text.isEmpty else { return }
    if isLatin1 { notes.appendLatin1(chunk, at: offset) }
    texts.append(InformationEntry(field, text))
  }

  func write(to writer: inout ByteWriter) {
    if !markers.isEmpty {
      writer.writePaddedChunk("MARK") { chunk in
        chunk.write(UInt16(markers.count))
        for marker in markers { marker.write(to: &chunk) }
      }
    }
    if let instrument { writer.writePaddedChunk("INST") { instrument.write(to: &$0) } }
    for (identifier, field) in Self.textChunks {
      let matching = texts.filter { $0.field == field && !$0.value.isEmpty }
      for entry in field == .comments ? matching[...] : matching.prefix(1) {
        writer.writePaddedChunk(identifier) { $0.write(entry.value.utf8Prefix()) }
      }
    }
  }
}
