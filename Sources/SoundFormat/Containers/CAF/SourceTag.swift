/// The source of a CAF file, as `afconvert -t` records it: enough to recreate a file of the
/// source's kind.
///
/// It is the body of an `srcI` chunk: a big-endian `AudioStreamBasicDescription` of 40 bytes, the
/// file type's code, and the file's name with a terminating zero byte. Source: Apple's sample code
/// of `afconvert`.
public struct SourceTag: Hashable, Sendable {
  /// The source's format.
  public var format: StreamFormat
  /// The source's file type.
  public var fileType: FourCharCode
  /// The source's name without folders; at most 63 bytes of it are kept.
  public var fileName: String

  static let chunkIdentifier: FourCharCode = "srcI"
  private static let maximumNameByteCount = 63

  /// Creates a tag.
  public init(format: StreamFormat, fileType: FourCharCode, fileName: String) {
    self.format = format
    self.fileType = fileType
    self.fileName = fileName
  }
}

extension SourceTag {
  /// Parses the chunk's body.
  init(parsing reader: inout ByteReader) throws(SoundFileError) {
    let start = reader.offset
    let sampleRate = try reader.readDouble()
    let formatID = try reader.readCode()
    let formatFlags = try reader.read(UInt32.self)
    let bytesPerPacket = try reader.read(UInt32.self)
    let framesPerPacket = try reader.read(UInt32.self)
    _ = try reader.read(UInt32.self)  // bytes per frame
    let channelCount = try reader.read(UInt32.self)
    let bitsPerChannel = try reader.read(UInt32.self)
    _ = try reader.read(UInt32.self)  // reserved
    fileType = try reader.readCode()
    fileName = reader.readTerminatedText()
    try StreamFormat.validate(
      sampleRate: sampleRate, channelCount: channelCount, at: start)
    let dataFormat: DataFormat
    if formatID == LinearPCM.formatID {
      guard let encoding = PCMEncoding(flags: formatFlags, bitDepth: Int(clamping: bitsPerChannel))
      else {
        throw .malformed("the source tag's linear PCM has \(bitsPerChannel) bits", at: start)
      }
      dataFormat = .linearPCM(encoding)
    } else {
      dataFormat = DataFormat(
        CodecDescription(
          formatID: formatID, formatFlags: formatFlags,
          bytesPerPacket: Int(clampedTo32Bits: bytesPerPacket),
          framesPerPacket: Int(clampedTo32Bits: framesPerPacket),
          bitsPerChannel: Int(clampedTo32Bits: bitsPerChannel)))
    }
    format = StreamFormat(
      sampleRate: sampleRate, channelCount: Int(channelCount), dataFormat: dataFormat)
  }

  func write(to writer: inout ByteWriter) {
    let description = format.coreAudioDescription
    writer.write(format.sampleRate)
    writer.write(description.formatID)
    writer.write(description.formatFlags)
    writer.write(UInt32(description.bytesPerPacket))
    writer.write(UInt32(description.framesPerPacket))
    writer.write(UInt32(description.framesPerPacket == 1 ? description.bytesPerPacket : 0))
    writer.write(UInt32(format.channelCount))
    writer.write(UInt32(description.bitsPerChannel))
    writer.write(UInt32(0))
    writer.write(fileType)
    writer.write(Array(fileName.utf8).prefix(Self.maximumNameByteCount))
    writer.write(UInt8(0))
  }
}
