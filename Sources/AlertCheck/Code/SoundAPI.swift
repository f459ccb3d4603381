internal import AlertCore

/// A function, key or other form by which code or a payload names a sound.
struct SoundAPI: Equatable, Sendable {
  /// The form in which code states the name.
  enum Form: Equatable, Sendable {
    /// The name is the first argument of a call. If `label` isn't nil, the argument must have this label. If `on` isn't
    /// nil, the function must be a member of this type.
    case call(Substring, label: Substring? = nil, on: Substring? = nil)
    /// The name is the first argument of a method. A name in the calls chained before the method must end in this type.
    case method(Substring, on: String)
    /// The name is the argument of an Objective-C message to `UNNotificationSound`.
    case message(Substring)
    /// The name is the value of a key, a label or a property, in these surroundings.
    case value(Substring, Surroundings = .any)
    /// The name is in the address of a raw resource: `android.resource://com.example/raw/ring`.
    case address

    /// The name of the function or key, in reports.
    var name: String {
      switch self {
      case .call(let name, _, _), .method(let name, _), .message(let name), .value(let name, _):
        String(name)
      case .address: "android.resource"
      }
    }
  }

  /// Where in the code a value must be to name a sound.
  enum Surroundings: Equatable, Sendable {
    case any
    /// The innermost bracket around the value belongs to a call of one of these functions, or is the value of one of
    /// these keys. In C#, the value may also be a property of an object of one of these types.
    case directlyIn(Set<Substring>)
    /// Some call around the value is one of these functions.
    case anywhereIn(Set<Substring>)
    /// These are the innermost keys around the value, the outermost first.
    case under([Substring])
    /// This is one of the keys around the value.
    case somewhereUnder(Substring)
  }

  let languages: Set<SourceLanguage>
  let form: Form
  let platforms: [CodeRequest.Platform]
  /// The name of the API in reports.
  let name: String
  let use: SoundUse
  /// Whether the name in code may have an extension on Android. The name of a resource has no extension.
  let takesFileName: Bool
  /// The packages of which the source file must import at least one; empty if none is needed.
  let packages: Set<NotificationPackage>
  /// The words or strings of which the source file must contain at least one; empty if none is needed.
  let words: Set<Substring>
  let nameForm: CodeRequest.NameForm
  /// What may silence the sound on Android; nil if nothing does.
  let silencer: CodeRequest.Silencer?
  /// Whether a server sends the message, so that a notification service extension may change it.
  var isRemote = false

  init(
    _ languages: Set<SourceLanguage>, _ form: Form, _ platforms: CodeRequest.Platform...,
    as name: String? = nil, for use: SoundUse = .notification, takesFileName: Bool = true,
    in packages: Set<NotificationPackage> = [], with words: Set<Substring> = [],
    taking nameForm: CodeRequest.NameForm = .plain, onAndroid silencer: CodeRequest.Silencer? = nil
  ) {
    (self.languages, self.form, self.platforms) = (languages, form, platforms)
    (self.name, self.use, self.takesFileName) = (name ?? form.name, use, takesFileName)
    (self.packages, self.words, self.nameForm) = (packages, words, nameForm)
    self.silencer = silencer
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
  case capacitorPush = "@capacitor/push-notifications"
  case ionic = "@ionic-native/local-notifications"
  case awesomeCordova = "@awesome-cordova-plugins/local-notifications"
  /// Version 5 and earlier; later versions show no notifications.
  case firebase = "react-native-firebase"
  case nativeScript = "@nativescript/local-notifications"
  case oldNativeScript = "nativescript-local-notifications"
  case expoServer = "expo-server-sdk"
}

extension NotificationPackage {
  /// Returns the packages that a file in JavaScript imports.
  static func all(in tokens: SourceTokens) -> Set<NotificationPackage> {
    guard tokens.language == .javaScript else { return [] }
    // Code may send messages to Expo's service without the package.
    let server: Set = tokens.contains("exp.host/--/api/v2/push") ? [Self.expoServer] : []
    return server.union(
      tokens.tokens.indices.compactMap { index in
        guard let text = tokens.text(at: index),
          tokens.isSign("(", at: index - 1)
            || ["from", "import"].contains(tokens.word(at: index - 1))
        else { return nil }
        return Self(rawValue: text.hasSuffix("/ngx") ? String(text.dropLast(4)) : text)
      })
  }
}

extension SoundAPI {
  /// Returns the name that a system looks up for a string in code; nil if the string names no sound in the app.
  func name(of text: String, on platform: CodeRequest.Platform) -> String? {
    let last = text.split(separator: "/").last.map { String($0) } ?? ""
    let name: String? =
      switch nameForm {
      case .plain, .path, .flutterAsset, .resourceNumber: text
      case .awesome where platform == .android: text.hasPrefix("resource://") ? last : nil
      case .awesome:
        text.hasPrefix("resource://") && last != text.dropFirst(11) ? last + ".aiff" : nil
      case .cordova where text.hasPrefix("res:"): last
      case .cordova where platform == .android && !text.hasPrefix("file://"): nil
      case .cordova: text.hasPrefix("file://") ? "www/\(text.dropFirst(7))" : text
      }
    return name.flatMap { $0.mayNameSound ? $0 : nil }
  }

