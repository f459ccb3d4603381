public import SoundFormat

/// What a conversion did with a sound, and what is wrong with the sound. Batches record these facts; reports show them.
public struct ConversionFacts: Equatable, Sendable {
  /// What was done, given the limit.
  public package(set) var outcome = AlertOutcome.converted
  /// What is wrong with the sound that was converted, or with the result. The rules are `truncated`, `unread`,
  /// `unfilled`, `damaged`, `unusable`, `clipped`, `dropped` and `cut`.
  public package(set) var warnings: [AlertFinding] = []
  /// The signal-to-noise ratio of the IMA4 encoder, in decibels: infinity if decoding gives exactly the encoder's
  /// input; nil if nothing was encoded as IMA4.
  public package(set) var signalToNoise: Double?
  /// How many frames were added after the sound, so that IMA4 fills whole packets.
  package var fillFrameCount = 0
  /// How the sound was arranged; nil if no arrangement was asked for, or if a default sound was converted.
  public package(set) var arrangement: ArrangementChange?
  /// How the loudness and the peaks changed; nil if the target has no ``ConversionTarget/levels``.
  public package(set) var levels: LevelChange?

  /// Creates the facts of a conversion, as a converter in a test may report them.
  public init(outcome: AlertOutcome = .converted, warnings: [AlertFinding] = []) {
    (self.outcome, self.warnings) = (outcome, warnings)
  }

  /// Returns these facts together with the facts that encoding `source` has found.
  func adding(_ encoding: ConversionFacts, from source: SoundSource) -> ConversionFacts {
    var facts = self
    facts.signalToNoise = encoding.signalToNoise
    // Leave out the levels of a default sound, because they say nothing about the replaced sound.
    facts.levels = outcome.isReplaced ? nil : encoding.levels
    facts.warnings = warnings.merging(source.warnings).merging(encoding.warnings)
    // Don't report clipping in a damaged sound: what a damaged packet sounds like doesn't matter.
    if facts.warnings.contains(where: { $0.rule == .damaged }) {
      facts.warnings.removeAll { $0.rule == .clipped }
    }
    return facts
  }

  /// Returns what was done to prepare the sound, as `played 6 times; -22.9 to -16.0 LUFS`; nil if nothing was done.
  package func preparation(by converter: AlertConverter) -> String? {
    let facts = [
      arrangement?.fact, arrangement.flatMap(converter.limitedArrangement.fact(onRepetitionIn:)),
      levels?.words, levels.flatMap { converter.target.levels.flatMap($0.fact(for:)) },
      warnings.first { $0.rule == .dropped }?.fact,
    ].compactMap { $0 }
    return facts.isEmpty ? nil : facts.joined(separator: "; ")
  }
}

extension ArrangementChange {
  /// Returns the change as it shows in the written file: without the plays that the length limit has cut off. Nil if
  /// a default sound was written.
  package func remaining(
    after outcome: AlertOutcome, of source: SoundSource
  ) -> ArrangementChange? {
    if outcome.isReplaced { return nil }
    guard case .trimmed(_, let seconds) = outcome, playCount > 1 else { return self }
    var change = self
    let total = Double(source.frameCount) / source.format.sampleRate
    let period = (total + gap) / Double(playCount)
    change.playCount = min(playCount, max(1, Int(saturating: (seconds / period).rounded(.up))))
    return change
  }
}

/// What a conversion wrote.
public struct ConversionResult: Sendable {
  /// What became of the sound. Look at ``ConversionFacts/outcome`` first: ``verdict`` judges the written sound, which
  /// may be a replacement.
  public internal(set) var facts = ConversionFacts()
  /// The output's header. If the sound was omitted, the header that the output would have had.
  public internal(set) var header: SoundHeader
  /// The gain and the limiter that changed the frames; nil if the frames weren't changed.
  package internal(set) var levelSetting: LevelSetting?
  /// The file's bytes if the sound was converted in memory; empty if it was written to a file.
  public internal(set) var bytes: [UInt8] = []
  /// The packets among ``bytes``.
  package var packets: ArraySlice<UInt8> {
    bytes.dropLast(header.trailerBytes.count).suffix(header.audioByteCount)
  }
  /// Whether the built-in chime was converted in the sound's place.
  var isChime = false
  /// The rules of ``verdict``. They depend on what the output is for, and on the length limit.
  var rules = AlertRules.iOS

  init(facts: ConversionFacts, header: SoundHeader, levelSetting: LevelSetting? = nil) {
    (self.facts, self.header, self.levelSetting) = (facts, header, levelSetting)
  }

  /// Creates a result, as a converter in a test may return it. The verdict follows from the header.
  public init(header: SoundHeader, bytes: [UInt8], facts: ConversionFacts = ConversionFacts()) {
    (self.header, self.bytes, self.facts) = (header, bytes, facts)
  }

  /// What the system is predicted to do with the output, by the rules for the limit's use and length. Nil if the sound
  /// was omitted. The levels aren't judged.
  public var verdict: AlertVerdict? {
    guard !facts.outcome.isOmitted, let file = try? WrittenFile(header) else { return nil }
    var verdict = try? rules.verdict(on: SoundFile(in: file))
    if isChime { verdict?.add([.chime]) }
    return verdict
  }
}

