public import AlertCore
public import SystemPackage

/// A request from an app or a server to play a sound with a notification.
public struct SoundRequest: Equatable, Sendable {
  /// The interface that interprets a sound's name.
  package enum Interface: Hashable, Sendable {
    /// `UNNotificationSound(named:)`, or the `sound` of a notification from a server.
    case notification
    /// `UILocalNotification.soundName` of iOS 4 to 10. It also takes a path inside the bundle.
    case localNotification
  }

  /// The sound in a file, the default sound, or no sound.
  public enum Sound: Equatable, Sendable {
    /// The sound in the file with this name.
    case named(String)
    case defaultSound
    case silence
  }

  public var sound: Sound
  /// The interface that interprets the name.
  package var interface = Interface.notification
  /// The purpose of the sound. The purpose decides the places to search, and the rules to judge by.
  public var use = SoundUse.notification
  /// Whether to play the sound despite the mute switch and Do Not Disturb.
  public var isCritical = false
  /// The volume of a critical sound, from 0 to 1; nil leaves the volume to the system.
  public var volume: Double?
  /// Whether the payload's interruption level is `passive`.
  package var isPassive = false
  /// A misplaced sound in the payload, which the system ignores.
  package var misplaced: MisplacedSound?
  /// The form of an Android notification. It tells which service delivers the notification. Nil on iOS.
  package private(set) var androidService: NotificationPayload.Kind?
  /// The identifier of the channel on Android; nil if the request names none.
  package private(set) var channel: String?

  public init(_ sound: Sound) {
    self.sound = sound
  }

  /// Creates the request of a notification on Android. Expo can't request a sound on Android.
  package init(name: String?, onAndroid service: NotificationPayload.Kind, channel: String? = nil) {
    self.init(name: name)
    androidService = service
    // Treat an empty identifier as no channel.
    self.channel = channel?.isEmpty ?? true ? nil : channel
  }

  /// Creates a request from a name in code or a payload. An empty name or nil means silence, `default` means the
  /// default sound.
  ///
  /// Source: Apple, "Generating a remote notification", and `UILocalNotification.soundName`.
  public init(name: String?, for use: SoundUse = .notification) {
    self.init(name: name, interface: .notification, for: use)
  }

  /// Creates a request from a name that an interface interprets.
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

  /// The name of the file; nil if the request is for the default sound or silence.
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

  /// Why iOS plays no sound, whatever the app has; nil if there is no such reason.
  ///
  /// Source: Apple, `UNNotificationInterruptionLevel.passive`, and "Generating a remote notification", `volume`.
  var silence: String? {
    if isPassive { return "the interruption level is passive, so no sound is played; use active" }
    return isCritical && volume == 0 ? "the volume is 0, so nothing is heard" : nil
  }

  /// Unusual facts about the request that don't depend on the app's files, in words.
  package var notes: [String] {
    var notes: [String] = []
    if let volume, !(0...1).contains(volume) {
      notes.append("the volume is \(volume); it must be from 0 (silent) to 1 (full)")
    }
    if volume != nil, !isCritical {
      notes.append("only a critical alert has a volume; this one is not critical")
    }
    if isCritical {
      notes.append("a critical alert needs an entitlement from Apple, and the user's consent")
    }
    return notes
  }
}

/// A place in a project's code that asks for a sound.
public struct CodeRequest: Equatable, Sendable {
  /// The source file.
  public internal(set) var path: FilePath
  /// The line in the source file. The first line is 1.
  public let line: Int
  /// The name of the sound; nil if the code computes it.
  public let name: String?
  /// The system that looks for the sound.
  public internal(set) var platform: Platform
  /// The function, property or key that takes the name.
  package let api: String
  /// Whether the code that names the sound also runs on Android.
  var runsOnAndroid = true
  /// The purpose of the sound on Apple's systems.
  package let use: SoundUse
  /// Whether the name may have an extension on Android. Some packages remove the extension. Others look for a resource
  /// of the whole name, but a resource's name has no extension.
  var takesFileName = true
  /// How the package that takes the name interprets the name.
  var nameForm = NameForm.plain
  /// Whether the expression of a computed name also has known names. The known names are separate requests.
  var hasKnownNames = false
  /// What may silence the sound although the system finds the file; nil if nothing is seen.
  var silencer: Silencer?
  /// The package in the address of a resource; nil if the code computes the package or names none.
  var package: String?
  /// Why the sound may have another name, in words; nil if ``name`` is certain.
  var doubt: String?
  /// Whether the sound has no known name, or may have another name.
  var isComputed: Bool { name == nil || doubt != nil }
  /// Whether the place is in a project's list of files, instead of in code.
  var isListing = false
  /// The name as in the code. ``name`` has `www/` where code for Cordova has `file://`.
  package var writtenName: String? {
    guard nameForm == .cordova, let name, name.hasPrefix("www/") else { return name }
    return "file://\(name.dropFirst(4))"
  }

  /// What decides, besides the name, whether the sound is heard.
  enum Silencer: Equatable, Sendable {
    /// The sound isn't heard, or another sound is heard instead.
    case fault(AlertFinding)
    /// The check can't tell, for a reason such as `the payload names no channel`.
    case possible(String)

    /// For the sound of a message.
    static let channelDecides = possible(
      "from Android 8 on, the channel's sound is played instead, and no channel with this sound is seen for it"
    )
    /// For the sound of a message. From Android 8 on, the package doesn't read this sound.
    static let notLookedUp = possible(
      "from Android 8 on, only a channel's sound counts, and no channel with this sound is seen for it"
    )
    /// For the sound of a channel.
    static let notCreated = possible("no code was found that passes its channel to the system")
  }

  /// How a package interprets a name.
  enum NameForm: Hashable, Sendable {
    case plain
    /// awesome_notifications: on iOS, `resource://raw/ring` is always `ring.aiff`.
    /// Source: https://github.com/rafaelsetragni/IosAwnCore, AudioUtils.swift.
    case awesome
    /// cordova-plugin-local-notification: `file://` means the folder `www`, and `res://` means the top of the app or
    /// `res/raw`. On Android, the package itself finds the files in `www`, which aren't resources. Source:
    /// https://github.com/katzer/cordova-plugin-local-notifications, APPNotificationOptions.m, AssetUtil.java.
    case cordova
    /// flutter_alarmkit copies the Flutter asset at this path to `Library/Sounds`.
    case flutterAsset
    /// The name may also be a path in the bundle.
    case path
    /// The code puts a raw resource's number, such as `R.raw.ring`, into the address of a channel's sound.
    case resourceNumber
  }

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
