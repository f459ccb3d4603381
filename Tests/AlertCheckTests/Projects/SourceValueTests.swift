import Testing

@testable import AlertCheck

/// Tests names that code doesn't state as literals, but that the same file shows.
struct SourceValueTests {
  /// The names that code asks for, `?` for a computed name or one in doubt.
  private func names(_ code: String, _ language: SourceLanguage) -> [String] {
    let requests = RequestFinder.requests(in: code, language).map(\.0)
    return requests.map { $0.name ?? "?" } + (requests.contains { $0.doubt != nil } ? ["?"] : [])
  }

  private static let sound = "f({ aps: { sound: "

  @Test(arguments: [
    ("x ? 'a' : 'b'", ["a", "b"]), ("x ?? 'a'", ["a", "?"]), ("x || 'a'", ["a", "?"]),
    ("x && 'a'", ["a"]), ("x ? 'a' : undefined", ["a"]),
    ("x ? 'a' : y ? 'b' : 'c'", ["a", "b", "c"]),
    ("(x === 'z' ? 'a' : 'b') + '.caf'", ["a.caf", "b.caf"]), ("`a${x}`", ["?"]),
    ("`a${x ? 'b' : 'c'}.caf`", ["ab.caf", "ac.caf"]), ("x ? 'a' : g(y)", ["a", "?"]),
    ("'a'.trim()", ["?"]), ("'a' as const", ["a"]), ("x < y ? 'a' : 'b'", ["a", "b"]),
    ("Platform.select({ ios: 'a', android: 'b' })", ["a"]), ("undefined", []),
    ("x\n? 'a'\n: 'b'", ["a", "b"]), ("['a'][0]", []), ("x - 'a'", ["?"]),
  ])
  func expressions(value: String, expected: [String]) {
    #expect(names(Self.sound + value + " } })", .javaScript) == expected)
  }

