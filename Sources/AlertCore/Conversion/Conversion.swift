public import SoundFormat

/// The conversion of one sound into another: planned when created, performed when run.
///
/// ```swift
/// let sound = try SoundSource(path: "ring.mp3")
/// let target = ConversionTarget(container: .caf, dataFormat: .ima4)
/// try Conversion(of: sound, to: target).write(to: "ring.caf")
/// ```
///
/// Frames are streamed: memory doesn't grow with the sound's length. Unless the rate changes, the
/// output is identical to that of Apple's `afconvert`.
public struct Conversion: Sendable {
  /// The sound to convert.
  public private(set) var source: SoundSource
  /// What to convert it to.
  public let target: ConversionTarget
  /// The output's header, provided that the source's header is right.
  public private(set) var header: SoundHeader
  let routing: FramePipeline.Routing

  /// Plans a conversion.
  ///
  /// - Throws: `SoundError` if the source is truncated, a layout doesn't fit, the container can't hold
  ///   the data format, or there is no decoder or encoder.
  public init(of source: SoundSource, to target: ConversionTarget) throws(SoundError) {
    try Self.checkNumbers(in: target)
    let source = try source.checked(for: target)
    self.source = source
    self.target = target
    routing = try Self.routing(from: source, to: target)
    var format = source.format
    format.channelCount = target.channelCount(of: source)
    format.dataFormat = target.dataFormat ?? source.format.dataFormat
    format.sampleRate = target.sampleRate.map(target.container.statable) ?? source.format.sampleRate
    try Self.checkCodecs(of: source, format, target)
    try Self.checkLoudness(of: source, format, target)
    header = Self.makeHeader(
      of: source, to: target, format,
      sourceFrameCount: max(0, source.frameCount - target.firstFrame))
    if let layout = header.layout, layout.channelCount != format.channelCount {
      throw SoundError(
        .matchingOutputLayout, nil,
        .sound(
          .unsupported,
          reason: "the layout \(layout.name) doesn't fit"
            + " \(counted(format.channelCount, "channel"))"),
        advice: "choose a layout that fits, or leave -l out")
    }
    do throws(SoundFileError) {
      _ = try header.headerBytes()
    } catch {
      throw SoundError(.creatingOutput, nil, error, advice: Self.advice(on: header))
    }
  }

  private static func makeHeader(
    of source: SoundSource, to target: ConversionTarget, _ format: StreamFormat,
    sourceFrameCount: Int
  ) -> SoundHeader {
    let wholeFrameCount =
      format.sampleRate == source.format.sampleRate
      ? sourceFrameCount
      : RateChange.frameCount(
        sourceFrameCount, from: source.format.sampleRate, to: format.sampleRate)
    let frameCount = min(wholeFrameCount, target.frameLimit ?? .max)
    var header = SoundHeader(
      container: target.container, format: format, frameCount: frameCount,
      layout: target.outputLayout ?? target.keptLayout(of: source),
      information: source.format.dataFormat.pcmEncoding.map {
        InformationEntry.appleEntries(for: format, frameCount: frameCount, source: $0)
      } ?? [],
      metadata: source.metadata.withoutFileDetails
        .droppingFirst(target.firstFrame, of: target.firstFrame + sourceFrameCount)
        .scaled(by: format.sampleRate / source.format.sampleRate),
      usesFiller: target.usesFiller)
    header.sourceTag = target.tagsSource ? source.tagForOutput : nil
    if target.dataFormat == nil, let sound = source.soundFile {
      header.copiedPacketCount = sound.copiedPacketCount
      header.primingFrameCount = sound.copiedPrimingFrameCount
    }
    return header
  }

  /// Returns the header for the actual number of source frames.
  func actualHeader(sourceFrameCount: Int) -> SoundHeader {
    Self.makeHeader(of: source, to: target, header.format, sourceFrameCount: sourceFrameCount)
  }

