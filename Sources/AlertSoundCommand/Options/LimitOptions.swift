public import AlertSound
public import ArgumentParser
import CommandSupport
import SystemPackage

/// The options for how long an alert may be and what happens to a longer one.
struct LimitOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What becomes of a sound that is too long:"
        + " \(OverLimitPolicy.allCases.map(\.rawValue).joined(separator: ", ")).",
      discussion: "default writes the built-in chime, or what --default-sound names, in its place;"
        + " omit leaves it out; trim keeps its beginning; fail is an error; warn converts it all the"
        + " same. ALERTSOUND_OVER_LIMIT in the environment sets it, too. Left out, default.",
      valueName: "policy"))
  var overLimit: OverLimitPolicy?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The length in seconds that a sound must stay under; iOS's is 30.", valueName: "seconds"))
  var limit: SecondsArgument?

  @Option(
    help: ArgumentHelp(
      "What is written in place of a sound that is too long, instead of the built-in chime.",
      valueName: "file"))
  var defaultSound: PathArgument?

  /// Returns the length limit; options that are left out come from the environment.
  ///
  /// - Parameter policy: How the file of --default-sound is opened.
  /// - Throws: `ConversionError` if that file breaks the rules itself.
  func lengthLimit(_ policy: InputPolicy) throws -> LengthLimit {
    let path = try defaultSoundPath()
    return try LengthLimit(
      try chosenPolicy(), seconds: try seconds(),
      defaultSound: path.map { try SoundSource(path: $0, policy: policy) },
      isCancelled: { Interruption.isRequested })
  }

  /// Returns the file of --default-sound, or the one that the environment names if the policy needs it.
  func defaultSoundPath() throws -> FilePath? {
    if let defaultSound { return defaultSound.path }
    guard try chosenPolicy() == .default else { return nil }
    return CommandArgument(environment: "ALERTSOUND_DEFAULT_SOUND")?.path
  }

  private func chosenPolicy() throws -> OverLimitPolicy {
    if let overLimit { return overLimit }
    guard let text = CommandArgument(environment: "ALERTSOUND_OVER_LIMIT")?.text else {
      return .default
    }
    guard let policy = OverLimitPolicy(rawValue: text) else {
      let words = OverLimitPolicy.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("ALERTSOUND_OVER_LIMIT takes \(words), not '\(text)'")
    }
    return policy
  }

  private func seconds() throws -> Double {
    if let limit { return limit.seconds }
    guard let text = CommandArgument(environment: "ALERTSOUND_LIMIT")?.text else {
      return AlertRules.iOS.lengthLimit
    }
    guard let limit = SecondsArgument(argument: text) else {
      throw ValidationError("ALERTSOUND_LIMIT takes seconds, such as 30, not '\(text)'")
    }
    return limit.seconds
  }
}

extension OverLimitPolicy: ExpressibleByArgument {}