  @Test(arguments: [
    ("const s = 'a';\nf({ aps: { sound: s } })", ["a"]),
    ("const s: string = x ? 'a' : 'b'\nf({ aps: { sound: `${s}.caf` } })", ["a.caf", "b.caf"]),
    ("let s = 'a';\nif (x) { s = 'b'; }\nf({ aps: { sound: s } })", ["a", "b"]),
    ("let s = 'a';\nif (x) { s = y; }\nf({ aps: { sound: s } })", ["a", "?"]),
    ("const S = { a: 'x', b: 'y' };\nf({ aps: { sound: S.a } })", ["x"]),
    (
      "const S: Record<string, string> = { a: 'x', b: 'y' };\nf({ aps: { sound: S[k] } })",
      ["x", "y", "?"]
    ),
    ("const S = { a: 'x', b: 'y' };\nf({ aps: { sound: S['a'] } })", ["x"]),
    ("enum S { A = 'x', B = 'y' }\nf({ aps: { sound: S.A } })", ["x"]),
    ("class A { private s = 'a'; f() { g({ aps: { sound: this.s } }); } }", ["a", "?"]),
    ("let s = 'a';\ns += '.caf';\nf({ aps: { sound: s } })", ["a", "?"]),
    ("let s = 'a';\ns ??= 'b';\nf({ aps: { sound: s } })", ["a", "?"]),
    // Other things of the same name.
    ("const s = 'a';\nfunction g(s) { f({ aps: { sound: s } }) }", ["?"]),
    ("const s = 'a';\nall.map((s) => ({ aps: { sound: s } }))", ["?"]),
    ("const s = 'a';\nall.map(s => f({ aps: { sound: s } }))", ["?"]),
    ("const s = 'a';\nfor (const s of all) { f({ aps: { sound: s } }) }", ["?"]),
    ("function g() { const s = 'a'; }\nfunction h() { f({ aps: { sound: s } }) }", ["?"]),
    ("const s = 'a';\nfunction g() { const s = x; f({ aps: { sound: s } }) }", ["?"]),
    ("f({ aps: { sound: other.s } }); const s = 'a';", ["?"]),
    ("function g(d) { f({ aps: { sound: d.a } }) }\nconst d = { a: 'x' };", ["?"]),
    ("class A { d = { a: 'x' }; g() { f({ aps: { sound: this.d.a } }) } }", ["?"]),
    ("const s = 'a';\nfunction g(p) { const { s } = p; f({ aps: { sound: s } }) }", ["?"]),
    ("const s = 'a';\nconst g = s => f({ aps: { sound: s } })", ["?"]),
    ("const s = 'a';\nclass A { g() { f({ aps: { sound: this.s } }) } }", ["?"]),
    ("class A { static s = 'a'; g() { f({ aps: { sound: s } }) } }", ["?"]),
    ("const d = { a: 'x' };\nd.a = 'y';\nf({ aps: { sound: d.a } })", ["?"]),
    ("const d = { a: 'x' };\nd['a'] = 'y';\nf({ aps: { sound: d.a } })", ["?"]),
    ("let d = { a: 'x' };\nd = g();\nf({ aps: { sound: d.a } })", ["?"]),
    ("const d = { a: 'x', ...b };\nf({ aps: { sound: d.a } })", ["?"]),
    ("const d = { a: 'x', [k]: 'y' };\nf({ aps: { sound: d.a } })", ["?"]),
    ("const s = s; f({ aps: { sound: s } });", ["?"]),
    ("const s = 'a';\nuseEffect(() => {\n  f({ aps: { sound: s } })\n})", ["a"]),
    ("function g() { return 'a'; }\nf({ aps: { sound: g() } })", ["?"]),
    ("let s = 'a';\nswitch (k) { case 1: s = 'b'; break; }\nf({ aps: { sound: s } })", ["a", "b"]),
    ("let s = null;\nswitch (k) { case 1: s = 'a'; }\nf({ aps: { sound: s } })", ["a"]),
    ("let s = 'a';\nswitch (k) { case K.b: s = g(); }\nf({ aps: { sound: s } })", ["a", "?"]),
  ])
  func javaScript(code: String, expected: [String]) {
    #expect(names(code, .javaScript) == expected)
  }

  private static let inner =
    "enum D { enum S { static let s = \"a\" } }\nenum N { enum S { static let s = \"b\" } }\n"

  private static func labels(_ cases: String) -> String {
    "func f() {\nvar s = \"a\"\nswitch k {\n\(cases)\n}\nUNNotificationSoundName(s)\n}"
  }

