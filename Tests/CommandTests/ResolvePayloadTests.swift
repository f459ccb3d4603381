import Foundation
import SoundFormat
import TestSupport
import Testing

/// `alertsound resolve --payload` and `--for`: what each platform plays.
struct ResolvePayloadTests {
  private static let ogg = Array("OggS".utf8) + [UInt8](repeating: 0, count: 60)

  /// An iOS app and an Android project.
  private static func folder(_ payload: String = "") throws -> ShellFolder {
    let folder = try ShellFolder.withDemoApp()
    try folder.write(ogg, to: "android/app/src/main/res/raw/good.ogg")
    try folder.write(ogg, to: "android/app/src/main/res/raw/bell.ogg")
    try folder.write(payload, to: "push.json")
    return folder
  }

  private static let both =
    "alertsound resolve --payload push.json --bundle Demo.app --android android"
  private static let raw = "android/app/src/main/res/raw"
  private static let anyChannel =
    "              note: from Android 8 on, the sound of the notification's channel is played"
  private static let upToAndroid7 =
    "              note: this holds up to Android 7.1; from Android 8 on, the sound of the "

  /// The lines of a report, without the searched folders and the remarks under "worth knowing".
  private func lines(_ outcome: Tool.Outcome) -> [String] {
    outcome.outputLines
      .prefix { $0 != "worth knowing:" }
      .filter { $0 != "looked in:" && !$0.hasPrefix("  the ") }
  }

