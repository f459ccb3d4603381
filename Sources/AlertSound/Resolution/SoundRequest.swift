/// The sound that an app or a server asks to play with a notification.
public struct SoundRequest: Hashable, Sendable {
  /// The interface that interprets a sound's name.
  public enum Interface: Hashable, Sendable {
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
    /// Nothing.
    case silence
  }

  /// The sound to play.
  public var sound: Sound
  /// The interface that interprets the name.
  public var interface = Interface.notification
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
  public init(
    name: String?, interface: Interface = .notification, for use: SoundUse = .notification
  ) {
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
  public var notes: [String] {
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
