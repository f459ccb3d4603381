extension SoundFile {
  /// Reads the structure of a sound file in any container.
  ///
  /// The container is detected from the first bytes, never from a file name. ID3 tags may precede the container. Only
  /// headers are read and, of AAC, the first packets.
  ///
  /// - Parameter bytes: The whole file.
  /// - Throws: `SoundFileError` with the code `empty` or `unrecognized`, or another code if the headers are unusable.
  public init(parsing bytes: some Collection<UInt8>) throws(SoundFileError) {
    try self.init(in: Array(bytes))
  }

  package init(in source: some ByteSource) throws(SoundFileError) {
    try self.init(in: AnyByteSource(source))
  }

  /// Reads a file like ``init(parsing:)``, part by part.
  package init(in source: AnyByteSource) throws(SoundFileError) {
    guard source.byteCount > 0 else {
      throw SoundFileError(.empty, "the file is empty")
    }
    let start = try ID3Tags.end(from: 0, in: source)
    let beginning = try source.bytes(at: start, count: 12)
    var reader = ByteReader(beginning, order: .big)
    let outer = try? reader.readCode()
    _ = try? reader.read(UInt32.self)
    let form = try? reader.readCode()
    for container in Container.allCases {
      for signature in container.signatures
      where outer == signature.outer && (signature.form == nil || form == signature.form) {
        self = try container.read(source, order: signature.order, from: start)
        try ignoreRest(of: source)
        try readMP3(in: source)
        return
      }
    }
    // The offsets in an MPEG-4 file count from the file's beginning, so no tag can precede the container.
    if start == 0,
      let container = MPEG4Reader.container(ofFile: beginning, byteCount: source.byteCount)
    {
      self = try container.read(source, order: .big, from: 0)
      return
    }
    if try ADTSReader.isStream(at: start, in: source) {
      self = try ADTSReader.read(source, from: start)
      return
    }
    // MP3 may begin with junk, so rule out other formats first.
    let error = ForeignFile.error(for: source, beginning: beginning, at: start)
    if [nil, .mp3, .mpegAudio, ForeignFile.unknownAfterTag].contains(error.foreignFormat),
      let sound = try MP3Reader.read(source, from: start)
    {
      self = sound
      return
    }
    throw error
  }

  /// Reads the stream of MP3 in a WAVE file.
  private mutating func readMP3(in source: AnyByteSource) throws(SoundFileError) {
    guard format.dataFormat.formatID == .microsoft(WAVETag.mp3) else { return }
    let audio = AnyByteSource(source, 0..<audioBytes.upperBound)
    if let stream = try MP3Reader.read(audio, from: audioBytes.lowerBound) {
      adopt(packetsOf: stream)
    }
  }

  /// Sets the audio to the complete packets that are present. Distinguishes a truncated file from a file
  /// whose writer never filled in the length or filled in a wrong length.
  ///
  /// - Parameters:
  ///   - headerByteCount: How many bytes of the chunk's body precede the first packet.
  ///   - fileByteCount: How many bytes the file has, from `start` on.
  ///   - formByteCount: The size that the enclosing chunk states; nil if no chunk encloses the audio.
  mutating func findAudio(
    in chunk: Chunk, after headerByteCount: Int, fileByteCount: Int, formByteCount: UInt64? = nil
  ) {
    // Except in AIFF, doubt that Apple's library finds the audio after a chunk whose code isn't printable.
    if container.family != .aiff,
      let odd = chunks.first(where: { !$0.identifier.isPrintable }),
      odd.bodyOffset < chunk.bodyOffset
    {
      appleDoubt = Self.untried("the chunk code \(odd.identifier) isn't printable")
    }
    let start = chunk.bodyOffset + min(headerByteCount, chunk.byteCount)
    let presentByteCount = max(0, chunk.byteCount - headerByteCount)
    let bytesPerPacket = max(1, format.bytesPerPacket)
    let wholeByteCount = presentByteCount / bytesPerPacket * bytesPerPacket
    audioBytes = start..<start + wholeByteCount
    unfinishedByteCount = presentByteCount - wholeByteCount
    if unfinishedByteCount > 0 {
      let bytes = counted(unfinishedByteCount, "byte")
      notes.append(bytes + " of an unfinished packet after the audio", at: audioBytes.upperBound)
    }
    guard let claimedByteCount = chunk.claimedByteCount else { return }
    let claimed = claimedByteCount - min(claimedByteCount, UInt64(headerByteCount))
    // A placeholder may also be a round number ± the size of the file's header, or ± this size less 8 bytes.
    let fileHeaderByteCount = chunk.bodyOffset - self.start
    guard claimed > UInt64(presentByteCount) else { return }
    guard !claimed.isLengthPlaceholder(beyond: presentByteCount),
      !claimedByteCount.isLengthPlaceholder(
        beyond: presentByteCount, within: [fileHeaderByteCount, fileHeaderByteCount - 8])
    else { return noteUnfilledSize(of: chunk.identifier, at: nil) }
    if let formByteCount,
      countsHeader(chunk, fileByteCount: fileByteCount, formByteCount: formByteCount)
    {
      notes.append(
        "the \(chunk.identifier) chunk's size counts the header before it", at: chunk.bodyOffset - 4
      )
      return
    }
    let missing = claimed - UInt64(presentByteCount)
    // If the enclosing chunk is complete and less than a packet is missing, the writer only miscounted the bytes.
    let isFormWhole = formByteCount.map { $0 <= UInt64(fileByteCount - 8) } ?? false
    guard !isFormWhole || missing >= UInt64(bytesPerPacket) else { return }
    missingByteCount = Int(clamping: missing)
  }

  /// Returns whether the audio chunk claims more bytes than are present because its writer counted the file's header as
  /// audio.
  ///
  /// Some recorders state the right RIFF size, and the same size for the audio chunk. Others state the file's size for
  /// the audio chunk, and derive a wrong RIFF size from this number: mediastreamer2 does so when it appends to a
  /// recording.
  ///
  /// A truncated file looks the same if it lost as many bytes as its header has. But data is lost in
  /// blocks, so if the header's size is a multiple of a block, the file is more likely truncated.
  private func countsHeader(_ chunk: Chunk, fileByteCount: Int, formByteCount: UInt64) -> Bool {
    let isFormWhole = formByteCount <= UInt64(fileByteCount - 8)
    switch chunk.claimedByteCount {
    case UInt64(fileByteCount): return isFormWhole || chunk.bodyOffset % Self.blockByteCount != 0
    case UInt64(fileByteCount - 8): return isFormWhole
    default: return false
    }
  }

  /// The smallest unit in which disks and transfers lose data, in bytes.
  private static let blockByteCount = 512

  /// Returns the audio chunk with its real size.
  ///
  /// If a recorder crashes or writes to a pipe, the sizes of the audio chunk and of the enclosing chunk stay as they
  /// were before the first sample. The audio then extends to chunks such as `LIST` at the file's end, or to the file's
  /// end. Other chunks found inside the audio are samples. The audio also extends as far if both sizes are placeholders
  /// below the file's size, or if the audio chunk is empty and anything but chunks, tags and zeros follows.
  ///
  /// - Parameter emptyByteCount: How many bytes the body of an audio chunk without audio has.
  mutating func filledIn(
    _ audio: Chunk, emptyByteCount: Int, formByteCount: UInt64?, _ scanner: ChunkScanner,
    in source: AnyByteSource
  ) throws(SoundFileError) -> Chunk {
    let fileByteCount = source.byteCount - start
    let headerByteCount = audio.bodyOffset - start
    let rest = fileByteCount - headerByteCount
    let claimed = audio.claimedByteCount ?? 0
    // A size of up to 8 bytes is also a placeholder if at least 4096 bytes follow the chunk's header.
    var isEmpty =
      audio.claimedByteCount != nil && rest > emptyByteCount
      && claimed <= (rest < 4096 ? emptyByteCount : 8)
    let isFormUnfilled =
      formByteCount.map { $0 <= UInt64(headerByteCount) || $0.isLengthPlaceholder } ?? false
    // If only chunks, tags and zeros follow an empty body, or a body of the claimed size, that body's size is real.
    let isOpen = audio.claimedByteCount == nil || !audio.isWhole && claimed.isLengthPlaceholder
    for byteCount in [emptyByteCount, Int(clamping: claimed)] where claimed <= 8 || isOpen {
      let end = audio.bodyOffset.addingClamped(byteCount)
      guard try source.endOfZeros(from: end) < source.byteCount,
        let following = try scanner.chain(from: end, in: source)
      else { continue }
      let real = Chunk(
        identifier: audio.identifier, bodyOffset: audio.bodyOffset, byteCount: byteCount,
        claimedByteCount: UInt64(byteCount))
      chunks = chunks.filter { $0.bodyOffset < audio.bodyOffset } + [real] + following
      return real
    }
    if isEmpty, !isFormUnfilled {
      let end = try source.endOfZeros(from: audio.bodyOffset + emptyByteCount)
      isEmpty = audio == chunks.last && end < source.byteCount
    }
    let formByteCount = formByteCount ?? 0
    // If a pipe carries more than 2 or 4 GiB, the file is longer than the placeholders in both sizes say.
    let isFormDerived = formByteCount &- claimed == UInt64(headerByteCount - 8)
    let isOutgrown =
      claimed.isLengthPlaceholder && claimed < UInt64(rest) && formByteCount > 0
      && (isFormDerived || formByteCount.isLengthPlaceholder)
      && formByteCount < UInt64(fileByteCount - 8)
    let byteCount =
      isEmpty || isOutgrown || isOpen
      ? try scanner.endOfOpenAudio(from: audio.bodyOffset, in: source) - audio.bodyOffset : rest
    guard isEmpty || isOutgrown else {
      guard isOpen, byteCount < audio.byteCount else { return audio }
      return Chunk(
        identifier: audio.identifier, bodyOffset: audio.bodyOffset, byteCount: byteCount,
        claimedByteCount: audio.claimedByteCount)
    }
    notes.removeAll { $0.offset ?? 0 >= audio.bodyOffset }
    noteUnfilledSize(of: audio.identifier, at: audio.bodyOffset - 4)
    chunks.removeAll { $0.bodyOffset > audio.bodyOffset }
    return Chunk(
      identifier: audio.identifier, bodyOffset: audio.bodyOffset, byteCount: byteCount,
      claimedByteCount: nil)
  }

  /// Adopts a layout if it fits the number of channels. Otherwise, adds a note.
  mutating func adopt(layout candidate: ChannelLayout?, from chunk: Chunk) {
    guard let candidate else { return }
    guard candidate.channelCount == format.channelCount else {
      notes.append(
        "the channel layout is for \(counted(candidate.channelCount, "channel")), not"
          + " \(format.channelCount): ignored", at: chunk.bodyOffset)
      return
    }
    layout = candidate
  }
}

