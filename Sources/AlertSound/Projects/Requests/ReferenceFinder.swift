internal import AlertCore
internal import SystemPackage

/// Finds the places in a file's code that ask for a sound by name.
///
/// Only literal names are found. What is written in another way is reported as computed if the function
/// takes nothing but a sound's name.
struct ReferenceFinder {
  /// What a place in the code asks for.
  struct Reference: Hashable {
    let line: Int
    /// nil if the name is computed.
    let name: String?
    let platforms: [SoundReference.Platform]
    let api: String
    var use = SoundUse.notification
  }

  private(set) var references: [Reference] = []
  private let tokens: SourceTokens
  /// The brackets that are open, and what they belong to.
  private var brackets: [Bracket] = []
  /// How many brackets are open beyond ``depthLimit``. What is in them is not examined.
  private var unexaminedDepth = 0
  /// The packages that the file imports, of those that notify.
  private let packages: Set<NotificationPackage>
  /// Whether the file uses the notifications of iOS 4 to 10. Other types have a property `soundName`, too.
  private let namesLocalNotifications: Bool
  private let importsAlarmKit: Bool

  /// An open bracket.
  private struct Bracket {
    /// The function that is called, if any.
    let callee: Substring?
    /// The key or label of the value that is being read.
    var key: Substring?
  }

  static let depthLimit = 256

  /// Finds all places.
  init(in tokens: SourceTokens) {
    self.tokens = tokens
    packages = tokens.language == .javaScript ? NotificationPackage.all(in: tokens) : []
    let isForApple = tokens.language == .swift || tokens.language == .objectiveC
    namesLocalNotifications =
      isForApple && tokens.tokens.indices.contains { tokens.word(at: $0) == "UILocalNotification" }
    importsAlarmKit =
      isForApple && tokens.tokens.indices.contains { tokens.word(at: $0) == "AlarmKit" }
    for index in tokens.tokens.indices {
      switch tokens.tokens[index].kind {
      case .sign: readSign(at: index)
      case .text, .computedText: readText(at: index)
      case .word: break
      }
    }
  }

  private mutating func readSign(at index: Int) {
    let sign = tokens.contents(of: tokens.tokens[index]).first
    switch sign {
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
      guard brackets.count < Self.depthLimit else {
        unexaminedDepth += 1
        return
      }
      let callee = sign == UInt8(ascii: "(") ? tokens.word(at: index - 1) : nil
      if let callee { readCall(of: callee, at: index) }
      brackets.append(Bracket(callee: callee))
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
      if unexaminedDepth > 0 {
        unexaminedDepth -= 1
      } else {
        _ = brackets.popLast()
      }
    case UInt8(ascii: ","), UInt8(ascii: ";"): setKey(nil)
    case UInt8(ascii: ":"), UInt8(ascii: "="):
      setKey(key(at: index - 1))
      if tokens.language == .objectiveC { readMessage(at: index) }
      readComputedValue(after: index)
    default: break
    }
  }

  private mutating func setKey(_ key: Substring?) {
    guard !brackets.isEmpty else { return brackets.append(Bracket(callee: nil, key: key)) }
    brackets[brackets.count - 1].key = key
  }

  /// The word or text before a colon or an equals sign.
  private func key(at index: Int) -> Substring? {
    tokens.word(at: index) ?? tokens.text(at: index).map { $0[...] }
  }

  private mutating func add(
    _ name: String?, at index: Int, _ platforms: [SoundReference.Platform], api: String
  ) {
    if let name, !name.mayNameSound { return }
    references.append(
      Reference(
        line: Int(tokens.tokens[index].line), name: name, platforms: platforms, api: api,
        use: use(of: api)))
  }

  /// What a function plays its sound for.
  private func use(of api: String) -> SoundUse {
    if api.contains("ringtoneSoundNamed") { return .ringtone }
    if api.contains("criticalSoundNamed") || api.contains("CriticalSound") { return .critical }
    if api.contains("CXProviderConfiguration") { return .callkit }
    guard api.contains("AlertSound") else { return .notification }
    return importsAlarmKit ? .alarmkit : .liveActivity
  }
}

