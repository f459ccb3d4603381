internal import SoundFormat

/// How long an alert may be, and what becomes of a longer one.
public struct LengthLimit: Sendable {
  /// What becomes of a sound that is too long.
  public let policy: OverLimitPolicy
  /// The length, in seconds, that a sound must stay under.
  public let seconds: Double
  /// What takes the place of a sound that is too long; nil for ``DefaultSound``.
  public let defaultSound: SoundSource?

  /// Sets a limit.
  ///
  /// - Parameters:
  ///   - policy: What becomes of a sound that is too long.
  ///   - seconds: The length that a sound must stay under.
  ///   - defaultSound: What takes its place, in any readable format; nil for ``DefaultSound``.
  ///   - isCancelled: Is asked now and then while the default sound is read.
  /// - Throws: `ConversionError`: the limit is no length, or the default sound is itself too long, can't
  ///   be read to its end, or has no frames.
  public init(
    _ policy: OverLimitPolicy, seconds: Double = AlertRules.iOS.lengthLimit,
    defaultSound: SoundSource? = nil, isCancelled: () -> Bool = { false }
  ) throws(ConversionError) {
    guard seconds > 0, seconds.isFinite else {
      throw ConversionError(
        .checkingLength, nil,
        .sound(.unsupported, reason: "no sound is shorter than \(seconds) s"),
        advice: "give the limit in seconds")
    }
    self.policy = policy
    self.seconds = seconds
    self.defaultSound = defaultSound
    if let defaultSound {
      try check(defaultSound, isCancelled)
    } else if policy == .default {
      try check(duration: DefaultSound.duration, of: nil)
    }
  }

  /// Reads a sound to its end: only that tells how long an MP3 is, and what is damaged.
  private func check(
    _ sound: SoundSource, _ isCancelled: () -> Bool
  ) throws(ConversionError) {
    let conversion = try Conversion(
      of: sound,
      to: ConversionTarget(container: .caf, dataFormat: .linearPCM(PCMEncoding(.int16))))
    if sound.statesExactLength {
      try check(duration: conversion.header.playedDuration, of: sound)
    }
    let header = try conversion.run(into: DiscardingSink(), { _ in }, isCancelled).header
    guard header.frameCount > 0 else {
      throw ConversionError(
        .checkingLength, sound.path,
        .sound(.unsupported, reason: "\(AlertFinding.noFrames.fact), and it is the default sound"),
        advice: AlertFinding.noFrames.advice)
    }
    try check(duration: header.playedDuration, of: sound)
  }

  private func check(duration: Double, of sound: SoundSource?) throws(ConversionError) {
    if duration >= seconds { throw excess(ofDefaultSound: sound, duration) }
  }

  /// The error of a default sound that is too long.
  func excess(ofDefaultSound sound: SoundSource?, _ duration: Double) -> ConversionError {
    ConversionError(
      .checkingLength, sound?.path,
      .sound(
        .unsupported,
        reason: "the default sound is \(secondsText(duration)) long, and \(secondsText(seconds)) is"
          + " too long already"),
      advice: sound == nil ? "name a shorter one" : "shorten it")
  }

  /// Whether a file of this header plays too long.
  func isExceeded(by header: SoundHeader) -> Bool {
    header.playedDuration >= seconds
  }

  /// Why the limit is there, in words.
  var reason: String {
    seconds == AlertRules.iOS.lengthLimit
      ? "iOS plays the default sound for alerts of \(secondsText(seconds)) or more"
      : "the limit is \(secondsText(seconds))"
  }
}

extension SoundSource {
  /// Whether the number of frames that the headers state is that of the frames there are.
  var statesExactLength: Bool {
    switch structure {
    case .native: true
    case .imported(let sound): sound.statesExactLength && sound.statedFrameCount > 0
    }
  }
}
