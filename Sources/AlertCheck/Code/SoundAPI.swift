internal import AlertCore

/// A function, key or other form by which code or a payload names a sound. The table ``all`` lists these forms.
struct SoundAPI: Hashable, Sendable {
  /// The form in which code states the name.
  enum Form: Hashable, Sendable {
    /// The name is the first argument of a call. If there is a label, the argument must have it. If there is a type,
    /// the function must be a member of the type.
    case call(Substring, label: Substring? = nil, on: Substring? = nil)
    /// The name is the argument of an Objective-C message to `UNNotificationSound`.
    case message(Substring)
    /// The name is the value of a key, a label or a property, in these surroundings.
    case value(Substring, Surroundings = .any)
    /// The name is in the address of a raw resource: `android.resource://com.example/raw/ring`.
    case address
  }

  /// Where in the code a value must be to name a sound.
  enum Surroundings: Hashable, Sendable {
    case any
    /// The innermost call around the value is one of these functions.
    case directlyIn(Set<Substring>)
    /// Some call around the value is one of these functions.
    case anywhereIn(Set<Substring>)
    /// These are the innermost keys around the value.
    case under([Substring])
    /// This is one of the keys around the value.
    case somewhereUnder(Substring)
    /// The file contains this word anywhere.
    case fileNaming(Substring)
  }

  let languages: Set<SourceLanguage>
  let form: Form
  let platforms: [CodeRequest.Platform]
  /// The name of the API in reports.
  let name: String
  let use: SoundUse
  /// Whether code states a file's name with its extension. The name of an Android resource has no extension.
  let takesFileName: Bool
  /// If this isn't empty, the source file must import one of these packages.
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

/// A JavaScript package that shows notifications.
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

  /// The JavaScript functions that create a notification channel on Android.
  private static let channelFunctions: Set<Substring> = [
    "createChannel", "setNotificationChannelAsync", "createNotificationChannel",
  ]

  /// All APIs. If several APIs fit a place in the code, the first counts.
  static let all: [SoundAPI] =
    [
      SoundAPI(
        [.swift], .call("UNNotificationSoundName"), .iOS, as: "UNNotificationSoundName"),
      // Only the initializer with the label `named` takes a name.
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
      // iOS 4 to 10. Other types also have a property `soundName`, so the file must contain `UILocalNotification`.
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
      // Capacitor's configuration, which only Android uses.
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
        // The content's sound is for iOS. On Android, the channel's sound counts.
        SoundAPI(
          objects, .value(key[...], .somewhereUnder("content")), .iOS, as: "content.sound",
          in: [.expo]),
        SoundAPI(
          objects, .value(key[...]), .iOS, .android, as: key, in: [.pushNotification, .capacitor]),
      ]
    }

  /// Returns the API of `sound: .named("Chime")`, which names a sound for AlarmKit or for a Live Activity. The table
  /// doesn't list this API: Swift infers the type, so only the word `AlarmKit` elsewhere in the file shows the use.
  static func alertSound(for use: SoundUse) -> SoundAPI {
    SoundAPI(
      [.swift], .call("named"), .iOS, as: "AlertConfiguration.AlertSound.named(_:)", for: use)
  }

  /// The APIs of a language, by their function, message or key.
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
