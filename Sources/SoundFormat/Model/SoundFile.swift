/// A sound file's contents, apart from the frames themselves.
///
/// Parsing is lenient: whatever can be understood is kept, and `notes` lists the deviations.
///
/// ```swift
/// let sound = try SoundFile(parsing: bytes)
/// print(sound.format.sampleRate, sound.frameCount)
/// ```
public struct SoundFile: Sendable {
  /// The container, detected from the content.
  public var container: Container
  /// Rate, channels and coding.
  public var format: StreamFormat
  /// The range of the packets, in bytes from the file's start. Covers only whole packets that are
  /// present.
  public var audioBytes: Range<Int>
  /// How many bytes of audio the file claims beyond those that are present. A value other than 0
  /// means that the file was truncated; a length that was merely never filled in doesn't count.
  public var missingByteCount = 0
  /// Which decoded frames are sound, if the container says so.
  public var packetTable: PacketTable?
  /// The packets' totals, if packets vary and the container lists them.
  public var packetSizes: PacketSizes?
  /// How many frames of sound WAVE's `fact` chunk states, for codecs whose packets don't tell the
  /// number.
  public var statedFrameCount: Int?
  /// Which loudspeaker each channel is for, if the container says so.
  public var layout: ChannelLayout?
  /// The source of a CAF file, if its writer recorded it.
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

  /// How many packets are present; 0 if they vary in size and the container doesn't list them.
  public var packetCount: Int {
    format.bytesPerPacket == 0
      ? packetSizes?.packetCount ?? 0 : audioBytes.count / format.bytesPerPacket
  }

  /// How many bytes the largest packet takes; nil if packets vary in size and the container doesn't
  /// list them.
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

  /// How many frames of sound there are: the packet table's valid frames if there is a table.
  public var frameCount: Int {
    packetTable?.validFrameCount ?? statedFrameCount ?? decodedFrameCount
  }
}

/// A chunk's position in a file.
public struct Chunk: Hashable, Sendable {
  /// Four characters that say what the chunk holds.
  public let identifier: FourCharCode
  /// The body's position, in bytes from the file's start.
  public let bodyOffset: Int
  /// How many bytes of the body are present.
  public let byteCount: Int
  /// How long the chunk's header says the body is; nil for CAF's −1, "up to the end".
  public let claimedByteCount: UInt64?
}
