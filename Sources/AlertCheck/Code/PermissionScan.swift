internal import SystemPackage

/// A place in code that asks the user for the permission to show notifications on iOS.
///
/// Without the permission to play sounds, iOS shows notifications silently. Sources: Apple, `UNAuthorizationOptions`;
/// https://github.com/MaikuB/flutter_local_notifications, ios_flutter_local_notifications.dart;
/// https://github.com/invertase/notifee and react-native-firebase, `requestPermission`, which asks for sounds unless
/// told otherwise; https://github.com/react-native-push-notification/ios, index.js, and https://github.com/expo/expo,
/// EXNotificationPermissionsManager, which ask only for what the object in the call lists, if there is an object.
struct NotificationPermission: Equatable, Sendable {
  let path: FilePath
  let line: Int
  /// Why the permission doesn't include sounds, in words; nil if sounds may be included.
  let lack: String?
}

/// Finds the places in a source file that ask for the permission to show notifications.
struct PermissionScan {
  private let tokens: SourceTokens
  private(set) var found: [NotificationPermission] = []

  /// How a function or key states whether it asks for sounds.
  private struct Form {
    /// The argument or key for sounds; nil if sounds are an option in a mask or a list.
    var key: Substring? = "sound"
    /// Whether the function or key asks for sounds if ``key`` is absent.
    var byDefault = true
    /// The packages of which the source file must import at least one; empty if none is needed. Packages for the camera
    /// or the like also have functions with this name.
    var packages: Set<NotificationPackage> = []
  }

  private static let native = Dictionary(
    uniqueKeysWithValues: [
      "requestAuthorization", "requestAuthorizationWithOptions", "RequestAuthorization",
      "RequestAuthorizationAsync",
    ].map { (name: Substring) in (name, Form(key: nil)) })
  private static let initialization = Form(key: "requestSoundPermission")
  private static let forms: [SourceLanguage: [Substring: Form]] = [
    .swift: native, .objectiveC: native, .kotlin: native, .cSharp: native,
    .dart: [
      "DarwinInitializationSettings": initialization, "IOSInitializationSettings": initialization,
      "requestPermissions": Form(byDefault: false), "requestPermission": Form(),
      "requestPermissionToSendNotifications": Form(),
      "promptUserForPushNotificationPermission": Form(), "notification": Form(),
    ],
    .javaScript: [
      "requestPermission": Form(),
      "requestPermissions": Form(byDefault: false, packages: [.ios, .pushNotification]),
      "requestPermissionsAsync": Form(key: "allowSound", byDefault: false, packages: [.expo]),
      "permissions": Form(packages: [.pushNotification]),
    ],
  ]

  /// Whether a file may ask for the permission.
  static func mayAsk(_ bytes: [UInt8], in language: SourceLanguage) -> Bool {
    switch language {
    case .swift, .objectiveC, .kotlin, .cSharp: bytes.contains("equestAuthorization")
    case .dart:
      bytes.contains("equestPermission") || bytes.contains("Permission.notification")
        || bytes.contains("InitializationSettings")
    case .javaScript: bytes.contains("equestPermission")
    default: false
    }
  }

  init(in tokens: SourceTokens, at path: FilePath) {
    self.tokens = tokens
    let packages = NotificationPackage.all(in: tokens)
    let forms = Self.forms[tokens.language] ?? [:]
    for index in tokens.tokens.indices {
      guard let word = tokens.word(at: index), let form = forms[word],
        let open = arguments(of: index)
      else { continue }
      let end = tokens.elements(in: open, atMost: 256).end
      guard form.packages.isEmpty || !form.packages.isDisjoint(with: packages) else { continue }
      var lack: String?
      if let key = form.key {
        lack = lackOfKey(key, byDefault: form.byDefault, in: open..<end)
      } else {
        guard let options = options(of: index, in: open..<end) else { continue }
        lack = lackOfOptions(options)
      }
      // Examine only a few places, because looking up a variable takes a pass over the file.
      let isLast = found.count == Self.countLimit
      found.append(
        NotificationPermission(
          path: path, line: Int(tokens.tokens[index].line), lack: isLast ? nil : lack))
      if isLast { return }
    }
  }

