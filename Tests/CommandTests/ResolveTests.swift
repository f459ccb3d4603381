import Foundation
import SoundFormat
import TestSupport
import Testing

/// `alertsound resolve`, run as a program.
struct ResolveTests {
  private static func app() throws -> ShellFolder {
    let folder = try ShellFolder()
    try DemoApp.instance.write(to: folder.directory.url.appending(path: "Demo.app"))
    try folder.write(try DemoApp.archive, to: "Demo.ipa")
    return folder
  }

  private func expect(
    _ folder: ShellFolder, _ arguments: String, exit status: Int32, _ lines: String...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let outcome = try folder.run("alertsound resolve \(arguments)")
    #expect(outcome.ending == .exit(status), "\(arguments)", sourceLocation: sourceLocation)
    #expect(outcome.errors == "", "\(arguments)", sourceLocation: sourceLocation)
    let output = outcome.outputText.split(separator: "\n").map(String.init)
    #expect(output == lines, "\(arguments)", sourceLocation: sourceLocation)
  }

  private static let unsearched = [
    "  the app's Library/Sounds: not given", "  the app group's Library/Sounds: not given",
  ]

  @Test func soundThatPlays() throws {
    let folder = try Self.app()
    for bundle in ["Demo.app", "Demo.ipa"] {
      let place = bundle == "Demo.app" ? bundle : "Demo.ipa/Payload/Demo.app"
      try expect(
        folder, "good.caf --bundle \(bundle)", exit: 0, "plays         \(place)/good.caf",
        "looked in:",
        Self.unsearched[0], Self.unsearched[1], "  the main bundle, \(place): found")
    }
  }

  @Test func soundThatIsTooLong() throws {
    try expect(
      try Self.app(), "long.caf --bundle Demo.app", exit: 1,
      "default       Demo.app/long.caf: exactly 30 s long: undefined by Apple and treated as too"
        + " long; shorten it",
      "looked in:", Self.unsearched[0], Self.unsearched[1], "  the main bundle, Demo.app: found")
    try expect(
      try Self.app(), "long.caf --bundle Demo.app --limit 40", exit: 0,
      "plays         Demo.app/long.caf",
      "note: 30 s long; a temporary banner disappears after about 5 s, and the sound with it"
        .indented,
      "looked in:", Self.unsearched[0], Self.unsearched[1], "  the main bundle, Demo.app: found")
  }

  @Test func soundThatIsElsewhere() throws {
    let folder = try Self.app()
    for (name, path, finding) in [
      ("inside.caf", "Sounds", "in the folder Sounds, where a plain name isn't found"),
      ("hello.caf", "en.lproj", "a localised resource, in en.lproj"),
      (
        "tick.caf", "Watch/Wrist.app",
        "in Watch/Wrist.app, but watchOS doesn't play sounds by name"
      ),
    ] {
      try expect(
        folder, "\(name) --bundle Demo.app", exit: 1,
        "default       there is no sound named \(name)",
        "looked in:", Self.unsearched[0], Self.unsearched[1],
        "  the main bundle, Demo.app: not there", "nearest:",
        "  Demo.app/\(path)/\(name): the same name, but it is \(finding)")
    }
  }

