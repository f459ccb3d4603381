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
  /// present. In an MPEG-4 file, other media may lie between them: ``audioRuns``.
  public var audioBytes: Range<Int>
  /// The parts of `audioBytes` that are packets; nil if all of it is.
  private var scatteredRuns: AudioRuns?
  /// How many bytes of audio the file claims beyond those that are present. A value other than 0
  /// means that the file was truncated; a length that was merely never filled in doesn't count.
  public var missingByteCount = 0
  /// Which decoded frames are sound, if the container says so.
  public var packetTable: PacketTable?
  /// The packets' totals, if packets vary and the container lists them.
  public var packetSizes: PacketSizes?
  /// What a codec's decoder needs to know beside the packets: CAF's `kuki` chunk, or the content of
  /// MPEG-4's `esds` or `alac` box.
  public var magicCookie: [UInt8] = []
  /// Where the sizes of packets that vary in size are listed.
  var packetList: PacketList?
  /// The entry of MPEG-4's `stsd` box, in bytes from the file's start.
  var sampleEntry: Range<Int>?
  /// The version of that box, which tells whether the entry is QuickTime's.
  var sampleEntryVersion: UInt8 = 0
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

  /// Creates a sound whose packets are in these ranges of the file.
  init(container: Container, format: StreamFormat, runs: [Range<Int>]) {
    // Nothing keeps runs from being stored in any order.
    let bounds = runs.reduce(runs.first ?? 0..<0) {
      min($0.lowerBound, $1.lowerBound)..<max($0.upperBound, $1.upperBound)
    }
    self.init(container: container, format: format, audioBytes: bounds)
    if runs.count > 1 { scatteredRuns = AudioRuns(runs) }
  }

  /// Where the packets are, in the stream's order.
  public var audioRuns: AudioRuns { scatteredRuns ?? AudioRuns([audioBytes]) }

  /// How many bytes the packets take together.
  public var audioByteCount: Int { scatteredRuns?.byteCount ?? audioBytes.count }

  /// How many packets are present; 0 if they vary in size and the container doesn't list them.
  public var packetCount: Int {
    format.bytesPerPacket == 0
      ? packetSizes?.packetCount ?? 0 : audioByteCount / format.bytesPerPacket
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

  /// The channel layout that decoding gives.
  ///
  /// If the file states none, Core Audio gives every compressed sound of one or two channels in MPEG-4 one, as the
  /// WAVE files show that its tools make of them. For more channels, it is AAC's order (CoreAudioBaseTypes.h).
  package var decodedLayout: ChannelLayout? {
    guard layout == nil, [.mpeg4, .adts].contains(container.family), case .other = format.dataFormat
    else { return layout }
    switch format.channelCount {
    case 1: return .mono
    case 2: return .stereo
    case let count:
      // Apple Lossless has the same layouts.
      let isMPEGs = format.dataFormat.isAAC || format.dataFormat.formatID == "alac"
      return isMPEGs ? .aac(channelCount: count) : nil
    }
  }

  /// Whether only decoding gives the number of frames.
  package var hasUncountedFrames: Bool {
    frameCount == 0 && decodedFrameCount == 0 && !audioBytes.isEmpty
  }

  /// The sound's length in seconds, without the codec's padding.
  public var duration: Double { Double(frameCount) / format.sampleRate }
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
