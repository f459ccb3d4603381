internal import SoundFormat
public import SystemPackage

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
/// What counts is how long the output plays. That is found out before anything is encoded: from the headers
/// if they tell, otherwise by decoding. An MP3 that is too long is decoded only to just past the limit, so
/// its length is an ``AlertLength`` that may not be exact, and damage beyond that isn't noticed.
public struct AlertConversion: Sendable {
  /// The conversion of the whole sound.
  public private(set) var conversion: Conversion
  /// How long the sound may be, and what becomes of a longer one.
  public let limit: LengthLimit

  /// Plans a conversion.
  ///
  /// - Throws: `ConversionError`: what ``Conversion/init(of:to:)`` throws, or one of the step
  ///   `checkingLength` if the sound is too long and the policy is to fail or can't be applied.
  public init(
    of source: SoundSource, to target: ConversionTarget, limit: LengthLimit
  ) throws(ConversionError) {
    conversion = try Conversion(of: source, to: target)
    self.limit = limit
    if source.statesExactLength { try conversion.checkHasFrames(limit) }
    if isCertainlyTooLong {
      _ = try course(from: statedLength)
    } else if limit.policy == .default, limit.defaultSound != nil {
      // If the replacement can't be converted as asked, fail now, not at the first sound that is too long.
      _ = try replacement()
    }
  }

