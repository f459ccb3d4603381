internal import SoundFormat
internal import Synthesis

/// How long an alert may be, and what to do with a longer sound.
///
/// Your own sound can replace sounds that are too long:
///
/// ```swift
/// let ding = try SoundSource(path: "ding.wav")
/// let limit = try LengthLimit(.default, defaultSound: ding)
/// ```
public final class LengthLimit: Sendable {
  /// What to do with a sound that is too long.
  package let policy: OverLimitPolicy
  /// The length, in seconds, that a sound must stay under.
  package let seconds: Double
  /// What the sounds are for.
  package let use: SoundUse
  /// The sound that is written in place of a sound that is too long; nil for the built-in chime.
  package let defaultSound: SoundSource?

  /// Creates the limit for notifications: under 30 s, and the built-in chime as default sound.
  public init(_ policy: OverLimitPolicy) {
    self.policy = policy
    (seconds, use, defaultSound) = (AlertRules.iOS.lengthLimit, .notification, nil)
  }

  /// - Parameters:
  ///   - policy: What to do with a sound that is too long.
  ///   - use: What the sounds are for. A system sound may be exactly as long as the limit.
  ///   - seconds: The length that a sound must stay under.
  ///   - defaultSound: The sound that is written in place of a sound that is too long; nil for the built-in chime.
  ///   - monitor: Can cancel reading the default sound.
  /// - Throws: `SoundError` if the limit isn't a positive, finite length, or if the default sound is
  ///   too long, can't be read to its end, or has no frames.
  public init(
    _ policy: OverLimitPolicy, for use: SoundUse = .notification,
    seconds: Double = AlertRules.iOS.lengthLimit, defaultSound: SoundSource? = nil,
    monitor: Monitor = Monitor()
  ) throws(SoundError) {
    guard seconds > 0, seconds.isFinite else {
      throw SoundError(
        .checkingLength, nil, .impossible("the limit must be greater than 0, not \(seconds) s"),
        advice: "give the limit in seconds")
    }
    self.policy = policy
    self.seconds = seconds
    self.use = use
    self.defaultSound = defaultSound
    if let defaultSound {
      try check(defaultSound, monitor)
    } else if policy == .default {
      try check(replacementDuration: DefaultSound.duration)
    }
  }

  /// Decodes a default sound to its end or to the limit: only decoding finds damage, and tells how long an MP3 is.
  private func check(_ sound: SoundSource, _ monitor: Monitor) throws(SoundError) {
    let conversion = try Conversion(
      of: sound,
      to: ConversionTarget(container: .caf, dataFormat: .linearPCM(PCMEncoding(.int16))))
    if sound.statesExactLength {
      try check(replacementDuration: conversion.header.playedDuration)
    }
    let end = conversion.sourceFrameCount(reaching: seconds)
    let part = try DecodedPart(of: conversion.source, keeping: 0..<0, from: 0, until: end, monitor)
    guard part.endFrame > 0 else {
      throw SoundError(
        .checkingLength, sound.file,
        .impossible("\(AlertFinding.noFrames.fact), so it can't replace one that is too long"),
        advice: AlertFinding.noFrames.remedy)
    }
    guard part.isWhole else {
      throw excess(ofReplacement: .atLeast(seconds: seconds))
    }
    let header = conversion.actualHeader(sourceFrameCount: part.endFrame)
    try check(replacementDuration: header.playedDuration)
  }

  /// Throws if a default sound of this length, in seconds, is itself too long.
  func check(replacementDuration duration: Double) throws(SoundError) {
    if isExceeded(by: duration) { throw excess(ofReplacement: .exactly(seconds: duration)) }
  }

  private func excess(ofReplacement length: AlertLength) -> SoundError {
    let name = defaultSound == nil ? "the built-in chime" : "this sound"
    return SoundError(
      .checkingLength, defaultSound?.file,
      .impossible(
        "\(name) is \(length) long, too long to replace sounds of"
          + (use.includesLimit
            ? " more than \(secondsText(seconds))" : " \(secondsText(seconds)) or more")),
      advice: defaultSound == nil ? .chooseShorterDefault : .words("shorten it"))
  }

  /// The name of the sound that is written in place of a sound that is too long.
  var replacementName: String {
    guard let defaultSound else { return "the built-in chime" }
    return defaultSound.file?.text ?? "the given replacement"
  }

  /// How long the end of a trimmed sound fades, in seconds.
  package static let fadeOutDuration = 0.05

  /// Returns how many seconds a trimmed sound lasts: 0.1 s less than the limit, or 10 % less if the limit is under 1 s.
  package static func trimmedDuration(under seconds: Double) -> Double {
    seconds - min(0.1, seconds / 10)
  }

