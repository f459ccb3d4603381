import AlertSound
import ArgumentParser
import CommandSupport
import SoundFormat

/// The options for trimming, fading, repeating and levelling a sound.
///
/// The order of the options doesn't matter. The steps are always: trim, silence, fades, repetition, rate and
/// channels, loudness and peaks.
struct PreparationOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Give every sound this loudness (BS.1770), such as -16.",
      valueName: "LUFS"))
  var loudness: DecibelArgument?

  @Option(
    name: .customLong("true-peak"), parsing: .unconditional,
    help: ArgumentHelp(
      "The highest true peak, which a limiter keeps even if the sound stays quieter; \(Self.text(LevelTarget.defaultTruePeak)) with --loudness.",
      valueName: "dBTP"))
  var truePeak: DecibelArgument?

  @Flag(
    name: .customLong("trim-silence"),
    help: "Remove silence from the beginning and the end.")
  var trimsSilence = false

  @Option(
    name: .customLong("silence-threshold"), parsing: .unconditional,
    help: ArgumentHelp(
      "Silence is below this level (default: \(Self.text(Arrangement.defaultSilenceThreshold))).",
      valueName: "dBFS"))
  var silenceThreshold: DecibelArgument?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Keep the part between two times: 0.5:4, 0.5: or :4.",
      valueName: "start:end"))
  var trim: SpanArgument?

  @Option(
    name: .customLong("fade-in"), parsing: .unconditional,
    help: ArgumentHelp("Fade in over this time.", valueName: "seconds"))
  var fadeIn: DurationArgument?

  @Option(
    name: .customLong("fade-out"), parsing: .unconditional,
    help: ArgumentHelp("Fade out over this time.", valueName: "seconds"))
  var fadeOut: DurationArgument?

  @Option(
    name: .customLong("repeat"), parsing: .unconditional,
    help: ArgumentHelp(
      "Repeat the sound as often as it fits into this length, and below the limit.",
      valueName: "seconds"))
  var repetition: SecondsArgument?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The silence between two repetitions.", valueName: "seconds"))
  var gap: DurationArgument?

  func validate() throws {
    if silenceThreshold != nil, !trimsSilence {
      throw ValidationError("--silence-threshold needs --trim-silence")
    }
    if gap != nil, repetition == nil {
      throw ValidationError("--gap needs --repeat, which says how long the sound becomes")
    }
    if trim?.mayBeClockTime == true {
      throw ValidationError(
        "--trim takes seconds, not minutes; write 65: for all after 1 min 5 s, or 1:5 for 1 to 5 s")
    }
    if let start = trim?.span.start, let end = trim?.span.end, start >= end {
      throw ValidationError(
        "--trim ends at \(secondsText(end)), not after its start at \(secondsText(start))")
    }
    try Self.checkLoudness(loudness)
    try Self.check(truePeak, "--true-peak", LevelTarget.truePeakRange, "dBTP")
    try Self.check(
      silenceThreshold, "--silence-threshold", Arrangement.silenceThresholds, "dBFS")
  }

  static func checkLoudness(_ argument: DecibelArgument?) throws {
    try check(argument, "--loudness", LevelTarget.loudnessRange, "LUFS")
  }

  private static func check(
    _ argument: DecibelArgument?, _ option: String, _ range: ClosedRange<Double>, _ unit: String
  ) throws {
    guard let argument, !range.contains(argument.value) else { return }
    throw ValidationError(
      "\(option) takes \(text(range.lowerBound)) to \(text(range.upperBound)) \(unit), not"
        + " \(text(argument.value))")
  }

  private static func text(_ value: Double) -> String { decimalText(value, decimals: 2) }

  /// The trimming, fades and repetition of each sound.
  var arrangement: Arrangement {
    var arrangement = Arrangement()
    arrangement.span = trim?.span
    if trimsSilence {
      arrangement.silenceThreshold = silenceThreshold?.value ?? Arrangement.defaultSilenceThreshold
    }
    arrangement.fadeInOfEachPlay = fadeIn?.seconds ?? 0
    arrangement.fadeOutOfEachPlay = fadeOut?.seconds ?? 0
    arrangement.repetition = repetition.map {
      Arrangement.Repetition(seconds: $0.seconds, gap: gap?.seconds ?? 0)
    }
    return arrangement
  }

  /// The loudness and the highest peak; nil if the options ask for neither.
  var levels: LevelTarget? {
    guard loudness != nil || truePeak != nil else { return nil }
    return LevelTarget(
      loudness: loudness?.value, truePeak: truePeak?.value ?? LevelTarget.defaultTruePeak)
  }
}
