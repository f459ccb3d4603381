/// Everything a writer must know before the first packet.
///
/// A file is `headerBytes()`, then the packets, then `trailerBytes`.
public struct SoundHeader: Sendable {
  public var container: Container
  public var format: StreamFormat
  /// How many frames of sound there will be, not counting padding.
  public var frameCount: Int
  /// Which loudspeaker each channel is for; nil writes no layout.
  public var layout: ChannelLayout?
  /// Texts about this file, `InformationEntry.appleEntries` for example. They precede the metadata's texts and replace
  /// metadata texts with the same keys. Only CAF files store these texts.
  package var information: [InformationEntry]
  /// The sound's texts. Texts that the container can't hold are left out.
  package var metadata: SoundMetadata
  /// Whether to insert a chunk of zeros so that the audio begins at a multiple of 4096 bytes, as Apple's tools do.
  package var usesFiller: Bool

  /// Creates the header of a sound whose `frameCount` doesn't count padding.
  public init(
    container: Container, format: StreamFormat, frameCount: Int, layout: ChannelLayout? = nil
  ) {
    self.init(
      container: container, format: format, frameCount: frameCount, layout: layout,
      information: [])
  }

  package init(
    container: Container, format: StreamFormat, frameCount: Int, layout: ChannelLayout? = nil,
    information: [InformationEntry] = [], metadata: SoundMetadata = SoundMetadata(),
    usesFiller: Bool = true
  ) {
    self.container = container
    self.format = format
    self.frameCount = frameCount
    self.layout = layout
    self.information = information
    self.metadata = metadata
    self.usesFiller = usesFiller
  }

  /// How many frames a decoder drops before the sound. Our encoders produce no such frames, but copied packets may
  /// begin with them. Only CAF has room for the number.
  package var primingFrameCount = 0

  /// The number of packets, if they are copied from another file instead of encoded.
  package var copiedPacketCount: Int?

  /// How many frames fill the last packet after the end of the sound. Players play these frames, and no padding
  /// follows. Nil if padding follows, as in Apple's files.
  package var fillFrameCount: Int?

  /// Whether a WAVE file of a codec has `fact`, the number of frames, even without a layout, as the standard asks.
  package var statesFrameCount = false

  package var packetCount: Int {
    copiedPacketCount
      ?? fillFrameCount.map { frameCount.addingClamped($0) / format.framesPerPacket }
      ?? format.packetCount(forFrames: frameCount)
  }

  /// How many frames the file will play.
  ///
  /// CAF states which of IMA4's frames are sound. AIFF-C has no room for this information, so players also play the
  /// codec's padding. The source that reads the file has this number as its `frameCount`.
  package var playedFrameCount: Int {
    if container.hasPacketTable, format.dataFormat.isPadded {
      return frameCount.addingClamped(fillFrameCount ?? 0)
    }
    return packetCount.multipliedClamped(by: format.framesPerPacket)
  }

  /// How long the file will play, in seconds. The frames of `fillFrameCount` don't count, but padding that players play.
  package var playedDuration: Double {
    Double(fillFrameCount == nil ? playedFrameCount : frameCount) / format.sampleRate
  }

  package var audioByteCount: Int {
    packetCount.multipliedClamped(by: format.bytesPerPacket)
  }

  /// Returns everything before the first packet, byte for byte as Apple's tools write it.
  ///
  /// - Throws: `SoundFileError` with the code `unsupported` if the container doesn't hold the data format or the number
  ///   of channels, or with the code `tooLong` if the container's fields can't hold the length.
  public func headerBytes() throws(SoundFileError) -> [UInt8] {
    guard container.holds(format.dataFormat) else {
      throw .unsupported("\(container.fileType) files can't contain \(format.dataFormat)")
    }
    try format.dataFormat.codec?.check(channelCount: format.channelCount)
    // Check what 16-bit fields can hold: AIFF's signed number of channels, WAVE's unsigned number of bytes per frame.
    guard 1...32_767 ~= format.channelCount, format.bytesPerPacket <= container.frameByteLimit
    else {
      throw .unsupported(
        "\(container.fileType) files can't contain \(counted(format.channelCount, "channel"))")
    }
    if let layout, layout.channelCount != format.channelCount {
      throw .unsupported(
        "the layout \(layout.name) doesn't fit \(counted(format.channelCount, "channel"))")
    }
    guard StreamFormat.sampleRates.contains(format.sampleRate) else {
      throw .unsupported("the sample rate can't be \(format.sampleRate) Hz")
    }
    let limit = Self.audioByteLimit / max(1, format.bytesPerPacket)
    guard frameCount >= 0, format.packetCount(forFrames: frameCount) <= limit,
      0...limit ~= packetCount
    else {
      throw SoundFileError(.tooLong, "a file can't hold \(counted(frameCount, "frame"))")
    }
    return try container.headerBytes(of: self)
  }

  /// Returns the size of the file, in bytes.
  package func fileByteCount() throws(SoundFileError) -> Int {
    let otherByteCount = try headerBytes().count + trailerBytes.count
    return Int(clamping: Int64(audioByteCount) + Int64(otherByteCount))
  }

  /// The limit on the audio, in bytes. Larger than any disk, yet small enough that no sum of sizes overflows.
  /// Where an `Int` has 32 bits, the limit is larger than any file in memory.
  private static let audioByteLimit = Int(min(1 << 56, Int64(Int.max / 2)))

  /// The bytes after the last packet: AIFF's pad byte.
  public var trailerBytes: [UInt8] {
    container.padsAudio && audioByteCount % 2 == 1 ? [0] : []
  }

  /// Converts a size for a 32-bit field.
  func size32(_ value: Int, of field: String) throws(SoundFileError) -> UInt32 {
    guard let size = UInt32(exactly: value) else {
      throw SoundFileError(
        .tooLong,
        "\(container.fileType) files can hold 4 GB, but this \(field) would be \(value) bytes")
    }
    return size
  }
}
