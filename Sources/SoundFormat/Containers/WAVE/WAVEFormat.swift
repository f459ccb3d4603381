/// The body of a WAVE file's format chunk, `fmt `.
///
/// Layout: Microsoft's `WAVEFORMATEX` and `WAVEFORMATEXTENSIBLE`.
struct WAVEFormat {
  var formatTag: UInt16
  var channelCount: UInt16
  var samplesPerSecond: UInt32
  var averageBytesPerSecond: UInt32
  var blockAlign: UInt16
  var bitsPerSample: UInt16
  /// Present when the tag says `WAVE_FORMAT_EXTENSIBLE`.
  var extensible: Extensible?

  struct Extensible {
    var validBitsPerSample: UInt16
    var channelMask: UInt32
    /// The first two bytes of the subformat's GUID: a format tag.
    var subformatTag: UInt16
  }

  static let pcmTag: UInt16 = 0x0001
  static let floatTag: UInt16 = 0x0003
  static let extensibleTag: UInt16 = 0xFFFE

  /// The last 14 bytes of every subformat GUID that stands for a format tag: xxxx0000-0000-0010-8000-00AA00389B71.
  private static let subformatTail: [UInt8] = [
    0x00, 0x00, 0x00, 0x00, 0x10, 0x00, 0x80, 0x00, 0x00, 0xAA, 0x00, 0x38, 0x9B, 0x71,
  ]

  /// The tag that says how samples are coded: the GUID's tag if there is a GUID, otherwise the chunk's tag.
  var effectiveTag: UInt16 { extensible?.subformatTag ?? formatTag }
}

extension WAVEFormat {
  init(parsing reader: inout ByteReader, notes: inout [Note]) throws(SoundFileError) {
    let start = reader.offset
    formatTag = try reader.read()
    channelCount = try reader.read()
    samplesPerSecond = try reader.read()
    averageBytesPerSecond = try reader.read()
    blockAlign = try reader.read()
    bitsPerSample = try reader.read()
    if formatTag == Self.extensibleTag {
      _ = try reader.read(UInt16.self)  // size of the extension
      let validBits = try reader.read(UInt16.self)
      let mask = try reader.read(UInt32.self)
      var tag = try reader.read(UInt16.self)
      let tail = Array(try reader.readBytes(Self.subformatTail.count))
      // Accept a GUID with three big-endian numbers, as libsndfile writes in RIFX. SoX writes only the tag big-endian.
      if tag == 0, tail[2..<6] == [0, 0, 0, 0x10], tail[6...] == Self.subformatTail[6...] {
        tag = UInt16(tail[0]) << 8 | UInt16(tail[1])
      } else if tail != Self.subformatTail {
        notes.append("the subformat's GUID doesn't represent a format tag", at: start + 26)
      }
      extensible = Extensible(
        validBitsPerSample: validBits, channelMask: mask, subformatTag: tag)
    }
    try StreamFormat.validate(
      sampleRate: Double(samplesPerSecond), channelCount: Int(channelCount), at: start)
  }

  /// Describes a format that this library writes. With a layout, uses `WAVE_FORMAT_EXTENSIBLE`, as in
  /// files from Apple's tools.
  init(_ format: StreamFormat, layout: ChannelLayout?) {
    guard let tag = Self.tag(of: format.dataFormat) else {
      preconditionFailure("the container's table refuses other data formats")
    }
    channelCount = UInt16(format.channelCount)
    samplesPerSecond = UInt32(format.sampleRate + 0.5)
    averageBytesPerSecond = UInt32(
      clamping: UInt64(samplesPerSecond) * UInt64(format.bytesPerPacket))
    blockAlign = UInt16(clamping: format.bytesPerPacket)
    bitsPerSample = UInt16(format.coreAudioDescription.bitsPerChannel)
    formatTag = layout == nil ? tag : Self.extensibleTag
    extensible = layout.map {
      Extensible(
        validBitsPerSample: bitsPerSample, channelMask: $0.speakerMask, subformatTag: tag)
    }
  }

  private static func tag(of dataFormat: DataFormat) -> UInt16? {
    dataFormat.pcmEncoding.map { $0.sampleType.isFloat ? floatTag : pcmTag }
      ?? dataFormat.codec?.waveTag
  }

  func write(to writer: inout ByteWriter) {
    writer.write(formatTag)
    writer.write(channelCount)
    writer.write(samplesPerSecond)
    writer.write(averageBytesPerSecond)
    writer.write(blockAlign)
    writer.write(bitsPerSample)
    if let extensible {
      writer.write(UInt16(22))
      writer.write(extensible.validBitsPerSample)
      writer.write(extensible.channelMask)
      writer.write(extensible.subformatTag)
      writer.write(Self.subformatTail)
    }
  }

