/// Reads the structure of WAVE files: RIFF, its big-endian twin RIFX, RF64 and BW64.
///
/// Sources: Microsoft's multimedia registry; EBU Tech 3306 (RF64); ITU-R BS.2088 (BW64).
enum WAVEReader {
  static func read(
    _ source: AnyByteSource, as container: Container, order: ByteOrder, from start: Int
  ) throws(SoundFileError) -> SoundFile {
    var notes: [Note] = []
    var chunks: [Chunk] = []
    var riff = try source.reader(at: start + 4, count: 4, order: order)
    var riffByteCount = UInt64(try riff.read(UInt32.self))

    var scanner = ChunkScanner(.iff(order), from: start + 12)
    while let chunk = try scanner.next(in: source, notes: &notes) {
      chunks.append(chunk)
      if chunk.identifier == "ds64", container != .wave, chunks.count == 1 {
        var reader = try chunk.reader(in: source, order: order)
        riffByteCount = try reader.read()
        scanner.audioByteCount = try reader.read()
      }
    }
    guard let formatChunk = chunks.first(where: { $0.identifier == "fmt " }) else {
      throw .malformed("the fmt chunk is missing")
    }
    guard let data = chunks.first(where: { $0.identifier == "data" }) else {
      throw .malformed("the data chunk is missing")
    }
    var reader = try formatChunk.reader(in: source, order: order)
    let description = try WAVEFormat(parsing: &reader, notes: &notes)
    let format = StreamFormat(
      sampleRate: Double(description.samplesPerSecond),
      channelCount: Int(description.channelCount),
      dataFormat: try description.dataFormat(order: order, at: formatChunk.bodyOffset))

    let fileByteCount = source.byteCount - start
    var sound = SoundFile(
      container: container, format: format, from: start, chunks: chunks, notes: notes)
    if data.bodyOffset < formatChunk.bodyOffset {
      sound.doubtHeader("the data chunk precedes the fmt chunk", at: data.bodyOffset)
    }
    description.noteBlockSize(of: &sound, at: formatChunk.bodyOffset)
    if riffByteCount != UInt64(fileByteCount - 8) {
      sound.notes.append(
        "the RIFF size is \(riffByteCount), the file has \(fileByteCount - 8)", at: start + 4)
    }
    let audio = try sound.filledIn(
      data, emptyByteCount: 0, formByteCount: riffByteCount, scanner, in: source)
    sound.findAudio(in: audio, after: 0, fileByteCount: fileByteCount, formByteCount: riffByteCount)
    if case .other = format.dataFormat {
      let rest = description.frameCount(ofBlock: sound.unfinishedByteCount)
      try readFrameCount(of: &sound, after: rest, in: source, order: order)
    }
    if let extensible = description.extensible {
      sound.adopt(layout: ChannelLayout(speakerMask: extensible.channelMask), from: formatChunk)
    }
    try readTexts(of: &sound, in: source, order: order)
    return sound
  }

  /// Reads the `fact` chunk, which states how many frames a compressed sound has. Ignores a number of frames that
  /// doesn't end in the last block.
  ///
  /// - Parameter rest: How many frames follow the complete blocks, in an incomplete block.
  private static func readFrameCount(
    of sound: inout SoundFile, after rest: Int, in source: AnyByteSource, order: ByteOrder
  ) throws(SoundFileError) {
    let present = sound.decodedFrameCount.addingClamped(rest)
    if rest > 0 { sound.statedFrameCount = present }
    guard let fact = sound.chunks.first(where: { $0.identifier == "fact" }) else { return }
    var reader = try fact.reader(in: source, order: order)
    guard let claimed = try? reader.read(UInt32.self), claimed > 0 else { return }
    let lastBlock = rest > 0 ? rest : sound.format.framesPerPacket
    guard present > 0, !(present - lastBlock + 1...present).contains(Int(clamping: claimed)) else {
      sound.statedFrameCount = Int(clamping: claimed)
      return
    }
    sound.notes.append(
      "the fact chunk claims \(counted(claimed, "frame")), \(counted(present, are: "present"))",
      at: fact.bodyOffset)
  }

  private static func readTexts(
    of sound: inout SoundFile, in source: AnyByteSource, order: ByteOrder
  ) throws(SoundFileError) {
    var texts = ChunkTexts()
    for chunk in sound.chunks where chunk.identifier == "LIST" {
      do throws(SoundFileError) {
        try texts.read(
          chunk, in: source, order: order, notes: &sound.notes, WAVETexts.read)
      } catch  where error.code == .truncated {
        sound.notes.append("the \(chunk.identifier) chunk is truncated", at: chunk.bodyOffset)
      }
    }
    sound.metadata.texts = texts.entries
  }
}
