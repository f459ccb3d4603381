/// A key beside a sound's name whose value decides whether the sound is heard.
struct SilencingKey: Sendable {
  /// What a value silences.
  enum Scope: Sendable {
    /// The channel that the code creates. On Android, a channel that exists already keeps its own values.
    case channel
    /// The message.
    case message
    /// The message, but only while the app is in front.
    case messageInFront
  }

  let key: Substring
  let languages: Set<SourceLanguage>
  let surroundings: SoundAPI.Surroundings
  /// If this isn't empty, the source file must import one of these packages.
  var packages: Set<NotificationPackage> = []
  var platform = CodeRequest.Platform.android
  var scope = Scope.channel
  /// The values that silence, and those that don't, in lowercase. The check can't tell for other values.
  let quiet: Set<String>
  let loud: Set<String>

  private static let loudNames: Set = ["default", "defaultimportance", "high", "max"]
  private static let dartChannels: Set<Substring> = [
    "AndroidNotificationChannel", "AndroidNotificationDetails", "NotificationChannel",
  ]

  /// The keys. If several fit a place in the code, the first counts.
  ///
  /// Sources: Android, `NotificationManager.IMPORTANCE_LOW`, "not audibly intrusive", and the lower values;
  /// https://github.com/MaikuB/flutter_local_notifications, enums.dart and FlutterLocalNotificationsPlugin.m, which sets
  /// the sound even if `presentSound` is false; https://github.com/invertase/notifee, AndroidImportance.js;
  /// https://github.com/expo/expo, NotificationChannelManager.types.ts, whose numbers aren't Android's;
  /// https://github.com/zo0r/react-native-push-notification, index.js;
  /// https://github.com/ionic-team/capacitor-plugins, local-notifications, `Importance`.
  static let all = [
    SilencingKey(
      key: "importance", languages: [.dart], surroundings: .directlyIn(dartChannels),
      quiet: ["none", "min", "low"], loud: loudNames),
    SilencingKey(
      key: "playSound", languages: [.dart], surroundings: .directlyIn(dartChannels),
      quiet: ["false"], loud: ["true"]),
    SilencingKey(
      key: "silent", languages: [.dart],
      surroundings: .directlyIn(["AndroidNotificationDetails"]), scope: .message, quiet: ["true"],
      loud: ["false"]),
    SilencingKey(
      key: "presentSound", languages: [.dart],
      surroundings: .directlyIn([
        "DarwinNotificationDetails", "IOSNotificationDetails", "MacOSNotificationDetails",
      ]), platform: .iOS, scope: .messageInFront, quiet: ["false"], loud: ["true"]),
    SilencingKey(
      key: "importance", languages: [.javaScript],
      surroundings: .anywhereIn(SoundAPI.channelFunctions), packages: [.expo],
      quiet: ["none", "min", "low", "2", "3", "4"], loud: loudNames.union(["5", "6", "7"])),
    SilencingKey(
      key: "importance", languages: [.javaScript],
      surroundings: .anywhereIn(SoundAPI.channelFunctions),
      quiet: ["none", "min", "low", "0", "1", "2"], loud: loudNames.union(["3", "4", "5"])),
    SilencingKey(
      key: "playSound", languages: [.javaScript],
      surroundings: .anywhereIn(SoundAPI.channelFunctions), quiet: ["false"], loud: ["true"]),
    SilencingKey(
      key: "playSound", languages: [.javaScript],
      surroundings: .anywhereIn(["localNotification", "localNotificationSchedule"]),
      packages: [.pushNotification], platform: .iOS, scope: .message, quiet: ["false"],
      loud: ["true"]),
  ]

  /// The rows of ``all`` by their keys.
  static let byKey = Dictionary(grouping: all, by: \.key)

  /// Returns what a value silences; nil if it silences nothing.
  ///
  /// - Parameter value: The last word of the value; nil if the code computes it.
  func silencer(for value: Substring?) -> CodeRequest.Silencer? {
    let word = value?.lowercased() ?? ""
    guard !loud.contains(word) else { return nil }
    guard let value, quiet.contains(word) else { return .possible("the code computes \(key)") }
    return scope == .messageInFront
      ? .possible("\(key) is \(value), so no sound is heard while the app is in front")
      : .certain("\(key) is \(value)")
  }
}

extension RequestFinder {
  /// Notes what the value of the innermost bracket's key silences.
  ///
  /// - Parameter index: The index of the value.
  mutating func readSilencer(at index: Int) {
    guard let key = brackets.last?.key, let rows = SilencingKey.byKey[key] else { return }
    let row = rows.first { row in
      row.languages.contains(tokens.language) && fits(row.surroundings, before: index - 1)
        && (row.packages.isEmpty || !row.packages.isDisjoint(with: packages))
    }
    guard let row, let silencer = row.silencer(for: lastWord(ofValueAt: index)) else { return }
    let last = brackets.count - 1
    if row.scope == .channel {
      brackets[last].channelSilencer = brackets[last].channelSilencer?.or(silencer) ?? silencer
    } else {
      brackets[last].silencers[row.platform] = silencer
    }
  }

  /// Returns the last word of a value such as `Importance.low`, `'low'` or `2`; nil for any other expression.
  private func lastWord(ofValueAt index: Int) -> Substring? {
    var index = tokens.isSign(".", at: index) ? index + 1 : index
    guard var word = tokens.word(at: index) ?? tokens.text(at: index).map({ $0[...] }) else {
      return nil
    }
    while tokens.isSign(".", at: index + 1), let next = tokens.word(at: index + 2) {
      (word, index) = (next, index + 2)
    }
    let isEnd =
      index + 1 >= tokens.tokens.count || tokens.isFirstInLine(at: index + 1)
      || [",", ")", "}", "]", ";"].contains(tokens.sign(at: index + 1))
    return isEnd ? word : nil
  }

  /// Adds what a closed bracket silences to the requests in it.
  mutating func silenceRequests(in bracket: Bracket) {
    for (platform, silencer) in bracket.silencers {
      silence(bracket.firstRequest..<requests.count, on: platform, silencer)
    }
    // flutter_local_notifications uses the values of a message only to create a channel that doesn't exist.
    if let silencer = bracket.channelSilencer, bracket.callee != "AndroidNotificationDetails" {
      silence(bracket.firstRequest..<requests.count, on: .android, silencer)
    }
  }
}

extension CodeRequest.Silencer {
  /// Returns the silencer of the two that says more.
  func or(_ other: Self) -> Self { if case .certain = self { self } else { other } }
}
