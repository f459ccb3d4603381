/// WAVE's chunks for a sound's metadata.
struct WAVEMetadata {
  var texts: [InformationEntry] = []
  var cuePoints: [WAVECuePoint] = []
  /// The cue points' names.
  var labels: [UInt32: String] = [:]
  var sampler: WAVESampler?
  var instrument: WAVEInstrument?

  var metadata: SoundMetadata {
    SoundMetadata(
      texts: texts,
      markers: cuePoints.map {
        SoundMetadata.Marker(
          identifier: $0.identifier, framePosition: Int(clamping: $0.sampleOffset),
          name: labels[$0.identifier] ?? "")
      },
      loops: sampler?.loops.compactMap { $0.loop } ?? [],
      instrument: mergedInstrument)
  }

  /// The instrument, merged from both chunks. The pitch is the instrument chunk's, unless that
  /// chunk leaves fine tuning to the sampler chunk.
  private var mergedInstrument: SoundMetadata.Instrument? {
    guard var merged = instrument?.instrument else { return sampler?.instrument }
    if merged.detune == 0, let pitch = sampler?.instrument {
      merged.baseNote = pitch.baseNote
      merged.detune = pitch.detune
    }
    return merged
  }

  init() {}

  /// Creates the chunks for metadata, without anything WAVE has no room for.
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
      cuePoints = try WAVECuePoint.list(parsing: &reader, notes: &notes)
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
        let (text, encoding) = TextEncoding.decode(bytes, otherwise: .latin1)
        notes.append(encoding, of: "name of a cue point", at: item.offset + 4)
        labels[identifier] = text
      }
    default: break
    }
  }

  func write(to writer: inout ByteWriter) {
    if let sampler { writer.writePaddedChunk("smpl") { sampler.write(to: &$0) } }
    if let instrument { writer.writePaddedChunk("inst") { instrument.write(to: &$0) } }
    if !cuePoints.isEmpty {
      writer.writePaddedChunk("cue ") { WAVECuePoint.write(cuePoints, to: &$0) }
    }
    if !labels.isEmpty {
      writer.writePaddedChunk("LIST") { list in
        list.write("adtl" as FourCharCode)
        for (identifier, text) in labels.sorted(by: { $0.key < $1.key }) {
          list.writePaddedChunk("labl") {
            $0.write(identifier)
            $0.write(text.utf8Prefix() + [0])
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
