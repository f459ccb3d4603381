import AlertCheck
import TestSupport
import Testing

/// Tests what keeps a sound from being heard after code has named it: a permission without sounds, a later assignment,
/// and names that other code replaces.
struct ReplacedSoundTests {
  private static let request =
    #"content.sound = UNNotificationSound(named: UNNotificationSoundName("ring.caf"))"#

  /// The rules for an app with a sound for iOS, and a file of code.
  private func rules(_ path: String, _ code: String, _ others: [String: String] = [:]) throws
    -> [String]
  {
    var project = try DemoProject()
    project.files = project.files.filter { $0.key.hasPrefix("ios/Runner/") }
    project.write(path, code)
    for (path, text) in others { project.write(path, text) }
    if path.hasSuffix(".m") { project.xcode.targets[0].sources = ["Runner/AppDelegate.m"] }
    return try ProjectFixture.problems(in: project).map(\.rule).filter { $0 != "requested" }
      .sorted()
  }

  private func swift(_ body: String) throws -> [String] {
    try rules(
      "ios/Runner/AppDelegate.swift",
      "func f(muted: Bool) {\nlet content = UNMutableNotificationContent()\n\(body)\n}")
  }

  @Test(arguments: [
    ("[.alert, .badge]", ["unknown"]), ("[.alert, .sound]", []), (".alert", ["unknown"]),
    ("[.alert, .sound, .provisional]", ["unknown"]), ("options", []),
    ("[UNAuthorizationOptions.alert, UNAuthorizationOptions.sound]", []),
  ])
  func permissionsInSwift(options: String, expected: [String]) throws {
    let call = "center.requestAuthorization(options: \(options)) { _, _ in }\n"
    #expect(try swift(call + Self.request) == expected)
    // Another place asks for the permission with sounds.
    #expect(
      try swift("\(call)center.requestAuthorization(options: [.sound])\n\(Self.request)") == [])
  }

  @Test(arguments: [
    ("let o: UNAuthorizationOptions = [.alert, .badge]", ["unknown"]),
    ("let o: UNAuthorizationOptions = [.alert, .sound]", []),
    ("var o: UNAuthorizationOptions = [.alert]\no.insert(.sound)", []),
  ])
  func permissionsInVariables(declaration: String, expected: [String]) throws {
    let call = "center.requestAuthorization(options: o) { _, _ in }"
    #expect(try swift("\(declaration)\n\(call)\n\(Self.request)") == expected)
  }

  /// A call that only looks like the system's, and an unclosed request around an assignment.
  @Test func unusualCalls() throws {
    #expect(try swift("center.requestAuthorization(options)\n\(Self.request)") == [])
    #expect(try swift("content.sound = UNNotificationSound(named:\n\(Self.request)") == ["unknown"])
  }

  @Test func permissionsForOtherThings() throws {
    #expect(
      try swift("store.requestAuthorization(toShare: [a], read: [b]) { }\n\(Self.request)") == [])
    // The permission doesn't matter to a ringtone of CallKit.
    #expect(
      try swift(
        "center.requestAuthorization(options: [.alert]) { }\nimport CallKit\nconfiguration.ringtoneSound = \"ring.caf\""
      )
        == [])
  }

  @Test(arguments: [
    ("UNAuthorizationOptionAlert | UNAuthorizationOptionBadge", ["unknown"]),
    ("UNAuthorizationOptionAlert | UNAuthorizationOptionSound", []),
  ])
  func permissionsInObjectiveC(mask: String, expected: [String]) throws {
    let code = """
      void f(void) {
        [c requestAuthorizationWithOptions:(\(mask)) completionHandler:^(BOOL a, NSError *b) {}];
        content.sound = [UNNotificationSound soundNamed:@"ring.caf"];
      }
      """
    #expect(try rules("ios/Runner/AppDelegate.m", code) == expected)
  }

  private static let expo = "import * as N from 'expo-notifications';\nN."
  private static let notifee = "import notifee from '@notifee/react-native';\nnotifee."

  @Test(arguments: [
    ("a.dart", "f() { DarwinInitializationSettings(); }", []),
    ("a.dart", "f() { DarwinInitializationSettings(requestSoundPermission: false); }", ["unknown"]),
    (
      "a.dart",
      "f() { DarwinInitializationSettings(requestSoundPermission: false); x.requestPermissions(sound: true); }",
      []
    ),
    (
      "a.dart",
      "f() { DarwinInitializationSettings(requestSoundPermission: false); Permission.notification.request(); }",
      []
    ),
    ("a.dart", "f() { x.requestPermissions(alert: true, badge: true); }", ["unknown"]),
    ("a.dart", "f() { messaging.requestPermission(alert: true, sound: false); }", ["unknown"]),
    ("a.dart", "f() { messaging.requestPermission(); }", []),
    ("a.ts", "\(notifee)requestPermission({ sound: false });", ["unknown"]),
    ("a.ts", "\(notifee)requestPermission({ alert: true });", []),
    ("a.ts", "\(notifee)requestPermission();", []),
    ("a.ts", "\(expo)requestPermissionsAsync({ ios: { allowSound: false } });", ["unknown"]),
    ("a.ts", "\(expo)requestPermissionsAsync({ ios: { allowAlert: true } });", ["unknown"]),
    ("a.ts", "\(expo)requestPermissionsAsync({ ios: { allowSound: true } });", []),
    ("a.ts", "\(expo)requestPermissionsAsync();", []),
    (
      "a.kt",
      "fun p() { c.requestAuthorizationWithOptions(UNAuthorizationOptionAlert or UNAuthorizationOptionBadge) { } }",
      ["unknown"]
    ),
    (
      "a.kt",
      "fun p() { c.requestAuthorizationWithOptions(UNAuthorizationOptionAlert or UNAuthorizationOptionSound) { } }",
      []
    ),
    (
      "a.cs", "class A { void F() { c.RequestAuthorization(UNAuthorizationOptions.Alert, g); } }",
      ["unknown"]
    ),
    (
      "a.cs",
      "class A { void F() { c.RequestAuthorization(UNAuthorizationOptions.Alert | UNAuthorizationOptions.Sound, g); } }",
      []
    ),
  ])
  func permissionsInOtherLanguages(path: String, code: String, expected: [String]) throws {
    #expect(
      try rules("ios/Runner/AppDelegate.swift", Self.request, [path: code]) == expected)
  }

  @Test(arguments: [
    ("\(request)\ncontent.title = \"a\"\ncontent.sound = nil", ["audible"]),
    ("\(request)\ncontent.sound = .none", ["audible"]),
    ("self.\(request)\nself.content.sound = nil", ["audible"]),
    ("if muted { \(request) }\ncontent.sound = nil", ["audible"]),
    ("\(request)\nif muted { content.sound = nil }", ["unknown"]),
    ("\(request)\ncontent.sound = .default", ["unknown"]), ("content.sound = nil\n\(request)", []),
    ("if muted { content.sound = nil } else { \(request) }", []),
    ("if muted { \(request) } else { content.sound = nil }", []),
    ("if muted { \(request)\nreturn }\ncontent.sound = nil", []),
    ("switch muted {\ncase true: \(request)\ncase false: content.sound = nil\n}", []),
    ("\(request)\nother.sound = nil", []),
    // The notification has been sent.
    ("\(request)\nsend(content)\ncontent.sound = nil", []),
    ("\(request)\n}\nfunc g() {\nlet content = C()\ncontent.sound = nil", []),
    (
      "let sound = UNNotificationSound(named: UNNotificationSoundName(\"ring.caf\"))\n"
        + "content.sound = sound\ncontent.sound = nil", ["audible"]
    ),
  ])
  func laterAssignments(body: String, expected: [String]) throws {
    #expect(try swift(body) == expected)
  }

  @Test(arguments: [
    ("content.sound = nil;", ["audible"]), ("[content setSound:nil];", ["audible"]),
    ("if (muted) content.sound = nil;", ["unknown"]), ("[content setTitle:@\"a\"];", []),
  ])
  func laterAssignmentsInObjectiveC(statement: String, expected: [String]) throws {
    let code = """
      void f(BOOL muted) {
        content.sound = [UNNotificationSound soundNamed:@"ring.caf"];
        \(statement)
      }
      """
    #expect(try rules("ios/Runner/AppDelegate.m", code) == expected)
  }

  @Test(arguments: [
    (
      "content.setSound(UNNotificationSound.soundNamed(\"ring.caf\"))\ncontent.setSound(null)",
      ["audible"]
    ),
    ("content.setSound(null)\ncontent.setSound(UNNotificationSound.soundNamed(\"ring.caf\"))", []),
    (
      "content.apply { setSound(UNNotificationSound.soundNamed(\"ring.caf\"))\nsetSound(null) }",
      ["audible"]
    ),
    (
      "content.apply { setSound(UNNotificationSound.soundNamed(\"ring.caf\")) }\nother.apply { setSound(null) }",
      []
    ),
  ])
  func laterAssignmentsInKotlin(body: String, expected: [String]) throws {
    #expect(
      try rules("shared/src/iosMain/kotlin/A.kt", "fun f() {\nval content = C()\n\(body)\n}")
        == expected)
  }

  private static let sends = "send({ content: { title: 't', sound: 'ring.caf'"

  @Test(arguments: [
    ("\(sends) } });", []), ("\(sends), ...more } });", ["unknown"]),
    ("\(sends) }, ...more });", ["unknown"]),
    ("\(sends), ...(a && { channelId: 'b' }) } });", []),
    ("send({ content: { ...more, sound: 'ring.caf' } });", []),
    ("\(sends), sound: 'default' } });", ["unknown"]),
    ("const m = { content: { sound: 'ring.caf' } };\nm.content.sound = other;", ["unknown"]),
    ("const m = { content: { sound: 'ring.caf' } };\nm.content.sound = null;", ["audible"]),
    ("const m = { content: { sound: 'ring.caf' } };\nm.content.title = 'a';", []),
    ("const m = { content: { sound: 'ring.caf' } };\nsend(m);\nm.content.sound = null;", []),
    ("send([{ content: { sound: 'ring.caf' } }, ...others]);", []),
    ("const m = { content: { sound: 'ring.caf' } };\ndelete m.content.sound;", ["audible"]),
    ("const m = { content: { sound: 'ring.caf' } };\nif (a) delete m.content.sound;", ["unknown"]),
    ("const m = { content: { sound: 'ring.caf' } };\ndelete m.content.title;", []),
    ("send({ content: { sound: 'ring.caf' } });\nx = { shouldPlaySound: false };", ["unknown"]),
    ("send({ content: { sound: 'ring.caf' } });\nx = { shouldPlaySound: !quiet };", ["unknown"]),
    ("send({ content: { sound: 'ring.caf' } });\nx = { shouldPlaySound: true };", []),
    ("const m = { content: { sound: 'ring.caf' } };\ndelete m.content['sound'];", ["audible"]),
  ])
  func objectsInJavaScript(code: String, expected: [String]) throws {
    #expect(
      try rules("a.ts", "import * as N from 'expo-notifications';\nfunction f() {\n\(code)\n}")
        == expected)
  }

  @Test(arguments: [
    ("a.py", "p = {'aps': {'sound': 'ring.caf', **more}}", ["unknown"]),
    ("a.py", "p = {**more, 'aps': {'sound': 'ring.caf'}}", []),
    ("a.json", #"{"aps": {"sound": "ring.caf", "sound": "default"}}"#, ["unknown"]),
    ("a.php", "<?php $p = ['aps' => ['sound' => 'ring.caf', 'sound' => $other]];", ["unknown"]),
  ])
  func objectsOfServers(path: String, code: String, expected: [String]) throws {
    #expect(try Set(rules(path, code)) == Set(expected))
  }

  private static let named =
    "content.sound = UNNotificationSound(named: UNNotificationSoundName(soundName))"

  /// Other code may assign another name to a variable, and a subclass may override a member.
  @Test(arguments: [
    ("var soundName = \"ring.caf\"", "", ["unknown"]), ("let soundName = \"ring.caf\"", "", []),
    ("var soundName: String { \"ring.caf\" }", "", []),
    (
      "var soundName: String { \"ring.caf\" }",
      "class B: A { override var soundName: String { tone } }", ["unknown"]
    ),
    (
      "private var soundName: String { \"ring.caf\" }",
      "class B: C { override var soundName: String { tone } }", []
    ),
    (
      "func name() -> String { \"ring.caf\" }\nlet soundName = name()",
      "class B: A { override func name() -> String { tone } }", ["unknown"]
    ),
    (
      "func name() -> String { \"ring.caf\" }\nlet soundName = name()",
      "class B: A {\npublic override\nfunc name() -> String { tone }\n}", ["unknown"]
    ),
  ])
  func namesThatOtherCodeReplaces(member: String, other: String, expected: [String]) throws {
    let code = "class A {\n\(member)\nfunc f() { \(Self.named) }\n}"
    #expect(
      try rules(
        "ios/Runner/AppDelegate.swift", code, ["ios/Runner/B.swift": other]) == expected)
  }

  /// Each type may replace a member of a protocol's extension.
  @Test(arguments: [
    (
      "var soundName: String { \"ring.caf\" }", "protocol A { var soundName: String { get } }",
      ["unknown"]
    ),
    (
      "let soundName = name()\nfunc name() -> String { \"ring.caf\" }", "protocol A { }",
      ["unknown"]
    ),
    ("var soundName: String { \"ring.caf\" }", "struct A { }\nprotocol B { }", []),
  ])
  func membersOfExtensions(member: String, other: String, expected: [String]) throws {
    let code = "extension A {\n\(member)\nfunc f() { \(Self.named) }\n}"
    #expect(
      try rules("ios/Runner/AppDelegate.swift", code, ["ios/Runner/B.swift": other]) == expected)
  }

  /// Another file gives the name in `UNNotificationSound(named: .ring)` its value.
  @Test(arguments: [
    ("static let ring = UNNotificationSoundName(\"ring.caf\")", []),
    ("static let ring = UNNotificationSoundName(\"gone.caf\")", ["present"]),
    ("static let ring = UNNotificationSoundName(tone)", ["unknown"]),
    ("static let ring = Self(\"gone.caf\")", ["present"]),
    ("static var ring: Self { Self(tone) }", ["unknown"]),
    ("static let gong = UNNotificationSoundName(\"ring.caf\")", ["unknown"]),
  ])
  func namesInExtensions(member: String, expected: [String]) throws {
    let code = "extension UNNotificationSoundName { \(member) }"
    let other = "content.sound = UNNotificationSound(named: .ring)"
    #expect(
      try rules("ios/Runner/AppDelegate.swift", code, ["ios/Runner/B.swift": other]) == expected)
  }

  /// A notification service extension may replace the sound of a push message.
  @Test(arguments: [
    ("content.sound = .default", ["unknown"]), ("if muted { content.sound = nil }", ["unknown"]),
    ("content.title = title", []), ("print(content.sound == nil)", []),
  ])
  func serviceExtensions(statement: String, expected: [String]) throws {
    let code = "class A: UNNotificationServiceExtension { func f() { \(statement) } }"
    #expect(
      try rules(
        "server/push.json", #"{"aps": {"sound": "ring.caf"}}"#, ["ios/Service/A.swift": code])
        == expected)
  }

  /// All assignments to a variable of a function are seen.
  @Test func variablesOfAFunction() throws {
    #expect(try swift("var soundName = \"ring.caf\"\n\(Self.named)") == [])
    #expect(
      try swift("var soundName = \"ring.caf\"\nif muted { soundName = tone }\n\(Self.named)")
        == ["unknown"])
  }

  /// Nothing is known to send an example in the documentation.
  @Test(arguments: [
    ("docs/push.json", ["unknown"]), ("doc/a/push.apns", ["unknown"]),
    ("documentation/push.json", ["unknown"]), ("server/examples/push.json", ["unknown"]),
    ("server/push.json", []), ("src/docs/push.json", []), ("docs/README.md", []),
    ("samples/push.json", ["unknown"]), ("src/sample/push.json", []),
  ])
  func examplesInDocumentation(path: String, expected: [String]) throws {
    #expect(try rules(path, #"{"aps": {"sound": "ring.caf"}}"#) == expected)
  }
}
