import Foundation
import SoundFormat
import TestSupport
import Testing

/// `--json` of `check` and `resolve`: the documentation matches the output.
struct CheckJSONTests {
  private static func documents(_ folder: ShellFolder, _ lines: [String]) throws -> [Any] {
    try lines.map {
      try JSONSerialization.jsonObject(with: Data(try folder.run($0 + " --json").output))
    }
  }

  private static func folder() throws -> ShellFolder {
    let folder = try ShellFolder()
    try DemoApp.instance.write(to: folder.directory.url.appending(path: "Demo.app"))
    let archive = try DemoApp.archive
    try folder.write(archive, to: "Demo.ipa")
    return folder
  }

  @Test func checkAgreesWithItsDocumentation() throws {
    let folder = try Self.folder()
    let sound = try soundFile(.caf, .ima4, frameCount: 64)
    var damaged = ZipWriter.Entry("Payload/Demo.app/damaged.caf", sound)
    damaged.crc32 ^= 1
    damaged.method = 99
    let archive = ZipWriter([
      damaged, ZipWriter.Entry("Payload/../ring.caf", sound),
      ZipWriter.Entry("Payload/Demo.app/whole.caf", sound),
    ])
    try folder.write(archive.bytes, to: "odd.ipa")
    try folder.write(Array("ID3 and so on".utf8), to: "song.mp3")
    try folder.write(
      soundFile(.caf, .pcm(.int16), channels: [.bell, .bell, .bell], frameCount: 64),
      to: "three.caf")
    var project = try DemoProject()
    project.xcode.targets[0].resources = []
    project.files["ios/Runner/new.caf"] = sound
    project.write("lib/other.dart", "DarwinNotificationDetails(sound: 'ring.caf')")
    project.write("lib/third.dart", "DarwinNotificationDetails(sound: name)")
    try project.write(into: folder.directory, named: "project")
    try JSONDocumentation("alertsound.check/3").expectAgreement(
      with: Self.documents(
        folder,
        [
          "alertsound check Demo.app nothing odd.ipa song.mp3 three.caf",
          "alertsound check Demo.ipa --strict", "alertsound check Demo.app --for alarmkit",
          "alertsound check project",
        ]))
  }

  @Test func resolveAgreesWithItsDocumentation() throws {
    let folder = try Self.folder()
    try folder.write(
      Array(#"{"aps": {"sound": {"critical": 1, "name": "good.caf", "volume": 2}}}"#.utf8),
      to: "push.json")
    for (name, json) in [
      ("both", #"{"ios_sound": "good.caf", "android_sound": "gone", "android_channel_id": "c"}"#),
      ("legacy", #"{"notification": {"sound": "clip"}}"#),
    ] {
      try folder.write(Array(json.utf8), to: "\(name).json")
    }
    try folder.write(soundFile(.caf, .ima4, frameCount: 64), to: "raw/clip.caf")
    try folder.write(soundFile(.caf, .ima4, frameCount: 64), to: "raw/gong.caf")
    try JSONDocumentation("alertsound.resolve/3").expectAgreement(
      with: Self.documents(
        folder,
        [
          "alertsound resolve good.caf --bundle Demo.app",
          "alertsound resolve long.caf --bundle Demo.ipa",
          "alertsound resolve Good.caf --bundle Demo.app --library-sounds .",
          "alertsound resolve --payload push.json --bundle Demo.app",
          "alertsound resolve renamed.wav --bundle Demo.app",
          "alertsound resolve default --bundle Demo.app",
          "alertsound resolve good.caf --bundle Demo.app --for alarmkit",
          "alertsound resolve --payload both.json --bundle Demo.app --android raw",
          "alertsound resolve --payload legacy.json --android raw",
        ]))
  }
}
