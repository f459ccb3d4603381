/// Reads the structure of AIFF and AIFF-C files.
///
/// Sources: AIFF 1.3; AIFF-C draft of 1991-08-26. All tolerated deviations occur in real files.
enum AIFFReader {
  static func read(
    _ source: AnyByteSource, as container: Container, from start: Int
  ) throws(SoundFileError) -> SoundFile {
    var notes: [Note] = []
    var chunks: [Chunk] = []
    let fileByteCount = source.byteCount - start
    var form = try source.reader(at: start + 4, count: 4)
    let formByteCount = try form.read(UInt32.self)
    if UInt64(formByteCount) + 8 != fileByteCount {
      notes.append(
        "the FORM size is \(formByteCount), the file has \(fileByteCount - 8)", at: start + 4)
    }
    var scanner = ChunkScanner(.iff(.big), from: start + 12)
    while let chunk = try scanner.next(in: source, notes: &notes) { chunks.append(chunk) }

    let formEnd = UInt64(start) + 8 + UInt64(formByteCount)
    guard let common = last("COMM", of: chunks, before: formEnd) else {
      throw .malformed("the COMM chunk is missing")
    }
    var reader = try common.reader(in: source, order: .big)
    let description = try AIFFCommon(parsing: &reader, isAIFC: container == .aifc)
    let format = StreamFormat(
      sampleRate: description.sampleRate, channelCount: Int(description.channelCount),
      dataFormat: try description.dataFormat(at: common.bodyOffset))

    var sound = SoundFile(
      container: container, format: format, from: start, chunks: chunks, notes: notes)
    sound.appleDoubt = description.appleDoubt
    if container == .aifc, !chunks.contains(where: { $0.identifier == "FVER" }) {
      sound.notes.append("the FVER chunk is missing")
    }
    if let soundData = last("SSND", of: chunks, before: formEnd) {
      if description.sampleFrameCount == 0, formByteCount > 0, soundData.bodyOffset > formEnd {
        sound.appleDoubt = (
          "Apple's library doesn't read the audio after the end of the FORM", true
        )
      }
      let audio = try sound.filledIn(
        soundData, emptyByteCount: 8, formByteCount: UInt64(formByteCount), scanner, in: source)
      try findAudio(in: audio, of: &sound, formByteCount: UInt64(formByteCount), in: source)
    } else if description.sampleFrameCount > 0 {
      throw .malformed("the SSND chunk is missing")
    }
    applyFrameCount(Int64(description.sampleFrameCount), to: &sound, at: common.bodyOffset + 2)
    try readLayout(of: &sound, in: source)
    try readTexts(of: &sound, in: source)
    return sound
  }

  /// Returns the last chunk with the code `identifier`, as Apple's library, FFmpeg, SoX and libsndfile do. Like Apple's
  /// library, ignores chunks after the end of the FORM if the FORM has a chunk with this code. Source: Toisto's
  /// invalid-extra-ssnd-after-form-end.aiff (https://github.com/karip/toisto-aiff-test-suite).
  private static func last(
    _ identifier: FourCharCode, of chunks: [Chunk], before formEnd: UInt64
  ) -> Chunk? {
    chunks.last { $0.identifier == identifier && UInt64($0.bodyOffset) <= formEnd }
      ?? chunks.last { $0.identifier == identifier }
  }

  /// Finds the audio. The sound data chunk begins with the audio's offset and a block size.
  private static func findAudio(
    in soundData: Chunk, of sound: inout SoundFile, formByteCount: UInt64,
    in source: AnyByteSource
  ) throws(SoundFileError) {
    var reader = try source.reader(at: soundData.bodyOffset, count: min(8, soundData.byteCount))
    let statedOffset = try reader.read(UInt32.self)
    _ = try reader.read(UInt32.self)  // block size
    var offset = Int(clamping: statedOffset)
    if offset > soundData.byteCount - 8 {
      sound.notes.append(
        "the SSND offset \(statedOffset) is outside the chunk: ignored", at: soundData.bodyOffset)
      offset = 0
    }
    sound.findAudio(
      in: soundData, after: 8 + offset, fileByteCount: source.byteCount - sound.start,
      formByteCount: formByteCount)
  }

  /// Compares the common chunk's packet count with the packets that are present.
  ///
  /// Keeps packets that the common chunk doesn't count, as Apple's library, FFmpeg and libsndfile do. For stereo IMA4,
  /// libsndfile states only half of the packets.
  private static func applyFrameCount(_ claimed: Int64, to sound: inout SoundFile, at offset: Int) {
    let present = sound.packetCount
    // After an odd number of bytes of audio, Python's aifc counts the pad byte in the size of SSND, but not in COMM.
    if sound.format.bytesPerPacket == 1, present % 2 == 0, claimed == present - 1 {
      sound.audioBytes.removeLast()
      sound.notes.append("the SSND chunk's size counts the pad byte", at: offset)
      return
    }
    guard claimed != present, sound.format.bytesPerPacket > 0 else { return }
    if sound.format.dataFormat.isPadded, claimed > 0,
      sound.format.packetCount(forFrames: Int(clamping: claimed - 1)) == present
    {
      sound.notes.append("the COMM chunk counts frames, not packets", at: offset)
      sound.packetTable = PacketTable(
        validFrameCount: Int(clamping: claimed), primingFrameCount: 0,
        remainderFrameCount: sound.decodedFrameCount - Int(clamping: claimed))
    } else if claimed > 0, claimed < present, !sound.format.dataFormat.isPadded {
      sound.ignore("the COMM chunk counts \(claimed), \(present) are present", at: offset)
    } else if claimed < present || sound.missingByteCount == 0 {
      sound.notes.append("the COMM chunk counts \(claimed), \(present) are present", at: offset)
    }
  }

  private static func readLayout(
    of sound: inout SoundFile, in source: AnyByteSource
  ) throws(SoundFileError) {
    guard let chunk = sound.chunks.first(where: { $0.identifier == "CHAN" }) else { return }
    var reader = try chunk.reader(in: source, order: .big)
    if let layout = try? ChannelLayout(parsing: &reader) {
      sound.adopt(layout: layout, from: chunk)
    } else {
      sound.notes.append("the CHAN chunk is truncated and ignored", at: chunk.bodyOffset)
    }
  }

  private static func readTexts(
    of sound: inout SoundFile, in source: AnyByteSource
  ) throws(SoundFileError) {
    var texts = ChunkTexts()
    for chunk in sound.chunks {
      do throws(SoundFileError) {
        try AIFFTexts.read(chunk, in: source, into: &texts, notes: &sound.notes)
      } catch  where error.code == .truncated {
        sound.notes.append("the \(chunk.identifier) chunk is truncated", at: chunk.bodyOffset)
      }
    }
    sound.metadata.texts = texts.entries
  }
}
