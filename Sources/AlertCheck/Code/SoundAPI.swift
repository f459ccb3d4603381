internal import AlertCore

/// A way in which code or a payload names a sound: each is a row of ``all``.
struct SoundAPI: Hashable, Sendable {
  /// How the name is written.
  enum Form: Hashable, Sendable {
    /// As a call's first argument, which must have the label if there is one. If there is a type, the function must be
    /// its member.
    case call(Substring, label: Substring? = nil, on: Substring? = nil)
    /// As the argument of an Objective-C message to `UNNotificationSound`.
    case message(Substring)
    /// As the value of a key, a label or a property, in these surroundings.
    case value(Substring, Surroundings = .any)
    /// As the text of an address of a raw resource: `android.resource://com.example/raw/ring`.
    case address
  }

  enum Surroundings: Hashable, Sendable {
    case any
    case directlyIn(Set<Substring>)
    case anywhereIn(Set<Substring>)
    /// The innermost keys around it are these.
    case under([Substring])
    case somewhereUnder(Substring)
    case fileNaming(Substring)
  }

  let languages: Set<SourceLanguage>
  let form: Form
  let platforms: [CodeRequest.Platform]
  /// The name in reports.
  let name: String
  let use: SoundUse
  /// Whether the name is a file's, with an extension. The name of an Android resource has none.
  let takesFileName: Bool
  /// The file must import one of these packages, unless there are none.
  let packages: Set<NotificationPackage>

  private init(
    _ languages: Set<SourceLanguage>, _ form: Form, _ platforms: CodeRequest.Platform...,
    as name: String, for use: SoundUse = .notification, takesFileName: Bool = true,
    in packages: Set<NotificationPackage> = []
  ) {
    self.languages = languages
    self.form = form
    self.platforms = platforms
    self.name = name
    self.use = use
    self.takesFileName = takesFileName
    self.packages = packages
  }
}

/// A package of JavaScript that shows notifications.
enum NotificationPackage: String, Hashable, Sendable, CaseIterable {
  case expo = "expo-notifications"
  case notifee = "@notifee/react-native"
  case pushNotification = "react-native-push-notification"
  case capacitor = "@capacitor/local-notifications"
  case ios = "@react-native-community/push-notification-ios"
  case wix = "react-native-notifications"
}

extension SoundAPI {
  private static let apple: Set<SourceLanguage> = [.swift, .objectiveC]
  private static let objects: Set<SourceLanguage> = [.json, .javaScript]
  private static let anyPackage = Set(NotificationPackage.allCases)

  /// The functions of JavaScript that make a channel for notifications on Android.
  private static let channelFunctions: Set<Substring> = [
    "createChannel", "setNotificationChannelAsync", "createNotificationChannel",
  ]

