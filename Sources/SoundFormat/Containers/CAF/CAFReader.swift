/// Reads the structure of a Core Audio Format file.
///
/// Source: CAF specification. All tolerated deviations occur in real files.
enum CAFReader {
  static func read(
    _ source: AnyByteSource, from start: Int
  ) throws(SoundFileError) -> SoundFile {
    var notes: [Note] = []
    var chunks: [Chunk] = []
    var file = try source.reader(at: start + 4, count: 4)
    let version = try file.read(UInt16.self)

    var scanner = ChunkScanner(.caf, from: start + 8)
    while let chunk = try scanner.next(in: source, notes: &notes) { chunks.append(chunk) }

    guard let desc = chunks.first(where: { $0.identifier == "desc" }) else {
      throw .malformed("the desc chunk is missing")
    }
    guard let data = chunks.first(where: { $0.identifier == "data" }) else {
      throw .malformed("the data chunk is missing")
    }
    var reader = try desc.reader(in: source, order: .big)
    let description = try CAFDescription(parsing: &reader)

    var sound = SoundFile(
      container: .caf, format: try description.format(at: desc.bodyOffset), from: start,
      chunks: chunks, notes: notes)
    if version != 1 { sound.doubtHeader("the CAF version is \(version), not 1", at: start + 4) }
    if chunks.first != desc {
      sound.doubtHeader("the desc chunk is not the first", at: desc.bodyOffset)
    }
    let audio = try sound.filledIn(
      data, emptyByteCount: 4, formByteCount: nil, scanner, in: source)
    if data.claimedByteCount == nil {
      sound.noteUnfilledSize(of: "data", at: data.bodyOffset)
    }
    // The audio follows the 4 bytes of the edit count.
    sound.findAudio(in: audio, after: 4, fileByteCount: source.byteCount)
    try readMetadata(of: &sound, in: source)
    try sound.correctLosslessLength(in: source)
    try sound.findReplication(in: source)
    return sound
  }

  private static func readMetadata(
    of sound: inout SoundFile, in source: AnyByteSource
  ) throws(SoundFileError) {
    var seen: Set<UInt32> = []
    var texts = ChunkTexts()
    for chunk in sound.chunks where chunk.identifier != "free" && chunk.identifier != "uuid" {
      guard seen.insert(chunk.identifier.rawValue).inserted else {
        sound.notes.append("a second \(chunk.identifier) chunk is ignored", at: chunk.bodyOffset)
        continue
      }
      do throws(SoundFileError) {
        switch chunk.identifier {
        case "pakt":
          var reader = try chunk.reader(in: source, order: .big)
          let header = try CAFPacketTableHeader(parsing: &reader)
          let exceedsAudio = try countPackets(header, of: &sound, at: chunk, in: source)
          applyPacketTable(header, to: &sound, at: chunk, exceedsAudio: exceedsAudio)
        case "kuki":
          // Read at most 64 KiB. Real cookies have a few hundred bytes at most.
          sound.magicCookie = try source.bytes(
            at: chunk.bodyOffset, count: min(chunk.byteCount, 1 << 16))
        case "chan":
          var reader = try chunk.reader(in: source, order: .big)
          sound.adopt(layout: try ChannelLayout(parsing: &reader), from: chunk)
        case "info":
          try texts.read(
            chunk, in: source, order: .big, notes: &sound.notes, CAFInformation.read)
        default: break
        }
      } catch  where error.code == .truncated {
        sound.notes.append(
          "the \(chunk.identifier) chunk is truncated and ignored", at: chunk.bodyOffset)
      }
    }
    sound.metadata.texts = texts.entries
    // Note a missing packet table: without it, padding can't be told from sound. FFmpeg 5 and older write no table.
    if sound.format.dataFormat.isPadded, sound.packetTable == nil {
      sound.notes.append("no packet table: the length includes the last packet's padding")
    }
  }

  /// Adds up the table's entries, which exist only if packets vary in size or in frame count.
  ///
  /// - Returns: Whether the listed packets have more bytes than the audio.
  private static func countPackets(
    _ header: CAFPacketTableHeader, of sound: inout SoundFile, at chunk: Chunk,
    in source: AnyByteSource
  ) throws(SoundFileError) -> Bool {
    guard sound.format.bytesPerPacket == 0 || sound.format.framesPerPacket == 0,
      header.packetCount > 0
    else { return false }
    var entries = CAFPacketEntries(chunk)
    var (totals, sizes, exceedsAudio) = (PacketSizes(), [UInt32](), false)
    while totals.packetCount < header.packetCount,
      let packet = try entries.nextPacket(of: sound.format, in: source)
    {
      exceedsAudio = packet.byteCount > sound.audioBytes.count - totals.byteCount
      guard !exceedsAudio else { break }
      totals.append(byteCount: packet.byteCount, frameCount: packet.frameCount)
      sizes.append(UInt32(clamping: packet.byteCount))
    }
    sound.packetSizes = totals
    sound.packetList = .table(sizes)
    if totals.packetCount < header.packetCount {
      let note = Note(
        "the packet table counts \(counted(header.packetCount, "packet")), "
          + counted(totals.packetCount, are: exceedsAudio ? "present" : "listed"),
        at: chunk.bodyOffset)
      // If the file is truncated, only add a note: missing packets are then no surprise.
      exceedsAudio && sound.missingByteCount == 0 ? sound.ignore(note) : sound.notes.append(note)
    }
    return exceedsAudio
  }

  /// Applies the packet table, limited to the packets that are present.
  private static func applyPacketTable(
    _ header: CAFPacketTableHeader, to sound: inout SoundFile, at chunk: Chunk, exceedsAudio: Bool
  ) {
    guard header.validFrameCount >= 0, header.primingFrameCount >= 0 else {
      sound.notes.append(
        "the packet table has negative frame counts: ignored", at: chunk.bodyOffset)
      return
    }
    if sound.packetCount > 0, header.validFrameCount == 0, header.primingFrameCount == 0,
      header.remainderFrameCount == 0
    {
      sound.notes.append("the packet table was never filled in: ignored", at: chunk.bodyOffset)
      return
    }
    var table = PacketTable(
      validFrameCount: Int(clamping: header.validFrameCount),
      primingFrameCount: Int(header.primingFrameCount),
      remainderFrameCount: Int(header.remainderFrameCount))
    // If the packets of the audio are all known, limit the valid frames to the frames of these packets. A truncated
    // table doesn't list all packets, and the packets that it doesn't list may have valid frames.
    if exceedsAudio || (sound.format.bytesPerPacket > 0 && sound.format.framesPerPacket > 0) {
      let decoded = sound.decodedFrameCount
      let available = max(0, decoded - table.primingFrameCount)
      if table.validFrameCount > available {
        sound.notes.append(
          "the packet table claims \(header.validFrameCount) valid frames, \(available) are present",
          at: chunk.bodyOffset)
        table.validFrameCount = available
        table.primingFrameCount = min(table.primingFrameCount, decoded)
        table.remainderFrameCount = 0
      }
    }
    sound.packetTable = table
  }
}
