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
  /// present. In an MPEG-4 file, other media may lie between them.
  public var audioBytes: Range<Int>
  /// The parts of `audioBytes` that are packets; nil if all of it is.
  private var scatteredRuns: AudioRuns?
  /// How many bytes of audio the file claims beyond those that are present. A value other than 0
  /// means that the file was truncated; a length that was merely never filled in doesn't count.
  public var missingByteCount = 0
  /// Which decoded frames are sound, if the container says so.
  public var packetTable: PacketTable?
  /// The packets' totals, if packets vary and the container lists them.
  package var packetSizes: PacketSizes?
  /// The decoder's configuration: CAF's `kuki` chunk, or the content of
  /// MPEG-4's `esds` or `alac` box.
  package var magicCookie: [UInt8] = []
  /// Where the sizes of packets that vary in size are listed.
  var packetList: PacketList?
  /// The entry of MPEG-4's `stsd` box, in bytes from the file's start.
  var sampleEntry: Range<Int>?
  /// The version of that box, which tells whether the entry is QuickTime's.
  var sampleEntryVersion: UInt8 = 0
  /// How many frames of sound WAVE's `fact` chunk states, for codecs whose packets don't tell the
  /// number.
  package var statedFrameCount: Int?
  /// Which loudspeaker each channel is for, if the container says so.
  public var layout: ChannelLayout?
  /// The source of a CAF file, if its writer recorded it.
  package var sourceTag: SourceTag?
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

  init(container: Container, format: StreamFormat, runs: [Range<Int>]) {
    // Nothing keeps runs from being stored in any order.
    let bounds = runs.reduce(runs.first ?? 0..<0) {
      min($0.lowerBound, $1.lowerBound)..<max($0.upperBound, $1.upperBound)
    }
    self.init(container: container, format: format, audioBytes: bounds)
    if runs.count > 1 { scatteredRuns = AudioRuns(runs) }
  }

  /// Where the packets are, in the stream's order.
  package var audioRuns: AudioRuns { scatteredRuns ?? AudioRuns([audioBytes]) }

  package var audioByteCount: Int { scatteredRuns?.byteCount ?? audioBytes.count }

  /// How many packets are present; 0 if they vary in size and the container doesn't list them.
  package var packetCount: Int {
    format.bytesPerPacket == 0
      ? packetSizes?.packetCount ?? 0 : audioByteCount / format.bytesPerPacket
  }

  /// How many bytes the largest packet takes; nil if packets vary in size and the container doesn't
  /// list them.
  package var largestPacketByteCount: Int? {
    format.bytesPerPacket == 0 ? packetSizes?.largestByteCount : format.bytesPerPacket
  }

  /// How many frames the packets decode to, padding included.
  package var decodedFrameCount: Int {
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

extension FrameDecoder {
  /// Creates a decoder for a sound's packets from the first on.
  ///
  /// - Parameters:
  ///   - sound: The sound, as its file describes it.
  ///   - firstFrame: How many frames to skip at the beginning of the sound.
  /// - Throws: `SoundFileError` with the code `unsupported` for a codec this library doesn't decode.
  public init(for sound: SoundFile, from firstFrame: Int = 0) throws(SoundFileError) {
    try self.init(
      for: sound.format,
      dropping: (sound.packetTable?.primingFrameCount ?? 0).addingClamped(firstFrame),
      keeping: max(0, sound.frameCount - firstFrame))
  }
}

extension SoundFile {
  /// How Apple Lossless is coded; nil for other formats, and if the file doesn't say so.
  package var appleLossless: AppleLosslessConfiguration? {
    guard format.dataFormat.formatID == AppleLosslessConfiguration.formatID, packetList != nil,
      let configuration = AppleLosslessConfiguration(magicCookie),
      configuration.channelCount == format.channelCount,
      configuration.framesPerPacket == format.framesPerPacket
    else { return nil }
    return configuration
  }

  /// Whether this library decodes the sound.
  package var isDecodable: Bool {
    if case .other = format.dataFormat { appleLossless != nil } else { true }
  }

  /// Corrects the length of Apple Lossless whose file counts the last packet as full. FFmpeg writes such CAF files.
  mutating func correctLosslessLength(in source: some ByteSource) throws(SoundFileError) {
    guard let configuration = appleLossless, missingByteCount == 0,
      (packetTable?.remainderFrameCount ?? 0) == 0, frameCount > 0
    else { return }
    var packets = PacketCursor(self)
    var last = 0..<0
    while let packet = try packets.next(in: source) { last = packet }
    let beginning = try source.bytes(
      at: last.lowerBound, count: min(last.count, AppleLosslessDecoder.headerByteCount))
    guard let count = AppleLosslessDecoder.frameCount(inPacket: beginning, configuration),
      count < configuration.framesPerPacket
    else { return }
    let excess = min(frameCount, configuration.framesPerPacket - count)
    notes.append(
      Note(
        "the last packet has \(counted(count, "frame")), but counts as full", at: last.lowerBound))
    packetTable = PacketTable(
      validFrameCount: frameCount - excess,
      primingFrameCount: packetTable?.primingFrameCount ?? 0, remainderFrameCount: excess)
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