  /// Returns the outcome to expect, provided that the source's header is right.
  ///
  /// - Throws: `ConversionError` of the step `checkingLength`.
  public func expectedOutcome() throws(ConversionError) -> AlertOutcome {
    guard limit.isExceeded(by: conversion.header) else { return .converted }
    return try course(from: statedLength).outcome
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
  /// Converts to a file, which is written atomically.
  ///
  /// - Parameters:
  ///   - path: The file to write. It may be the source's own.
  ///   - replacing: Whether to replace an existing file. If not, it causes the error `fileExists`.
  ///   - progress: Called with the fraction done, from 0 to 1.
  ///   - isCancelled: Polled periodically; return true to cancel.
  /// - Returns: What became of the sound. If it is `omitted`, an existing file at `path` is left as it was.
  /// - Throws: `ConversionError`. An existing file at `path` is then left as it was.
  @discardableResult
  public func write(
    to path: FilePath, replacing: Bool = true, progress: (Double) -> Void = { _ in },
    isCancelled: () -> Bool = { false }
  ) throws(ConversionError) -> AlertOutcome {
    let staged = try stage(for: path, progress: progress, isCancelled: isCancelled)
    try staged.sound?.commit(replacing: replacing)
    return staged.outcome
  }

  /// Converts to a file, which is written atomically, at a path given as a string.
  ///
  /// - Parameters:
  ///   - path: The file to write. It may be the source's own.
  ///   - replacing: Whether to replace an existing file. If not, it causes the error `fileExists`.
  ///   - progress: Called with the fraction done, from 0 to 1.
  ///   - isCancelled: Polled periodically; return true to cancel.
  /// - Returns: What became of the sound. If it is `omitted`, an existing file at `path` is left as it was.
  /// - Throws: `ConversionError`. An existing file at `path` is then left as it was.
  @discardableResult
  public func write(
    to path: String, replacing: Bool = true, progress: (Double) -> Void = { _ in },
    isCancelled: () -> Bool = { false }
  ) throws(ConversionError) -> AlertOutcome {
    try write(
      to: FilePath(path), replacing: replacing, progress: progress, isCancelled: isCancelled)
  }

  /// Converts to a file that appears at its path only when it is committed, and is discarded otherwise.
  ///
  /// - Parameters:
  ///   - path: The file to write. It may be the source's own.
  ///   - progress: Called with the fraction done, from 0 to 1.
  ///   - isCancelled: Polled periodically; return true to cancel.
  /// - Throws: `ConversionError`.
  public func stage(
    for path: FilePath, progress: (Double) -> Void = { _ in }, isCancelled: () -> Bool = { false }
  ) throws(ConversionError) -> StagedAlert {
    let (outcome, result) = try run(progress, isCancelled) { () throws(ConversionError) in
      try OutputFile(for: path)
    }
    return StagedAlert(
      outcome: outcome, sound: result.map { StagedSound(sound: $0.sound, output: $0.sink) })
  }

  /// Converts in memory.
  ///
  /// - Parameters:
  ///   - progress: Called with the fraction done, from 0 to 1.
  ///   - isCancelled: Polled periodically; return true to cancel.
  /// - Returns: What became of the sound, and the bytes of a whole file; nil if it is `omitted`.
  /// - Throws: `ConversionError`.
  public func bytes(
    progress: (Double) -> Void = { _ in }, isCancelled: () -> Bool = { false }
  ) throws(ConversionError) -> (outcome: AlertOutcome, bytes: [UInt8]?) {
    let (outcome, result) = try inMemory(progress, isCancelled)
    return (outcome, result?.bytes)
  }

  /// Converts in memory, and also returns what was written.
  func inMemory(
    _ progress: (Double) -> Void, _ isCancelled: () -> Bool
  ) throws(ConversionError) -> (AlertOutcome, (sound: ConvertedSound, bytes: [UInt8])?) {
    let (outcome, result) = try run(progress, isCancelled) { MemorySink(for: conversion.header) }
    return (outcome, result.map { ($0.sound, $0.sink.bytes) })
  }

  /// Finds out what the outcome would be, without encoding anything.
  ///
  /// - Throws: `ConversionError`: what the conversion itself would throw about the sound.
  func rehearse(isCancelled: () -> Bool) throws(ConversionError) -> AlertOutcome {
    // The headers of this library's own formats suffice; other formats must be decoded.
    if case .native = conversion.source.structure { return try expectedOutcome() }
    if isCertainlyTooLong, [.default, .omit, .fail].contains(limit.policy) {
      return try expectedOutcome()
    }
    let (alert, excess) = try measured(keepingFrames: false, isCancelled)
    guard let excess else {
      try alert.conversion.checkHasFrames(limit)
      return .converted
    }
    return try alert.course(from: excess).outcome
  }

  private func run<Sink: ByteSink>(
    _ progress: (Double) -> Void, _ isCancelled: () -> Bool,
    into makeSink: () throws(ConversionError) -> Sink
  ) throws(ConversionError) -> (AlertOutcome, (sound: ConvertedSound, sink: Sink)?) {
    if limit.policy == .warn {
      let sink = try makeSink()
      let sound = try conversion.run(into: sink, progress, isCancelled)
      let isTooLong = limit.isExceeded(by: sound.header)
      return (
        isTooLong ? .convertedTooLong(seconds: sound.header.playedDuration) : .converted,
        (sound, sink)
      )
    }
    var (alert, excess) = (self, isCertainlyTooLong ? statedLength : nil)
    if !conversion.source.statesExactLength {
      (alert, excess) = try measured(keepingFrames: true, isCancelled)
    }
    let course =
      try excess.map { length throws(ConversionError) in try alert.course(from: length) }
      ?? Course(outcome: .converted, conversion: alert.conversion)
    guard let conversion = course.conversion else { return (course.outcome, nil) }
    if excess == nil { try conversion.checkHasFrames(limit) }
    let sink = try makeSink()
    let sound = try conversion.run(into: sink, progress, isCancelled)
    // Only a replacement's length may be unknown until now: it was checked in another format.
    guard !limit.isExceeded(by: sound.header) else {
      throw limit.excess(
        ofDefaultSound: limit.defaultSound, .exactly(seconds: sound.header.playedDuration))
    }
    return (course.outcome, (sound, sink))
  }

  /// Decodes the sound until it is certain whether it is too long.
  ///
  /// - Returns: The same conversion with the number of frames decoded, and the sound's length if it is too
  ///   long.
  private func measured(
    keepingFrames: Bool, _ isCancelled: () -> Bool
  ) throws(ConversionError) -> (AlertConversion, excess: AlertLength?) {
    let needed =
      limit.policy == .warn ? .max : conversion.sourceFrameCount(reaching: limit.seconds)
    let beginning = try DecodedBeginning(
      of: conversion, upTo: needed, isKept: keepingFrames, isCancelled)
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
  fileprivate func checkHasFrames(_ limit: LengthLimit) throws(ConversionError) {
    guard limit.policy != .warn, header.frameCount == 0 else { return }
    throw ConversionError(
      .checkingLength, source.path, .sound(.empty, reason: "it contains no audio"),
      advice: "export it again")
  }
}

/// An alert whose file isn't at its path yet.
public struct StagedAlert {
  /// What became of the sound.
  public let outcome: AlertOutcome
  /// The file to commit; nil if the sound was omitted.
  public let sound: StagedSound?
}
