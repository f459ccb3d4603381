internal import SoundFormat

/// The conversion of a sound into an alert: a ``Conversion`` that handles sounds that are too long.
///
/// ```swift
/// let sound = try SoundSource(path: "ring.mp3")
/// let target = ConversionTarget(container: .caf, dataFormat: .ima4)
/// let conversion = try AlertConversion(of: sound, to: target, limit: LengthLimit(.trim))
/// if case .trimmed(let length, _) = try conversion.write(to: "ring.caf") {
///   print("ring.mp3 is \(length) long")
/// }
/// ```
///
/// The length that counts is the output's. It is determined before anything is encoded: from the headers if
/// they state it, otherwise by decoding. An MP3 that is too long is decoded only to just past the limit, so
/// its length is an ``AlertLength`` that may not be exact, and damage beyond that isn't noticed.
public struct AlertConversion: Sendable {
  /// The conversion of the whole sound.
  public private(set) var conversion: Conversion
  /// How long the sound may be, and what becomes of a longer one.
  public let limit: LengthLimit

  /// Plans a conversion.
  ///
  /// - Throws: `SoundError`: what ``Conversion/init(of:to:)`` throws, or one of the step
  ///   `checkingLength` if the sound is too long and the policy is to fail or can't be applied.
  public init(
    of source: SoundSource, to target: ConversionTarget, limit: LengthLimit
  ) throws(SoundError) {
    conversion = try Conversion(of: source, to: target)
    self.limit = limit
    if source.statesExactLength { try conversion.checkHasFrames(limit) }
    if isCertainlyTooLong {
      _ = try plan(for: statedLength)
    } else if limit.policy == .default, limit.defaultSound != nil {
      // If the replacement can't be converted as asked, fail now, not at the first sound that is too long.
      _ = try replacement()
    }
  }

  /// Returns the outcome to expect, provided that the source's header is right.
  ///
  /// - Throws: `SoundError` of the step `checkingLength`.
  public func expectedOutcome() throws(SoundError) -> AlertOutcome {
    guard limit.isExceeded(by: conversion.header) else { return .converted }
    return try plan(for: statedLength).outcome
  }

  private var isCertainlyTooLong: Bool {
    conversion.source.statesExactLength && limit.isExceeded(by: conversion.header)
  }

  /// The output's length according to the headers.
  private var statedLength: AlertLength {
    let seconds = conversion.header.playedDuration
    return conversion.source.statesExactLength
      ? .exactly(seconds: seconds) : .about(seconds: seconds)
  }
}

extension AlertConversion {
  /// Converts in memory.
  ///
  /// - Parameters:
  ///   - monitor: Follows the progress, and can cancel the conversion.
  /// - Returns: What became of the sound, and the bytes of a whole file; nil if it is `omitted`.
  /// - Throws: `SoundError`.
  public func bytes(
    monitor: Monitor = Monitor()
  ) throws(SoundError) -> (outcome: AlertOutcome, bytes: [UInt8]?) {
    let (outcome, result) = try inMemory(monitor: monitor)
    return (outcome, result?.bytes)
  }

  /// Converts in memory, and also returns what was written.
  package func inMemory(
    monitor: Monitor
  ) throws(SoundError) -> (AlertOutcome, (sound: ConvertedSound, bytes: [UInt8])?) {
    let (outcome, result) = try runWithinLimit(monitor: monitor) {
      MemorySink(for: conversion.header)
    }
    return (outcome, result.map { ($0.sound, $0.sink.bytes) })
  }

  /// Finds out what the outcome would be, without encoding anything.
  ///
  /// - Throws: `SoundError`: what the conversion itself would throw about the sound.
  package func rehearse(monitor: Monitor = Monitor()) throws(SoundError) -> AlertOutcome {
    // The headers of this library's own formats suffice; other formats must be decoded.
    if conversion.source.structure.lengthStatement == .exactWithoutDecoding {
      return try expectedOutcome()
    }
    if isCertainlyTooLong, [.default, .omit, .fail].contains(limit.policy) {
      return try expectedOutcome()
    }
    let (alert, excess) = try measured(keepingFrames: false, monitor)
    guard let excess else {
      try alert.conversion.checkHasFrames(limit)
      return .converted
    }
    return try alert.plan(for: excess).outcome
  }

  package func runWithinLimit<Sink: ByteSink>(
    monitor: Monitor,
    into makeSink: () throws(SoundError) -> Sink
  ) throws(SoundError) -> (AlertOutcome, (sound: ConvertedSound, sink: Sink)?) {
    if limit.policy == .warn {
      let sink = try makeSink()
      let sound = try conversion.run(into: sink, monitor: monitor)
      let isTooLong = limit.isExceeded(by: sound.header)
      return (
        isTooLong ? .convertedTooLong(seconds: sound.header.playedDuration) : .converted,
        (sound, sink)
      )
    }
    var (alert, excess) = (self, isCertainlyTooLong ? statedLength : nil)
    if !conversion.source.statesExactLength {
      (alert, excess) = try measured(keepingFrames: true, monitor)
    }
    let plan =
      try excess.map { length throws(SoundError) in try alert.plan(for: length) }
      ?? OverLimitPlan(outcome: .converted, conversion: alert.conversion)
    guard let conversion = plan.conversion else { return (plan.outcome, nil) }
    if excess == nil { try conversion.checkHasFrames(limit) }
    let sink = try makeSink()
    let sound = try conversion.run(into: sink, monitor: monitor)
    // Only a replacement's length may be unknown until now: it was checked in another format.
    guard !limit.isExceeded(by: sound.header) else {
      throw limit.excess(
        ofDefaultSound: limit.defaultSound, .exactly(seconds: sound.header.playedDuration))
    }
    return (plan.outcome, (sound, sink))
  }

  /// Decodes the sound until it is certain whether it is too long.
  ///
  /// - Returns: The same conversion with the number of frames decoded, and the sound's length if it is too
  ///   long.
  private func measured(
    keepingFrames: Bool, _ monitor: Monitor
  ) throws(SoundError) -> (AlertConversion, excess: AlertLength?) {
    let needed =
      limit.policy == .warn ? .max : conversion.sourceFrameCount(reaching: limit.seconds)
    let beginning = try DecodedBeginning(
      of: conversion, upTo: needed, isKept: keepingFrames, monitor)
    var alert = self
    alert.conversion = conversion.reading(beginning)
    if beginning.isWhole {
      let header = alert.conversion.header
      let isTooLong = limit.isExceeded(by: header)
      return (alert, isTooLong ? .exactly(seconds: header.playedDuration) : nil)
    }
    let isStated = conversion.source.statesLength && limit.isExceeded(by: conversion.header)
    return (alert, isStated ? statedLength : .atLeast(seconds: limit.seconds))
  }
}

extension Conversion {
  /// Rejects a sound without frames, for which iOS plays its default sound. A policy that only warns is for
  /// files that aren't alerts, so it allows such a sound.
  fileprivate func checkHasFrames(_ limit: LengthLimit) throws(SoundError) {
    guard limit.policy != .warn, header.frameCount == 0 else { return }
    throw SoundError(
      .checkingLength, source.file, .sound(.empty, reason: "it contains no audio"),
      advice: "export it again")
  }
}
