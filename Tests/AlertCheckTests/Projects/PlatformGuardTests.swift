import Testing

@testable import AlertCheck

/// Tests which systems run code, by the conditions around it.
struct PlatformGuardTests {
  /// The names that code asks for, each with the first letters of the systems: `x-i` for iOS, `x-ia` for both.
  private func names(_ code: String, _ language: SourceLanguage) -> [String] {
    RequestFinder.requests(in: code, language).map {
      "\($0.name ?? "?")-\($1.map { $0.rawValue.prefix(1) }.joined())"
    }
  }

  private static let package = "import P from 'react-native-push-notification';\n"

  /// In the code, `@x` stands for a call that asks for x.
  @Test(arguments: [
    ("if (Platform.OS === 'ios') { @x; } else { @y; }\n@z;", ["x-i", "y-a", "z-ia"]),
    ("if (Platform.OS !== 'ios') { @x }\n@z", ["x-a", "z-ia"]),
    ("if (Platform.OS === 'android') @x;\nelse @y;\n@z;", ["x-a", "y-i", "z-ia"]),
    ("if (Platform.OS === 'android') @x\n@z", ["x-a", "z-ia"]),
    (
      "if (Platform.OS === 'ios') { @x } else if (Platform.OS === 'web') { @w } else { @y }",
      ["x-i", "y-a"]
    ),
    ("function f() { if (Platform.OS !== 'ios') { return; }\n@x }\n@z", ["x-i", "z-ia"]),
    ("function f() { if (Platform.OS !== 'ios') { if (a) return; b(); }\n@x }", ["x-ia"]),
    ("function f() { if (Platform.OS !== 'ios') return;\n@x }\n@z", ["x-i", "z-ia"]),
    ("function f() { if (Platform.OS === 'ios') return @x;\n@z }", ["x-i", "z-a"]),
    ("if (a && Platform.OS === 'ios' && b) { @x } else { @y }", ["x-i", "y-ia"]),
    ("if (Platform.OS === 'ios' || Platform.OS === 'macos') { @x } else { @y }", ["x-i", "y-a"]),
    ("if (a || Platform.OS === 'ios') { @x }", ["x-ia"]),
    ("if (!(a || Platform.OS === 'ios')) { @x }", ["x-ia"]),
    ("if (a || b && Platform.OS === 'ios') { @x }", ["x-ia"]),
    ("if (Capacitor.getPlatform() === 'android') { @x }", ["x-a"]),
    ("if (process.env.EXPO_OS === 'ios') { @x }", ["x-i"]),
    ("const isApple = Platform.OS === 'ios';\nif (isApple) { @x }", ["x-i"]),
    ("const a = Platform.OS === 'ios'\n  ? 1 : 2;\nif (a) { @x }", ["x-ia"]),
    ("const a = f(Platform.OS === 'ios');\nif (a) { @x }", ["x-ia"]),
    ("if (Platform.OS === 'web') { @x }", []), ("if (type === 'ios') { @x }", ["x-ia"]),
    ("if (isAndroid) { @x }", ["x-a"]), ("if (isAndroid === flag.is('ios')) { @x }", ["x-a"]),
    ("if (['android'].indexOf(Platform.OS) === -1) { @x } else { @y }", ["x-ia", "y-ia"]),
    ("if (['android'].indexOf(Platform.OS) < x) { @x } else { @y }", ["x-ia", "y-ia"]),
    ("function f() { if (Platform.OS === 'ios') { while (q) return 1; }\n@x }", ["x-ia"]),
    ("function f() { if (Platform.OS === 'ios') while (q) return 1;\n@x }", ["x-ia"]),
    (
      "function f() { if (Platform.OS === 'ios') { if (q) { b() } else { return } }\n@x }", ["x-ia"]
    ),
    ("function f() { if (Platform.OS === 'ios') if (q) return;\n@x }", ["x-ia"]),
    ("Platform.OS === 'ios' ? @x : @y;\n@z", ["x-i", "y-a", "z-ia"]),
    ("Platform.OS === 'ios' && @x;\n@z", ["x-i", "z-ia"]),
    ("const a = Platform.OS === 'ios' ? 1 : 2\n@z", ["z-ia"]),
    ("g({ a: Platform.OS === 'ios' ? 1 : 2, b: @z })", ["z-ia"]),
    ("const f = a => Platform.OS === 'ios' ? @x : @y", ["x-i", "y-a"]),
    ("a ? b : Platform.OS === 'ios' ? @x : @y", ["x-i", "y-a"]),
    (
      "Platform.select({ ios: () => @x, android: () => @y, default: () => @z })()\n@w",
      ["x-i", "y-a", "w-ia"]
    ),
    ("Platform.OS === 'ios' ? a?.b ?? c : d;\n@z", ["z-ia"]), ("}}}) @z", ["z-ia"]),
  ])
  func javaScript(code: String, expected: [String]) {
    let calls = code.replacing(/@(\w)/) { "P.f({ soundName: '\($0.output.1)' })" }
    #expect(names(Self.package + calls, .javaScript) == expected)
  }

  @Test func valuesHaveSystems() {
    let code =
      "const s = Platform.OS === 'ios' ? 'x' : 'y';\nP.f({ soundName: `${s}.mp3` });\n"
      + "P.f({ soundName: Platform.select({ ios: 'v', android: 'w' }) });"
    #expect(names(Self.package + code, .javaScript) == ["x.mp3-i", "y.mp3-a", "v-i", "w-a"])
  }

  @Test(arguments: [
    ("#if os(macOS)\n@x\n#else\n@y\n#endif\n@z", ["y-i", "z-i"]),
    ("#if !os(macOS)\n@x\n#else\n@y\n#endif\n@z", ["x-i", "z-i"]),
    ("#if os(watchOS)\n@x\n#elseif os(iOS)\n@y\n#else\n@z\n#endif", ["y-i"]),
    ("#if os(iOS) || os(visionOS)\n@x\n#else\n@y\n#endif", ["x-i"]),
    ("#if DEBUG\n@x\n#endif", ["x-i"]), ("if #available(watchOS 9, *) { @x }", ["x-i"]),
  ])
  func swift(code: String, expected: [String]) {
    let calls = code.replacing(/@(\w)/) { "UNNotificationSoundName(\"\($0.output.1)\")" }
    #expect(names(calls, .swift) == expected)
  }

  @Test func hostileConditions() {
    let deep = String(repeating: "#if os(macOS)\n", count: 10_000)
    let ios = String(repeating: "#if os(iOS)\n#else\n", count: 10_000)
    let long = String(repeating: "Platform.OS === 'ios' && 'ios' && ", count: 10_000)
    let nested = String(repeating: "if (Platform.OS === 'ios') { a ? (", count: 5000)
    let signs = String(repeating: "#x ", count: 20_000)
    for code in [deep, ios, long, nested, signs] {
      #expect(names(code + "\nUNNotificationSoundName(\"x\")", .swift).count <= 1)
    }
  }

  @Test(arguments: [
    ("if (Platform.isAndroid) { @x; } else { @y; }", ["y-i"]),
    ("if (!Platform.isIOS) return; @x;", ["x-i"]),
    ("if (kIsWeb) { return; }\n@x;", ["x-i"]),
    ("if (defaultTargetPlatform == TargetPlatform.android) { @x; }", []),
  ])
  func dart(code: String, expected: [String]) {
    let calls = code.replacing(/@(\w)/) { "DarwinNotificationDetails(sound: '\($0.output.1)')" }
    #expect(names(calls, .dart) == expected)
  }
}
