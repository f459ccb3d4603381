package import SoundFormat

/// The conversion of one sound into another: planned when created, performed when run.
///
/// ```swift
/// let sound = try SoundSource(path: "ring.mp3")
/// let target = ConversionTarget(container: .caf, dataFormat: .ima4)
/// let conversion = try Conversion(of: sound, to: target, limit: LengthLimit(.trim))
/// if case .trimmed(let length, _) = try conversion.write(to: "ring.caf").facts.outcome {
///   print("ring.mp3 is \(length) long")
/// }
/// ```
///
/// Frames are streamed, so memory doesn't grow with the sound's length. With an unchanged rate and a target's default
/// settings, the output is identical to the output of Apple's `afconvert`.
///
/// A limit applies to the output's length. The length is determined before anything is encoded. If the headers don't
/// state the length, the sound is decoded. An MP3 that is too long is decoded only to just past the limit. Its
/// ``AlertLength`` may then be inexact, and damage later in the file isn't noticed.
public struct Conversion: Sendable {
  package internal(set) var source: SoundSource
  package let target: ConversionTarget
  /// How long the sound may be, and what to do with a longer sound; nil if any length is allowed.
  package internal(set) var limit: LengthLimit?
  /// The header that the output would have without the limit, if the source's header is right.
  package internal(set) var header: SoundHeader
  let routing: FramePipeline.Routing
  /// What the conversion does with the sound; nil while undecided.
  var outcome: AlertOutcome?
  /// How the source was arranged; nil if no arrangement was asked for.
  var arrangement: ArrangementChange?
  /// What is wrong with the sound, or with the sound that the default sound replaces.
  var warnings: [AlertFinding]

  /// Plans a conversion.
  ///
  /// - Throws: `SoundError` if the source is truncated, a layout doesn't fit, the container can't hold the data format,
  ///   or there is no decoder or encoder. Also throws if the sound is too long, and the limit's policy is `fail` or
  ///   can't be applied.
  public init(
    of source: SoundSource, to target: ConversionTarget, limit: LengthLimit? = nil
  ) throws(SoundError) {
    try Self.checkNumbers(in: target)
    let source = try source.checked(for: target)
    self.source = source
    warnings = source.warnings
    self.target = target
    self.limit = limit
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
        .unsupported(
          "the layout \(layout.name) doesn't fit \(counted(format.channelCount, "channel"))"),
        advice: .leaveLayoutOut)
    }
    do throws(SoundFileError) {
      _ = try header.headerBytes()
    } catch {
      throw SoundError(.creatingOutput, nil, error, advice: Self.advice(on: header))
    }
    try applyLimit()
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
      metadata: source.metadata.withoutFileDetails, usesFiller: target.usesFiller)
    header.statesFrameCount = !target.hasApplesWAVEHeader && format.dataFormat.pcmEncoding == nil
    let copied = target.dataFormat == nil ? source.soundFile : nil
    header.primingFrameCount = copied?.copiedPrimingFrameCount ?? 0
    // Add no frames if there are priming frames: the packet table that states them also counts the source's packets.
    if header.primingFrameCount == 0, let seconds = target.wholePacketLimit,
      let count = format.wholePacketFrameCount(frameCount, below: seconds)
    {
      header.frameCount = min(frameCount, count)
      header.fillFrameCount = count - header.frameCount
    } else {
      header.copiedPacketCount = copied?.copiedPacketCount
    }
    return header
  }

  /// Returns the output's header for a source that really has `sourceFrameCount` frames after the skipped frames.
  package func actualHeader(sourceFrameCount: Int) -> SoundHeader {
    Self.makeHeader(of: source, to: target, header.format, sourceFrameCount: sourceFrameCount)
  }

  /// How long the arranged sound is before the length limit cuts it, in seconds; nil if nothing was arranged.
  package var arrangedSeconds: Double? {
    arrangement?.isUnchanged == false ? Double(source.frameCount) / source.format.sampleRate : nil
  }

  /// Returns how many source frames are certainly enough for an output of a given length.
  func sourceFrameCount(reaching seconds: Double) -> Int {
    let sourceRate = source.format.sampleRate
    // Add the source frames after `seconds` that a resampler needs to compute the output's last frames.
    let reach =
      header.format.sampleRate == sourceRate
      ? 0 : Double(RateChange.reachFrameCount) * max(1, sourceRate / header.format.sampleRate)
    return Int(saturating: min(0x1p53, (seconds * sourceRate + reach).rounded(.up)) + 1)
  }
}

extension Conversion {
  /// Converts in memory.
  ///
  /// - Returns: What became of the sound, and the file's bytes.
  /// - Throws: `SoundError`, also if the limit's policy omits the sound.
  public func inMemory() throws(SoundError) -> ConversionResult { try bytes(monitor: Monitor()) }

