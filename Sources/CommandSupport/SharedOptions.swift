package import AlertSound
package import SystemPackage

/// The options for changing sample rates.
package struct ResamplingOptions: Sendable {
  /// The value of `--resampler`; nil if it isn't given.
  package var resampler: ResamplerChoice?
  /// The value of `-r`, from 0 to 127; nil if it isn't given.
  package var quality: Int?
  /// The value of `--src-complexity`; nil if it isn't given.
  package var complexity: ResamplingComplexity?

  package init(resampler: ResamplerChoice? = nil, quality: Int? = nil) {
    (self.resampler, self.quality) = (resampler, quality)
  }
}

package enum ResamplerChoice: String, Sendable, CaseIterable {
  /// This package's own resampler.
  case builtIn = "built-in"
  /// libsamplerate, with the converter that the quality and the complexity choose.
  case libsamplerate
}

/// The values of Apple's `--src-complexity`. On a Mac, these values select algorithms.
package enum ResamplingComplexity: String, Sendable, CaseIterable {
  case line, norm, bats, minp
}

extension ResamplingOptions {
  /// The method that the options select.
  ///
  /// The complexity `line` selects libsamplerate's linear converter; `bats` and `minp` select its best converter.
  /// Otherwise, the quality selects a converter. Below 32: linear; below 64: fast; below 96: medium; from 96 on, or
  /// without a quality: best. If the built-in resampler is used, it interpolates linearly where the linear converter is
  /// selected. In all other cases, the built-in resampler is band-limited.
  package var method: ResamplingMethod {
    let converter: LibsamplerateConverter =
      switch (complexity, quality ?? 127) {
      case (.line, _): .linear
      case (.bats, _), (.minp, _): .best
      case (_, ..<32): .linear
      case (_, ..<64): .fast
      case (_, ..<96): .medium
      default: .best
      }
    return switch resampler ?? .builtIn {
    case .builtIn: converter == .linear ? .linear : .bandLimited
    case .libsamplerate: .libsamplerate(converter)
    }
  }
}

/// The limit on an alert's length and the policy for a longer alert, from the command line and the environment.
package struct LimitRequest {
  /// What happens to a sound that is too long; nil until the command line or `fillIn` sets a policy.
  package var policy: OverLimitPolicy?
  /// The length, in seconds, that a sound must stay under; nil for the limit of iOS.
  package var seconds: Double?
  /// The file that replaces a sound that is too long; nil for the built-in chime.
  package var defaultSound: FilePath?
  private let usualPolicy: OverLimitPolicy
  private let use: SoundUse

  /// Creates an empty request. If neither an option nor the environment sets a policy, `usualPolicy` applies.
  package init(otherwise usualPolicy: OverLimitPolicy, for use: SoundUse = .notification) {
    self.usualPolicy = usualPolicy
    self.use = use
  }

  /// If the command line leaves out a setting, takes it from the environment, so that scripts needn't change.
  ///
  /// If neither an option nor the environment sets a policy, a default sound on the command line implies the policy
  /// `default`.
  package mutating func fillIn(
    from environment: (String) -> CommandArgument? = CommandArgument.init(environment:)
  ) throws(CommandLineError) {
    func value(_ name: String) -> NamedValue? {
      environment(name).map { NamedValue(name: name, word: $0) }
    }
    if policy == nil, let value = value("ALERTSOUND_OVER_LIMIT") {
      policy = try value.overLimitPolicy()
    }
    if seconds == nil, let value = value("ALERTSOUND_LIMIT") { seconds = try value.seconds() }
    if policy == nil { policy = defaultSound == nil ? usualPolicy : .default }
    if policy == .default {
      defaultSound = defaultSound ?? environment("ALERTSOUND_DEFAULT_SOUND")?.path
    }
  }

  /// Returns the length limit. Opens the default sound, so that an unusable default sound is an error even if no sound
  /// is too long.
  package func lengthLimit(
    opening open: (FilePath) throws(SoundError) -> SoundSource
  ) throws(SoundError) -> LengthLimit {
    var source: SoundSource?
    if let defaultSound { source = try open(defaultSound) }
    return try LengthLimit(
      policy ?? usualPolicy, for: use, seconds: seconds ?? AlertRules.iOS.lengthLimit,
      defaultSound: source, monitor: .untilInterrupted)
  }
}
