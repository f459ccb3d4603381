/// What a file's headers say about the sound, and where the sound's packets are.
///
/// Parsing is lenient: everything that can be interpreted is kept, and `notes` lists the deviations.
///
/// ```swift
/// let sound = try SoundFile(parsing: bytes)
/// print(sound.format.sampleRate, sound.frameCount)
/// ```
public struct SoundFile: Sendable {
  /// The container, detected from the content.
  public package(set) var container: Container
  public package(set) var format: StreamFormat
  /// The offset at which the container begins, after any ID3 tags.
  package var start = 0
  /// The range of the complete packets that are present, in bytes from the file's start. In an MPEG-4 file, other media
  /// may be between the packets.
  public package(set) var audioBytes: Range<Int>
  /// The parts of `audioBytes` that are packets; nil if all of `audioBytes` is packets.
  private var scatteredRuns: AudioRuns?
  /// How many bytes of audio the file claims beyond the bytes that are present. 0 if the file isn't truncated, or if
  /// the size of the audio was never filled in.
  package var missingByteCount = 0
  /// Which decoded frames are sound, if the container states that.
  package var packetTable: PacketTable?
  /// The totals of packets that vary in size or frame count; nil if the container doesn't list the packets.
  package var packetSizes: PacketSizes?
  /// The decoder's configuration, from CAF's `kuki` chunk, MPEG-4's `esds`, `alac` or `dfLa` box, or FLAC's parameters.
  package var magicCookie: [UInt8] = []
  var packetList: PacketList?
  /// The channels of a stream of AAC, if its first packet lists them.
  var program: AACProgram?
  /// Why the packets of AAC aren't decoded, if only the packets reveal the reason.
  var refusalOfPackets: SoundFileError?
  /// How many frames a decoder outputs before the frames that the packet table counts.
  package var decoderDelay = 0
  /// The bits per second of MPEG audio; nil if the packets' rates differ.
  package var constantBitRate: Int?
  /// The range of the entry in MPEG-4's `stsd` box, in bytes from the file's start.
  var sampleEntry: Range<Int>?
  /// The version of the `stsd` box, which tells whether the entry is QuickTime's.
  var sampleEntryVersion: UInt8 = 0
  /// How many bytes of an incomplete packet follow the complete packets.
  package var unfinishedByteCount = 0
  /// The number of frames according to FLAC's parameters, or to WAVE's `fact` chunk or incomplete last block.
  package var statedFrameCount: Int?
  /// A reason to doubt that Apple's library decodes the sound, and whether the library was seen to refuse such sounds.
  /// Nil if there is no such reason.
  package var appleDoubt: AppleDoubt?
  package typealias AppleDoubt = (reason: String, isObserved: Bool)

  static func untried(_ fact: String) -> AppleDoubt {
    (fact + "; Apple's library isn't known to read such a file", false)
  }
  /// A rare peculiarity of the header; nil if there is none. Apple's library isn't known to read such files.
  package private(set) var unusualHeader: String?
  /// Notes on possible sound that isn't read, such as a joined file, and on contradictory lengths.
  package private(set) var unread: [Note] = []
  /// Whether the size of the audio chunk was never filled in.
  package private(set) var hasUnfilledSize = false
  package var ignoredRest: Note? { unread.last }
  /// Whether more sound may follow the audio that the header counts. Such sound isn't read.
  package private(set) var hasUncountedSound = false
  /// Which loudspeaker each channel is for, if the container states that.
  public package(set) var layout: ChannelLayout?
  public package(set) var metadata = SoundMetadata()
  /// Every chunk, in file order.
  public package(set) var chunks: [Chunk] = []
  public package(set) var notes: [Note] = []

  init(
    container: Container, format: StreamFormat, from start: Int = 0, runs: [Range<Int>] = [],
    chunks: [Chunk] = [], notes: [Note] = []
  ) {
    self.container = container
    self.format = format
    self.start = start
    self.chunks = chunks
    self.notes = notes
    // Look for the bounds in all runs, because a file may store the runs in any order.
    audioBytes = runs.reduce(runs.first ?? 0..<0) {
      min($0.lowerBound, $1.lowerBound)..<max($0.upperBound, $1.upperBound)
    }
    if runs.count > 1 { scatteredRuns = AudioRuns(runs) }
  }

  /// Takes over the packets of the stream that is this sound's audio.
  mutating func adopt(packetsOf stream: SoundFile) {
    (audioBytes, scatteredRuns) = (stream.audioBytes, stream.scatteredRuns)
    (packetSizes, packetList) = (stream.packetSizes, stream.packetList)
    (packetTable, decoderDelay) = (stream.packetTable, stream.decoderDelay)
    (constantBitRate, statedFrameCount) = (stream.constantBitRate, nil)
    notes += stream.notes
    format = StreamFormat(
      sampleRate: stream.format.sampleRate, channelCount: stream.format.channelCount,
      dataFormat: .other(
        CodecDescription(
          formatID: format.dataFormat.formatID, framesPerPacket: stream.format.framesPerPacket)))
  }

  package var audioRuns: AudioRuns { scatteredRuns ?? AudioRuns([audioBytes]) }