  @Test(arguments: [
    ("private let s = \"a\"\nfunc f() { UNNotificationSoundName(s) }", ["a"]),
    ("let s: String = \"a\"\nfunc f() { UNNotificationSoundName(rawValue: s) }", ["a"]),
    ("var s = \"a\"\nfunc f() { UNNotificationSoundName(s) }", ["a", "?"]),
    ("let s = \"a\"\nfunc f(s: String) { UNNotificationSoundName(s) }", ["?"]),
    ("let s = \"a\"\nfunc f() { all.forEach { s in UNNotificationSoundName(s) } }", ["?"]),
    ("let s = \"a\"\nfunc f() { if let s = x { UNNotificationSoundName(s) } }", ["?"]),
    ("enum S { static let a = \"x\" }\nUNNotificationSoundName(S.a)", ["x"]),
    (
      "enum S: String { case a = \"x\", b\ncase c }\nUNNotificationSoundName(S.b.rawValue + \".caf\")",
      ["b.caf"]
    ),
    ("enum S: String { case a = \"x\", b }\nUNNotificationSoundName(S.a.rawValue)", ["x"]),
    (#"let s = "a"; UNNotificationSoundName("\(s).caf")"#, ["a.caf"]),
    (#"let s = "a"; UNNotificationSoundName("\(s)\(n).caf")"#, ["?"]),
    (#"UNNotificationSoundName(x ?? "a")"#, ["a", "?"]),
    (#"UNNotificationSoundName(x! + "a")"#, ["?"]),
    (labels("case 1: s = \"b\"\ndefault: break"), ["a", "b"]),
    (labels("case .b, .c: s = \"b\"\ncase .d where x > 1: s = \"c\""), ["a", "b", "c"]),
    (labels("case 1: s = other()\ndefault: break"), ["a", "?"]),
    (labels("default: s = \"b\""), ["a", "b"]),
    (inner + "UNNotificationSoundName(N.S.s)", ["b"]),
    (inner + "UNNotificationSoundName(D.S.s)", ["a"]),
  ])
  func swift(code: String, expected: [String]) {
    #expect(names(code, .swift) == expected)
  }

  @Test(arguments: [
    (
      "const String s = 'a';\nconst n = RawResourceAndroidNotificationSound(s);",
      SourceLanguage.dart, ["a"]
    ),
    ("static const s = 'a';\nDarwinNotificationDetails(sound: '$s.caf')", .dart, ["a.caf"]),
    ("String s = 'a';\nDarwinNotificationDetails(sound: '${s}.caf')", .dart, ["a.caf", "?"]),
    ("class S { static const a = 'x'; }\nDarwinNotificationDetails(sound: S.a)", .dart, ["x"]),
    (
      "static NSString *const s = @\"a\";\nvoid f() { [UNNotificationSound soundNamed:s]; }",
      .objectiveC, ["a"]
    ),
    ("#define S @\"a\"\nvoid f() { [UNNotificationSound soundNamed:S]; }", .objectiveC, ["a"]),
    ("[UNNotificationSound soundNamed:x ? @\"a\" : @\"b\"];", .objectiveC, ["a", "b"]),
    (
      "const s = 'a';\nclass N { final String? s; f() { DarwinNotificationDetails(sound: s); } }",
      .dart, ["?"]
    ),
    ("DarwinNotificationDetails(sound: 'a' 'b')", .dart, ["?"]),
    ("f({'aps': {'sound': 'a' f'b'}})", .python, ["?"]),
    ("$s = 'a';\n$s .= '.caf';\nf(['aps' => ['sound' => $s]]);", .php, ["a", "?"]),
    ("const string s = \"a\"; UNNotificationSound.GetSound($\"{s}.caf\")", .cSharp, ["a.caf"]),
    (
      "NSString *s = @\"a\"; switch (k) { case 1: s = @\"b\"; } [UNNotificationSound soundNamed:s];",
      .objectiveC, ["a", "b", "?"]
    ),
    ("RawResourceAndroidNotificationSound('a.wav'.split('.').first)", .dart, ["a"]),
    ("RawResourceAndroidNotificationSound('a.wav'.split('.').last)", .dart, ["?"]),
    ("RawResourceAndroidNotificationSound('a_wav'.split('_').first)", .dart, ["?"]),
    ("Uri.parse(\"android.resource://$p/raw/\" + \"a.b\".substringBefore(\".\"))", .kotlin, ["a"]),
    ("Uri.parse(\"android.resource://$p/raw/\" + \"a.b\".substringAfter(\".\"))", .kotlin, ["?"]),
  ])
  func otherLanguages(code: String, language: SourceLanguage, expected: [String]) {
    #expect(names(code, language) == expected)
  }

  /// Many uses of a name with many values, and long sums, take little time.
  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      String(repeating: "{", count: 95) + String(repeating: "s='bell.caf';", count: 250)
        + String(repeating: "aps={sound:s},", count: 4000),
      "const s = 'a';" + String(repeating: "s='a';", count: 60)
        + String(repeating: "aps={sound:s+s+''+''+''+''+''+''+''+''},", count: 4000),
    ])
  func hostileUses(code: String) {
    #expect(names(code, .javaScript).allSatisfy { $0 == "?" || $0.hasPrefix("a") })
  }

  /// Values that refer to each other, deep or long values end without a name.
  @Test(arguments: [
    String(repeating: "s } }); const s = 'a'; f({ aps: { sound: ", count: 2000),
    "s } }); const s = {"
      + String(repeating: "s: 'a', f: f({ aps: { sound: s[k] } }), ", count: 2000),
    String(repeating: "(", count: 2000), String(repeating: "x ? ", count: 2000),
    String(repeating: "'a' + ", count: 2000), String(repeating: "await ", count: 2000),
    (0..<200).map { "const a\($0) = await a\($0 + 1);\n" }.joined() + sound + "a0 } })",
    String(repeating: "{ aps: { sound: x ? ", count: 2000),
    (0..<1000).map { "const a\($0) = a\($0 + 1) + a\($0 + 1);\n" }.joined() + sound + "a0 } })",
  ])
  func hostileValues(value: String) {
    #expect(names(Self.sound + value, .javaScript).allSatisfy { $0 == "?" || $0.utf8.count <= 255 })
  }

  /// Functions, computed properties and conditions of Swift that return strings.
  @Test(arguments: [
    (#"func s() -> String { "a" }"#, "s()", ["a"]),
    (#"func s(_ k: K, loud: Bool = true) -> String { return "a" }"#, "s(.b)", ["a"]),
    (#"func s() -> String { switch k { case .a: "a" default: return "b" } }"#, "s()", ["a", "b"]),
    (#"func s() -> String { if k { return "a" } else { return "b" } }"#, "self.s()", ["a", "b"]),
    (#"func s() -> String { k ? "a" : "b" }"#, "s()", ["a", "b"]),
    (#"static func s() -> String { "a" }"#, "A.s()", ["a"]),
    (#"var s: String { switch self { case .default: "a"; case .b: "b" } }"#, "s", ["a", "b"]),
    (
      #"func s() -> String { let t = switch k { case .a: "a" default: "b" }; return t }"#, "s()",
      ["a", "b"]
    ),
    (#"func s() -> String { if k { return other() }; return "a" }"#, "s()", ["a", "?"]),
    (#"func s() -> String { switch k { case .a: "a" case .b(let b): b } }"#, "s()", ["a", "?"]),
    (#"func s(_ t: String) -> String { t }"#, "s(u)", ["?"]),
    (#"func s() -> String { s() }"#, "s()", ["?"]),
    (#"var s: String { get { "a" } }"#, "s", ["a"]),
    (#"func s() -> String { "a" }"#, "s", ["?"]), (#"func s() -> String { "a" }"#, "t.s()", ["?"]),
    (#"func s() -> String { "a" }"#, "s().name", ["?"]),
    (#"func s() -> String { let k = 1; log { "b" }; return "a" }"#, "s()", ["a"]),
    (
      "func s() -> String {\nlet k = 1\n#if DEBUG\nlog { \"b\" }\n#endif\nreturn \"a\" }", "s()",
      ["a"]
    ),
    (#"func s() -> String { let b = all.map { _ in return "b" }; return "a" }"#, "s()", ["a"]),
    (#"func s() -> String { func t() -> String { return "b" }; return "a" }"#, "s()", ["a"]),
    (#"var s: String { get { if k { return "a" }; return "b" } }"#, "s", ["a", "b"]),
    ("func s(_ k: Int) -> String { \"a\" }\nfunc s() -> String { \"b\" }", "s()", ["a", "b", "?"]),
    ("let s = 1", #"if k { "a" } else if l { "b" } else { "c" }"#, ["a", "b", "c"]),
  ])
  func swiftFunctions(declaration: String, value: String, expected: [String]) {
    let code = """
      class A {
        \(declaration)
        func f() { x.sound = UNNotificationSound(named: UNNotificationSoundName(\(value))) }
      }
      """
    #expect(names(code, .swift) == expected)
  }
}
