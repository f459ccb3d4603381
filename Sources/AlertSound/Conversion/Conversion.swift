public import SoundFormat
public import SystemPackage

/// One sound made into another: planned when it is created, done when it is run.
///
/// ```swift
/// let sound = try SoundSource(path: "ring.mp3")
/// let target = ConversionTarget(container: .caf, dataFormat: .ima4)
/// try Conversion(of: sound, to: target).write(to: "ring.caf")
/// ```
///
/// Frames are streamed: memory doesn't grow with the sound's length. Without a change of rate, the
/// bytes are those that Apple's `afconvert` writes.
public struct Conversion: Sendable {
  /// The sound to convert.
  public private(set) var source: SoundSource
  /// What to make of it.
  public let target: ConversionTarget
  /// What the output's header will say, as far as the source's header is to be believed.
  public private(set) var header: SoundHeader
  let routing: FramePipeline.Routing

  /// Plans a conversion.
  ///
  /// - Throws: `ConversionError`: the source was cut short, a layout doesn't fit, the container doesn't
  ///   hold the data format, or there is no decoder or encoder.
  public init(of source: SoundSource, to target: ConversionTarget) throws(ConversionError) {
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
    header = Self.header(
      of: source, to: target, format,
      sourceFrameCount: max(0, source.frameCount - target.firstFrame))
    if let layout = header.layout, layout.channelCount != format.channelCount {
      throw ConversionError(
        .matchingOutputLayout, nil,
        .sound(
          .unsupported,
          reason: "the layout \(layout.name) is not for"
            + " \(counted(format.channelCount, "channel"))"),
        advice: "name a layout that fits, or leave -l out")
    }
    do throws(SoundFileError) {
      _ = try header.headerBytes()
    } catch {
      throw ConversionError(.creatingOutput, nil, error, advice: Self.advice(on: header))
    }
  }

  private static func header(
    of source: SoundSource, to target: ConversionTarget, _ format: StreamFormat,
    sourceFrameCount: Int
  ) -> SoundHeader {
    let wholeFrameCount =
      format.sampleRate == source.format.sampleRate
      ? sourceFrameCount
      : Resampler.frameCount(
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
    if target.dataFormat == nil, case .native(let sound) = source.structure {
      header.copiedPacketCount = sound.copiedPacketCount
      header.primingFrameCount = sound.copiedPrimingFrameCount
    }
    return header
  }

  /// The header once it is known how many frames the source really had.
  func header(sourceFrameCount: Int) -> SoundHeader {
    Self.header(of: source, to: target, header.format, sourceFrameCount: sourceFrameCount)
  }

  /// The same conversion, reading the frames that were decoded for it already.
  func reading(_ beginning: DecodedBeginning) -> Conversion {
    var conversion = self
    conversion.source.beginning = beginning
    conversion.header = header(sourceFrameCount: beginning.frameCount)
    return conversion
  }

  /// How many of the source's frames it takes to be certain that the output is as long as this.
  func sourceFrameCount(reaching seconds: Double) -> Int {
    let sourceRate = source.format.sampleRate
    // What comes after the limit has a say in what a resampler makes of the frames just before it.
    let reach =
      header.format.sampleRate == sourceRate
      ? 0 : Double(Resampler.reachFrameCount) * max(1, sourceRate / header.format.sampleRate)
    return Int(min(0x1p53, (seconds * sourceRate + reach).rounded(.up))) + 1
  }

  /// The most channels a frame has on its way. Frames that a higher rate makes more of take as much room as
  /// ones with more channels.
  var widestChannelCount: Int {
    let growth = max(1, header.format.sampleRate / source.format.sampleRate)
    return max(source.format.channelCount, Int(Double(header.format.channelCount) * growth))
  }
}

extension Conversion {
  /// Converts to a file, which comes into being whole or not at all.
  ///
  /// It can be cancelled: by the task it runs in, or by `isCancelled`.
  ///
  /// - Parameters:
  ///   - path: The file to write. It may be the source's own.
  ///   - replacing: Whether a file that exists is replaced. If not, it is the error `fileExists`.
  ///   - progress: Is told now and then how far the conversion is, from 0 to 1.
  ///   - isCancelled: Is asked now and then.
  /// - Returns: What was written.
  /// - Throws: `ConversionError`; what was at `path` is then still there.
  @discardableResult
  public func write(
    to path: FilePath, replacing: Bool = true, progress: (Double) -> Void = { _ in },
    isCancelled: () -> Bool = { false }
  ) throws(ConversionError) -> ConvertedSound {
    let staged = try stage(for: path, progress: progress, isCancelled: isCancelled)
    try staged.commit(replacing: replacing)
    return staged.sound
  }

