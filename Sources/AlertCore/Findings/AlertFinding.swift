/// A fact that breaks a rule, and a remedy. The fact is about a sound, a conversion, or code that requests a sound.
///
/// Each kind of finding has a static function or property. AlertCheck adds the findings about a sound's place in an app
/// and about requests.
public struct AlertFinding: Equatable, Sendable {
  /// The rule that is broken.
  public let rule: AlertRule
  /// The fact in words, to follow the file's name and a colon.
  public let fact: String
  /// What to do about the fact; nil if nothing sensible can be done.
  package let remedy: Remedy?
  /// What happens to a notification's sound, in words; nil if that follows from the rule.
  private let ownConsequence: String?
  /// Whether the fact breaks Apple's own rule. False for a sound exactly at the limit, or above only a custom limit.
  private let breaksApplesRule: Bool
  /// How well it is known that the fact matters. The default is the rule's grade.
  package let grade: AlertRule.Grade

  package init(
    _ rule: AlertRule, _ fact: String, _ remedy: Remedy? = nil, consequence: String? = nil,
    breaksApplesRule: Bool = true, grade: AlertRule.Grade? = nil
  ) {
    self.rule = rule
    self.fact = fact
    self.remedy = remedy ?? rule.remedy
    ownConsequence = consequence
    self.breaksApplesRule = breaksApplesRule
    self.grade = grade ?? rule.grade
  }

  /// Creates a finding, as a converter or a check in a test may report it.
  public init(_ rule: AlertRule, _ fact: String, advice: String? = nil) {
    self.init(rule, fact, advice.map { .words($0) })
  }

  /// Returns the finding with another remedy.
  package func advising(_ remedy: Remedy) -> Self {
    Self(
      rule, fact, remedy, consequence: ownConsequence, breaksApplesRule: breaksApplesRule,
      grade: grade)
  }

  /// The finding for a sound that this library can't decode. The advice to convert becomes the advice to export.
  package var withoutConversion: Self {
    if case .convert = remedy { advising(.export) } else { self }
  }

  /// The finding for a sound that is IMA4 already. The advice to convert then names a new CAF file.
  var onIMA4: Self {
    if case .convert = remedy { advising(.convert("convert it to a new CAF file")) } else { self }
  }

  /// The remedy in words that suit any program, without a full stop.
  public var advice: String? { remedy?.words }

  /// The fact and the advice: `31.2 s long; shorten it`.
  public var sentence: String { sentence { $0.words } }

  /// Returns the fact and the remedy. The closure states the remedy in the words of a command or of the page.
  package func sentence(_ words: (Remedy) -> String) -> String {
    SoundError.sentence(fact, remedy.map(words))
  }

  /// Returns what happens to the sound, in words. Nil if the sound plays, or if the rule's outcome is `default` and the
  /// fact doesn't break Apple's own rule.
  ///
  /// - Parameter use: What the sound is for.
  package func consequence(for use: SoundUse = .notification) -> String? {
    if let ownConsequence, use.isNotification { return ownConsequence }
    if let consequence = rule.consequence { return consequence }
    switch rule.outcome {
    case .plays: return nil
    case .undocumented:
      return "what \(use.replacement?.system ?? "iOS") plays is undocumented"
    case .default where !breaksApplesRule: return nil
    case .default:
      // Don't name a replacement: Apple states what a system sound must be, but not what plays in its place.
      guard let (system, sound) = use.replacement else {
        return "it may not play as a system sound"
      }
      // Outside notifications, trust only documented rules. The rules about folders were observed with notifications.
      let isSure = isSurelyReplaced && (use.isNotification || grade == .documented)
      return isSure ? "\(system) plays \(sound) instead" : "\(system) may play \(sound) instead"
    }
  }

  /// Whether it is documented or widely observed that iOS plays the default sound instead.
  package var isSurelyReplaced: Bool {
    rule.outcome == .default && rule.isEffectKnown && breaksApplesRule
      && (grade == .documented || grade == .widelyObserved)
  }
}
