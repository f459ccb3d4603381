internal import SoundFormat
internal import SystemPackage

/// A sound and what it is converted to, as a page shows them.
package struct PreviewedSound: Sendable {
  /// The converted file.
  package struct Converted: Sendable {
    package let name: String
    package let bytes: [UInt8]
    package let preparation: Preparation
  }

  /// The original, and its name on the page.
  package let input: PreviewInput
  /// The original's bytes; none if it can't be read.
  package private(set) var bytes: [UInt8] = []
  /// The original's frames if browsers can't decode it; nil otherwise.
  package private(set) var frames: PreviewFrames?
  /// What the system would do with the original; nil if it can't be read.
  package private(set) var verdict: AlertVerdict?
  /// What the conversion writes; nil if it failed or if the sound is left out.
  package private(set) var converted: Converted?
  /// What becomes of the sound; nil if the conversion failed.
  package private(set) var outcome: AlertOutcome?
  /// What is missing from a truncated original, in words.
  package private(set) var truncation: String?
  /// Why the sound can't be converted; nil if it can.
  package private(set) var error: SoundError?

  /// Reads and converts a sound.
  ///
  /// - Throws: `SoundError` on cancellation only. All other errors are the sound's own.
  init(
    of input: PreviewInput, to target: ConversionTarget, _ request: Preview, monitor: Monitor
  ) throws(SoundError) {
    self.input = input
    do throws(SoundError) {
      try read(to: target, request, monitor)
    } catch {
      if case .cancelled = error.cause { throw error }
      self.error =
        error.path == nil
        ? SoundError(error.step, input.path, error.cause, advice: error.advice) : error
    }
  }

  private mutating func read(
    to target: ConversionTarget, _ request: Preview, _ monitor: Monitor
  ) throws(SoundError) {
    try request.checkPlace(of: input.path)
    let policy = request.inputPolicy
    let file = try InputFile(path: input.path, waitingForPipes: true, byteLimit: policy.byteLimit)
    guard file.byteCount <= request.embeddedByteLimit else {
      throw SoundError(
        .openingInput, input.path,
        .sound(
          .limitExceeded, reason: "the file has \(sizeText(file.byteCount)), too much for a page"),
        advice: "shorten it, or leave it out with --exclude")
    }
    bytes = try Self.bytes(of: file)
    let inspection = try SoundInspection(
      of: file, rules: request.rules, listens: true, policy: policy, monitor: monitor)
    verdict = inspection.verdict
    let source = try SoundSource(bytes: file, of: input.path, policy: policy)
    truncation = source.truncation
    if PreviewFrames.areNeeded(for: file) {
      frames = try PreviewFrames(of: source, byteLimit: request.embeddedByteLimit, monitor)
    }
    let quiet = Monitor(isCancelled: monitor.cancels)
    let (arranged, arrangement) = try source.arranged(by: request.arrangement, monitor: quiet)
    let conversion = try Conversion(
      of: arranged,
      to: target.keepingPackets(of: arranged, limit: request.limit, monitor: quiet),
      limit: request.limit)
    let result = try conversion.inMemory(monitor: monitor)
    outcome = result.outcome
    truncation = result.truncation ?? truncation
    if !result.outcome.isOmitted {
      converted = Converted(
        name: input.convertedName, bytes: result.bytes,
        preparation: Preparation(
          of: arranged, by: request.arrangement, arrangement, to: target, result))
    }
  }

  private static func bytes(of file: InputFile) throws(SoundError) -> [UInt8] {
    do throws(SoundFileError) {
      return try file.bytes(at: 0, count: file.byteCount)
    } catch {
      throw SoundError(.reading, file.path, error)
    }
  }
}

extension PreviewedSound {
  /// How much attention a sound needs, the most first.
  package enum Standing: Int, Comparable, Sendable, CaseIterable {
    /// It can't be converted, or the system plays its default sound in place of it.
    case problem
    /// The system may play it.
    case undocumented
    /// There are notes on it.
    case noted
    case fine

    /// Whether somebody should do something about it.
    package var needsWork: Bool { self < .noted }

    package static func < (left: Standing, right: Standing) -> Bool {
      left.rawValue < right.rawValue
    }
  }

  /// How much attention the sound needs.
  package var standing: Standing {
    guard error == nil, let verdict, outcome?.sourceLength == nil || isTrimmed else {
      return .problem
    }
    switch verdict.outcome {
    case .default: return .problem
    case .undocumented: return .undocumented
    case .plays:
      return verdict.advisories.isEmpty && truncation == nil && !isTrimmed ? .fine : .noted
    }
  }

  private var isTrimmed: Bool {
    if case .trimmed = outcome { true } else { false }
  }
}

extension [PreviewedSound] {
  /// The sounds with the worst first, and by name within.
  package var sortedByStanding: [PreviewedSound] {
    sorted { one, other in
      one.standing != other.standing
        ? one.standing < other.standing : one.input.precedes(other.input)
    }
  }
}