  @Test func aMessageOfFCMIsResolvedForBoth() throws {
    let folder = try Self.folder(
      #"""
      {"message": {"token": "t", "notification": {"title": "x"},
        "apns": {"payload": {"aps": {"sound": "good.caf"}}},
        "android": {"notification": {"sound": "good", "channel_id": "alerts"}}}}
      """#)
    let outcome = try folder.run(Self.both)
    expectSuccess(outcome)
    #expect(
      lines(outcome) == [
        "push.json: a message of FCM v1", "iOS:", "plays         Demo.app/good.caf", "Android:",
        "plays         \(Self.raw)/good.ogg",
        "\(Self.upToAndroid7)channel alerts is played",
      ])
    #expect(outcome.outputText.contains("(documented: Android developers, "))
  }

  /// Each row: a payload, often with a usual mistake, the exit status, and the report's lines.
  @Test(
    arguments: [
      (
        #"{"app_id":"x","ios_sound":"goof.caf","android_sound":"goof"}"#, 1,
        [
          "push.json: a notification for OneSignal", "iOS:",
          "default       there is no sound named goof.caf", "nearest:",
          "  Demo.app/good.aiff: a similar name", "  Demo.app/good.caf: a similar name", "Android:",
          "default       there is no sound named goof in res/raw", "nearest:",
          "  \(raw)/good.ogg: a similar name",
          anyChannel,
        ]
      ),
      (
        #"{"aps":{"alert":"x"}}"#, 0,
        ["push.json: an APNs payload", "iOS:", "silent        no sound is named"]
      ),
      (
        #"{"message":{"data":{"a":"b"}}}"#, 0,
        [
          "push.json: a message of FCM v1",
          "silent        it has only data, which the app itself handles",
        ]
      ),
    ] as [(String, Int32, [String])])
  func forms(json: String, status: Int32, lines: [String]) throws {
    let outcome = try Self.folder(json).run(Self.both)
    #expect(outcome.ending == .exit(status))
    #expect(self.lines(outcome) == lines)
  }

  @Test func soundsInWrongPlacesFail() throws {
    let folder = try Self.folder(
      #"{"message":{"notification":{"title":"x"},"apns":{"sound":"good.caf"},"android":{"sound":"good"}}}"#
    )
    let outcome = try folder.run(Self.both)
    #expect(outcome.ending == .exit(1))
    #expect(
      lines(outcome) == [
        "push.json: a message of FCM v1", "iOS:",
        "silent        message.apns.sound has no effect; put the name into"
          + " message.apns.payload.aps.sound", "Android:",
        "silent        message.android.sound has no effect; put the name into"
          + " message.android.notification.sound",
        "\(Self.upToAndroid7)notification's channel is played",
      ])
    let report = try folder.run(Self.both + " --json")
    #expect(report.ending == .exit(1))
    #expect(report.outputText.components(separatedBy: " has no effect; put the name").count == 3)
  }

  /// Each case: a payload, and its error. Long strings are refused, even if escapes make them long,
  /// because comparing many combining characters is slow.
  @Test(arguments: [
    (
      #"[{"aps":{}},{"aps":{"sound":1}}]"#,
      "[1].aps.sound must be a name, or a dictionary with critical, name and volume;"
        + #" the form is {"aps": {"sound": "ring.caf"}}"#
    ),
    (
      #"{"aps":{"sound":"good.caf"},}"#,
      "this is not JSON: it has a comma after a last value; remove the comma before the closing bracket"
    ),
    (
      #"{"aps":{"sound":"\#(String(repeating: #"\u0301"#, count: 20_000))"}}"#,
      "it has a string of more than 16384 bytes; give the JSON of a single notification"
    ),
    (
      "{}",
      "this is no notification of a known form; --payload takes those of APNs, FCM, Expo, OneSignal and Airship"
    ),
  ])
  func unusablePayloadsAreErrors(json: String, error: String) throws {
    expectFailure(try Self.folder(json).run(Self.both), "push.json: error: \(error)")
  }

  /// A platform fails only if its app is given. Without an app, the report says which sound is
  /// requested.
  @Test func onlyGivenPlatformsCount() throws {
    let folder = try Self.folder(
      #"{"ios_sound":"gone.caf","android_sound":"good.ogg"}"#)
    let android = try folder.run("alertsound resolve --payload push.json --android \(Self.raw)")
    #expect(android.ending == .exit(1))
    #expect(lines(android)[2] == "not checked   gone.caf: add --bundle with the app")
    try folder.write(
      #"{"ios_sound":"good.caf","android_sound":"good.ogg"}"#, to: "push.json")
    let ios = try folder.run("alertsound resolve --payload push.json --bundle Demo.app")
    #expect(ios.ending == .exit(0))
    #expect(
      lines(ios)[4] == "default       good.ogg: names in res/raw have no extension; name it good")
    try folder.write(
      #"{"ios_sound":"good.caf","android_sound":"good"}"#, to: "push.json")
    let neither = try folder.run("alertsound resolve --payload push.json --bundle Demo.app")
    #expect(lines(neither)[4] == "not checked   good: add --android with the app's res/raw")
  }

  @Test func aListIsResolvedMessageByMessage() throws {
    let folder = try Self.folder(
      #" [{"to":"ExpoPushToken[a]","sound":"good.caf"},{"to":"ExpoPushToken[b]","sound":"x.caf"}]"#)
    let outcome = try folder.run(Self.both)
    #expect(outcome.ending == .exit(1))
    #expect(
      lines(outcome).filter { $0.hasPrefix("push.json") } == [
        "push.json, message 1: a message for Expo", "push.json, message 2: a message for Expo",
      ])
    // Each claim is printed once.
    #expect(outcome.outputText.components(separatedBy: "Expo passes sound to iOS only").count == 2)
    let many = "[" + repeatElement(#"{"aps":{}}"#, count: 501).joined(separator: ",") + "]"
    try folder.write(many, to: "push.json")
    expectFailure(
      try folder.run(Self.both),
      "push.json: error: there are too many messages; give a list of 1 to 500 messages")
  }

  @Test(
    arguments: [
      (#"{"aps":{},"x":"#, "the payload has 4110 bytes; Apple's servers refuse more than 4096"),
      (#"{"message":{"notification":{},"x":"#, "FCM refuses a payload of more than 4096"),
      (#"{"app_id":"x","x":"#, nil),
    ] as [(String, String?)])
  func largePayloadsAreNoted(beginning: String, note: String?) throws {
    let closing = beginning.contains("message") ? "}}" : "}"
    let padding = String(repeating: "x", count: 4108 - beginning.utf8.count - closing.utf8.count)
    let outcome = try Self.folder(beginning + "\"\(padding)\"" + closing).run(Self.both)
    #expect(outcome.ending == .exit(0))
    let isNoted = outcome.outputText.contains("refuse")
    #expect(isNoted == (note != nil))
    if let note { #expect(outcome.outputText.contains(note)) }
  }

  @Test func remarksComeLast() throws {
    let outcome = try Self.folder().run("alertsound resolve good.caf --bundle Demo.app --for macos")
    #expect(
      outcome.outputText.hasSuffix(
        "\nworth knowing:\n  macOS caches notification sounds by file name: give a changed sound a new"
          + " name (observed once: https://github.com/dedene/zentty/pull/19)\n"))
  }
}
