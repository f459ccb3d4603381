import SoundFormat

extension Digest {
  /// Decodes a sound's packets and adds the frames.
  ///
  /// - Parameter limit: The maximum number of bytes to decode.
  mutating func add(
    packetsOf sound: SoundFile, in file: [UInt8], limit: Int
  ) throws(SoundFileError) {
    if let codec = sound.variableCodec { return try add(packetsOf: sound, codec, in: file) }
    var decoder = try FrameDecoder(for: sound, from: min(3, sound.frameCount))
    let bytesPerPacket = max(1, sound.format.bytesPerPacket)
    var runs = sound.audioRuns
    runs.keepFirst(limit / bytesPerPacket * bytesPerPacket)
    var packetCount = 1
    while !runs.isEmpty {
      let run = runs.prefix(packetCount * bytesPerPacket)
      guard run.count >= bytesPerPacket else { break }
      add(decoder.decode(try file.bytes(at: run.lowerBound, count: run.count)))
      runs.removeFirst(run.count)
      packetCount = packetCount * 2 + 1
    }
  }

  /// Adds the samples of a codec whose packets vary in size.
  private mutating func add(
    packetsOf sound: SoundFile, _ codec: VariableCodec, in file: [UInt8]
  ) throws(SoundFileError) {
    var packets = PacketCursor(sound)
    var decoder = try VariablePacketDecoder(codec)
    var block = SampleBlock.int16([])
    if sound.container == .flac {
      var offset = sound.audioBytes.lowerBound
      while offset < sound.audioBytes.upperBound {
        offset += try decoder.decode(file, from: offset, into: &block)
        add(block)
      }
      return
    }
    while let packet = try packets.next(in: file) {
      _ = try decoder.decode(
        try file.bytes(at: packet.lowerBound, count: packet.count), into: &block)
      add(block)
    }
  }

  mutating func add(_ error: SoundFileError) {
    add(error.description)
    add(error.foreignFormat?.name ?? "")
  }

  /// Adds a sound file's properties.
  mutating func add(_ sound: SoundFile) {
    add(sound.container.fileType.description)
    add(sound.format)
    for range in [sound.audioBytes] + sound.audioRuns.ranges {
      add(range.lowerBound)
      add(range.upperBound)
    }
    let (table, sizes) = (sound.packetTable, sound.packetSizes)
    for number in [
      sound.missingByteCount, table?.validFrameCount, table?.primingFrameCount,
      table?.remainderFrameCount, sizes?.packetCount, sizes?.byteCount, sizes?.frameCount,
      sizes?.largestByteCount, sound.statedFrameCount, sound.packetCount,
      sound.largestPacketByteCount, sound.decodedFrameCount, sound.frameCount,
    ] { add(number) }
    add(sound.hasUncountedFrames)
    add(sound.layout?.name ?? "")
    for channel in sound.layout?.descriptions ?? [] {
      add(UInt64(channel.label) << 32 | UInt64(channel.flags))
    }
    add(sound.metadata)
    for chunk in sound.chunks {
      add(chunk.identifier.description)
      add(chunk.bodyOffset)
      add(chunk.byteCount)
      add(chunk.claimedByteCount ?? 1)
    }
    for note in sound.notes { add(note.description) }
  }

  private mutating func add(_ format: StreamFormat) {
    add(format.sampleRate)
    add(format.channelCount)
    add(format.dataFormat.description)
    let description = format.coreAudioDescription
    add(UInt64(description.formatFlags))
    add(description.bytesPerPacket)
    add(description.framesPerPacket)
    add(description.bitsPerChannel)
  }

  mutating func add(_ metadata: SoundMetadata) {
    for text in metadata.texts {
      add(text.key)
      add(text.value)
    }
  }
}