  /// Returns the data format that the chunk describes.
  ///
  /// The bit count decides how many bytes a sample has, as in FFmpeg, SoX and libsndfile: some writers state a wrong
  /// block size. The exception: samples of 24 bits take 4 bytes if the block size is 4 bytes for each channel. 20 bits
  /// in 3 bytes are left-justified, with zeros in the lowest bits.
  func dataFormat(order: ByteOrder, at offset: Int) throws(SoundFileError) -> DataFormat {
    switch effectiveTag {
    case Self.pcmTag, Self.floatTag:
      let isFloat = effectiveTag == Self.floatTag
      let isPadded = bitsPerSample == 24 && Int(blockAlign) == 4 * Int(channelCount)
      let byteCount = isPadded && !isFloat ? 4 : (Int(bitsPerSample) + 7) / 8
      guard
        let encoding = PCMEncoding(
          byteCount: byteCount, isFloat: isFloat, isUnsigned: byteCount == 1, order: order)
      else {
        throw .malformed(
          "\(isFloat ? "floats" : "integers") of \(counted(bitsPerSample, "bit")) in blocks of"
            + " \(counted(blockAlign, "byte")) for \(counted(channelCount, "channel"))",
          at: offset)
      }
      return .linearPCM(encoding)
    case let tag:
      if let codec = Codec.allCases.first(where: { $0.waveTag == tag }) {
        return .compressed(codec)
      }
      return .other(
        CodecDescription(
          formatID: .microsoft(tag),
          // MP3 frames vary in size, so ignore the block size that the file states.
          bytesPerPacket: tag == WAVETag.mp3 ? 0 : Int(blockAlign),
          framesPerPacket: frameCount(ofBlock: Int(blockAlign)),
          bitsPerChannel: Int(bitsPerSample)))
    }
  }

  /// Returns how many frames of ADPCM or GSM a block of `byteCount` bytes holds; 0 for other codecs. The last block may
  /// be incomplete, and then has fewer bytes.
  ///
  /// Sources: Microsoft, "New Multimedia Data Types and Data Techniques" of 1994; FFmpeg and SoX for incomplete blocks.
  func frameCount(ofBlock byteCount: Int) -> Int {
    // Count the first frames, which are in the channels' headers: 1 frame in 4 bytes, or 2 frames in 7 bytes.
    let channelCount = Int(channelCount)
    switch effectiveTag {
    case WAVETag.imaADPCM where bitsPerSample == 4 && byteCount >= 4 * channelCount:
      return 1 + (byteCount / (4 * channelCount) - 1) * 8
    case WAVETag.adpcm where byteCount >= 7 * channelCount:
      return 2 + (byteCount - 7 * channelCount) * 2 / channelCount
    case WAVETag.gsm610: return byteCount / 65 * 320
    default: return 0
    }
  }

  /// Adds a note if the block size isn't the size of a frame, if µ-law or A-law doesn't have 8 bits, or if samples take
  /// more bytes than their bits need. The unused bits may be the lowest, as this library assumes, or the highest. Only
  /// `WAVE_FORMAT_EXTENSIBLE` states the valid bits.
  func noteBlockSize(of sound: inout SoundFile, at offset: Int) {
    let format = sound.format
    if let encoding = format.dataFormat.pcmEncoding,
      (Int(bitsPerSample) + 7) / 8 < encoding.bytesPerSample
    {
      sound.notes.append(
        "the fmt chunk states \(bitsPerSample) bits in samples of \(encoding.bytesPerSample) bytes:"
          + " read as \(encoding.bitDepth) bits", at: offset + 14)
    } else if format.framesPerPacket == 1, Int(blockAlign) != format.bytesPerPacket {
      let fact =
        "the fmt chunk states blocks of \(counted(blockAlign, "byte")), a frame has"
        + " \(format.bytesPerPacket)"
      sound.notes.append(fact, at: offset + 12)
      sound.appleDoubt = SoundFile.untried(fact)
    } else if let codec = format.dataFormat.codec, bitsPerSample != codec.bitsPerChannel {
      let fact = "the fmt chunk states \(counted(bitsPerSample, "bit")) for \(codec.name)"
      sound.notes.append(fact, at: offset + 14)
      sound.appleDoubt = SoundFile.untried(fact)
    }
  }
}
