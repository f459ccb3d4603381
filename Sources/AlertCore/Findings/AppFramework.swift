/// A framework for apps: how an app gets a sound, and how its code requests the sound.
///
/// A check finds sounds added with ``steps(for:)``. The sources are in the article Checking projects, "Frameworks".
package enum AppFramework: String, CaseIterable, Sendable {
  case swift = "Swift"
  case flutter = "Flutter"
  case reactNative = "React Native"
  case expo = "Expo"
  case capacitor = "Capacitor"
  case push = "Push payload"

  /// Returns the steps that add a sound to an app. After the last step comes the code that requests the sound.
  ///
  /// - Parameter name: The file's name, with its extension.
  package func steps(for name: String) -> [String] {
    // Escape the name in Expo's step, which contains JSON.
    let name = self == .expo ? escaped(name) : name.onOneLine
    return [Self.filled(template.place, with: name), "Name it, with its extension:"]
  }

  /// Returns the code that requests a sound.
  ///
  /// - Parameter name: The file's name, with its extension.
  package func code(for name: String) -> String {
    Self.filled(template.code, with: escaped(name))
  }

  /// Returns the words after "drag" in a step that drags a file into an open project.
  package static func intoXcode(_ file: String, _ target: String) -> String {
    "\(file) into Xcode and tick \(target)"
  }

  /// The words that name the list of sounds of an Expo app. The configuration's path follows these words.
  package static let expoList = "under \"sounds\" of the plugin expo-notifications in "

  /// The first step and the code, with `%` in place of the sound's name.
  private var template: (place: String, code: String) {
    switch self {
    case .swift:
      (
        "Drag " + Self.intoXcode("%", "your app's target."),
        """
        content.sound = UNNotificationSound(named: UNNotificationSoundName("%"))
        """
      )
    case .flutter:
      (
        "Open ios/Runner.xcworkspace, drag " + Self.intoXcode("%", "the target Runner."),
        """
        const details = NotificationDetails(
          iOS: DarwinNotificationDetails(sound: "%"),
        );
        """
      )
    case .reactNative:
      (
        "Open the .xcworkspace in ios, drag " + Self.intoXcode("%", "your app's target."),
        """
        import notifee from "@notifee/react-native";

        await notifee.displayNotification({
          title: "Hello",
          ios: { sound: "%" },
        });
        """
      )
    case .expo:
      (
        "List % " + Self.expoList + """
          app.json, ["expo-notifications", { "sounds": ["./%"] }], and run npx expo prebuild. \
          If the app is for Android, too, use a .wav named with a-z, 0-9 and _.
          """,
        """
        import * as Notifications from "expo-notifications";

        await Notifications.scheduleNotificationAsync({
          content: { title: "Hello", sound: "%" },
          trigger: null,
        });
        """
      )
    case .capacitor:
      (
        "Run npx cap open ios, drag " + Self.intoXcode("%", "the target App."),
        """
        import { LocalNotifications } from "@capacitor/local-notifications";

        await LocalNotifications.schedule({
          notifications: [{ id: 1, title: "Hello", body: "", sound: "%" }],
        });
        """
      )
    case .push:
      (
        "Put % into the app, with the steps for its framework. FCM takes aps in message.apns.payload.",
        """
        { "aps": { "alert": "Hello", "sound": "%" } }
        """
      )
    }
  }

  private static func filled(_ template: String, with name: String) -> String {
    template.replacingScalars { scalar, _ in scalar == "%" ? name : nil }
  }

  /// Returns a name as it is written between quotes in the framework's language.
  private func escaped(_ name: String) -> String {
    name.replacingScalars { scalar, isUnsafe in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case "$" where self == .flutter: "\\$"
      case _ where !isUnsafe: nil
      case _ where self == .swift: "\\u{\(scalar.value.hexadecimal(digitCount: 1))}"
      default: scalar.jsonEscape
      }
    }
  }
}