  package var audioByteCount: Int { scatteredRuns?.byteCount ?? audioBytes.count }

  /// How many packets are present; 0 if packets vary in size and the container doesn't list them.
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
    // Clamp an overflow: a hostile header can state any number of frames per packet.
    return packetCount.multipliedClamped(by: format.framesPerPacket)
  }

  /// How many frames of sound there are. Excludes the codec's padding if the file states it.
  public var frameCount: Int {
    packetTable?.validFrameCount ?? statedFrameCount ?? decodedFrameCount
  }

  /// Adds a note to `unread` and to `notes`.
  mutating func ignore(_ rest: Note) {
    unread.append(rest)
    notes.append(rest)
  }

  mutating func ignore(_ rest: String, at offset: Int? = nil) { ignore(Note(rest, at: offset)) }

  /// Adds a note on an unusual fact about the header. ``unusualHeader`` keeps only the first fact.
  mutating func doubtHeader(_ fact: String, at offset: Int) {
    unusualHeader = unusualHeader ?? fact
    notes.append(fact, at: offset)
  }

  /// Notes that the audio chunk's size was never filled in. Chunks such as `LIST`, or the file's end, end the audio.
  ///
  /// - Parameter offset: The offset of the size; nil if another note says what the chunk claims.
  mutating func noteUnfilledSize(of chunk: FourCharCode, at offset: Int?) {
    hasUnfilledSize = true
    let fact = "the \(chunk) chunk's size was never filled in"
    if let offset { doubtHeader(fact, at: offset) } else { unusualHeader = unusualHeader ?? fact }
  }

  /// How many frames the packet table of a CAF file leaves out, besides the codec's delay; 0 if these frames fit into
  /// one packet, as padding does. FFmpeg and SoX play these frames. What Apple's library does with them is unknown.
  package var hiddenFrameCount: Int { container == .caf ? leftOutFrameCount : 0 }

  /// How many frames a player that ignores packet tables plays besides the sound and the codec's delay, if the packets
  /// are copied; 0 if these frames fit into one packet.
  package var leftOutFrameCount: Int {
    guard isDecodable, let packetTable else { return 0 }
    // Codecs that this library writes have no delay.
    let longestDelay = if case .other = format.dataFormat { 8192 } else { 0 }
    let delay = min(packetTable.primingFrameCount, longestDelay)
    let leftOut = decodedFrameCount - packetTable.validFrameCount - delay
    return leftOut > format.framesPerPacket ? leftOut : 0
  }

  /// Adds a note on what may be sound but isn't read: frames or packets that the packet table doesn't count, another
  /// file, another chunk of audio, or bytes after the last chunk that are neither chunks, tags nor zeros.
  mutating func ignoreRest(of source: AnyByteSource) throws(SoundFileError) {
    if hiddenFrameCount > 0 {
      return ignore(
        "the packet table counts \(frameCount) of \(counted(decodedFrameCount, "frame")): the"
          + " others are ignored")
    }
    if let packetSizes {
      let unlisted = audioBytes.dropFirst(packetSizes.byteCount)
      if lastsLikeSound(unlisted.count),
        try source.endOfZeros(from: unlisted.lowerBound) < unlisted.upperBound
      {
        hasUncountedSound = true
        let words = " after the packets in the packet table: ignored"
        return ignore(counted(unlisted.count, "byte") + words, at: unlisted.lowerBound)
      }
    }
    let codes = Container.allCases.flatMap { $0.signatures.map { $0.outer } }
    // Begin after the last whole chunk of this file, because a tag may look like an incomplete chunk.
    let last = chunks.prefix { !codes.contains($0.identifier) }.last { $0.isWhole }
    let end = max(last.map { $0.bodyOffset + $0.byteCount } ?? 0, audioBytes.upperBound)
    let start = try source.endOfTags(from: end)
    let offset = try source.endOfZeros(from: start)
    var reader = ByteReader(try source.bytes(at: offset, count: 8), order: .big)
    let code = try? reader.readCode()
    let size = (try? reader.read(UInt32.self)) ?? 0
    if let code, codes.contains(code) { return ignore(.joinedFile(at: offset)) }
    let audioCode: FourCharCode = container.family == .aiff ? "SSND" : "data"
    if chunks.count(where: { $0.identifier == audioCode }) > 1 {
      return ignore("the audio of another \(audioCode) chunk is ignored")
    }
    // An incomplete chunk has a printable code and a possible size. If samples look like a code, the samples after them
    // look like a huge size.
    let isChunk = code?.isPrintable == true && min(size, size.byteSwapped) < 1 << 24
    guard lastsLikeSound(source.byteCount - offset), !isChunk else { return }
    hasUncountedSound = true
    ignore(
      "\(counted(source.byteCount - start, "byte")) after the audio may be sound that the header"
        + " doesn't count: ignored", at: start)
  }

  /// Returns whether `byteCount` bytes of this sound last at least a tenth of a second. Junk is shorter.
  private func lastsLikeSound(_ byteCount: Int) -> Bool {
    let sizes = packetSizes.map { ($0.byteCount, $0.frameCount) }
    let (bytes, frames) = sizes ?? (format.bytesPerPacket, max(1, format.framesPerPacket))
    return bytes > 0
      && Double(byteCount) / Double(bytes) * Double(frames) >= 0.1 * format.sampleRate
  }

  /// The channel layout of the decoded sound.
  ///
  /// If an MPEG-4 or ADTS file states no layout, Core Audio assumes mono or stereo for compressed sounds of one or two
  /// channels, as the WAVE files that Apple's tools make from such sounds show. For more channels, Core Audio assumes
  /// AAC's order (CoreAudioBaseTypes.h). For MP3 and FLAC, no such assumption is known.
  package var decodedLayout: ChannelLayout? {
    if case .aac(let configuration) = variableCodec { return configuration.speakers }
    guard layout == nil, [.mpeg4, .adts].contains(container.family),
      case .other = format.dataFormat
    else { return layout }
    switch format.channelCount {
    case 1: return .mono
    case 2: return .stereo
    case let count:
      // Use AAC's layouts for Apple Lossless too: both have the same layouts.
      let isMPEGs = format.dataFormat.isAAC || format.dataFormat.formatID == "alac"
      return isMPEGs ? .aac(channelCount: count) : nil
    }
  }

  /// Whether the number of frames is unknown until the sound is decoded.
  package var hasUncountedFrames: Bool {
    frameCount == 0 && decodedFrameCount == 0 && !audioBytes.isEmpty
  }

  /// The sound's length in seconds, without the codec's padding.
  public var duration: Double { Double(frameCount) / format.sampleRate }
}

