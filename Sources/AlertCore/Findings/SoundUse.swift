/// What a sound is for, such as a notification or an alarm.
///
/// The APIs for these uses differ in where they look for a sound, and in which formats and lengths Apple documents.
/// ``AlertRules/init(for:)`` creates the rules for each API.
public enum SoundUse: String, Hashable, Sendable, CaseIterable {
  /// A notification: `UNNotificationSound(named:)`, or `aps.sound` from a server.
  case notification
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

  /// The places that the API searches, in order; empty if the API plays no sound by name. Source: the article What iOS
  /// plays, "Other places that name a sound".
  package var places: [SoundPlace] {
    switch self {
    case .notification, .ringtone, .macos: [.librarySounds, .groupSounds, .mainBundle]
    case .critical: [.librarySounds, .mainBundle]
    case .alarmkit, .liveActivity: [.mainBundle, .librarySounds]
    case .callkit, .systemSound: [.mainBundle]
    case .watch: []
    }
  }

  /// Whether the API also takes a sound's path inside the bundle.
  package var takesPaths: Bool { self == .systemSound }

  /// Whether a sound may be exactly as long as the limit.
  package var includesLimit: Bool { self == .systemSound }

  /// Whether the formats and the length limit of notifications apply.
  package var isNotification: Bool {
    switch self {
    case .notification, .critical, .ringtone, .macos: true
    case .callkit, .alarmkit, .liveActivity, .systemSound, .watch: false
    }
  }

  /// The system, and what the system plays in place of a sound that can't be played: `("iOS", "the default ringtone")`.
  /// Nil if Apple documents no replacement.
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

/// A place where iOS looks for a sound by its name.
package enum SoundPlace: String, Hashable, Sendable, CaseIterable {
  /// `Library/Sounds` of the app's container.
  case librarySounds = "library-sounds"
  /// `Library/Sounds` of a container that the app shares with other apps of its group.
  case groupSounds = "group-sounds"
  /// The resources of the program's main bundle.
  case mainBundle = "main-bundle"

  package var name: String {
    switch self {
    case .librarySounds: "the app's Library/Sounds"
    case .groupSounds: "the app group's Library/Sounds"
    case .mainBundle: "the main bundle"
    }
  }
}
