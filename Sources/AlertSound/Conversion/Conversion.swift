public import SoundFormat
public import SystemPackage

/// One sound made into another: planned when it is created, done when it is run.
///
/// ```swift
/// let input = try InputFile(path: "ring.wav")
/// let target = ConversionTarget(container: .caf, dataFormat: .ima4)
/// let conversion = try Conversion(of: SoundFile(parsing: input), to: target)
/// try conversion.write(to: "ring.caf", from: input)
/// ```
///
/// Frames are streamed: memory doesn't grow with the sound's length. Without a change of rate, the
/// bytes are those that Apple's `afconvert` writes.
public struct Conversion: Sendable {
  /// The sound to convert.
  public let source: SoundFile
  /// What the output's header will say.
  public let header: SoundHeader
  private let channelMap: ChannelMap?

  /// Plans a conversion.
  ///
  /// - Throws: `ConversionError`: the source was cut short, the container doesn't hold the data
  ///   format, or there is no decoder or encoder.
  public init(of source: SoundFile, to target: ConversionTarget) throws(ConversionError) {
    guard source.missingByteCount == 0 else {
      let present = source.audioBytes.count
      throw ConversionError(
        .openingInput, nil,
        .sound(
          .truncated,
          reason: "the file was cut short: \(present) of"
            + " \(present + source.missingByteCount) bytes of audio are there"),
        advice: "copy or export it again")
    }
    self.source = source
    let channelCount = target.channelCount ?? source.format.channelCount
    channelMap =
      channelCount == source.format.channelCount
      ? nil : .changing(source.format.channelCount, to: channelCount)
    var format = source.format
    format.channelCount = channelCount
    format.dataFormat = target.dataFormat
    try Self.checkCodecs(of: source, format)
    header = SoundHeader(
      container: target.container, format: format, frameCount: source.frameCount,
      // A layout is for a number of channels; another number has none.
      layout: channelMap == nil ? source.layout : nil,
      information: source.format.dataFormat.pcmEncoding.map {
        InformationEntry.appleEntries(for: format, frameCount: source.frameCount, source: $0)
      } ?? [],
      metadata: source.metadata.withoutFileDetails,
      usesFiller: target.usesFiller)
    do throws(SoundFileError) {
      _ = try header.headerBytes()
    } catch {
      throw ConversionError(
        .creatingOutput, nil, error, advice: Self.advice(on: target))
    }
  }

  private static func checkCodecs(
    of source: SoundFile, _ format: StreamFormat
  ) throws(ConversionError) {
    do throws(SoundFileError) {
      _ = try FrameDecoder(for: source)
    } catch {
      throw ConversionError(.openingInput, nil, error)
    }
    do throws(SoundFileError) {
      _ = try FrameEncoder(for: format)
    } catch {
      throw ConversionError(
        .choosingCodec, nil, error, advice: advice(onEncoding: format.dataFormat))
    }
  }

  private static func advice(onEncoding dataFormat: DataFormat) -> String {
    guard case .other(let codec) = dataFormat else { return "use -c 2 or -c 1" }
    // People write LE16 for LEI16; the grammar takes it for a code.
    if let number = Int("\(codec.formatID)".drop { !$0.isNumber }), [16, 24, 32].contains(number) {
      let prefix = "\(codec.formatID)".prefix { !$0.isNumber }
      if ["LE", "BE", ""].contains(prefix) { return "did you mean \(prefix)I\(number)?" }
    }
    return "alert sounds play as ima4, ulaw, alaw or linear PCM, such as LEI16"
  }

  private static func advice(on target: ConversionTarget) -> String? {
    guard !target.container.holds(target.dataFormat) else { return nil }
    let others = Container.allCases.filter { $0.holds(target.dataFormat) }
    let formats = target.container.dataFormats.map(\.description).joined(separator: " ")
    return "\(target.container.fileType) holds \(formats)"
      + (others.isEmpty
        ? ""
        : ", and \(target.dataFormat) goes into "
          + others.map { "\($0.fileType)" }.joined(separator: ", "))
  }
}

extension Conversion {
  /// Converts to a file, which comes into being whole or not at all.
  ///
  /// - Parameters:
  ///   - path: The file to write. It may be the source's own.
  ///   - input: The bytes `source` was parsed from.
  ///   - replacing: Whether a file that exists is replaced. If not, it is the error `fileExists`.
  /// - Throws: `ConversionError`; what was at `path` is then still there.
  public func write(
    to path: FilePath, from input: some ByteSource, replacing: Bool = true
  ) throws(ConversionError) {
    let output = try OutputFile(for: path)
    try run(
      reading: input,
      copyingWith: { range in (input as? InputFile).map { output.copy(range, of: $0) } ?? range },
      into: { (bytes) throws(ConversionError) in try output.write(bytes) })
    try output.commit(replacing: replacing)
  }

  /// Converts in memory.
  ///
  /// - Parameter input: The bytes `source` was parsed from.
  public func bytes(from input: some ByteSource) throws(ConversionError) -> [UInt8] {
    var output: [UInt8] = []
    try run(
      reading: input, copyingWith: { $0 },
      into: { (bytes) throws(ConversionError) in output += bytes })
    return output
  }

  /// How much of the source is read at once. The blocks in flight, of bytes and of samples, fit into
  /// a core's second-level cache.
  private static let blockByteCount = 1 << 15

  /// How many of the source's packets are read at once: a number that fills whole IMA4 packets.
  private var packetsPerBlock: Int {
    let fitting = Self.blockByteCount / source.format.bytesPerPacket
    return max(1, fitting / IMA4.framesPerPacket * IMA4.framesPerPacket)
  }

  /// Converts the source's packets.
  ///
  /// - Parameters:
  ///   - copy: Copies a range of the input to the output and returns what it left.
  ///   - write: Writes bytes to the output.
  private func run(
    reading input: some ByteSource, copyingWith copy: (Range<Int>) -> Range<Int>,
    into write: ([UInt8]) throws(ConversionError) -> Void
  ) throws(ConversionError) {
    do {
      var converter = try PacketConverter(from: source, to: header.format, mapping: channelMap)
      try write(header.headerBytes())
      let blockByteCount = packetsPerBlock * source.format.bytesPerPacket
      var rest = source.audioBytes
      if converter.isCopy { rest = copy(rest) }
      var writtenByteCount = source.audioBytes.count - rest.count
      while !rest.isEmpty {
        let block = rest.prefix(blockByteCount)
        let packets = try input.bytes(at: block.lowerBound, count: block.count)
        guard packets.count == block.count else {
          throw SoundFileError(.truncated, "the file became shorter while it was read")
        }
        let converted = converter.convert(packets)
        writtenByteCount += converted.count
        try write(converted)
        rest.removeFirst(block.count)
      }
      let ending = converter.finish()
      precondition(writtenByteCount + ending.count == header.audioByteCount)
      try write(ending + header.trailerBytes)
    } catch {
      throw ConversionError(wrapping: error, .reading, nil)
    }
  }
}