  /// Returns the API of `sound: .named("Chime")`, which names a sound for AlarmKit or for a Live Activity. The table
  /// doesn't list this API: Swift infers the type, so only the word `AlarmKit` elsewhere in the file shows the use.
  static func alertSound(for use: SoundUse) -> SoundAPI {
    SoundAPI(
      [.swift], .call("named"), .iOS, as: "AlertConfiguration.AlertSound.named(_:)", for: use)
  }

  static let resourceNumber = SoundAPI(
    [.kotlin, .java], .address, .android, as: "the number of R.raw", takesFileName: false,
    taking: .resourceNumber)

  /// The JavaScript functions that create a notification channel on Android.
  static let channelFunctions: Set<Substring> = [
    "createChannel", "createChannels", "setNotificationChannelAsync", "createNotificationChannel",
    "setNotificationChannel",
  ]
}

/// The APIs of all frameworks, by language. If several fit a place in the code, the first counts.
struct SoundAPIs: Sendable {
  /// The APIs of a language. For each function, message or key: the APIs that the name may mean.
  struct Table: Sendable {
    fileprivate(set) var calls: [Substring: [SoundAPI]] = [:]
    fileprivate(set) var messages: [Substring: SoundAPI] = [:]
    fileprivate(set) var values: [Substring: [SoundAPI]] = [:]
    fileprivate(set) var address: SoundAPI?
  }

  private var tables: [SourceLanguage: Table] = [:]
  /// The words and strings on which the meaning of a call or a key depends; see ``SoundAPI/words``.
  private(set) var decidingWords = RequestFinder.importances.union(
    RequestFinder.interruptionLevels
  ).union([
    "ActivityKit", "AlarmKit", "AlertConfiguration", "GROUP_ALERT_SUMMARY", "passive",
    "setImportance", "setSilent", "setSound", "soundUri", "NotificationChannelCompat",
    "UNNotificationServiceExtension",
    "createNotificationChannel", "createNotificationChannels",
  ])

  subscript(language: SourceLanguage) -> Table { tables[language] ?? Table() }

  init(_ apis: [SoundAPI]) {
    for api in apis {
      decidingWords.formUnion(api.words)
      for language in api.languages {
        switch api.form {
        case .call(let name, _, _), .method(let name, _):
          tables[language, default: Table()].calls[name, default: []].append(api)
        case .message(let name): tables[language, default: Table()].messages[name] = api
        case .value(let key, _):
          tables[language, default: Table()].values[key, default: []].append(api)
        case .address: tables[language, default: Table()].address = api
        }
      }
    }
  }
}

extension String {
  /// Whether a string may name a sound in the app. False for words that mean a default sound or silence, for addresses,
  /// and for texts that are very long or have several lines.
  fileprivate var mayNameSound: Bool {
    ![
      "", "default", "defaultCritical", "defaultRingtone", "nil", "none", "null", "silent", "true",
      "false", "system_ringtone_default",
    ].contains(self) && utf8.count <= 255 && !contains("://") && !contains("\n")
  }

  /// Whether a program replaces a part of this text, such as `{{sound}}`, `${sound}`, `$(sound)` or `%SOUND%`.
  var isTemplate: Bool {
    contains("{{") || hasPrefix("$(") || hasPrefix("${") && hasSuffix("}")
      || hasPrefix("%") && hasSuffix("%")
  }
}