extension UInt64 {
  /// Whether the number is a placeholder for a length that the writer to a pipe didn't know: a round number, a number
  /// at most 64 KiB below 2³¹ or 2³² (SoX, FFmpeg, GStreamer, LAME), or at least 2⁶³ − 1.
  fileprivate var isLengthPlaceholder: Bool {
    isRoundLength || (0x7FFF_0000...0x8000_0000).contains(self)
      || (0xFFFF_0000...0xFFFF_FFFF).contains(self) || self >= Int64.max
  }

  /// Whether the number is at least 2²⁸ and a multiple of 2²⁸ (arecord) or of 10⁸ (servers that stream WAVE), or is
  /// 0x7F000000 (SoX).
  private var isRoundLength: Bool {
    self >= 1 << 28 && (isMultiple(of: 1 << 28) || isMultiple(of: 100_000_000))
      || self == 0x7F00_0000
  }

  /// Returns whether this size of an audio chunk is a placeholder, given how many bytes of audio are present. A
  /// header's size may have been added to a round number, or subtracted from it.
  ///
  /// Recorders split a recording at 2 GB, so a size below 0xFFFF0000 may also be right. Such a size counts as right if
  /// at least half of the bytes are present: an interrupted download must not silently become a shorter sound.
  package func isLengthPlaceholder(
    beyond presentByteCount: Int, within headerByteCounts: [Int] = []
  ) -> Bool {
    let sizes = headerByteCounts.flatMap { [self &+ UInt64($0), self &- UInt64($0)] }
    return (isLengthPlaceholder || sizes.contains { $0.isRoundLength })
      && (presentByteCount < self / 2 || (0xFFFF_0000...0xFFFF_FFFF).contains(self))
  }
}

extension StreamFormat {
  static func validate(
    sampleRate: Double, channelCount: some FixedWidthInteger, at offset: Int
  ) throws(SoundFileError) {
    guard sampleRates.contains(sampleRate) else {
      throw .malformed("the sample rate is \(sampleRate) Hz", at: offset)
    }
    guard channelCounts.contains(Int(clamping: channelCount)) else {
      throw .malformed("the file says it has \(counted(channelCount, "channel"))", at: offset)
    }
  }
}