/// A file as its header describes it, with zeros for the audio.
private struct WrittenFile: ByteSource {
  private let beginning: [UInt8]
  private let end: [UInt8]
  let byteCount: Int

  init(_ header: SoundHeader) throws(SoundFileError) {
    beginning = try header.headerBytes()
    end = header.trailerBytes
    byteCount = beginning.count + header.audioByteCount + end.count
  }

  func bytes(at offset: Int, count: Int) -> [UInt8] {
    (offset..<min(byteCount, offset + count)).map { index in
      index < beginning.count
        ? beginning[index] : index < byteCount - end.count ? 0 : end[index - byteCount + end.count]
    }
  }
}

/// What a conversion did with a sound, given the conversion's ``LengthLimit``.
///
/// A length is how long the sound would play after the conversion.
public enum AlertOutcome: Equatable, Sendable {
  /// The sound was converted. It is short enough, or there is no limit.
  case converted
  /// The sound is too long, but all of it was converted.
  case convertedTooLong(seconds: Double)
  /// The sound was too long. Only its beginning was converted: the first `to` seconds.
  case trimmed(from: AlertLength, to: Double)
  /// The sound was too long, and the built-in chime or the limit's default sound was converted in its place.
  case replacedByDefault(from: AlertLength)
  /// The sound was too long and wasn't converted.
  case omitted(from: AlertLength)

  /// Whether another sound was converted. The result's levels and changes then say nothing about the original sound.
  package var isReplaced: Bool {
    if case .replacedByDefault = self { true } else { false }
  }

  /// Whether nothing was written.
  package var isOmitted: Bool {
    if case .omitted = self { true } else { false }
  }

  /// The outcome's name in records, in manifests and on the page.
  package var word: String {
    switch self {
    case .converted: "converted"
    case .convertedTooLong: "converted-too-long"
    case .trimmed: "trimmed"
    case .replacedByDefault: "replaced-by-default"
    case .omitted: "omitted"
    }
  }

  /// Returns what happened, in words that follow a file's name; nil for `converted`.
  package func fact(under limit: LengthLimit) -> String? {
    switch self {
    case .converted: nil
    case .convertedTooLong(let seconds): limit.fact(on: .exactly(seconds: seconds))
    case .trimmed(let length, let kept):
      "\(limit.fact(on: length)), so only the first \(secondsText(kept)) are kept"
    case .replacedByDefault(let length):
      "\(limit.fact(on: length)), so \(limit.replacementName) is written in its place"
    case .omitted(let length): "\(limit.fact(on: length)), so it is not converted"
    }
  }

  /// Returns a warning for a build's log: what happened, why, and what can be done; nil for `converted`.
  ///
  /// - Parameter limit: The limit that applied to the sound.
  public func warning(under limit: LengthLimit) -> String? { finding(under: limit)?.sentence }

  /// Returns the warning as a finding on the sound's length.
  package func finding(under limit: LengthLimit) -> AlertFinding? {
    guard let fact = fact(under: limit), let length = sourceLength else { return nil }
    let remedy: Remedy? =
      switch self {
      case .converted, .trimmed: nil
      case .convertedTooLong: .haveTrimmed(seconds: nil)
      case .replacedByDefault, .omitted:
        .haveTrimmed(seconds: LengthLimit.trimmedDuration(under: limit.seconds))
      }
    let isTooLong =
      if case .convertedTooLong(let seconds) = self { seconds > AlertRules.iOS.lengthLimit } else {
        false
      }
    return AlertFinding(
      .length, SoundError.sentence(fact, limit.reason(on: length)), remedy,
      breaksApplesRule: isTooLong)
  }

  /// How long the sound would play without the limit; nil if the sound isn't too long.
  package var sourceLength: AlertLength? {
    switch self {
    case .converted: nil
    case .convertedTooLong(let seconds): .exactly(seconds: seconds)
    case .trimmed(let length, _), .replacedByDefault(let length), .omitted(let length): length
    }
  }

  /// How long the kept beginning of a trimmed sound is, in seconds; nil for other sounds.
  package var keptSeconds: Double? {
    if case .trimmed(_, let seconds) = self { seconds } else { nil }
  }
}

/// How long a sound would play.
///
/// A conversion stops reading a sound that is certain to be too long. If no header states the exact length, as in a
/// stream of FLAC, only an estimate or a minimum is known.
public enum AlertLength: Equatable, Sendable, CustomStringConvertible {
  case exactly(seconds: Double)
  /// An estimate by libsndfile. Decoding has shown only that the sound is too long.
  case about(seconds: Double)
  case atLeast(seconds: Double)

  /// The number of seconds, which may be inexact.
  public var seconds: Double {
    switch self {
    case .exactly(let seconds), .about(let seconds), .atLeast(let seconds): seconds
    }
  }

  /// The length in words: `31.2 s`, `about 300 s`, `at least 30 s`.
  public var description: String {
    switch self {
    case .exactly(let seconds): secondsText(seconds)
    case .about(let seconds): "about \(decimalText(seconds, decimals: 0)) s"
    case .atLeast(let seconds): "at least \(secondsText(seconds))"
    }
  }

  /// The precision's name in records and manifests.
  package var precision: String {
    switch self {
    case .exactly: "exact"
    case .about: "about"
    case .atLeast: "at-least"
    }
  }
}
