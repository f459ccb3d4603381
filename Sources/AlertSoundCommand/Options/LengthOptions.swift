import AlertSound
import ArgumentParser
import CommandSupport

/// The options for the length limit, and for sounds that exceed it.
struct LimitOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What to do with a sound that is too long: default (the default) replaces it by a chime, omit skips it, trim keeps its"
        + " beginning, fail reports an error, and warn converts it all the same.",
      valueName: "policy"))
  var overLimit: OverLimitPolicy?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The length that a sound must stay under; iOS's is 30.", valueName: "seconds"))
  var limit: SecondsArgument?

  @Option(
    help: ArgumentHelp(
      "The sound to write instead of the built-in chime.",
      valueName: "file"))
  var defaultSound: CommandArgument?

  /// Returns the limit that these options and the environment ask for.
  ///
  /// - Parameter use: What the sounds are for.
  /// - Throws: `ValidationError` if the environment's values are invalid.
  func request(for use: SoundUse) throws -> LimitRequest {
    var request = LimitRequest(otherwise: .default, for: use)
    request.policy = overLimit
    request.seconds = limit?.seconds
    request.defaultSound = defaultSound?.path
    do throws(CommandLineError) {
      try request.fillIn()
    } catch {
      throw ValidationError(error.description)
    }
    return request
  }
}

/// The option that says what the sounds are for.
struct UseOptions: ParsableArguments {
  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      "What the sounds are for; help lists the uses.",
      valueName: "use"),
    completion: .list(SoundUse.allCases.map(\.rawValue)),
    transform: { try SoundUse(named: $0, by: "--for") })
  var use = SoundUse.notification

  func rules(limit: SecondsArgument) -> AlertRules {
    AlertRules(for: use, lengthLimit: limit.seconds)
  }
}

extension SoundUse {
  /// The word in reports for a sound that isn't played: `default`, or `fails` if no default sound plays instead.
  var fallbackWord: String {
    self == .systemSound ? "fails" : AlertVerdict.Outcome.default.rawValue
  }
}
