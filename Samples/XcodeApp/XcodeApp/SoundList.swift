import AVFoundation
import SwiftUI
import UserNotifications

struct SoundList: View {
  private let sounds = BundledSound.all
  @State private var message = "A notification comes after three seconds."

  var body: some View {
    NavigationStack {
      List(sounds) { sound in
        HStack {
          VStack(alignment: .leading) {
            Text(sound.id)
            Text(sound.length).font(.caption).foregroundStyle(.secondary)
          }
          Spacer()
          Button("Notify") {
            Task { await notify(with: sound) }
          }
          .buttonStyle(.bordered)
        }
      }
      .navigationTitle("Alert sounds")
      .safeAreaInset(edge: .bottom) {
        Text(message).font(.footnote).padding()
      }
    }
  }

  @MainActor private func notify(with sound: BundledSound) async {
    let center = UNUserNotificationCenter.current()
    do {
      guard try await center.requestAuthorization(options: [.alert, .sound]) else {
        message = "Allow notifications for this app in Settings."
        return
      }
      let content = UNMutableNotificationContent()
      content.title = sound.id
      content.sound = UNNotificationSound(named: UNNotificationSoundName(sound.id))
      let trigger = UNTimeIntervalNotificationTrigger(timeInterval: 3, repeats: false)
      try await center.add(
        UNNotificationRequest(identifier: sound.id, content: content, trigger: trigger))
      message = "\(sound.id) comes in three seconds."
    } catch {
      message = error.localizedDescription
    }
  }
}

/// A sound at the top of the app's main bundle, where iOS looks for notifications' sounds.
struct BundledSound: Identifiable {
  /// The file name.
  let id: String
  let length: String

  static var all: [BundledSound] {
    ["caf", "aiff", "wav"]
      .flatMap { Bundle.main.urls(forResourcesWithExtension: $0, subdirectory: nil) ?? [] }
      .map(BundledSound.init(file:))
      .sorted { $0.id < $1.id }
  }

  init(file: URL) {
    id = file.lastPathComponent
    if let sound = try? AVAudioFile(forReading: file) {
      let seconds = Double(sound.length) / sound.fileFormat.sampleRate
      length = String(format: "%.1f s", seconds)
    } else {
      length = "iOS can't read this file"
    }
  }
}
