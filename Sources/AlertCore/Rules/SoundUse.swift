/// What a sound is for: the API that names it.
///
/// The APIs differ in where they look for a sound, and in what Apple documents about its format and length.
/// ``AlertRules/init(for:)`` has the rules of each.
public enum SoundUse: String, Hashable, Sendable, CaseIterable {
  /// A notification: `UNNotificationSound(named:)`, or `aps.sound` from a server.
  case notification
  /// A critical alert.
  case critical
  /// A notification of an incoming call.
  case ringtone
  /// The ringtone of an app that uses CallKit or LiveCommunicationKit.
  case callkit
  /// An alarm or a timer of AlarmKit.
  case alarmkit
  /// The alert of a Live Activity.
  case liveActivity = "live-activity"
  /// A sound of System Sound Services.
  case systemSound = "system-sound"
  /// A notification on a watch.
  case watch
  /// A notification on a Mac.
  case macos

  /// The API's name.
  public var api: String { row.api }
  /// The places it searches, in order; empty if it plays no sound by name.
  public var places: [SoundPlace] { row.places }
  /// Where it looks, in words.
  public var search: GradedClaim { row.search }
  /// The formats it takes, in words.
  public var formats: GradedClaim { row.formats }
  /// The length it takes, in words.
  public var length: GradedClaim { row.length }
  /// Other facts worth knowing. They don't affect a verdict.
  public var remarks: [GradedClaim] { row.remarks }

  /// Whether a sound may also be named by its path inside the bundle.
  package var takesPaths: Bool { self == .systemSound }

  /// Whether a sound may be exactly as long as the limit.
  package var includesLimit: Bool { self == .systemSound }

  /// Whether Apple's list of formats, and its limit of 30 seconds, are those of notifications.
  package var isNotification: Bool {
    switch self {
    case .notification, .critical, .ringtone, .macos: true
    case .callkit, .alarmkit, .liveActivity, .systemSound, .watch: false
    }
  }

  /// What is heard instead of a sound that isn't played, as a clause without its verb.
  var replacement: (system: String, sound: String)? {
    switch self {
    case .notification, .critical, .ringtone, .liveActivity: ("iOS", "the default sound")
    case .callkit: ("iOS", "the default ringtone")
    case .alarmkit: ("iOS", "the default alarm sound")
    case .watch: ("watchOS", "the default sound")
    case .macos: ("macOS", "the default sound")
    case .systemSound: nil
    }
  }
}