extension FrameDecoder {
  /// Creates a decoder. Pass it the sound's packets from the first on.
  ///
  /// - Parameters:
  ///   - sound: The sound whose packets are decoded.
  ///   - firstFrame: How many frames to skip at the beginning of the sound. A negative number skips none.
  /// - Throws: `SoundFileError` with the code `unsupported` for a codec this library doesn't decode.
  public init(for sound: SoundFile, from firstFrame: Int = 0) throws(SoundFileError) {
    try self.init(
      for: sound.format,
      dropping: (sound.packetTable?.primingFrameCount ?? 0).addingClamped(max(0, firstFrame)),
      keeping: max(0, sound.frameCount) - max(0, firstFrame))
  }
}

extension SoundFile {
  /// The configuration of Apple Lossless; nil for other formats, or if the file doesn't state it.
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
    if case .other = format.dataFormat { variableCodec != nil } else { true }
  }

  /// Returns the sum of the frame counts that packets of Apple Lossless or FLAC state; nil for other codecs, and if a
  /// packet has fewer than 4 bytes. In joined files, packets in the middle may have fewer frames than the others.
  func losslessFrameCount(in source: AnyByteSource) throws(SoundFileError) -> Int? {
    guard let codec = variableCodec, codec.losslessSampleType != nil else { return nil }
    var packets = PacketCursor(self)
    var sum = 0
    // Read short packets many at a time.
    var (block, blockStart) = ([UInt8](), 0)
    while let packet = try packets.next(in: source) {
      // No real packet of a lossless codec is shorter than 4 bytes. A file of such packets would take long to read.
      guard packet.count >= 4 else { return nil }
      if packet.lowerBound < blockStart || packet.prefix(32).upperBound > blockStart + block.count {
        (block, blockStart) = (
          try source.bytes(at: packet.lowerBound, count: 4096), packet.lowerBound
        )
      }
      let beginning = block.dropFirst(packet.lowerBound - blockStart).prefix(min(packet.count, 32))
      sum = sum.addingClamped(
        codec.frameCount(inPacket: Array(beginning)) ?? format.framesPerPacket)
    }
    return sum
  }

  /// Corrects the length of Apple Lossless or FLAC if a file counts its last packet as full, as FFmpeg's CAF files do.
  mutating func correctLosslessLength(in source: AnyByteSource) throws(SoundFileError) {
    guard missingByteCount == 0, (packetTable?.remainderFrameCount ?? 0) == 0, frameCount > 0,
      let sum = try losslessFrameCount(in: source)
    else { return }
    let priming = packetTable?.primingFrameCount ?? 0
    let valid = max(0, sum - priming)
    guard valid < frameCount else { return }
    notes.append("the packets have \(counted(sum, "frame")), but count as full")
    // Short packets in the middle of joined files aren't padding.
    let packetLength = max(1, format.framesPerPacket)
    let lack = max(0, decodedFrameCount - sum) / packetLength * packetLength
    packetSizes?.frameCount -= lack
    packetTable = PacketTable(
      validFrameCount: valid, primingFrameCount: priming,
      remainderFrameCount: max(0, decodedFrameCount - priming - valid))
  }
}

/// A chunk's position in a file.
public struct Chunk: Hashable, Sendable {
  public let identifier: FourCharCode
  /// The body's position, in bytes from the file's start.
  public let bodyOffset: Int
  /// How many bytes of the body are present.
  public let byteCount: Int
  /// The body's length according to the chunk's header; nil for CAF's −1, "up to the end".
  package let claimedByteCount: UInt64?
}