  /// Returns the same conversion, reading frames that were already decoded for it.
  func reading(_ beginning: DecodedBeginning) -> Conversion {
    var conversion = self
    conversion.source.beginning = beginning
    conversion.header = actualHeader(sourceFrameCount: beginning.frameCount)
    return conversion
  }

  /// Returns how many source frames to read to be certain that the output reaches a length.
  func sourceFrameCount(reaching seconds: Double) -> Int {
    let sourceRate = source.format.sampleRate
    // Frames after the limit affect what a resampler makes of those just before it.
    let reach =
      header.format.sampleRate == sourceRate
      ? 0 : Double(RateChange.reachFrameCount) * max(1, sourceRate / header.format.sampleRate)
    return Int(saturating: min(0x1p53, (seconds * sourceRate + reach).rounded(.up)) + 1)
  }

  /// The most channels of 16 bits a frame has in the pipeline. A changed rate counts as more channels: its samples
  /// take 64 bits, and a higher rate adds frames.
  var widestChannelCount: Int {
    let (sourceRate, rate) = (source.format.sampleRate, header.format.sampleRate)
    let growth = rate == sourceRate ? 1 : 4 * max(1, rate / sourceRate)
    return max(
      source.format.channelCount, Int(saturating: Double(header.format.channelCount) * growth))
  }
}

extension Conversion {
  /// Converts in memory.
  ///
  /// - Parameters:
  ///   - monitor: Follows the progress, and can cancel the conversion.
  /// - Returns: The bytes of a whole file.
  /// - Throws: `SoundError`.
  public func bytes(
    monitor: Monitor = Monitor()
  ) throws(SoundError) -> [UInt8] {
    let output = MemorySink(for: header)
    _ = try run(into: output, monitor: monitor)
    return output.bytes
  }

  /// Converts into any sink.
  ///
  /// - Returns: What was written.
  package func run(
    into output: some ByteSink, monitor: Monitor
  ) throws(SoundError) -> ConvertedSound {
    if let levels = target.levels {
      return try runLevelled(to: levels, into: output, monitor: monitor)
    }
    if let (sound, rewriting) = packetRewriting {
      try rewritePackets(of: sound, rewriting, into: output, monitor: monitor)
      return ConvertedSound(header: header, truncation: source.truncation)
    }
    return try encodeFile(into: output, monitor: monitor)
  }

  /// How to make the output's packets without decoding the source's; nil if that isn't possible.
  var packetRewriting: (SoundFile, PacketRewriting)? {
    guard let sound = source.soundFile else { return nil }
    guard let dataFormat = target.dataFormat else { return (sound, .copy) }
    guard case .unchanged = routing, target.firstFrame == 0, header.frameCount == sound.frameCount,
      sound.frameCount == sound.decodedFrameCount,
      header.format.sampleRate == sound.format.sampleRate,
      let rewriting = PacketRewriting(from: sound.format.dataFormat, to: dataFormat)
    else { return nil }
    return (sound, rewriting)
  }

  /// How many bytes the system copies between two checks for cancellation.
  private static let copiedByteCount = 1 << 24

  /// Writes a whole file of the source's packets, rewritten.
  func rewritePackets(
    of sound: SoundFile, _ rewriting: PacketRewriting, into output: some ByteSink,
    monitor: Monitor
  ) throws(SoundError) {
    try output.write(source.reading(header.headerBytes()))
    var rest = sound.copiedRuns
    let byteCount = rest.byteCount
    func beginBlock() throws(SoundError) {
      try monitor.checkCancellation(reading: source)
      monitor.progress(1 - Double(rest.byteCount) / Double(byteCount))
    }
    while rewriting == .copy, !rest.isEmpty {
      try beginBlock()
      let slice = rest.prefix(Self.copiedByteCount)
      let left = output.copy(slice, of: source.bytes)
      rest.removeFirst(slice.count - left.count)
      if !left.isEmpty { break }
    }
    let blockByteCount = PacketBlock.rewrittenByteCount(of: sound.format)
    // One block is written while the other is read.
    var (packets, following): ([UInt8], [UInt8]) = ([], [])
    func readFollowing() throws(SoundError) {
      try source.reading(
        source.bytes.readPackets(takenFrom: &rest, atMost: blockByteCount, into: &following))
      rewriting.rewrite(&following)
    }
    while !rest.isEmpty {
      try beginBlock()
      // Writing takes as long as reading, so overlap them.
      if packets.isEmpty {
        try readFollowing()
      } else {
        try source.host.runBoth(
          { () throws(SoundError) in try output.write(packets) }, readFollowing)
      }
      swap(&packets, &following)
    }
    try output.write(packets)
    try output.write(header.trailerBytes)
  }

