internal import SoundFormat
public import SystemPackage

/// One sound made into an alert: a ``Conversion`` that knows what to do with a sound too long for one.
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
/// What counts is how long the output plays. That is decided before anything is encoded: by the headers
/// where they tell, otherwise by decoding. An MP3 that is too long is decoded to just past the limit only,
/// so its length is an ``AlertLength`` that may not be exact, and damage beyond that isn't noticed.
public struct AlertConversion: Sendable {
  /// The conversion of the whole sound.
  public private(set) var conversion: Conversion
  /// How long the sound may be, and what becomes of a longer one.
  public let limit: LengthLimit

  /// Plans a conversion.
  ///
  /// - Throws: `ConversionError`: what ``Conversion/init(of:to:)`` throws; and of the step
  ///   `checkingLength` where the sound is too long and that is an error, or nothing can be done about
  ///   it.
  public init(
    of source: SoundSource, to target: ConversionTarget, limit: LengthLimit
  ) throws(ConversionError) {
    conversion = try Conversion(of: source, to: target)
    self.limit = limit
    if isCertainlyTooLong {
      _ = try course(from: statedLength)
    } else if limit.policy == .default, limit.defaultSound != nil {
      // A sound that can't be converted as asked shall not wait for the first one that is too long.
      _ = try replacement()
    }
  }

  /// What will come of it, as far as the source's header is to be believed.
  ///
  /// - Throws: `ConversionError` of the step `checkingLength`.
  public func expectedOutcome() throws(ConversionError) -> AlertOutcome {
    guard limit.isExceeded(by: conversion.header) else { return .converted }
    return try course(from: statedLength).outcome
  }

  private var isCertainlyTooLong: Bool {
    conversion.source.statesExactLength && limit.isExceeded(by: conversion.header)
  }

  /// What the headers say of the output's length.
  private var statedLength: AlertLength {
    let seconds = conversion.header.playedDuration
    return conversion.source.statesExactLength
      ? .exactly(seconds: seconds) : .about(seconds: seconds)
  }
}

extension AlertConversion {
  /// Converts to a file, which comes into being whole or not at all.
  ///
  /// - Parameters:
  ///   - path: The file to write. It may be the source's own.
  ///   - replacing: Whether a file that exists is replaced. If not, it is the error `fileExists`.
  ///   - progress: Is told now and then how far the conversion is, from 0 to 1.
  ///   - isCancelled: Is asked now and then.
  /// - Returns: What became of the sound. A file that was at `path` is still there where it is `omitted`.
  /// - Throws: `ConversionError`; what was at `path` is then still there.
  @discardableResult
  public func write(
    to path: FilePath, replacing: Bool = true, progress: (Double) -> Void = { _ in },
    isCancelled: () -> Bool = { false }
  ) throws(ConversionError) -> AlertOutcome {
    let staged = try stage(for: path, progress: progress, isCancelled: isCancelled)
    try staged.sound?.commit(replacing: replacing)
    return staged.outcome
  }

  /// Converts to a file whose path is text.
  ///
  /// - Parameters:
  ///   - path: The file to write. It may be the source's own.
  ///   - replacing: Whether a file that exists is replaced.
  ///   - progress: Is told now and then how far the conversion is, from 0 to 1.
  ///   - isCancelled: Is asked now and then.
  /// - Returns: What became of the sound.
  /// - Throws: `ConversionError`; what was at `path` is then still there.
  @discardableResult
  public func write(
    to path: String, replacing: Bool = true, progress: (Double) -> Void = { _ in },
    isCancelled: () -> Bool = { false }
  ) throws(ConversionError) -> AlertOutcome {
    try write(
      to: FilePath(path), replacing: replacing, progress: progress, isCancelled: isCancelled)
  }

  /// Converts to a file that gets its name when it is committed.
  ///
  /// - Parameters:
  ///   - path: The file to write. It may be the source's own.
  ///   - progress: Is told now and then how far the conversion is, from 0 to 1.
  ///   - isCancelled: Is asked now and then.
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
  ///   - progress: Is told now and then how far the conversion is, from 0 to 1.
  ///   - isCancelled: Is asked now and then.
  /// - Returns: What became of the sound, and the bytes of a whole file; nil where it is `omitted`.
  /// - Throws: `ConversionError`.
  public func bytes(
    progress: (Double) -> Void = { _ in }, isCancelled: () -> Bool = { false }
  ) throws(ConversionError) -> (outcome: AlertOutcome, bytes: [UInt8]?) {
    let (outcome, result) = try inMemory(progress, isCancelled)
    return (outcome, result?.bytes)
  }

  /// The same, and what is to be known of the file.
  func inMemory(
    _ progress: (Double) -> Void, _ isCancelled: () -> Bool
  ) throws(ConversionError) -> (AlertOutcome, (sound: ConvertedSound, bytes: [UInt8])?) {
    let (outcome, result) = try run(progress, isCancelled) { MemorySink(for: conversion.header) }
    return (outcome, result.map { ($0.sound, $0.sink.bytes) })
  }

  /// Finds out what would come of it, and encodes nothing.
  ///
  /// - Throws: `ConversionError`: what the conversion itself would throw of the sound.
  func rehearse(isCancelled: () -> Bool) throws(ConversionError) -> AlertOutcome {
    // This library's own formats have said it all; of others only decoding tells what is in them.
    if case .native = conversion.source.structure {
      let outcome = try expectedOutcome()
      if case .converted = outcome { try conversion.checkHasFrames(limit) }
      return outcome
    }
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
    // Only the length of a replacement in another format than it was checked in isn't known before.
    guard !limit.isExceeded(by: sound.header) else {
      throw limit.excess(
        ofDefaultSound: limit.defaultSound, .exactly(seconds: sound.header.playedDuration))
    }
    return (course.outcome, (sound, sink))
  }

  /// Decodes the sound until it is certain whether it is too long.
  ///
  /// - Returns: The same conversion, which knows how many frames there are, and how long the sound is if
  ///   it is too long.
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
  /// Refuses a sound of no frames, which no alert can play: iOS plays its default sound instead. A policy
  /// that only warns is for files that are not alerts.
  fileprivate func checkHasFrames(_ limit: LengthLimit) throws(ConversionError) {
    guard limit.policy != .warn, header.frameCount == 0 else { return }
    throw ConversionError(
      .checkingLength, source.path, .sound(.empty, reason: "there is no sound in it"),
      advice: "export it again")
  }
}

/// An alert that has no name yet.
public struct StagedAlert {
  /// What became of the sound.
  public let outcome: AlertOutcome
  /// The file to commit; nil where the sound was omitted.
  public let sound: StagedSound?
}
