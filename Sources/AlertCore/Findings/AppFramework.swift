/// A way to play a notification sound in an app: where the app's sound goes, and the code that asks for it.
///
/// The sources are those of AlertCheck's frameworks, which recognise what these steps make.
package enum AppFramework: String, CaseIterable, Sendable {
  case swift = "Swift"
  case flutter = "Flutter"
  case reactNative = "React Native"
  case expo = "Expo"
  case capacitor = "Capacitor"
  case push = "Push payload"

  /// What to do with a sound. The last step introduces the code.
  ///
  /// - Parameter name: The file's name, with its extension.
  package func steps(for name: String) -> [String] {
    let file = name.onOneLine
    let naming = "Name it, with its extension:"
    switch self {
    case .swift: return ["Drag \(file) into Xcode, and tick your app's target.", naming]
    case .flutter:
      return [
        "Open ios/Runner.xcworkspace in Xcode, drag \(file) into Runner, and tick the target Runner.",
        naming,
      ]
    case .reactNative:
      return [
        "Open the workspace in the folder ios in Xcode, drag \(file) into it, and tick your app's target.",
        naming,
      ]
    case .expo:
      let path = Self.literal("./" + name)
      return [
        "Put \(file) beside app.json, and add this to its plugins: [\"expo-notifications\", { \"sounds\": [\(path)] }]",
        "Run npx expo prebuild, as EAS does, and name the sound, with its extension:",
      ]
    case .capacitor:
      return ["Run npx cap open ios, drag \(file) into App, and tick the target App.", naming]
    case .push:
      return [
        "Add \(file) to the app, as its framework needs it.",
        "Name it in aps, with its extension. For FCM, aps is in message.apns.payload.",
      ]
    }
  }

  /// The code that asks for a sound.
  ///
  /// - Parameter name: The file's name, with its extension.
  package func code(for name: String) -> String {
    let literal = Self.literal(name)
    return switch self {
    case .swift:
      "content.sound = UNNotificationSound(named: UNNotificationSoundName(\(Self.swiftLiteral(name))))"
    case .flutter:
      """
      const details = NotificationDetails(
        iOS: DarwinNotificationDetails(sound: \(Self.dartLiteral(name))),
      );
      """
    case .reactNative:
      """
      import notifee from "@notifee/react-native";

      await notifee.displayNotification({
        title: "Hello",
        ios: { sound: \(literal) },
      });
      """
    case .expo:
      """
      import * as Notifications from "expo-notifications";

      await Notifications.scheduleNotificationAsync({
        content: { title: "Hello", sound: \(literal) },
        trigger: null,
      });
      """
    case .capacitor:
      """
      import { LocalNotifications } from "@capacitor/local-notifications";

      await LocalNotifications.schedule({
        notifications: [{ id: 1, title: "Hello", body: "", sound: \(literal) }],
      });
      """
    case .push:
      """
      {
        "aps": {
          "alert": "Hello",
          "sound": \(literal)
        }
      }
      """
    }
  }

  /// A text as a literal of JSON and JavaScript.
  private static func literal(_ text: String) -> String {
    String(decoding: text.json.line, as: UTF8.self)
  }

  private static func dartLiteral(_ text: String) -> String {
    literal(text).replacingScalars { scalar, _ in scalar == "$" ? "\\$" : nil }
  }

  private static func swiftLiteral(_ text: String) -> String {
    let escaped = text.replacingScalars { scalar, isUnsafe in
      scalar == "\"" || scalar == "\\"
        ? "\\\(scalar)" : isUnsafe ? "\\u{\(scalar.value.hexadecimal(digitCount: 1))}" : nil
    }
    return "\"\(escaped)\""
  }
}
