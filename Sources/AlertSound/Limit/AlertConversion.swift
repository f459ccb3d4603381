internal import SoundFormat
public import SystemPackage

/// One sound made into an alert: a ``Conversion`` that knows what to do with a sound too long for one.
///
/// ```swift
/// let sound = try SoundSource(path: "ring.mp3")
/// let target = ConversionTarget(container: .caf, dataFormat: .ima4)
/// let conversion = try AlertConversion(of: sound, to: target, limit: LengthLimit(.trim))
/// if case .trimmed(let seconds, _) = try conversion.write(to: "ring.caf") {
///   print("ring.mp3 is \(seconds) s long")
/// }
/// ```
///
/// What counts is how long the output plays. Where the headers tell, it is decided before anything is
/// written; the length of an MP3 is known only once it is decoded, and that of its output is what counts.
public struct AlertConversion: Sendable {
  /// The conversion of the whole sound.
  public let conversion: Conversion
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
      _ = try course(from: conversion.header.playedDuration)
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
    return try course(from: conversion.header.playedDuration).outcome
  }

  private var isCertainlyTooLong: Bool {
    conversion.source.statesExactLength && limit.isExceeded(by: conversion.header)
  }
}

extension AlertConversion {
  /// Converts to a file, which comes into being whole or not at all.
  ///
  /// - Parameters:
  ///   - path: The file to write. It may be the source's own.
  ///   - replacing: Whether a file that exists is replaced. If not, it is the error `fileExists`.
  ///   - progress: Is told now and then how far the conversion is, from 0 to 1; it begins again where
  ///     decoding has shown that the sound is too long.
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

  /// Finds out what would come of it, and keeps nothing.
  ///
  /// - Throws: `ConversionError`: what the conversion itself would throw of the sound.
  func rehearse(
    progress: (Double) -> Void, isCancelled: () -> Bool
  ) throws(ConversionError) -> AlertOutcome {
    // This library's own formats have said it all; of others only decoding tells what is in them.
    if case .native = conversion.source.structure { return try expectedOutcome() }
    return try run(progress, isCancelled, into: { DiscardingSink() }).0
  }

  private func run<Sink: ByteSink>(
    _ progress: (Double) -> Void, _ isCancelled: () -> Bool,
    into makeSink: () throws(ConversionError) -> Sink
  ) throws(ConversionError) -> (AlertOutcome, (sound: ConvertedSound, sink: Sink)?) {
    if limit.policy == .warn || !isCertainlyTooLong {
      let sink = try makeSink()
      let sound = try conversion.run(
        into: sink, keptFrameCount: keptFrameCount, progress, isCancelled)
      guard limit.isExceeded(by: sound.header) else { return (.converted, (sound, sink)) }
      let seconds = sound.header.playedDuration
      if limit.policy == .warn { return (.convertedTooLong(seconds: seconds), (sound, sink)) }
      return try run(course(from: seconds), progress, isCancelled, into: makeSink)
    }
    return try run(
      course(from: conversion.header.playedDuration), progress, isCancelled, into: makeSink)
  }

  private func run<Sink: ByteSink>(
    _ course: Course, _ progress: (Double) -> Void, _ isCancelled: () -> Bool,
    into makeSink: () throws(ConversionError) -> Sink
  ) throws(ConversionError) -> (AlertOutcome, (sound: ConvertedSound, sink: Sink)?) {
    guard let conversion = course.conversion else { return (course.outcome, nil) }
    let sink = try makeSink()
    let sound = try conversion.run(into: sink, progress, isCancelled)
    // Only the length of a replacement in another format than it was checked in isn't known before.
    guard !limit.isExceeded(by: sound.header) else {
      throw limit.excess(ofDefaultSound: limit.defaultSound, sound.header.playedDuration)
    }
    return (course.outcome, (sound, sink))
  }

  /// What a sound that turns out to be too long needn't have on the disk.
  private var keptFrameCount: Int {
    guard limit.policy != .warn else { return .max }
    let atLimit = limit.seconds * conversion.header.format.sampleRate
    return Int(min(atLimit, 0x1p53)) + 1
  }
}

/// An alert that has no name yet.
public struct StagedAlert {
  /// What became of the sound.
  public let outcome: AlertOutcome
  /// The file to commit; nil where the sound was omitted.
  public let sound: StagedSound?
}
