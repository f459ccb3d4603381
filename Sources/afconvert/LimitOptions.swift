import AlertSound
import CommandSupport
import SystemPackage

/// The options for how long an alert may be and what happens to a longer one. They apply to all outputs,
/// wherever they appear.
struct LimitOptions {
  private var chosenPolicy: OverLimitPolicy?
  private var chosenSeconds: Double?
  private(set) var defaultSound: FilePath?

  /// What happens to a sound that is too long. By default it is converted whole, as on a Mac, with a
  /// warning.
  var policy: OverLimitPolicy { chosenPolicy ?? .warn }
  /// How long a sound may be, in seconds.
  var seconds: Double { chosenSeconds ?? AlertRules.iOS.lengthLimit }

  /// Applies an option's values.
  ///
  /// - Returns: Whether it was one of these options.
  mutating func apply(
    _ option: Option, _ words: ArraySlice<CommandArgument>
  ) throws(CommandLineError) -> Bool {
    switch option {
    case .overLimit: chosenPolicy = try Self.policy(words.first, option.spelling)
    case .limit: chosenSeconds = try Self.seconds(words.first, option.spelling)
    case .defaultSound:
      defaultSound = words.first?.path
    default: return false
    }
    return true
  }

  /// Fills in from the environment what the command line doesn't set, so that scripts needn't change.
  ///
  /// A default sound on the command line implies the policy `default`, unless an option or the environment
  /// sets another one.
  mutating func fillIn(
    from environment: (String) -> CommandArgument? = CommandArgument.init(environment:)
  ) throws(CommandLineError) {
    let names = (
      policy: "ALERTSOUND_OVER_LIMIT", seconds: "ALERTSOUND_LIMIT",
      sound: "ALERTSOUND_DEFAULT_SOUND"
    )
    if chosenPolicy == nil, let word = environment(names.policy) {
      chosenPolicy = try Self.policy(word, names.policy)
    }
    if chosenSeconds == nil, let word = environment(names.seconds) {
      chosenSeconds = try Self.seconds(word, names.seconds)
    }
    if chosenPolicy == nil, defaultSound != nil { chosenPolicy = .default }
    if policy == .default { defaultSound = defaultSound ?? environment(names.sound)?.path }
  }

  private static func policy(
    _ word: CommandArgument?, _ name: String
  ) throws(CommandLineError) -> OverLimitPolicy {
    let text = word?.text ?? ""
    guard let policy = OverLimitPolicy(rawValue: text) else {
      let words = OverLimitPolicy.allCases.map(\.rawValue).joined(separator: ", ")
      throw CommandLineError(message: "\(name) takes \(words), not '\(text)'")
    }
    return policy
  }

  private static func seconds(
    _ word: CommandArgument?, _ name: String
  ) throws(CommandLineError) -> Double {
    let text = word?.text ?? ""
    guard let seconds = NumberText.seconds(text) else {
      throw CommandLineError(message: "\(name) takes seconds, such as 30, not '\(text)'")
    }
    return seconds
  }
}
