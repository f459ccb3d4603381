/// WAVE's chunks for a sound's metadata.
struct WAVEMetadata {
  var texts: [InformationEntry] = []
  var cuePoints: [WAVECuePoint] = []
  /// The cue points' names.
  var labels: [UInt32: String] = [:]
  var sampler: WAVESampler?
  var instrument: WAVEInstrument?

  var metadata: SoundMetadata {
    var names = MarkerNames(labels)
    return SoundMetadata(
      texts: texts,
      markers: cuePoints.map {
        SoundMetadata.Marker(
          identifier: $0.identifier, framePosition: Int(clamping: $0.sampleOffset),
          name: names.name(of: $0.identifier))
      },
      loops: sampler?.loops ?? [],
      instrument: mergedInstrument)
  }

  /// The instrument, merged from both chunks. The pitch is from the instrument chunk if that states
  /// a fine tuning, else from the sampler chunk.
  private var mergedInstrument: SoundMetadata.Instrument? {
    guard var merged = instrument?.instrument else { return sampler?.instrument }
    if merged.detune == 0, let pitch = sampler?.instrument {
      merged.baseNote = pitch.baseNote
      merged.detune = pitch.detune
    }
    return merged
  }

  init() {}

  /// Creates the chunks for metadata. Leaves out everything that WAVE has no room for.
  init(_ metadata: SoundMetadata, sampleRate: Double) {
    texts = metadata.texts.filter { !$0.value.isEmpty && WAVEList.code(for: $0) != nil }
    for marker in metadata.markersWithIdentifiers(in: 1...UInt32.max) {
      guard let position = UInt32(exactly: marker.framePosition) else { continue }
      cuePoints.append(
        WAVECuePoint(
          identifier: marker.identifier, position: position, sampleOffset: position))
      if !marker.name.isEmpty { labels[marker.identifier] = marker.name }
    }
    if let instrument = metadata.writtenInstrument {
      sampler = WAVESampler(metadata, instrument: instrument, sampleRate: sampleRate)
      self.instrument = WAVEInstrument(instrument)
    }
  }
}

extension WAVEMetadata {
  /// Reads a chunk if it holds metadata.
  mutating func read(
    _ chunk: Chunk, in source: some ByteSource, order: ByteOrder, notes: inout [Note]
  ) throws(SoundFileError) {
    switch chunk.identifier {
    case "smpl" where sampler == nil:
      var reader = try chunk.reader(in: source, order: order)
      sampler = try WAVESampler(parsing: &reader, notes: &notes)
    case "inst" where instrument == nil:
      var reader = try chunk.reader(in: source, order: order)
      instrument = try WAVEInstrument(parsing: &reader)
    case "cue " where cuePoints.isEmpty:
      var reader = try chunk.reader(in: source, order: order)
      cuePoints = try reader.readList(
        countedBy: UInt32.self, of: "points", in: "cue", notes: &notes, WAVECuePoint.init(parsing:))
    case "LIST":
      var reader = try chunk.reader(in: source, order: order)
      try readList(parsing: &reader, order: order, notes: &notes)
    default: break
    }
  }

  private mutating func readList(
    parsing reader: inout ByteReader, order: ByteOrder, notes: inout [Note]
  ) throws(SoundFileError) {
    switch try reader.readCode() {
    case "INFO":
      for item in WAVEList.items(parsing: &reader, notes: &notes) {
        if let entry = WAVEList.entry(item, notes: &notes) { texts.append(entry) }
      }
    case "adtl":
      for item in WAVEList.items(parsing: &reader, notes: &notes) where item.code == "labl" {
        var label = ByteReader(Array(item.body), at: item.offset, order: order)
        let identifier = try label.read(UInt32.self)
        let bytes = try label.readBytes(label.remainingByteCount)
        let (text, isLatin1) = String.decoding(bytes)
        if isLatin1 { notes.appendLatin1("name of a cue point", at: item.offset + 4) }
        labels[identifier] = text
      }
    default: break
    }
  }

  func write(to writer: inout ByteWriter) {
    if let sampler { writer.writePaddedChunk("smpl") { sampler.write(to: &$0) } }
    if let instrument { writer.writePaddedChunk("inst") { instrument.write(to: &$0) } }
    if !cuePoints.isEmpty {
      writer.writePaddedChunk("cue ") { chunk in
        chunk.write(UInt32(cuePoints.count))
        for point in cuePoints { point.write(to: &chunk) }
      }
    }
    if !labels.isEmpty {
      writer.writePaddedChunk("LIST") { list in
        list.write("adtl" as FourCharCode)
        for identifier in labels.keys.sorted() {
          list.writePaddedChunk("labl") {
            $0.write(identifier)
            $0.write((labels[identifier] ?? "").utf8Prefix() + [0])
          }
        }
      }
    }
    if !texts.isEmpty {
      writer.writePaddedChunk("LIST") { list in
        list.write("INFO" as FourCharCode)
        for entry in texts {
          guard let code = WAVEList.code(for: entry) else { continue }
          list.writePaddedChunk(code) { $0.write(entry.value.utf8Prefix() + [0]) }
        }
      }
    }
  }
}