extension ReferenceFinder {
  /// The functions that take nothing but a sound's name, by language.
  private static let functions:
    [SourceLanguage: [Substring: (platform: SoundReference.Platform, api: String)]] = [
      .swift: [
        "UNNotificationSoundName": (.iOS, "UNNotificationSoundName"),
        "UNNotificationSound": (.iOS, "UNNotificationSound(named:)"),
        "criticalSoundNamed": (.iOS, "UNNotificationSound.criticalSoundNamed(_:)"),
        "ringtoneSoundNamed": (.iOS, "UNNotificationSound.ringtoneSoundNamed(_:)"),
      ],
      .dart: [
        "RawResourceAndroidNotificationSound": (.android, "RawResourceAndroidNotificationSound")
      ],
      .cSharp: [
        "GetSound": (.iOS, "UNNotificationSound.GetSound"),
        "GetCriticalSound": (.iOS, "UNNotificationSound.GetCriticalSound"),
      ],
    ]

  /// Examines a call's first argument.
  ///
  /// - Parameter index: The opening bracket.
  private mutating func readCall(of callee: Substring, at index: Int) {
    if callee == "named", tokens.language == .swift { return readSoundCase(at: index) }
    // `UNNotificationSoundName.init("ring.caf")`
    let isInitializer = callee == "init" && tokens.isSign(".", at: index - 2)
    // `content.sound = .init(named: …)`, whose type Swift infers
    let isInferred =
      isInitializer && tokens.isSign("=", at: index - 3) && tokens.word(at: index - 4) == "sound"
      && tokens.word(at: index + 1) == "named"
    let named = isInferred ? "UNNotificationSound" : tokens.word(at: index - 3)
    let callee = isInitializer ? named ?? callee : callee
    guard let function = Self.functions[tokens.language]?[callee], !isDeclared(at: index - 1)
    else { return }
    if callee.hasPrefix("Get"), tokens.word(at: index - 3) != "UNNotificationSound" { return }
    var argument = index + 1
    // The initializer without a name is another one.
    if callee == "UNNotificationSound", tokens.word(at: argument) != "named" { return }
    skipLabel(&argument)
    // `.init("ring.caf")`, whose type Swift infers.
    if tokens.isSign(".", at: argument), tokens.word(at: argument + 1) == "init" {
      argument += 3
      skipLabel(&argument)
    }
    guard argument < tokens.tokens.count, !tokens.isSign(")", at: argument) else { return }
    // The inner call is examined by itself.
    if let word = tokens.word(at: argument), Self.functions[tokens.language]?[word] != nil {
      return
    }
    let name = isWhole(at: argument) ? tokens.text(at: argument) : nil
    add(name, at: argument, [function.platform], api: function.api)
  }

  /// `sound: .named("Chime")` of AlarmKit and of Live Activities.
  private mutating func readSoundCase(at index: Int) {
    guard tokens.isSign(".", at: index - 2), index + 1 < tokens.tokens.count,
      brackets.last?.key == "sound" && tokens.isSign(":", at: index - 3)
        || tokens.word(at: index - 3) == "AlertSound"
    else { return }
    let name = isWhole(at: index + 1) ? tokens.text(at: index + 1) : nil
    add(name, at: index + 1, [.iOS], api: "AlertConfiguration.AlertSound.named(_:)")
  }

  /// Whether a function is declared rather than called.
  private func isDeclared(at index: Int) -> Bool {
    let word = tokens.word(at: index - 1)
    // A constructor in its class has parameters, which are words: `Sound(this.name)`.
    return word == "func" || word == "const" && tokens.word(at: index + 2) == "this"
      || tokens.word(at: index + 2) == "this"
  }

  private func skipLabel(_ index: inout Int) {
    if tokens.word(at: index) != nil, tokens.isSign(":", at: index + 1) { index += 2 }
  }

  /// Whether a token is the whole of a value: what follows is its end.
  private func isWhole(at index: Int) -> Bool {
    let next = index + 1
    guard next < tokens.tokens.count else { return true }
    if [",", ")", "]", "}", ";"].contains(where: { tokens.isSign($0, at: next) }) { return true }
    let isNewLine = tokens.tokens[next].line != tokens.tokens[index].line
    // TypeScript: `'ring.wav' as const`.
    if tokens.word(at: next) == "as" { return true }
    // Objective-C: the next part of a message, `@"ring.caf" withAudioVolume:1`.
    if tokens.language == .objectiveC, tokens.word(at: next) != nil {
      return tokens.isSign(":", at: next + 1)
    }
    // An operator may begin the next line.
    return isNewLine && tokens.tokens[next].kind != .sign
  }