  /// Each fault of the app, by what `resolve` says about the file at its top level.
  @Test func everyFaultIsExplained() throws {
    let folder = try Self.app()
    for (path, rules) in try DemoApp.instance.expected where !path.contains("/") {
      let falls = ["length", "container", "readable", "link"].contains(rules.first)
      let plays = rules.first == "listed-data-format" ? "undocumented" : "plays"
      let outcome = try folder.run("alertsound resolve \(path) --bundle Demo.ipa --json")
      #expect(outcome.ending == .exit(falls ? 1 : 0), "\(path)")
      let report = try report(of: outcome)
      #expect(report.outcome == (falls ? "default" : plays), "\(path)")
      #expect(report.failed == falls, "\(path)")
      #expect(report.file == "Demo.ipa/Payload/Demo.app/\(path)")
      #expect(
        report.verdict?.reasons.map(\.rule) == (falls || plays == "undocumented" ? rules : []),
        "\(path)")
    }
  }

  /// What a report says about iOS.
  private func report(of outcome: Tool.Outcome) throws -> Report {
    struct Document: Decodable {
      struct Message: Decodable { let ios: Report }
      let schema: String
      let failed: Bool
      let messages: [Message]
    }
    let document = try JSONDecoder().decode(Document.self, from: Data(outcome.output))
    #expect(document.schema == "alertsound.resolve/3")
    #expect(document.messages.count == 1)
    let report = try #require(document.messages.first).ios
    #expect(report.failed == document.failed)
    return report
  }

  private struct Report: Decodable {
    struct Finding: Decodable { let rule: String }
    struct Verdict: Decodable { let reasons: [Finding] }
    struct Request: Decodable {
      let name: String?
      let critical: Bool
      let volume: Double?
    }
    struct Place: Decodable {
      let place: String
      let path: String?
      let found: Bool
    }
    struct Suggestion: Decodable { let path, difference: String }
    let outcome: String
    let failed: Bool
    let request: Request
    let file, reason: String?
    let verdict: Verdict?
    let places: [Place]
    let suggestions: [Suggestion]
    let notes: [String]
  }

  @Test func jsonListsPlacesAndSuggestions() throws {
    let folder = try Self.app()
    try folder.write([], to: "Library/x")
    let outcome = try folder.run(
      "alertsound resolve Good.caf --bundle Demo.app --library-sounds Library --json")
    #expect(outcome.ending == .exit(1))
    let report = try report(of: outcome)
    #expect(report.outcome == "default")
    #expect(report.failed)
    #expect(report.request.name == "Good.caf")
    #expect(report.reason == "there is no sound with this name")
    #expect(report.file == nil)
    #expect(report.places.map(\.place) == ["library-sounds", "group-sounds", "main-bundle"])
    #expect(report.places.map(\.path) == ["Library", nil, "Demo.app"])
    #expect(report.places.map(\.found) == [false, false, false])
    #expect(report.suggestions.map(\.path) == ["Demo.app/good.caf", "Demo.app/good.aiff"])
  }

  @Test func librariesAreSearchedFirst() throws {
    let folder = try Self.app()
    let sound = try soundFile(.caf, .ima4, frameCount: 64)
    try folder.write(sound, to: "L/good.caf")
    try folder.write(sound, to: "G/good.caf")
    try expect(
      folder, "good.caf --bundle Demo.app --library-sounds L --group-sounds G", exit: 0,
      "plays         L/good.caf", "looked in:", "  the app's Library/Sounds, L: found")
    try expect(
      folder, "good.caf --bundle Demo.app --group-sounds G", exit: 0,
      "plays         G/good.caf", "looked in:", Self.unsearched[0],
      "  the app group's Library/Sounds, G: found")
  }

  @Test func localNotificationsTakePaths() throws {
    let folder = try Self.app()
    try expect(
      folder, "Sounds/inside.caf --bundle Demo.app --api local", exit: 0,
      "plays         Demo.app/Sounds/inside.caf", "looked in:", "  the main bundle, Demo.app: found"
    )
    try expect(
      folder, "UILocalNotificationDefaultSoundName --bundle Demo.app --api local", exit: 0,
      "default       as requested")
    let outcome = try folder.run("alertsound resolve Sounds/inside.caf --bundle Demo.app")
    #expect(outcome.ending == .exit(1))
    #expect(
      outcome.outputText.hasPrefix(
        "default       Sounds/inside.caf: the name is a path, but iOS looks up only plain names\n"
      ))
  }

  @Test(arguments: [
    (#"{"aps":{"sound":"good.caf"}}"#, 0, "plays         Demo.app/good.caf"),
    (#"{"aps":{"sound":"default"}}"#, 0, "default       as requested"),
    (#"{"aps":{"alert":"x"}}"#, 0, "silent        no sound is named"),
    (#"{"aps":{"sound":"nope.caf"}}"#, 1, "default       there is no sound named nope.caf"),
    (
      #"{"aps":{"sound":{"critical":1,"name":"aac.caf","volume":1}}}"#, 0,
      "undocumented  Demo.app/aac.caf: coded as AAC ('aac ') in a CAF file: outside Apple's list, although shipping apps use it; convert it to IMA4 in a CAF file"
    ),
  ])
  func payloads(json: String, status: Int32, headline: String) throws {
    let folder = try Self.app()
    try folder.write(Array(json.utf8), to: "push.json")
    let outcome = try folder.run("alertsound resolve --payload push.json --bundle Demo.app")
    #expect(outcome.ending == .exit(status))
    #expect(outcome.errors == "")
    #expect(
      outcome.outputText.split(separator: "\n").prefix(3).map(String.init)
        == ["push.json: an APNs payload", "iOS:", headline])
  }

  @Test(arguments: [
    (#"{"aps":{"sound":{"volume":"loud"}}}"#, "aps.sound.volume must be a number"),
    (#"{"aps":{"sound":{"critical":"yes"}}}"#, "aps.sound.critical must be 1 or 0"),
    (
      #"{"aps":{"sound":7}}"#,
      "aps.sound must be a name, or a dictionary with critical, name and volume"
    ),
    (#"{"aps":[]}"#, "aps must be a dictionary"), ("[1]", "[0] must be a dictionary"),
    (
      #"[{"aps":{}},{"aps":{"sound":1}}]"#,
      "[1].aps.sound must be a name, or a dictionary with critical, name and volume"
    ),
    ("7", "this is not a JSON dictionary"), ("{", "this is not JSON"), ("", "this is not JSON"),
  ])
  func wrongPayloadsAreErrors(json: String, reason: String) throws {
    let folder = try Self.app()
    try folder.write(Array(json.utf8), to: "push.json")
    expectFailure(
      try folder.run("alertsound resolve --payload push.json --bundle Demo.app"),
      #"push.json: error: \#(reason); the form is {"aps": {"sound": "ring.caf"}}"#)
  }

  @Test func oddPayloadsAreNoted() throws {
    let folder = try Self.app()
    let padding = String(repeating: "x", count: 4096)
    let json =
      #"{"aps":{"sound":{"critical":1,"name":"good.caf","volume":2}},"x":"\#(padding)"}"#
    try folder.write(Array(json.utf8), to: "push.json")
    try expect(
      folder, "--payload push.json --bundle Demo.app", exit: 0, "push.json: an APNs payload",
      "iOS:", "plays         Demo.app/good.caf",
      "note: the payload has \(json.utf8.count) bytes; Apple's servers refuse more than 4096"
        .indented,
      "note: the volume is 2.0; it must be from 0 (silent) to 1 (full)".indented,
      "note: a critical alert needs an entitlement from Apple, and the user's consent".indented,
      "looked in:", Self.unsearched[0], "  the main bundle, Demo.app: found")
  }

  @Test(arguments: [
    "", "x --payload y --bundle Demo.app", "--bundle Demo.app", "x", "x --bundle",
    "--payload y --api local --bundle Demo.app", "x --bundle Demo.app --api other",
    "--payload y", "x --android r --bundle Demo.app", "x --android r",
    "--payload y --group-sounds g --android r",
    "x --bundle Demo.app --for nothing", "x --bundle Demo.app --api local --for alarmkit",
    "--payload y --bundle Demo.app --for callkit",
    "x --bundle Demo.app --limit -1",
  ])
  func wrongUseIsAUsageError(arguments: String) throws {
    let outcome = try ShellFolder().run("alertsound resolve \(arguments)")
    #expect(outcome.ending == .exit(64))
    #expect(outcome.outputText == "")
  }

  @Test func missingFilesAreErrors() throws {
    let folder = try Self.app()
    let reason = "error: there is no such file or folder; check the spelling"
    for arguments in [
      "x --bundle n", "x --bundle Demo.app --library-sounds n",
      "x --bundle Demo.app --group-sounds n", "--payload n --bundle Demo.app",
    ] {
      expectFailure(try folder.run("alertsound resolve \(arguments)"), "n: \(reason)")
    }
  }

  /// The first app in an Xcode archive, and in an unpacked archive.
  @Test(arguments: ["x.xcarchive/Products/Applications", "Payload"])
  func anAppInAFolderIsFound(folders: String) throws {
    let folder = try ShellFolder()
    try folder.write(soundFile(.caf, .ima4, frameCount: 640), to: "\(folders)/My App.app/ping.caf")
    let bundle = folders == "Payload" ? "." : "x.xcarchive"
    let outcome = try folder.run("alertsound resolve ping.caf --bundle \(bundle)")
    #expect(outcome.ending == .exit(0))
    #expect(outcome.outputText.hasPrefix("plays "))
    #expect(outcome.outputText.contains("My App.app/ping.caf"))
  }
}

extension String {
  /// The text, indented like the lines after the first.
  fileprivate var indented: String { "              " + self }
}