/// A point of WAVE's cue chunk, `cue `.
///
/// Layout: Microsoft, "Multimedia Programming Interface and Data Specifications 1.0" of 1991,
/// "Cue-Points Chunk".
struct WAVECuePoint {
  var identifier: UInt32
  /// The frame's position in playing order.
  var position: UInt32
  /// The chunk the frame is in: `data`, unless there is a list of wave chunks.
  var chunk: FourCharCode = "data"
  /// The frame, counted from the chunk's first frame.
  var sampleOffset: UInt32
}

extension WAVECuePoint {
  init(parsing reader: inout ByteReader) throws(SoundFileError) {
    identifier = try reader.read()
    position = try reader.read()
    chunk = try reader.readCode()
    _ = try reader.read(UInt64.self)  // starts of the chunk and the block
    sampleOffset = try reader.read()
  }

  func write(to writer: inout ByteWriter) {
    writer.write(identifier)
    writer.write(position)
    writer.write(chunk)
    writer.write(UInt64(0))  // starts of the chunk and the block
    writer.write(sampleOffset)
  }
}

/// WAVE's lists of texts: `LIST` chunks of the kinds `INFO` and `adtl`.
///
/// Layout: "LIST Chunk", "INFO List Chunk" and "Associated Data Chunk", in the document that is the source for `cue `.
enum WAVEList {
  /// The codes of an `INFO` list, with their fields. `IMUS`, `IWRI`, `ITRK` and `IPRT` aren't
  /// Microsoft's but are common. If two codes have the same field, the first is written.
  private static let fields: [(code: FourCharCode, field: InformationEntry.Field)] = [
    ("INAM", .title), ("IART", .artist), ("IPRD", .album), ("IMUS", .composer),
    ("IWRI", .lyricist), ("IGNR", .genre), ("ICRD", .recordedDate), ("ICMT", .comments),
    ("ICOP", .copyright), ("ITRK", .trackNumber),
    ("IPRT", .trackNumber), ("ISFT", .encodingApplication),
  ]

  /// Reads the chunks of a list. The last chunk may have fewer bytes than it claims.
  static func items(
    parsing reader: inout ByteReader, notes: inout [Note]
  ) -> [(code: FourCharCode, body: ArraySlice<UInt8>, offset: Int)] {
    var items: [(code: FourCharCode, body: ArraySlice<UInt8>, offset: Int)] = []
    while reader.remainingByteCount >= 8, let code = try? reader.readCode(),
      let claimed = try? reader.read(UInt32.self)
    {
      let offset = reader.offset
      let present = min(Int(clamping: claimed), reader.remainingByteCount)
      if present < claimed {
        notes.append(
          Note("the \(code) text claims \(claimed) bytes, \(present) are present", at: offset))
      }
      guard let body = try? reader.readBytes(present) else { break }
      items.append((code, body, offset))
      if present % 2 == 1 { _ = try? reader.read(UInt8.self) }
    }
    return items
  }

  /// Returns the entry for an item of an `INFO` list. A code without a field becomes the key.
  static func entry(
    _ item: (code: FourCharCode, body: ArraySlice<UInt8>, offset: Int), notes: inout [Note]
  ) -> InformationEntry? {
    let (text, isLatin1) = String.decoding(item.body)
    guard !text.isEmpty, item.code.isPrintable else { return nil }
    if isLatin1 { notes.appendLatin1("text of the INFO list", at: item.offset) }
    guard let field = fields.first(where: { $0.code == item.code })?.field else {
      return InformationEntry(key: "\(item.code)", value: text)
    }
    let isYear = text.utf8.count == 4 && text.allSatisfy { $0.isNumber }
    return InformationEntry(field == .recordedDate && isYear ? .year : field, text)
  }

  /// Returns the code for an entry's key; nil if WAVE has no code for it.
  static func code(for entry: InformationEntry) -> FourCharCode? {
    if let field = entry.field {
      return fields.first { $0.field == (field == .year ? .recordedDate : field) }?.code
    }
    // Accept a key that is itself a code: reading a code without a field makes the code the key.
    let characters = Array(entry.key.utf8)
    guard characters.count == 4, characters[0] == UInt8(ascii: "I") else { return nil }
    let code = FourCharCode(rawValue: characters.reduce(0) { $0 << 8 | UInt32($1) })
    return code.isPrintable ? code : nil
  }
}