  /// Returns whether a sound that plays for `duration` seconds is too long.
  package func isExceeded(by duration: Double) -> Bool {
    use.includesLimit ? duration > seconds : duration >= seconds
  }

  /// Returns the length of a sound that is too long, in words that follow a file's name.
  func fact(on length: AlertLength) -> String {
    isAtApplesLimit(length) ? AlertFinding.atLimit(seconds: seconds).fact : "\(length) long"
  }

  /// Returns why a length is too long, in words; nil if ``fact(on:)`` already says why.
  func reason(on length: AlertLength) -> String? {
    guard isIOSLimit else { return "the limit is \(secondsText(seconds))" }
    switch use {
    case .notification, .critical, .ringtone, .macos:
      let system = use == .macos ? "macOS" : "iOS"
      return isAtApplesLimit(length)
        ? nil : "\(system) plays its default sound for alerts over \(secondsText(seconds))"
    case .callkit, .alarmkit, .liveActivity:
      return "Apple states no limit for this use, and under \(secondsText(seconds)) is safe"
    case .systemSound: return "a system sound may last \(secondsText(seconds)) at most"
    case .watch: return AlertFinding.forWatch.fact
    }
  }

  private func isAtApplesLimit(_ length: AlertLength) -> Bool {
    use.isNotification && isIOSLimit && length == .exactly(seconds: seconds)
  }

  private var isIOSLimit: Bool { seconds == AlertRules.iOS.lengthLimit }
}

extension Arrangement {
  /// Returns the arrangement for an alert. A repeated sound lasts at most the wanted time, and stays below the limit.
  /// With the policies `trim` and `warn`, only the wanted time counts.
  package func limited(by limit: LengthLimit) -> Self {
    var limited = self
    let isEnforced = limit.policy != .trim && limit.policy != .warn
    limited.repetition?.limit = isEnforced ? limit.seconds : .infinity
    return limited
  }
}

/// What to do with a sound that is too long for an alert.
public enum OverLimitPolicy: String, Hashable, Sendable, CaseIterable {
  /// The built-in chime, or another default sound, is written in the sound's place, under the sound's name.
  case `default`
  /// The sound isn't converted.
  case omit
  /// The sound's beginning is converted, and ends in a short fade.
  case trim
  /// The sound causes an error.
  case fail
  /// All of the sound is converted, as if there were no limit.
  case warn
}

/// The built-in chime: two rising notes on metal bars. The chime is written in place of a sound that is too long. It
/// isn't the default sound of iOS.
///
/// The chime is synthesised, so it contains no third-party material, and its bytes are the same on every machine:
/// 16-bit linear PCM, one channel at 44,100 Hz, with silence at both ends.
package enum DefaultSound {
  /// In seconds.
  package static let duration = 1.3

  /// Returns the chime as a source.
  package static func source(on host: Host) -> SoundSource {
    SoundSource(file.sound, in: AnyByteSource(file.bytes), on: host)
  }

  private static let sampleRate = 44_100.0

  private static let file: (sound: SoundFile, bytes: [UInt8]) = {
    let samples = [signal].normalized.int16Samples
    let header = SoundHeader(
      container: .wave,
      format: StreamFormat(
        sampleRate: sampleRate, channelCount: 1, dataFormat: .linearPCM(PCMEncoding(.int16))),
      frameCount: samples.count)
    do throws(SoundFileError) {
      var encoder = try FrameEncoder(for: header.format)
      let bytes = try header.headerBytes() + encoder.encode(.int16(samples))
      return (try SoundFile(in: AnyByteSource(bytes)), bytes)
    } catch {
      preconditionFailure("a short WAVE can be written and read: \(error)")
    }
  }()

  /// An A, and the E above it. The A is still sounding when the E begins.
  private static var signal: Signal {
    let play = Instruments(sampleRate: sampleRate)
    let bar: [Partial] = [
      (ratio: 1, level: 1, halfLife: 0.16), (ratio: 2, level: 0.3, halfLife: 0.09),
      (ratio: 2.76, level: 0.14, halfLife: 0.05),
      (ratio: 5.4, level: 0.06, halfLife: 0.02),
    ]
    var signal = play.struck(880, bar, seconds: duration).faded(in: 0.003, out: 0.1)
    signal.mix(
      play.struck(1318.5102, bar, seconds: duration - 0.17).faded(in: 0.003, out: 0.1), at: 0.17)
    return signal.faded(in: 0, out: 0.3)
  }
}