  /// Objective-C: `[UNNotificationSound soundNamed:@"ring.caf"]`.
  private mutating func readMessage(at index: Int) {
    let apis = [
      "soundNamed": "+[UNNotificationSound soundNamed:]",
      "criticalSoundNamed": "+[UNNotificationSound criticalSoundNamed:]",
      "ringtoneSoundNamed": "+[UNNotificationSound ringtoneSoundNamed:]",
    ]
    guard tokens.isSign(":", at: index), let word = tokens.word(at: index - 1),
      let api = apis[String(word)], tokens.word(at: index - 2) == "UNNotificationSound"
    else { return }
    let argument = tokens.isSign("@", at: index + 1) ? index + 2 : index + 1
    guard argument < tokens.tokens.count else { return }
    add(isWhole(at: argument) ? tokens.text(at: argument) : nil, at: argument, [.iOS], api: api)
  }
}

extension ReferenceFinder {
  /// A text is a name if its key, or the text itself, says so.
  private mutating func readText(at index: Int) {
    switch tokens.language {
    case .kotlin, .java: return readResourceAddress(at: index)
    case .dart where brackets.last?.callee == "UriAndroidNotificationSound":
      return readResourceAddress(at: index)
    default: break
    }
    guard isValue(at: index), let key = brackets.last?.key, let (platforms, api) = meaning(of: key)
    else { return }
    let name = isWhole(at: index) ? tokens.text(at: index) : nil
    add(
      name.map(resourceName), at: index, platforms, api: api)
  }

  /// Whether a text follows its key directly: `sound: "ring.caf"`.
  private func isValue(at index: Int) -> Bool {
    let sign = tokens.isSign("@", at: index - 1) ? index - 2 : index - 1
    return tokens.isSign(":", at: sign) || tokens.isSign("=", at: sign)
  }

  /// A value that is a name or an expression: `sound: name`.
  private mutating func readComputedValue(after index: Int) {
    guard let word = tokens.word(at: index + 1), !Self.otherValues.contains(word),
      let key = brackets.last?.key, let (platforms, api) = meaning(of: key)
    else { return }
    // The call is examined by itself.
    if Self.functions[tokens.language]?[word] != nil { return }
    add(nil, at: index + 1, platforms, api: api)
  }

  /// Values that are no name of a sound, and the types of declarations.
  private static let otherValues: Set<Substring> = [
    "null", "nil", "undefined", "true", "false", "this", "NULL", "string", "String", "boolean",
    "number", "any", "const", "final",
  ]

  private static let darwinDetails: Set<Substring> = [
    "DarwinNotificationDetails", "IOSNotificationDetails", "MacOSNotificationDetails",
  ]

  /// The functions of JavaScript that make a channel for notifications on Android.
  private static let channelFunctions: Set<Substring> = [
    "createChannel", "setNotificationChannelAsync", "createNotificationChannel",
  ]

  /// The systems that are asked for a sound by a key where it is; nil if it is another key.
  private func meaning(
    of key: Substring
  ) -> (platforms: [SoundReference.Platform], api: String)? {
    switch (tokens.language, key) {
    case (.swift, "soundName"), (.objectiveC, "soundName"):
      return namesLocalNotifications ? ([.iOS], "UILocalNotification.soundName") : nil
    case (.swift, "ringtoneSound"), (.objectiveC, "ringtoneSound"):
      return ([.iOS], "CXProviderConfiguration.ringtoneSound")
    case (.dart, "sound"):
      guard let callee = brackets.last?.callee, Self.darwinDetails.contains(callee) else {
        return nil
      }
      return ([.iOS], String(callee))
    case (.dart, "soundSource"), (.dart, "customSound"): return ([.android], String(key))
    case (.json, _), (.javaScript, _): return meaningInObject(of: key)
    default: return nil
    }
  }

