/// A rule that decides whether a sound plays, or that only advises.
///
/// ``statement`` says what each rule requires. To add a rule, add a case, and its row in `AlertRule+Rows.swift`.
public enum AlertRule: String, Hashable, Sendable, CaseIterable {
  case length
  case dataFormat = "data-format"
  case container
  case decodableChannels = "decodable-channels"
  case readable
  case localization
  case folder
  case bundle
  case watch
  case link
  case listedDataFormat = "listed-data-format"
  case listedContainer = "listed-container"
  case countedSound = "counted-sound"
  case knownLength = "known-length"
  case ownApp = "own-app"
  case bannerLength = "banner-length"
  case pathExtension = "extension"
  case channelCount = "channel-count"
  case sampleRate = "sample-rate"
  case sampleDepth = "sample-depth"
  case plainHeader = "plain-header"
  case level
  case loudness
  case leadingSilence = "leading-silence"
  case click
  case size
  case ownSound = "own-sound"
  case uniqueName = "unique-name"
  // Uses of a sound other than in a notification: ``SoundUse``.
  case systemSoundFormat = "system-sound-format"
  case systemSoundLength = "system-sound-length"
  case statedFormat = "stated-format"
  case statedLength = "stated-length"
  case callLength = "call-length"
  // Projects, see ``concernsProjects``: the sounds that code asks for, and where the build puts them.
  case present
  case membership
  case nameExtension = "name-extension"
  case nameCase = "name-case"
  case builtIn = "built-in"
  case oneSource = "one-source"
  case requested
  case listed
  case plainName = "plain-name"
  case repository
  case leftOut = "left-out"
  // Android's projects.
  case androidPresent = "android-present"
  case androidName = "android-name"
  case androidUniqueName = "android-unique-name"
  case androidExtension = "android-extension"
  case androidAudio = "android-audio"
  case androidChannel = "android-channel"
  case androidChannelSound = "android-channel-sound"
  case androidFormat = "android-format"
  case androidKept = "android-kept"
  case androidAddress = "android-address"

  /// How well a rule is known.
  public enum Grade: String, Hashable, Sendable, CaseIterable {
    /// The platform's current documentation, Apple's or Android's, states the rule.
    case documented
    /// Several independent sources have observed it.
    case widelyObserved = "widely-observed"
    /// One source has observed it, or an old document states it.
    case observedOnce = "observed-once"
    /// This library's own judgement. No measurement is known.
    case judgement

    public var name: String {
      switch self {
      case .documented: "documented"
      case .widelyObserved: "widely observed"
      case .observedOnce: "observed once"
      case .judgement: "our judgement"
      }
    }
  }

  /// Whether the rule is about a project and what its code asks for. All other rules are about a file, and about
  /// where it is in an app.
  package var concernsProjects: Bool { Self.allCases.drop { $0 != .present }.contains(self) }
  /// The outcome of breaking the rule; `plays` for a rule that only advises.
  public var outcome: AlertVerdict.Outcome { row.outcome }
  /// How well the rule is known.
  public var grade: Grade { row.grade }
  /// The requirement, as a phrase that follows "is".
  public var statement: String { row.statement }
  /// The document that states the rule, or the report that observed it.
  public var source: String { row.source }
  /// How a sound comes to break the rule, and what then happens; nil if the rule speaks for itself.
  package var background: String? { row.background }
  /// What Android does with a sound that breaks the rule; nil for a rule about Apple's systems.
  var consequenceOnAndroid: String? { row.consequenceOnAndroid }
  /// Whether the effect of breaking the rule is as well known as the rule.
  var isEffectKnown: Bool { row.isEffectKnown }
}

/// A statement, with how well it is known and where it comes from.
package struct GradedClaim: Hashable, Sendable {
  /// The statement, without a full stop.
  package let text: String
  package let grade: AlertRule.Grade
  /// The document that states the claim, or the report that observed it.
  package let source: String

  package init(_ text: String, _ grade: AlertRule.Grade, _ source: String) {
    self.text = text
    self.grade = grade
    self.source = source
  }
}