  /// Decodes and encodes the sound to a whole file.
  private func encodeFile(
    into output: some ByteSink, monitor: Monitor
  ) throws(SoundError) -> ConvertedSound {
    let stated = try source.reading(header.headerBytes())
    let sound = try encodeFrames(after: stated, into: output, monitor: monitor)
    let bytes = try source.reading(sound.header.headerBytes())
    if bytes.count == stated.count {
      if bytes != stated { try output.overwriteBeginning(with: bytes) }
      return sound
    }
    // Without filler, stating another length may change the size of the header itself.
    try output.restart()
    return try encodeFrames(after: bytes, into: output, monitor: monitor)
  }

  /// Decodes, processes and encodes all frames.
  ///
  /// - Parameter headerBytes: What to write before them.
  /// - Returns: What was written, with the actual length: only decoding tells how long an MP3 is.
  private func encodeFrames(
    after headerBytes: [UInt8], into output: some ByteSink, monitor: Monitor
  ) throws(SoundError) -> ConvertedSound {
    try output.write(headerBytes)
    let sound = try encodeFrames(monitor: monitor) { packets throws(SoundError) in
      try output.write(packets)
    }
    try output.write(sound.header.trailerBytes)
    return sound
  }

  /// Decodes, processes and encodes all frames, without a header and a trailer.
  ///
  /// - Parameters:
  ///   - monitor: Follows the progress, and can cancel the conversion.
  ///   - restart: Called before all packets are written once more, which only a target with levels needs.
  ///   - write: Called with the packets, in order.
  /// - Returns: What was encoded, with the actual length.
  /// - Throws: `SoundError`.
  package func encodeFrames(
    monitor: Monitor, restart: () throws(SoundError) -> Void = {},
    _ write: ([UInt8]) throws(SoundError) -> Void
  ) throws(SoundError) -> ConvertedSound {
    if let levels = target.levels {
      var levelling = try Levelling(of: self, to: levels, monitor: monitor)
      return try levelling.encode(restart: restart, write)
    }
    var pipeline = try source.reading(FramePipeline(for: self))
    var maker = try source.reading(PacketMaker(for: self))
    while let frames = try source.reading(pipeline.next()) {
      let packets = maker.packets(of: frames)
      try monitor.checkCancellation(reading: source)
      try write(packets)
      monitor.progress(fractionDone(sourceFrameCount: pipeline.sourceFrameCount))
    }
    let rest = maker.finish()
    if !rest.isEmpty { try write(rest) }
    return ConvertedSound(
      header: actualHeader(sourceFrameCount: pipeline.sourceFrameCount),
      signalToNoise: maker.signalAndNoise?.decibels,
      truncation: source.truncation ?? pipeline.truncation)
  }

  /// Returns how much is done once so many source frames have been read.
  func fractionDone(sourceFrameCount: Int) -> Double {
    min(1, Double(sourceFrameCount) / Double(wantedSourceFrameCount))
  }

  /// How many source frames will be read, provided that the source's header is right.
  private var wantedSourceFrameCount: Int {
    let present = max(1, source.frameCount - target.firstFrame)
    guard let frameLimit = target.frameLimit else { return present }
    let factor = source.format.sampleRate / header.format.sampleRate
    return max(1, Int(saturating: min(Double(present), Double(frameLimit) * factor)))
  }
}
