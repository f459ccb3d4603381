/// What a sound file says of itself: everything but the frames.
///
/// Reading is lenient: what can be understood is, and `notes` says what deviates.
///
/// ```swift
/// let sound = try SoundFile(parsing: bytes)
/// print(sound.format.sampleRate, sound.frameCount)
/// ```
public struct SoundFile: Sendable {
  /// The container, told by content.
  public var container: Container
  /// Rate, channels and coding.
  public var format: StreamFormat
  /// Where the packets are, in bytes from the file's start, cut to whole packets that are present.
  public var audioBytes: Range<Int>
  /// How many bytes of audio the file claims beyond those that are present. Not 0 means that the
  /// file was cut short; a length that was only never filled in doesn't count.
  public var missingByteCount = 0
  /// Which decoded frames are sound, where the container says so.
  public var packetTable: PacketTable?
  /// What the packets come to, where they differ and the container lists them.
  public var packetSizes: PacketSizes?
  /// How many frames of sound a container says there are whose packets can't tell: WAVE's `fact`.
  public var statedFrameCount: Int?
  /// Which loudspeaker each channel is for, where the container says so.
  public var layout: ChannelLayout?
  /// Where a CAF file came from, if its maker noted that.
  public var sourceTag: SourceTag?
  /// Texts, markers and loops.
  public var metadata = SoundMetadata()
  /// Every chunk, in file order.
  public var chunks: [Chunk] = []
  /// The deviations found.
  public var notes: [Note] = []

  init(container: Container, format: StreamFormat, audioBytes: Range<Int>) {
    self.container = container
    self.format = format
    self.audioBytes = audioBytes
  }

  /// How many packets are present; 0 where they differ in size and the container doesn't list them.
  public var packetCount: Int {
    format.bytesPerPacket == 0
      ? packetSizes?.packetCount ?? 0 : audioBytes.count / format.bytesPerPacket
  }

  /// How many bytes the largest packet takes; nil where packets differ in size and the container
  /// doesn't list them.
  public var largestPacketByteCount: Int? {
    format.bytesPerPacket == 0 ? packetSizes?.largestByteCount : format.bytesPerPacket
  }

  /// How many frames the packets present decode to, padding included.
  public var decodedFrameCount: Int {
    if let packetSizes { return packetSizes.frameCount }
    // A hostile header can state any number of frames per packet.
    let (frameCount, overflow) = packetCount.multipliedReportingOverflow(by: format.framesPerPacket)
    return overflow ? .max : frameCount
  }

  /// How many frames of sound there are: the packet table's valid frames where there is one.
  public var frameCount: Int {
    packetTable?.validFrameCount ?? statedFrameCount ?? decodedFrameCount
  }
}

/// A chunk's place in a file.
public struct Chunk: Hashable, Sendable {
  /// Four characters that say what the chunk holds.
  public let identifier: FourCharCode
  /// Where the body begins, in bytes from the file's start.
  public let bodyOffset: Int
  /// How many bytes of the body are present.
  public let byteCount: Int
  /// How long the chunk's header says the body is; nil for CAF's −1, "up to the end".
  public let claimedByteCount: UInt64?
}