  /// Converts to a file whose path is text.
  ///
  /// - Parameters:
  ///   - path: The file to write. It may be the source's own.
  ///   - replacing: Whether a file that exists is replaced.
  ///   - progress: Is told now and then how far the conversion is, from 0 to 1.
  ///   - isCancelled: Is asked now and then.
  /// - Returns: What was written.
  /// - Throws: `ConversionError`; what was at `path` is then still there.
  @discardableResult
  public func write(
    to path: String, replacing: Bool = true, progress: (Double) -> Void = { _ in },
    isCancelled: () -> Bool = { false }
  ) throws(ConversionError) -> ConvertedSound {
    try write(
      to: FilePath(path), replacing: replacing, progress: progress, isCancelled: isCancelled)
  }

  /// Converts to a file that gets its name when it is committed, and vanishes if it isn't: so that
  /// several come into being together or not at all.
  ///
  /// - Parameters:
  ///   - path: The file to write. It may be the source's own.
  ///   - progress: Is told now and then how far the conversion is, from 0 to 1.
  ///   - isCancelled: Is asked now and then.
  /// - Throws: `ConversionError`.
  public func stage(
    for path: FilePath, progress: (Double) -> Void = { _ in }, isCancelled: () -> Bool = { false }
  ) throws(ConversionError) -> StagedSound {
    let output = try OutputFile(for: path)
    return StagedSound(sound: try run(into: output, progress, isCancelled), output: output)
  }

  /// Converts in memory.
  ///
  /// - Parameters:
  ///   - progress: Is told now and then how far the conversion is, from 0 to 1.
  ///   - isCancelled: Is asked now and then.
  /// - Returns: The bytes of a whole file.
  /// - Throws: `ConversionError`.
  public func bytes(
    progress: (Double) -> Void = { _ in }, isCancelled: () -> Bool = { false }
  ) throws(ConversionError) -> [UInt8] {
    let output = MemorySink(for: header)
    _ = try run(into: output, progress, isCancelled)
    return output.bytes
  }

  /// Converts, whatever the bytes go into.
  ///
  /// - Returns: What was written.
  func run(
    into output: some ByteSink, _ progress: (Double) -> Void, _ isCancelled: () -> Bool
  ) throws(ConversionError) -> ConvertedSound {
    do {
      if let (sound, rewriting) = packetRewriting {
        try rewrite(sound, rewriting, into: output, progress, isCancelled)
        return ConvertedSound(header: header, truncation: source.truncation)
      }
      return try convert(into: output, progress, isCancelled)
    } catch {
      throw ConversionError(wrapping: error, .reading, source.path)
    }
  }

  /// How to make the output's packets without decoding the source's, where that is possible.
  private var packetRewriting: (SoundFile, PacketRewriting)? {
    guard case .native(let sound) = source.structure else { return nil }
    guard let dataFormat = target.dataFormat else { return (sound, .copy) }
    guard case .unchanged = routing, target.firstFrame == 0, header.frameCount == sound.frameCount,
      sound.frameCount == sound.decodedFrameCount,
      header.format.sampleRate == sound.format.sampleRate,
      let rewriting = PacketRewriting(from: sound.format.dataFormat, to: dataFormat)
    else { return nil }
    return (sound, rewriting)
  }

  /// How much the system copies before anybody may cancel it.
  private static let copiedByteCount = 1 << 24

