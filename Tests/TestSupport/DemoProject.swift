import Foundation
import SoundFormat

/// An invented Flutter app for iOS and Android without mistakes: `ring.caf` is in the app's target,
/// `ring.wav` is in `res/raw` and kept, and Dart requests both.
public struct DemoProject: Sendable {
  public var files: [String: [UInt8]] = [:]
  /// The Xcode project, in `ios`.
  public var xcode = XcodeFixture()

  public init() throws {
    files["ios/Runner/ring.caf"] = try soundFile(.caf, .ima4, frameCount: 6400)
    files["android/app/src/main/res/raw/ring.wav"] = try soundFile(
      .wave, .pcm(.int16), frameCount: 6400)
    var runner = XcodeFixture.Target("Runner")
    runner.resources = [.file("Runner/ring.caf")]
    runner.sources = ["Runner/AppDelegate.swift"]
    xcode.targets = [runner]
    write("pubspec.yaml", "name: demo\ndependencies:\n  flutter:\n    sdk: flutter\nflutter:\n")
    write(
      "android/app/build.gradle",
      """
      plugins { id "com.android.application" }
      android {
        namespace "com.example.demo"
        buildTypes { release { shrinkResources true } }
      }
      """)
    write(
      "android/app/src/main/res/raw/keep.xml",
      """
      <?xml version="1.0" encoding="utf-8"?>
      <resources xmlns:tools="http://schemas.android.com/tools" tools:keep="@raw/ring" />
      """)
    write("ios/Runner/AppDelegate.swift", "import UIKit\n")
    write(
      "lib/main.dart",
      """
      const ios = DarwinNotificationDetails(
        sound: 'ring.caf',
      );
      const android = AndroidNotificationDetails(
        'calls', 'Calls',
        sound: RawResourceAndroidNotificationSound('ring'),
      );
      """)
  }

  public mutating func write(_ path: String, _ text: String) {
    files[path] = Array(text.utf8)
  }

  public mutating func move(_ path: String, to other: String) {
    files[other] = files.removeValue(forKey: path)
  }

  public mutating func replace(_ text: String, by other: String, in path: String) {
    let old = String(decoding: files[path] ?? [], as: UTF8.self)
    write(path, old.replacingOccurrences(of: text, with: other))
  }

  public func write(into folder: TemporaryDirectory, named name: String = "demo") throws {
    var files = files
    if !xcode.targets.isEmpty {
      files["ios/Runner.xcodeproj/project.pbxproj"] = Array(xcode.text.utf8)
    }
    for (path, bytes) in files {
      let url = folder.url.appending(path: "\(name)/\(path)")
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: url)
    }
  }
}