  /// Converts in memory. Throws if the sound is omitted, because there are no bytes then.
  package func bytes(monitor: Monitor) throws(SoundError) -> ConversionResult {
    let result = try inMemory(monitor: monitor)
    guard let limit, result.facts.outcome.isOmitted else { return result }
    throw SoundError(
      .checkingLength, source.file,
      .sound(.tooLong, reason: result.facts.outcome.fact(under: limit) ?? ""), advice: .shorten)
  }

  package func inMemory(monitor: Monitor) throws(SoundError) -> ConversionResult {
    let conversion = try decided(monitor: monitor)
    let output = MemorySink(for: conversion.header)
    var result = try conversion.run(into: output, monitor: monitor)
    result.bytes = output.bytes
    return result
  }

  /// Converts into a sink. Nothing is written if the sound is omitted.
  package func run(
    into output: any ByteSink, monitor: Monitor
  ) throws(SoundError) -> ConversionResult {
    let conversion = try decided(monitor: monitor)
    if conversion.isOmitted { return ConversionResult(facts: conversion.facts, header: header) }
    if conversion.source.statesExactLength { try conversion.check(conversion.header) }
    var result = try conversion.writeFile(into: output, monitor: monitor)
    result.facts = conversion.facts.adding(result.facts, from: conversion.source)
    result.facts.fillFrameCount = result.header.fillFrameCount ?? 0
    if result.facts.levels == nil { result.levelSetting = nil }
    guard let limit = conversion.limit else { return result }
    result.isChime = result.facts.outcome.isReplaced && limit.defaultSound == nil
    result.rules = AlertRules(for: limit.use, lengthLimit: limit.seconds)
    let duration = result.header.playedDuration
    if limit.policy != .warn {
      // Check a replacement again: as PCM it was short enough, but in this format its padding may make it too long.
      try limit.check(replacementDuration: duration)
    } else if limit.isExceeded(by: duration) {
      result.facts.outcome = .convertedTooLong(seconds: duration)
    }
    return result
  }

  /// What is known before anything is encoded.
  package var facts: ConversionFacts {
    var facts = ConversionFacts()
    facts.outcome = outcome ?? .converted
    facts.warnings = warnings
    facts.arrangement = arrangement?.remaining(after: facts.outcome, of: source)
    return facts
  }

  private func writeFile(
    into output: any ByteSink, monitor: Monitor
  ) throws(SoundError) -> ConversionResult {
    if let levels = target.levels {
      return try runLevelled(to: levels, into: output, monitor: monitor)
    }
    if let (sound, rewriting) = packetRewriting {
      try rewritePackets(of: sound, rewriting, into: output, monitor: monitor)
      var facts = ConversionFacts()
      facts.warnings = try source.warningsOfCopy(monitor)
      return ConversionResult(facts: facts, header: header)
    }
    return try encodeFile(into: output, monitor: monitor)
  }

  /// The parsed source, and how to make the output's packets without decoding. Nil if the source must be decoded.
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

  /// Writes a complete file, with the source's packets copied or rewritten. If frames are added to fill the last packet
  /// of IMA4, only the codes of the added frames change.
  func rewritePackets(
    of sound: SoundFile, _ rewriting: PacketRewriting, into output: any ByteSink,
    monitor: Monitor
  ) throws(SoundError) {
    try output.write(source.reading(header.headerBytes()))
    var rest = sound.copiedRuns
    if header.fillFrameCount != nil { rest.keepFirst(header.audioByteCount) }
    let fillFrameCount = header.fillFrameCount ?? 0
    var decoder =
      fillFrameCount > 0 ? IMA4Decoder(channelCount: header.format.channelCount) : nil
    let byteCount = rest.byteCount
    func beginBlock() throws(SoundError) {
      try monitor.checkCancellation(reading: source)
      monitor.progress(1 - Double(rest.byteCount) / Double(byteCount))
    }
    while rewriting == .copy, decoder == nil, !rest.isEmpty {
      try beginBlock()
      let slice = rest.prefix(Self.copiedByteCount)
      let left = output.copy(slice, of: source.bytes)
      rest.removeFirst(slice.count - left.count)
      if !left.isEmpty { break }
    }
    let blockByteCount = PacketBlock.rewrittenByteCount(of: sound.format)
    var packets: [UInt8] = []
    while !rest.isEmpty {
      try beginBlock()
      try source.reading(
        source.bytes.readPackets(takenFrom: &rest, atMost: blockByteCount, into: &packets))
      rewriting.rewrite(&packets)
      decoder?.fadeOut(rest.isEmpty ? fillFrameCount : 0, of: &packets)
      try output.write(packets)
    }
    try output.write(header.trailerBytes)
  }

  /// Decodes the sound, and encodes it into a complete file.
  private func encodeFile(
    into output: any ByteSink, monitor: Monitor
  ) throws(SoundError) -> ConversionResult {
    let stated = try source.reading(header.headerBytes())
    let sound = try encodeFrames(after: stated, into: output, monitor: monitor)
    let bytes = try source.reading(sound.header.headerBytes())
    if bytes.count == stated.count {
      if bytes != stated { try output.overwriteBeginning(with: bytes) }
      return sound
    }
    // The header with the actual length has another size, so write this header and all frames again. Filler usually
    // keeps the size equal, because filler rounds the header's size up to a page.
    try output.restart()
    return try encodeFrames(after: bytes, into: output, monitor: monitor)
  }

