public import AlertCore
public import SystemPackage

/// The sound that an app or a server asks to play with a notification.
public struct SoundRequest: Hashable, Sendable {
  /// The interface that interprets a sound's name.
  package enum Interface: Hashable, Sendable {
    /// `UNNotificationSound(named:)`, and the `sound` of a notification from a server.
    case notification
    /// `UILocalNotification.soundName`, of iOS 4 to 10, which also takes a path inside the bundle.
    case localNotification
  }

  /// The sound to play.
  public enum Sound: Hashable, Sendable {
    /// The sound in a file of this name.
    case named(String)
    /// The default sound.
    case defaultSound
    /// No sound.
    case silence
  }

  /// The sound to play.
  public var sound: Sound
  /// The interface that interprets the name.
  package var interface = Interface.notification
  /// What the sound is for. It decides where to look, and by which rules to judge.
  public var use = SoundUse.notification
  /// Whether to play it despite the mute switch and Do Not Disturb.
  public var isCritical = false
  /// The volume of a critical sound, from 0 to 1; nil leaves it to the system.
  public var volume: Double?

  /// Creates a request for a sound.
  public init(_ sound: Sound) {
    self.sound = sound
  }

  /// Creates a request from the name in a program or a payload: an empty one is silence, and `default` is
  /// the default sound.
  ///
  /// Source: Apple, "Generating a remote notification", and `UILocalNotification.soundName`.
  public init(name: String?, for use: SoundUse = .notification) {
    self.init(name: name, interface: .notification, for: use)
  }

  /// Creates a request from a name that an interface takes.
  package init(name: String?, interface: Interface, for use: SoundUse = .notification) {
    self.use = use
    let isDefault =
      name == "default"
      || interface == .localNotification && name == "UILocalNotificationDefaultSoundName"
    sound =
      switch name {
      case nil, "": .silence
      case _ where isDefault: .defaultSound
      case let name?: .named(name)
      }
    self.interface = interface
  }

  /// The name of the file; nil if the default sound or none is requested.
  package var name: String? {
    if case .named(let name) = sound { name } else { nil }
  }

  /// The places to search, in order.
  var places: [SoundPlace] {
    switch interface {
    // Apple, "Local and Remote Notification Programming Guide": the bundle or Library/Sounds.
    case .localNotification: [.mainBundle, .librarySounds]
    case .notification where isCritical && use.isNotification: SoundUse.critical.places
    case .notification: use.places
    }
  }

  /// What is unusual about the request, regardless of the files, in words.
  package var notes: [String] {
    var notes: [String] = []
    if let volume, !(0...1).contains(volume) {
      notes.append("the volume is \(volume); it must be from 0 (silent) to 1 (full)")
    }
    if volume == 0 { notes.append("the volume is 0: nothing will be heard") }
    if volume != nil, !isCritical {
      notes.append("only a critical alert has a volume; this one is not critical")
    }
    if isCritical {
      notes.append("a critical alert needs an entitlement from Apple, and the user's consent")
    }
    return notes
  }
}

/// The sound that a notification from a server asks Android to play.
package struct AndroidSoundRequest: Hashable, Sendable {
  package enum Sound: Hashable, Sendable {
    /// The sound of this name in `res/raw`.
    case named(String)
    case defaultSound
    case silence
    /// The form of the notification has no sound for Android.
    case unspecified

    /// Creates a sound from a payload's value. An absent or empty one is silence.
    init(_ name: String?) {
      self =
        switch name {
        case nil, "": .silence
        case "default": .defaultSound
        case let name?: .named(name)
        }
    }
  }

  package var sound: Sound
  /// The name in `res/raw`; nil if none is named.
  package var name: String? {
    if case .named(let name) = sound { name } else { nil }
  }
  /// The channel's identifier; nil if none is named.
  package var channel: String?
  /// The form of the notification, which tells the service that delivers it.
  package var service: NotificationPayload.Kind

  package init(_ sound: Sound, channel: String? = nil, service: NotificationPayload.Kind) {
    self.sound = sound
    // An empty identifier names no channel.
    self.channel = channel?.isEmpty ?? true ? nil : channel
    self.service = service
  }
}

/// A place in a project's code that asks for a sound.
public struct CodeRequest: Hashable, Sendable {
  /// The file.
  public internal(set) var path: FilePath
  /// The line, from 1.
  public let line: Int
  /// The name that is asked for; nil if it is computed.
  public let name: String?
  /// The system that looks for the sound.
  public let platform: Platform
  /// The function, the property or the key that takes the name.
  package let api: String
  /// What the sound is for on Apple's systems.
  package let use: SoundUse
  /// Whether the name may have an extension on Android. A resource's name has none, but some packages remove it.
  var takesFileName = true

  /// A system that plays sounds by name.
  public enum Platform: String, Hashable, Sendable, CaseIterable {
    case iOS = "ios"
    case android

    package var name: String {
      switch self {
      case .iOS: "iOS"
      case .android: "Android"
      }
    }
  }
}

/// A sound that a project's code asks for, and whether it is found.
public struct CheckedRequest: Sendable {
  /// The first place that asks for it.
  public let first: CodeRequest
  /// The other places that ask for the same name on the same system.
  public let others: [CodeRequest]
  /// Whether it is found.
  public let outcome: Outcome

  /// Whether a sound that code asks for is found.
  public enum Outcome: Sendable {
    /// The build puts this file where the system looks. The check reports the file's own verdict separately.
    case found(FilePath)
    /// It isn't found, or may not be, for this reason. The advice is what to do in this kind of project.
    case faulty(AlertFinding, advice: String)
    /// It can't be determined whether the sound is found, for this reason.
    case unknown(reason: String)
  }

  /// The finding; nil if the sound is found or the outcome is unknown.
  package var finding: AlertFinding? {
    if case .faulty(let finding, _) = outcome { finding } else { nil }
  }

  package var isUnknown: Bool {
    if case .unknown = outcome { true } else { false }
  }
}
