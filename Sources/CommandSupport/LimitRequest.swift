package import AlertSound
package import SystemPackage

/// What the command line and the environment say about how long an alert may be and what happens to a
/// longer one.
package struct LimitRequest {
  /// What happens to a sound that is too long; nil if nothing says so.
  package var policy: OverLimitPolicy?
  /// How long a sound may be, in seconds; nil for the limit of iOS.
  package var seconds: Double?
  /// The file that replaces a sound that is too long; nil for the built-in chime.
  package var defaultSound: FilePath?
  private let usualPolicy: OverLimitPolicy
  private let use: SoundUse

  /// Creates a request that says nothing.
  ///
  /// - Parameters:
  ///   - usualPolicy: The policy if nothing names another one.
  ///   - use: What the sounds are for.
  package init(otherwise usualPolicy: OverLimitPolicy, for use: SoundUse = .notification) {
    self.usualPolicy = usualPolicy
    self.use = use
  }

  /// Fills in from the environment what the command line doesn't set, so that scripts needn't change.
  ///
  /// A default sound on the command line implies the policy `default`, unless an option or the environment
  /// sets another one.
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

  /// Returns the length limit.
  ///
  /// The default sound is opened, too, so that an unusable one is an error even if it isn't needed.
  ///
  /// - Parameter open: Opens the default sound.
  /// - Throws: `SoundError` if the default sound can't be opened or breaks the rules itself.
  package func lengthLimit(
    opening open: (FilePath) throws(SoundError) -> SoundSource
  ) throws(SoundError) -> LengthLimit {
    var source: SoundSource?
    if let defaultSound { source = try open(defaultSound) }
    return try LengthLimit(
      policy ?? usualPolicy, for: use, seconds: seconds ?? AlertRules.iOS.lengthLimit,
      defaultSound: source,
      monitor: .untilInterrupted)
  }
}