  private func rewrite(
    _ sound: SoundFile, _ rewriting: PacketRewriting, into output: some ByteSink,
    _ progress: (Double) -> Void, _ isCancelled: () -> Bool
  ) throws {
    try output.write(header.headerBytes())
    var rest = sound.copiedBytes
    func beginBlock() throws {
      try checkCancellation(isCancelled)
      progress(1 - Double(rest.count) / Double(sound.copiedBytes.count))
    }
    while rewriting == .copy, !rest.isEmpty {
      try beginBlock()
      let slice = rest.prefix(Self.copiedByteCount)
      let left = output.copy(slice, of: source.bytes)
      rest.removeFirst(slice.count - left.count)
      if !left.isEmpty { break }
    }
    let blockByteCount = PacketBlock.rewrittenByteCount(of: sound.format)
    // One is written while the other is read.
    var (packets, following): ([UInt8], [UInt8]) = ([], [])
    func readFollowing() throws {
      try source.bytes.readPackets(takenFrom: &rest, atMost: blockByteCount, into: &following)
      rewriting.rewrite(&following)
    }
    while !rest.isEmpty {
      try beginBlock()
      // To write a block takes the system as long as to read the next one.
      if packets.isEmpty {
        try readFollowing()
      } else {
        try Threads.sideBySide({ try output.write(packets) }, readFollowing)
      }
      swap(&packets, &following)
    }
    try output.write(packets)
    try output.write(header.trailerBytes)
  }

  private func convert(
    into output: some ByteSink, _ progress: (Double) -> Void, _ isCancelled: () -> Bool
  ) throws -> ConvertedSound {
    let stated = try header.headerBytes()
    let sound = try convert(after: stated, into: output, progress, isCancelled)
    let bytes = try sound.header.headerBytes()
    if bytes.count == stated.count {
      if bytes != stated { try output.overwriteBeginning(with: bytes) }
      return sound
    }
    // Without filler, a header with another length in it may be longer or shorter itself.
    try output.restart()
    return try convert(after: bytes, into: output, progress, isCancelled)
  }

  /// Converts all frames.
  ///
  /// - Parameter headerBytes: What to write before them.
  /// - Returns: What the source turned out to be: only decoding tells how long an MP3 is.
  private func convert(
    after headerBytes: [UInt8], into output: some ByteSink, _ progress: (Double) -> Void,
    _ isCancelled: () -> Bool
  ) throws -> ConvertedSound {
    try output.write(headerBytes)
    var pipeline = try FramePipeline(for: self)
    while let packets = try pipeline.next() {
      try checkCancellation(isCancelled)
      try output.write(packets)
      progress(min(1, Double(pipeline.sourceFrameCount) / Double(wantedSourceFrameCount)))
    }
    let actual = header(sourceFrameCount: pipeline.sourceFrameCount)
    try output.write(actual.trailerBytes)
    return ConvertedSound(
      header: actual, signalToNoise: pipeline.signalAndNoise?.decibels,
      truncation: source.truncation ?? pipeline.truncation)
  }

  /// How many of the source's frames it takes, as far as its header is to be believed.
  private var wantedSourceFrameCount: Int {
    let present = max(1, source.frameCount - target.firstFrame)
    guard let frameLimit = target.frameLimit else { return present }
    let factor = source.format.sampleRate / header.format.sampleRate
    return max(1, Int(min(Double(present), Double(frameLimit) * factor)))
  }

  func checkCancellation(_ isCancelled: () -> Bool) throws(ConversionError) {
    if Task.isCancelled || isCancelled() {
      throw ConversionError(.reading, source.path, .cancelled)
    }
  }
}

/// A converted sound that has no name yet.
public final class StagedSound {
  /// What was written.
  public let sound: ConvertedSound
  let output: OutputFile
  private var isCommitted = false

  init(sound: ConvertedSound, output: OutputFile) {
    self.sound = sound
    self.output = output
  }

  /// Puts the file in its place.
  ///
  /// - Parameter replacing: Whether a file that exists is replaced. If not, it is the error
  ///   `fileExists`.
  /// - Throws: `ConversionError` of the step `creatingOutput`.
  public func commit(replacing: Bool = true) throws(ConversionError) {
    guard !isCommitted else { return }
    try output.commit(replacing: replacing)
    isCommitted = true
  }
}
