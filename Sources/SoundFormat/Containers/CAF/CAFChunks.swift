/// CAF's audio description chunk, `desc`.
///
/// Layout: CAF specification, "Audio Description Chunk".
struct CAFDescription {
  var sampleRate: Double
  var formatID: FourCharCode
  var formatFlags: UInt32
  var bytesPerPacket: UInt32
  var framesPerPacket: UInt32
  var channelsPerFrame: UInt32
  var bitsPerChannel: UInt32

  /// `kCAFLinearPCMFormatFlagIsFloat`
  static let floatFlag: UInt32 = 1 << 0
  /// `kCAFLinearPCMFormatFlagIsLittleEndian`
  static let littleEndianFlag: UInt32 = 1 << 1
}

extension CAFDescription {
  init(parsing reader: inout ByteReader) throws(SoundFileError) {
    let start = reader.offset
    sampleRate = try reader.readDouble()
    formatID = try reader.readCode()
    formatFlags = try reader.read()
    bytesPerPacket = try reader.read()
    framesPerPacket = try reader.read()
    channelsPerFrame = try reader.read()
    bitsPerChannel = try reader.read()
    try StreamFormat.validate(
      sampleRate: sampleRate, channelCount: channelsPerFrame, at: start)
  }

  init(_ format: StreamFormat) {
    let description = format.coreAudioDescription
    sampleRate = format.sampleRate
    formatID = description.formatID
    bytesPerPacket = UInt32(description.bytesPerPacket)
    framesPerPacket = UInt32(description.framesPerPacket)
    channelsPerFrame = UInt32(format.channelCount)
    bitsPerChannel = UInt32(description.bitsPerChannel)
    formatFlags = description.formatFlags
    if let encoding = format.dataFormat.pcmEncoding {
      // Set the little-endian flag for 8-bit samples too, as Apple does, although they have no byte order.
      formatFlags =
        (encoding.sampleType.isFloat ? Self.floatFlag : 0)
        | (encoding.byteOrder == .little ? Self.littleEndianFlag : 0)
    }
  }

  func write(to writer: inout ByteWriter) {
    writer.write(sampleRate)
    writer.write(formatID)
    writer.write(formatFlags)
    writer.write(bytesPerPacket)
    writer.write(framesPerPacket)
    writer.write(channelsPerFrame)
    writer.write(bitsPerChannel)
  }

  func format(at offset: Int) throws(SoundFileError) -> StreamFormat {
    StreamFormat(
      sampleRate: sampleRate, channelCount: Int(channelsPerFrame),
      dataFormat: try dataFormat(at: offset))
  }

  private var packetText: String {
    "packets of \(counted(bytesPerPacket, "byte")) and \(counted(framesPerPacket, "frame"))"
  }

  private func dataFormat(at offset: Int) throws(SoundFileError) -> DataFormat {
    if formatID == LinearPCM.formatID {
      let bytesPerSample = bytesPerPacket / channelsPerFrame
      // Check the size first, so that a hostile size can't overflow the products below.
      guard bytesPerSample <= 8,
        bytesPerSample * channelsPerFrame == bytesPerPacket, framesPerPacket == 1,
        bitsPerChannel <= bytesPerSample * 8, bitsPerChannel + 8 > bytesPerSample * 8,
        let encoding = PCMEncoding(
          byteCount: Int(bytesPerSample), isFloat: formatFlags & Self.floatFlag != 0,
          order: formatFlags & Self.littleEndianFlag != 0 ? .little : .big)
      else {
        throw .malformed(
          "linear PCM of \(counted(bitsPerChannel, "bit")) in \(packetText)", at: offset)
      }
      return .linearPCM(encoding)
    }
    let dataFormat = DataFormat(
      CodecDescription(
        formatID: formatID, formatFlags: formatFlags,
        bytesPerPacket: Int(clampedTo32Bits: bytesPerPacket),
        framesPerPacket: Int(clampedTo32Bits: framesPerPacket),
        bitsPerChannel: Int(clampedTo32Bits: bitsPerChannel)))
    guard let codec = dataFormat.codec else { return dataFormat }
    guard framesPerPacket == codec.framesPerPacket,
      bytesPerPacket == codec.bytesPerPacket * Int(channelsPerFrame)
    else {
      throw .malformed("\(formatID) in \(packetText)", at: offset)
    }
    return dataFormat
  }
}

/// The header of CAF's packet table chunk, `pakt`. Entries follow only if packets vary in size or in frame count.
///
/// Layout: CAF specification, "Packet Table Chunk".
struct CAFPacketTableHeader {
  var packetCount: Int64
  var validFrameCount: Int64
  var primingFrameCount: Int32
  var remainderFrameCount: Int32
}

extension CAFPacketTableHeader {
  /// Parses the beginning of the chunk's body.
  init(parsing reader: inout ByteReader) throws(SoundFileError) {
    packetCount = try reader.read()
    validFrameCount = try reader.read()
    primingFrameCount = try reader.read()
    remainderFrameCount = try reader.read()
  }

  func write(to writer: inout ByteWriter) {
    writer.write(packetCount)
    writer.write(validFrameCount)
    writer.write(primingFrameCount)
    writer.write(remainderFrameCount)
  }
}

/// CAF's information chunk, `info`: pairs of texts.
///
/// Layout: CAF specification, "Information Chunk".
enum CAFInformation {
  /// Parses the chunk's body. Reads pairs up to the body's end: the stated number of pairs may be wrong.
  ///
  /// WireTap Studio writes this number little-endian, so three pairs look like 50 million pairs.
  static func read(
    parsing reader: inout ByteReader, into entries: inout [InformationEntry], notes: inout [Note]
  ) throws(SoundFileError) {
    let countOffset = reader.offset
    let claimedCount = try reader.read(UInt32.self)
    while reader.remainingByteCount > 0, entries.count <= SoundMetadata.countLimit {
      let key = reader.readTerminatedText()
      guard !key.isEmpty || reader.remainingByteCount > 0 else { break }
      entries.append(InformationEntry(key: key, value: reader.readTerminatedText()))
    }
    if claimedCount != entries.count, entries.count <= SoundMetadata.countLimit {
      let swapped = claimedCount.byteSwapped == entries.count
      notes.append(
        "the info chunk claims \(counted(claimedCount, "entry", plural: "entries")) and has \(entries.count)"
          + (swapped ? ": the count is little-endian" : ""), at: countOffset)
    }
  }

  static func write(_ entries: [InformationEntry], to writer: inout ByteWriter) {
    writer.write(UInt32(entries.count))
    for entry in entries {
      for text in [entry.key, entry.value] {
        writer.write(text.utf8Prefix)
        writer.write(UInt8(0))
      }
    }
  }
}