  /// Writes a header, and then decodes, processes and encodes all frames. The result's header states the actual length.
  /// The written header may state another length, because only decoding tells how long an MP3 is.
  private func encodeFrames(
    after headerBytes: [UInt8], into output: any ByteSink, monitor: Monitor
  ) throws(SoundError) -> ConversionResult {
    try output.write(headerBytes)
    var byteCount = headerBytes.count
    let byteLimit = source.policy.byteLimit(for: target)
    func write(_ packets: [UInt8]) throws(SoundError) {
      byteCount += packets.count
      if let byteLimit, byteCount > byteLimit {
        throw SoundError(
          .writing, source.file, InputPolicy.excess(of: "the output has", over: byteLimit))
      }
      try output.write(packets)
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
    let header = actualHeader(sourceFrameCount: pipeline.sourceFrameCount)
    try output.write(header.trailerBytes)
    var facts = ConversionFacts()
    facts.signalToNoise = maker.signalAndNoise?.decibels
    facts.warnings = pipeline.warnings + maker.warnings
    return ConversionResult(facts: facts, header: header)
  }

  /// Returns the fraction of the source that is done, from 0 to 1. Assumes that the source's header is right.
  func fractionDone(sourceFrameCount: Int) -> Double {
    var wanted = Double(source.frameCount - target.firstFrame)
    if let frameLimit = target.frameLimit {
      wanted = min(wanted, Double(frameLimit) * source.format.sampleRate / header.format.sampleRate)
    }
    return min(1, Double(sourceFrameCount) / max(1, wanted))
  }

  /// Converts to a complete file with the target's levels.
  private func runLevelled(
    to levels: LevelTarget, into output: any ByteSink, monitor: Monitor
  ) throws(SoundError) -> ConversionResult {
    if let kept = target.keptLevels, let copying = packetRewriting {
      return try runCopying(copying, into: output, kept, monitor: monitor)
    }
    let levelling = try Levelling(of: self, to: levels, monitor: monitor)
    if let copying = packetRewriting {
      if levelling.complies {
        let monitor = monitor.part(0.2...1)
        return try runCopying(copying, into: output, levelling.unchanged, monitor: monitor)
      }
      guard target.dataFormat != nil else {
        throw SoundError(
          .choosingCodec, source.file,
          .unsupported("copied packets keep their loudness and true peak"),
          advice: .chooseDataFormat)
      }
    }
    let header = levelling.header
    try check(header)
    let headerBytes = try source.reading(header.headerBytes())
    let (sound, packets) = try levelling.encode()
    for bytes in [headerBytes, packets, header.trailerBytes] { try output.write(bytes) }
    return sound
  }

  private func runCopying(
    _ copying: (SoundFile, PacketRewriting), into output: any ByteSink, _ levels: LevelChange,
    monitor: Monitor
  ) throws(SoundError) -> ConversionResult {
    try rewritePackets(of: copying.0, copying.1, into: output, monitor: monitor)
    var facts = ConversionFacts()
    facts.levels = levels
    return ConversionResult(facts: facts, header: header)
  }
}

extension SoundFile {
  /// The packets to copy.
  ///
  /// If each packet is one frame, the copy has no packet table. Packets that the source's table marks as priming or
  /// padding are then left out. Larger packets are all copied: a decoder needs the packets before the sound, too.
  var copiedRuns: AudioRuns {
    var runs = audioRuns
    guard let packetTable, isCopiedByFrames else { return runs }
    runs.removeFirst(min(packetTable.primingFrameCount, packetCount) * format.bytesPerPacket)
    runs.keepFirst(packetTable.validFrameCount * format.bytesPerPacket)
    return runs
  }

  var copiedPacketCount: Int { isCopiedByFrames ? frameCount : packetCount }

  /// How many frames a decoder of the copy must drop before the sound.
  var copiedPrimingFrameCount: Int {
    isCopiedByFrames ? 0 : packetTable?.primingFrameCount ?? 0
  }

  private var isCopiedByFrames: Bool {
    format.framesPerPacket == 1 && format.bytesPerPacket > 0
  }
}

extension InputPolicy {
  /// The maximum size of an output, in bytes. Nil if there is no limit, or if another encoder reads the output.
  func byteLimit(for target: ConversionTarget) -> Int? { target.isEncodedAgain ? nil : byteLimit }

  /// Refuses an output that would be too long or too large.
  func check(output header: SoundHeader, to target: ConversionTarget) throws(SoundFileError) {
    // Allow one more frame, because a change of rate may add a frame.
    try check(
      frameCount: header.frameCount, sampleRate: header.format.sampleRate,
      of: "the output would be", excessFrameCount: 1)
    if byteLimit(for: target) != nil {
      try check(byteCount: header.fileByteCount(), of: "the output would have")
    }
  }
}