  /// The same for a key of an object in JSON or JavaScript.
  private func meaningInObject(
    of key: Substring
  ) -> (platforms: [SoundReference.Platform], api: String)? {
    guard ["sound", "soundName", "name", "ios_sound", "android_sound"].contains(key) else {
      return nil
    }
    let keys = brackets.dropLast().compactMap(\.key)
    switch key {
    case "ios_sound": return ([.iOS], "ios_sound")
    case "android_sound": return ([.android], "android_sound")
    // Capacitor's configuration, which is for Android alone.
    case "sound" where keys.last == "LocalNotifications":
      return ([.android], "LocalNotifications.sound")
    case "sound" where keys.last == "aps": return ([.iOS], "aps.sound")
    case "name" where keys.suffix(2) == ["aps", "sound"]: return ([.iOS], "aps.sound.name")
    case "sound" where keys.suffix(2) == ["android", "notification"]:
      return ([.android], "android.notification.sound")
    case "sound", "soundName": break
    default: return nil
    }
    guard !packages.isEmpty else { return nil }
    let isChannel = brackets.contains { $0.callee.map(Self.channelFunctions.contains) ?? false }
    if isChannel || keys.contains("android") { return ([.android], "the channel's \(key)") }
    if keys.contains("ios") { return ([.iOS], "ios.\(key)") }
    // Expo: `sound` in a notification's content is for iOS, a channel's is for Android.
    if packages.contains(.expo) {
      return keys.contains("content") ? ([.iOS], "content.sound") : nil
    }
    return packages.isDisjoint(with: NotificationPackage.namingBoth)
      ? nil : ([.iOS, .android], String(key))
  }

  /// Kotlin and Java: `"android.resource://com.example/raw/ring"`, or its end in a text of its own.
  private mutating func readResourceAddress(at index: Int) {
    let contents = tokens.contents(of: tokens.tokens[index])
    guard contents.count <= FilePath.lengthLimit else { return }
    let text = String(decoding: contents, as: UTF8.self)
    guard let range = text.rangeOfRawFolder else { return }
    // Only what follows the folder matters: the package's name is often computed.
    let name = text[range.upperBound...]
    guard !name.contains("$"),
      text[..<range.lowerBound].hasPrefix("android.resource://")
        || range.lowerBound == text.startIndex,
      !name.isEmpty, isWhole(at: index)
    else { return }
    add(String(name), at: index, [.android], api: "android.resource")
  }

  /// A name without what some packages write before it.
  private func resourceName(_ text: String) -> String {
    for prefix in ["resource://raw/", "resource://"] where text.hasPrefix(prefix) {
      return String(text.dropFirst(prefix.count))
    }
    return text
  }
}

/// A package of JavaScript that shows notifications.
enum NotificationPackage: String, Hashable, CaseIterable {
  case expo = "expo-notifications"
  case notifee = "@notifee/react-native"
  case pushNotification = "react-native-push-notification"
  case capacitor = "@capacitor/local-notifications"
  case ios = "@react-native-community/push-notification-ios"
  case wix = "react-native-notifications"

  /// Those whose `sound` is for both systems unless something around it says otherwise.
  static let namingBoth: Set<NotificationPackage> = [.pushNotification, .capacitor]

  /// The packages that a file imports.
  static func all(in tokens: SourceTokens) -> Set<NotificationPackage> {
    var found: Set<NotificationPackage> = []
    for index in tokens.tokens.indices {
      guard let text = tokens.text(at: index), let package = Self(rawValue: text),
        tokens.word(at: index - 1) == "from" || tokens.word(at: index - 1) == "import"
          || tokens.isSign("(", at: index - 1)
      else { continue }
      found.insert(package)
    }
    return found
  }
}

extension String {
  /// Whether a text may be the name of an app's own sound. The names of default sounds aren't, and neither are
  /// addresses and texts for people.
  fileprivate var mayNameSound: Bool {
    ![
      "", "default", "defaultCritical", "defaultRingtone", "none", "null", "silent", "true",
      "false",
    ].contains(self) && utf8.count <= 255 && !contains("://") && !contains("\n")
  }

  /// Where `/raw/` is.
  fileprivate var rangeOfRawFolder: Range<Index>? {
    let folder = "/raw/"
    var start = startIndex
    while let slash = self[start...].firstIndex(of: "/") {
      if self[slash...].hasPrefix(folder) {
        return slash..<index(slash, offsetBy: folder.count)
      }
      start = index(after: slash)
    }
    return nil
  }
}