  /// The most places in a file that are examined. The place after them counts as asking for sounds.
  private static let countLimit = 16

  /// Returns the index of the bracket or colon before arguments or a key's value; nil if neither follows the word.
  private func arguments(of index: Int) -> Int? {
    let before = tokens.word(at: index - 1)
    guard !["func", "fun", "function", "void", "async"].contains(before) else { return nil }
    if tokens.word(at: index) == "permissions" {
      return tokens.isSign(":", at: index + 1) && tokens.isSign("{", at: index + 2)
        ? index + 2 : nil
    }
    // permission_handler's `Permission.notification.request()`.
    if tokens.word(at: index) == "notification" {
      return tokens.word(at: index - 2) == "Permission" && tokens.word(at: index + 2) == "request"
        ? index + 3 : nil
    }
    if tokens.language == .objectiveC { return tokens.isSign(":", at: index + 1) ? index + 1 : nil }
    return tokens.isSign("(", at: index + 1) ? index + 1 : nil
  }

  /// Returns the range of the options' tokens; nil if a call in Swift doesn't begin with the label `options`.
  private func options(of index: Int, in arguments: Range<Int>) -> Range<Int>? {
    let start = arguments.lowerBound + 1
    if tokens.language == .objectiveC {
      let end = (start..<start + 64).first { tokens.word(at: $0) == "completionHandler" }
      return start..<(end ?? start)
    }
    let starts = tokens.elements(in: arguments.lowerBound, atMost: 256).starts
    let end = starts.count > 1 ? starts[1] : arguments.upperBound
    guard tokens.language == .swift else { return start..<max(start, end) }
    return tokens.word(at: start) == "options" && tokens.isSign(":", at: start + 1)
      ? start + 2..<max(start + 2, end) : nil
  }

  private func lackOfOptions(_ options: Range<Int>) -> String? {
    var words = options.compactMap { tokens.word(at: $0)?.lowercased() }
    if words.count == 1, let name = tokens.word(at: options.lowerBound),
      !tokens.isSign("[", at: options.lowerBound), !name.hasPrefix("UNAuthorizationOption")
    {
      // A variable: take the options that the file assigns to it.
      words = tokens.tokens.indices.filter { tokens.word(at: $0) == name }.flatMap { place in
        let sign = (place + 1..<place + 6).first { tokens.isSign("=", at: $0) }
        let line = tokens.tokens[place].line
        return sign.map { sign in
          (sign + 1..<sign + 24).prefix {
            $0 < tokens.tokens.count && tokens.tokens[$0].line == line
          }.compactMap { tokens.word(at: $0)?.lowercased() }
        } ?? (tokens.isSign(".", at: place + 1) ? ["sound"] : [])
      }
    }
    words = words.map { String($0.drop(while: { $0 == "_" })) }
    let known = words.filter { word in Self.options.contains { word.hasSuffix($0) } }
    guard !known.isEmpty, !known.contains(where: { $0.hasSuffix("sound") }) else {
      return words.contains { $0.hasSuffix("provisional") }
        ? "only provisionally, so notifications arrive quietly" : nil
    }
    return "without sounds"
  }

  private static let options = ["alert", "badge", "sound", "carplay", "provisional"]

  private func lackOfKey(_ key: Substring, byDefault: Bool, in range: Range<Int>) -> String? {
    // In JavaScript, a call without an object asks for sounds with each of the packages.
    let isEmpty = tokens.language == .javaScript && !range.contains { tokens.isSign("{", at: $0) }
    let place = range.first { tokens.name(at: $0) == key && tokens.isSign(":", at: $0 + 1) }
    let isOpen = range.contains { tokens.isSign(".", at: $0) && tokens.isSign(".", at: $0 + 1) }
    let asks = place.map { tokens.word(at: $0 + 2) != "false" } ?? (byDefault || isEmpty || isOpen)
    return asks ? nil : "without sounds"
  }
}
