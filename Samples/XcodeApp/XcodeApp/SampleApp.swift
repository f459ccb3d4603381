import SwiftUI
import UserNotifications

/// Lists the sounds that the plugin converted into the app's main bundle, and plays them in notifications.
@main
struct SampleApp: App {
  private static let presenter = NotificationPresenter()

  init() {
    UNUserNotificationCenter.current().delegate = Self.presenter
  }

  var body: some Scene {
    WindowGroup {
      SoundList()
    }
  }
}

/// Lets notifications play their sounds even while the app is open.
final class NotificationPresenter: NSObject, UNUserNotificationCenterDelegate {
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
    withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
  ) {
    completionHandler([.banner, .sound])
  }
}
