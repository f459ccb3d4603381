internal import AlertCore

/// A key beside a sound's name whose value decides whether the sound is heard.
struct SilencingKey: Sendable {
  /// What a value silences.
  enum Scope: Sendable {
    /// The channel that the code creates. On Android, a channel that exists already keeps its own values.
    case channel
    case message
    /// The message, but only while the app is in front.
    case messageInFront
  }

  let key: Substring
  let surroundings: SoundAPI.Surroundings
  /// The packages of which the source file must import at least one; empty if none is needed.
  var packages: Set<NotificationPackage> = []
  var platforms: [CodeRequest.Platform] = [.android]
  var scope = Scope.channel
  /// The values that silence, in lowercase.
  let quiet: Set<String>

  /// Values that silence nothing if they aren't in ``quiet``. For values in neither set, the check can't tell.
  private static let known: Set = [
    "true", "false", "default", "defaultimportance", "high", "max", "3", "4", "5", "6", "7", "all",
  ]
  private static let channels = SoundAPI.channelFunctions.union([
    "AndroidNotificationChannel", "AndroidNotificationDetails", "NotificationChannel",
  ])

  /// The classes of channels in .NET's Plugin.LocalNotification.
  private static let requests: Set<Substring> = [
    "AndroidNotificationChannelRequest", "NotificationChannelRequest",
  ]

  /// The keys. If several fit a place in the code, the first counts.
  ///
  /// Sources: Android, `NotificationManager.IMPORTANCE_LOW`, "not audibly intrusive", and the lower values;
  /// https://github.com/MaikuB/flutter_local_notifications, enums.dart and FlutterLocalNotificationsPlugin.m, which
  /// sets the sound even if `presentSound` is false; https://github.com/invertase/notifee, AndroidImportance.js;
  /// https://github.com/expo/expo, NotificationChannelManager.types.ts, whose numbers aren't Android's;
  /// https://github.com/zo0r/react-native-push-notification, index.js; https://github.com/ionic-team/capacitor-plugins,
  /// local-notifications, `Importance`; https://github.com/thudugala/Plugin.LocalNotification,
  /// NotificationChannelRequest.cs and NotificationRequest.cs.
  private static let all = [
    SilencingKey(
      key: "importance", surroundings: .anywhereIn(channels), packages: [.expo],
      quiet: ["none", "min", "low", "2", "3", "4"]),
    SilencingKey(
      key: "importance", surroundings: .anywhereIn(channels),
      quiet: ["none", "min", "low", "0", "1", "2"]),
    SilencingKey(key: "playSound", surroundings: .anywhereIn(channels), quiet: ["false"]),
    SilencingKey(
      key: "playSound",
      surroundings: .anywhereIn(["localNotification", "localNotificationSchedule"]),
      packages: [.pushNotification], platforms: [.iOS], scope: .message, quiet: ["false"]),
    SilencingKey(
      key: "silent", surroundings: .directlyIn(["AndroidNotificationDetails"]), scope: .message,
      quiet: ["true"]),
    SilencingKey(
      key: "groupAlertBehavior", surroundings: .directlyIn(["AndroidNotificationDetails"]),
      scope: .message, quiet: []),
    SilencingKey(
      key: "isSilent",
      surroundings: .anywhereIn([
        "addNotificationRequest", "presentLocalNotification", "scheduleLocalNotification",
      ]), packages: [.ios],
      platforms: [.iOS], scope: .message, quiet: ["true"]),
    SilencingKey(
      key: "silent", surroundings: .anywhereIn(["postLocalNotification"]), packages: [.wix],
      platforms: [.iOS], scope: .message, quiet: ["true"]),
    SilencingKey(
      key: "presentSound",
      surroundings: .directlyIn([
        "DarwinNotificationDetails", "IOSNotificationDetails", "MacOSNotificationDetails",
      ]), platforms: [.iOS], scope: .messageInFront, quiet: ["false"]),
    SilencingKey(
      key: "Importance", surroundings: .directlyIn(requests), quiet: ["none", "min", "low"]),
    SilencingKey(key: "EnableSound", surroundings: .directlyIn(requests), quiet: ["false"]),
    SilencingKey(
      key: "Silent", surroundings: .directlyIn(["NotificationRequest"]),
      platforms: [.iOS, .android],
      scope: .message, quiet: ["true"]),
  ]

  static let byKey = Dictionary(grouping: all, by: \.key)

  /// Returns what a value silences; nil if it silences nothing.
  ///
  /// - Parameter value: The last word of the value; nil if the code computes it.
  func silencer(for value: Substring?) -> CodeRequest.Silencer? {
    let word = value?.lowercased() ?? ""
    guard let value, quiet.contains(word) else {
      return Self.known.contains(word) ? nil : .possible("the value of \(key) may silence it")
    }
    return scope == .messageInFront
      ? .possible("\(key) is \(value), so no sound is heard while the app is in front")
      : .fault(.silenced(by: "\(key) is \(value)", inChannel: scope == .channel))
  }
}

extension RequestFinder {
  /// Notes what the value of the innermost bracket's key silences.
  ///
  /// - Parameters:
  ///   - index: The index of the value.
  ///   - variable: The key, if its value is the variable of the same name, as in JavaScript's `{ importance }`.
  mutating func readSilencer(at index: Int, of variable: Substring? = nil) {
    guard [.dart, .javaScript, .cSharp].contains(tokens.language),
      let key = variable ?? brackets.last?.key,
      let row = SilencingKey.byKey[key]?.first(where: {
        isImported($0.packages) && fits($0.surroundings, before: index - 1)
      }), var silencer = row.silencer(for: variable == nil ? lastWord(ofValueAt: index) : nil)
    else { return }
    // C#'s `request.Silent = true` may be about only one of several requests in the block.
    if tokens.language == .cSharp, tokens.isSign(".", at: index - 3) {
      silencer = .possible("code sets \(key)")
    }
    let last = brackets.count - 1
    if row.scope == .channel {
      brackets[last].channelSilencer = silencer.or(brackets[last].channelSilencer)
    } else {
      for platform in row.platforms { brackets[last].silencers[platform] = silencer }
    }
  }

  /// Returns the last word of a value such as `Importance.low`, `'low'` or `2`; nil for any other expression.
  private func lastWord(ofValueAt index: Int) -> Substring? {
    var index = tokens.isSign(".", at: index) ? index + 1 : index
    guard var word = tokens.name(at: index) else { return nil }
    while tokens.isSign(".", at: index + 1), let next = tokens.word(at: index + 2) {
      (word, index) = (next, index + 2)
    }
    return tokens.endsValue(at: index) || tokens.word(at: index + 1) == "as" ? word : nil
  }

  /// Adds the silencers of a closed bracket to the requests in the bracket.
  mutating func silenceRequests(in bracket: Bracket) {
    for (platform, silencer) in bracket.silencers {
      silence(bracket.firstRequest..<requests.count, on: platform, silencer)
    }
    // In `AndroidNotificationDetails`, keys of the channel have no effect if the channel exists already.
    if let silencer = bracket.channelSilencer, bracket.callee != "AndroidNotificationDetails" {
      silence(bracket.firstRequest..<requests.count, on: .android, silencer)
    }
  }
}

extension CodeRequest.Silencer {
  /// Returns the earlier silencer if it is a fault, otherwise this silencer.
  func or(_ earlier: Self?) -> Self {
    if let earlier, case .fault = earlier { earlier } else { self }
  }
}