  /// All rows. If several fit, the first one counts.
  static let all: [SoundAPI] =
    [
      SoundAPI(
        [.swift], .call("UNNotificationSoundName"), .iOS, as: "UNNotificationSoundName"),
      // Only the initializer with this label takes a name.
      SoundAPI(
        [.swift], .call("UNNotificationSound", label: "named"), .iOS,
        as: "UNNotificationSound(named:)"),
      SoundAPI(
        [.swift], .call("criticalSoundNamed"), .iOS,
        as: "UNNotificationSound.criticalSoundNamed(_:)", for: .critical),
      SoundAPI(
        [.swift], .call("ringtoneSoundNamed"), .iOS,
        as: "UNNotificationSound.ringtoneSoundNamed(_:)", for: .ringtone),
      SoundAPI(
        [.objectiveC], .message("soundNamed"), .iOS, as: "+[UNNotificationSound soundNamed:]"),
      SoundAPI(
        [.objectiveC], .message("criticalSoundNamed"), .iOS,
        as: "+[UNNotificationSound criticalSoundNamed:]", for: .critical),
      SoundAPI(
        [.objectiveC], .message("ringtoneSoundNamed"), .iOS,
        as: "+[UNNotificationSound ringtoneSoundNamed:]", for: .ringtone),
      // The notifications of iOS 4 to 10. Other types have a property of this name, too.
      SoundAPI(
        apple, .value("soundName", .fileNaming("UILocalNotification")), .iOS,
        as: "UILocalNotification.soundName"),
      SoundAPI(
        apple, .value("ringtoneSound"), .iOS, as: "CXProviderConfiguration.ringtoneSound",
        for: .callkit),

      SoundAPI(
        [.cSharp], .call("GetSound", on: "UNNotificationSound"), .iOS,
        as: "UNNotificationSound.GetSound"),
      SoundAPI(
        [.cSharp], .call("GetCriticalSound", on: "UNNotificationSound"), .iOS,
        as: "UNNotificationSound.GetCriticalSound", for: .critical),

      SoundAPI(
        [.dart], .call("RawResourceAndroidNotificationSound"), .android,
        as: "RawResourceAndroidNotificationSound", takesFileName: false),
      SoundAPI([.dart], .value("soundSource"), .android, as: "soundSource"),
      SoundAPI([.dart], .value("customSound"), .android, as: "customSound"),
    ]
    + ["DarwinNotificationDetails", "IOSNotificationDetails", "MacOSNotificationDetails"].map {
      SoundAPI([.dart], .value("sound", .directlyIn([$0[...]])), .iOS, as: $0)
    }
    + [
      SoundAPI(
        [.kotlin, .java, .dart], .address, .android, as: "android.resource", takesFileName: false),

      SoundAPI(objects, .value("ios_sound"), .iOS, as: "ios_sound"),
      SoundAPI(
        objects, .value("android_sound"), .android, as: "android_sound", takesFileName: false),
      // Capacitor's configuration, which is for Android alone.
      SoundAPI(
        objects, .value("sound", .under(["LocalNotifications"])), .android,
        as: "LocalNotifications.sound"),
      SoundAPI(objects, .value("sound", .under(["aps"])), .iOS, as: "aps.sound"),
      SoundAPI(objects, .value("name", .under(["aps", "sound"])), .iOS, as: "aps.sound.name"),
      SoundAPI(
        objects, .value("sound", .under(["android", "notification"])), .android,
        as: "android.notification.sound", takesFileName: false),
    ]
    + ["sound", "soundName"].flatMap { key in
      [
        SoundAPI(
          objects, .value(key[...], .anywhereIn(channelFunctions)), .android,
          as: "the channel's \(key)", in: anyPackage),
        SoundAPI(
          objects, .value(key[...], .somewhereUnder("android")), .android,
          as: "the channel's \(key)", in: anyPackage),
        SoundAPI(
          objects, .value(key[...], .somewhereUnder("ios")), .iOS, as: "ios.\(key)",
          in: anyPackage),
        // The content's sound is for iOS, the channel's for Android.
        SoundAPI(
          objects, .value(key[...], .somewhereUnder("content")), .iOS, as: "content.sound",
          in: [.expo]),
        SoundAPI(
          objects, .value(key[...]), .iOS, .android, as: key, in: [.pushNotification, .capacitor]),
      ]
    }

  /// `sound: .named("Chime")`, as AlarmKit and Live Activities have it. Swift infers the type.
  static func alertSound(for use: SoundUse) -> SoundAPI {
    SoundAPI(
      [.swift], .call("named"), .iOS, as: "AlertConfiguration.AlertSound.named(_:)", for: use)
  }

  /// The rows of a language, by their function, message or key.
  struct Table: Sendable {
    fileprivate(set) var calls: [Substring: SoundAPI] = [:]
    fileprivate(set) var messages: [Substring: SoundAPI] = [:]
    fileprivate(set) var values: [Substring: [SoundAPI]] = [:]
    fileprivate(set) var address: SoundAPI?
  }

  static let tables: [SourceLanguage: Table] = {
    var tables: [SourceLanguage: Table] = [:]
    for api in all {
      for language in api.languages {
        switch api.form {
        case .call(let name, _, _): tables[language, default: Table()].calls[name] = api
        case .message(let name): tables[language, default: Table()].messages[name] = api
        case .value(let key, _):
          tables[language, default: Table()].values[key, default: []].append(api)
        case .address: tables[language, default: Table()].address = api
        }
      }
    }
    return tables
  }()
}
