import Testing

@testable import AlertCheck

struct RequestFinderTests {
  /// The requests in code: each line number, the name or `?`, and the systems.
  private func requests(_ code: String, _ language: SourceLanguage) -> [String] {
    RequestFinder.requests(in: code, language).map {
      "\($0.line) \($0.name ?? "?") \($1.map(\.rawValue).joined(separator: "+"))"
    }
  }

  @Test(arguments: [
    (#"x.sound = UNNotificationSound(named: UNNotificationSoundName("a.caf"))"#, ["1 a.caf ios"]),
    (#"UNNotificationSound(named: UNNotificationSoundName(rawValue: "a.caf"))"#, ["1 a.caf ios"]),
    (
      #"UNNotificationSound.init(named: UNNotificationSoundName.init("a.caf"))"#, ["1 a.caf ios"]
    ),
    (#"UNNotificationSound(named: .init("a.caf"))"#, ["1 a.caf ios"]),
    (#"UNNotificationSound(named: .init(rawValue: "a.caf"))"#, ["1 a.caf ios"]),
    (#"UNNotificationSound(named: "a.caf")"#, ["1 a.caf ios"]),
    (#"content.sound = .init(named: .init("a.caf"))"#, ["1 a.caf ios"]),
    (#"image = .init(named: .init("a.caf"))"#, []),
    (#"UNNotificationSound(named: name)"#, ["1 ? ios"]),
    (#"UNNotificationSoundName("\(name).caf")"#, ["1 ? ios"]),
    (#"UNNotificationSoundName(name + ".caf")"#, ["1 ? ios"]),
    (#"UNNotificationSoundName("a" + ".caf")"#, ["1 a.caf ios"]),
    (#"UNNotificationSoundName("")"#, []),
    (#"UNNotificationSound.default"#, []),
    (
      #".criticalSoundNamed(UNNotificationSoundName("a.caf"), withAudioVolume: 1)"#, ["1 a.caf ios"]
    ),
    (#"AlertConfiguration.AlertSound.named("a.caf")"#, ["1 a.caf ios"]),
    (#"import AlarmKit; AlarmPresentation(sound: .named("a.caf"))"#, ["1 a.caf ios"]),
    (#"Color.named("a.caf")"#, []),
    (#"import AlarmKit; f(sound: loud ? .named("a.caf") : .default)"#, ["1 a.caf ios"]),
    (#"import AlarmKit; f(sound: loud ? .default : .named("a.caf"), volume: 1)"#, ["1 a.caf ios"]),
    (#"let s: AlertConfiguration.AlertSound = .named("a.caf")"#, ["1 a.caf ios"]),
    (#"let s: [AlertSound] = [.named("a.caf"), .named("b.caf")]"#, ["1 a.caf ios", "1 b.caf ios"]),
    (
      "func f(_ k: K) -> AlertConfiguration.AlertSound {\n"
        + "  switch k {\n  case .a: .named(\"a.caf\")\n  case .b: return .named(\"b.caf\")\n  }\n}",
      ["3 a.caf ios", "4 b.caf ios"]
    ),
    (#"var s: AlertSound? { loud ? .named("a.caf") : nil }"#, ["1 a.caf ios"]),
    (#"func f() -> AlertSound { use(Color(.named("a.caf"))); return x }"#, []),
    (#"func f(_ s: AlertSound) { image = .named("a.caf") }"#, []),
    ("import CallKit; configuration.ringtoneSound = \"a.caf\"\n", ["1 a.caf ios"]),
    ("import CallKit; configuration.ringtoneSound = name + \".mp3\"", ["1 ? ios"]),
    ("configuration.ringtoneSound = nil", []),
    (#"import AlarmKit; AlarmPresentation(sound: .named(name))"#, ["1 ? ios"]),
    ("let soundName = \"a.caf\"\n", []),
    ("let note = UILocalNotification()\nnote.soundName = \"a.caf\"\n", ["2 a.caf ios"]),
    (
      "UNNotificationSound(named: convertToUNNotificationSoundName(\"a.caf\"))\n"
        + "func convertToUNNotificationSoundName(_ input: String) -> UNNotificationSoundName {\n"
        + "  return UNNotificationSoundName(rawValue: input)\n}\nUNNotificationSoundName(name)",
      ["1 a.caf ios", "5 ? ios"]
    ),
    (#"func f() -> UNNotificationSound { return .init(named: .init("a.caf")) }"#, ["1 a.caf ios"]),
    (#"let sound: UNNotificationSound = .init(named: .init("a.caf"))"#, ["1 a.caf ios"]),
    (#"S(alertSound: .init(named: .init(rawValue: "a.caf")))"#, ["1 a.caf ios"]),
    (#"S(image: .init(named: .init("a")))"#, []),
    ("let i = CKSubscription.NotificationInfo()\ni.soundName = \"a.caf\"\n", ["2 a.caf ios"]),
    ("let i = CKSubscription.NotificationInfo()\nlet soundName = \"a.caf\"", []),
    (#"func f() -> NSImage? { return .init(named: .init("a")) }"#, []),
    (#"import LiveCommunicationKit; C.Configuration(ringtoneName: "a.caf")"#, ["1 a.caf ios"]),
    (#"C(ringtoneName: "a.caf")"#, []),
    ("// UNNotificationSoundName(\"a.caf\")\n/* /* UNNotificationSoundName(\"b.caf\") */ */", []),
    ("extension UNNotificationSoundName {\n  static let a = Self(\"a\")\n}", ["2 a ios"]),
    ("\"\"\"\n\"quoted\" \\(x)\n\"\"\"\nUNNotificationSoundName(\"a.caf\")", ["4 a.caf ios"]),
  ])
  func swift(code: String, expected: [String]) {
    #expect(requests(code, .swift) == expected)
  }

  @Test(arguments: [
    (#"[UNNotificationSound soundNamed:@"a.caf"];"#, ["1 a.caf ios"]),
    (#"[UNNotificationSound criticalSoundNamed:@"a.caf" withAudioVolume:1];"#, ["1 a.caf ios"]),
    (#"[UNNotificationSound soundNamed:dictionary[SOUND]];"#, ["1 ? ios"]),
    ("CKNotificationInfo *i;\ni.soundName = @\"a.caf\";", ["2 a.caf ios"]),
    ("UILocalNotification *n;\nn.soundName = @\"a.caf\";", ["2 a.caf ios"]),
    (#"char c = '"'; [UNNotificationSound soundNamed:@"a.caf"];"#, ["1 a.caf ios"]),
  ])
  func objectiveC(code: String, expected: [String]) {
    #expect(requests(code, .objectiveC) == expected)
  }

  @Test(arguments: [
    ("DarwinNotificationDetails(sound: 'a.caf')", ["1 a.caf ios"]),
    (
      "const x = DarwinNotificationDetails(\n  presentSound: true,\n  sound: \"a.caf\",\n);",
      ["3 a.caf ios"]
    ),
    ("DarwinNotificationDetails(sound: name)", ["1 ? ios"]),
    ("DarwinNotificationDetails(sound: '$name.caf')", ["1 ? ios"]),
    ("DarwinNotificationDetails(sound: r'a$.caf')", ["1 a$.caf ios"]),
    ("RawResourceAndroidNotificationSound('a')", ["1 a android"]),
    ("RawResourceAndroidNotificationSound(name)", ["1 ? android"]),
    ("class A { const RawResourceAndroidNotificationSound(this._sound); }", []),
    ("Player(sound: 'a.mp3')", []),
    ("UriAndroidNotificationSound('android.resource://com.example/raw/a')", ["1 a android"]),
    ("NotificationChannel(soundSource: 'resource://raw/a')", ["1 a android", "1 a.aiff ios"]),
    ("NotificationChannel(soundSource: name)", ["1 ? ios+android"]),
    ("NotificationChannel(soundSource: 'a')", []),
    (
      "CallKitParams(android: AndroidParams(ringtonePath: 'a'), ios: IOSParams(ringtonePath: 'a.caf'))",
      ["1 a android", "1 a.caf ios"]
    ),
    ("IOSParams(ringtonePath: 'system_ringtone_default')", []),
    (
      "f({'android': <String, dynamic>{'ringtonePath': 'a'}, 'ios': {'ringtonePath': 'a.caf'}});",
      ["1 a android", "1 a.caf ios"]
    ),
    (
      "f({'ios': <String, dynamic>{'ringtonePath': 'a.caf'}, 'x': {'ringtonePath': 'b'}});",
      ["1 a.caf ios"]
    ),
    (
      "setCountdownAlarm(soundPath: 'assets/a.caf')",
      ["1 assets/a.caf ios"]
    ),
    ("'''\nit's\n''' + f(DarwinNotificationDetails(sound: 'a.caf'))", ["3 a.caf ios"]),
  ])
  func dart(code: String, expected: [String]) {
    #expect(requests(code, .dart) == expected)
  }

  @Test(arguments: [
    (
      "import * as N from 'expo-notifications';\nN.f({ content: { sound: 'a.wav' } });",
      ["2 a.wav ios"]
    ),
    (
      "import * as N from 'expo-notifications';\nN.setNotificationChannelAsync('x', { sound: 'a.wav' });",
      ["2 a.wav android"]
    ),
    ("import * as N from 'expo-notifications';\nconst x = { sound: 'a.wav' };", []),
    (
      "import n from '@notifee/react-native';\nn.f({ ios: { sound: 'a.wav' }, android: { sound: 'a' } });",
      ["2 a.wav ios", "2 a android"]
    ),
    (
      "const P = require('react-native-push-notification');\nP.f({ soundName: 'a.mp3' });",
      ["2 a.mp3 ios+android"]
    ),
    ("f({ sound: 'a.wav' });", []),
    ("f({ aps: { sound: 'a.caf' } });", ["1 a.caf ios"]),
    ("f({ ios_sound: 'a.caf', android_sound: 'a' });", ["1 a.caf ios", "1 a android"]),
    ("f({ aps: { sound: `${x}.caf` } });", ["1 ? ios"]),
    ("f({ aps: { sound: 'default' } });", []),
    ("f({ aps: { sound: name, badge: 1 } });", ["1 ? ios"]),
    ("f({ aps: { sound: '$(sound)' } });", ["1 ? ios"]),
    ("f({ ios_sound: 'nil', android_sound: 'nil' });", []),
    ("fetch('https://exp.host/--/api/v2/push/send', { to, sound: 'a.wav' });", ["1 a.wav ios"]),
    ("const r = /`/g; f({ aps: { sound: 'a.caf' } }); // `", ["1 a.caf ios"]),
    ("const r = /[/*]/; f({ aps: { sound: 'a.caf' } });", ["1 a.caf ios"]),
    ("const x = a / b; f({ aps: { sound: 'a.caf' } }); const y = c / d;", ["1 a.caf ios"]),
    ("/* a /*/ f({ aps: { sound: 'a.caf' } });", ["1 a.caf ios"]),
    ("const t = `a ${f(`b ${c}`)} d`; f({ aps: { sound: 'a.caf' } });", ["1 a.caf ios"]),
    (
      "x ? 'a.caf' : 'b.caf'; f({ aps: { sound: x ? 'a.caf' : 'b.caf' } });",
      ["1 a.caf ios", "1 b.caf ios"]
    ),
  ])
  func javaScript(code: String, expected: [String]) {
    #expect(requests(code, .javaScript) == expected)
  }

  @Test(arguments: [
    (#"{"aps": {"alert": "x",\#n "sound": "a.caf"}}"#, ["2 a.caf ios"]),
    (#"{"aps": {"sound": {"critical": 1, "name": "a.caf"}}}"#, ["1 a.caf ios"]),
    (#"{"message": {"android": {"notification": {"sound": "a"}}}}"#, ["1 a android"]),
    (#"{"sound": "a.caf"}"#, []),
    (#"{"example": {"aps": {"sound": "a.caf"}}}"#, []),
    (#"{"schema": {"aps": {"sound": {"name": "a.caf"}}}}"#, []),
    (#"{"registration_ids": ["x"], "notification": {"sound": "a.caf"}}"#, []),
    (#"{"range": {"from": 1, "to": 2}, "notification": {"sound": "a.caf"}}"#, []),
    (#"{"theme": "x", "notification": {"sound": "a.caf"}}"#, []),
    (#"{"plugins": {"LocalNotifications": {"sound": "a.wav"}}}"#, ["1 a.wav android"]),
    (#"{"aps": {"sound": "a\/b.caf"}}"#, ["1 a/b.caf ios"]),
  ])
  func json(code: String, expected: [String]) {
    #expect(requests(code, .json) == expected)
  }

  @Test(arguments: [
    (#"Uri.parse("android.resource://com.example/raw/a")"#, ["1 a android"]),
    (#"Uri.parse("android.resource://" + getPackageName() + "/raw/a")"#, ["1 a android"]),
    (#"Uri.parse("android.resource://$packageName/raw/a")"#, ["1 a android"]),
    (#"Uri.parse("android.resource://${context.packageName}/raw/a")"#, ["1 a android"]),
    (#"Uri.parse("android.resource://$packageName/raw/$name")"#, ["1 ? android"]),
    (#"Uri.parse("android.resource://" + packageName + "/raw/" + name)"#, ["1 ? android"]),
    (#""android.resource://$packageName/raw/a".toUri()"#, ["1 a android"]),
    (#"Uri.parse("${C.SCHEME_ANDROID_RESOURCE}://$packageName/raw/a")"#, ["1 a android"]),
    (#"b.scheme(C.SCHEME_ANDROID_RESOURCE).authority(p).path("raw/a")"#, ["1 a android"]),
    (
      #"b.scheme(C.SCHEME_ANDROID_RESOURCE).appendPath("raw").appendPath("a")"#, ["1 a android"]
    ),
    (#"b.scheme("https").authority(p).path("raw/a")"#, []),
    (#"get("/raw/$id")"#, []),
    (#"open("assets/raw/a")"#, []),
    (
      #"channel.setSound(Uri.parse("android.resource://" + packageName + "/" + R.raw.a))"#,
      ["1 a android"]
    ),
    (
      #"channel.setSound(Uri.parse("android.resource://$packageName/${R.raw.a}"))"#, ["1 a android"]
    ),
    (
      #"soundUri = S.SCHEME_ANDROID_RESOURCE + "://" + "com.example" + "/" + R.raw.a"#,
      ["1 a android"]
    ),
    (#"soundUri = "${C.SCHEME_ANDROID_RESOURCE}://$p/${R.raw.a}".toUri()"#, ["1 a android"]),
    (#"channel.setSound(Uri.parse("android.resource://$p/raw/${R.raw.a}"))"#, ["1 a android"]),
    (#"view.setVideoURI(Uri.parse("android.resource://" + packageName + "/" + R.raw.a))"#, []),
    (#"Ios(notificationSoundName = "a.wav")"#, ["1 a.wav ios"]),
    (#"Ios(notificationSoundName = if (x) "a.wav" else "b.wav")"#, ["1 a.wav ios", "1 b.wav ios"]),
    (#"val notificationSoundName = "a""#, []),
    (#"mediaPlayer.setDataSource("/data/raw/a")"#, []),
  ])
  func kotlin(code: String, expected: [String]) {
    #expect(requests(code, .kotlin) == expected)
  }

  private static let packageCases: [(String, String, [String])] = [
    (
      "react-native-firebase", "new f.Notification().setTitle('x').setSound('a.wav')", ["a.wav ios"]
    ),
    (
      "react-native-firebase", "new f.Android.Channel('a', f(notification)).setSound('a')",
      ["a android"]
    ),
    ("react-native-firebase", "player.setSound('a')", []),
    (
      "@nativescript/local-notifications", "L.schedule([{ sound: 'a.mp3' }])", ["a.mp3 ios+android"]
    ),
    ("@capacitor/push-notifications", "P.createChannel({ sound: 'a.wav' })", ["a.wav android"]),
    (
      "@awesome-cordova-plugins/local-notifications/ngx", "l.schedule({ sound: 'res://a.wav' })",
      ["a.wav ios+android"]
    ),
    (
      "@awesome-cordova-plugins/local-notifications/ngx", "l.schedule({ sound: 'file://a/b.wav' })",
      ["www/a/b.wav ios+android"]
    ),
    (
      "x", "cordova.plugins.notification.local.schedule({ sound: 'file://b.wav' })",
      ["www/b.wav ios+android"]
    ),
    ("x", "scheduler.schedule({ sound: 'b.wav' })", []),
    ("react-native-notifications", "N.postLocalNotification({ sound: 'a.aiff' })", ["a.aiff ios"]),
    (
      "react-native-notifications", "N.setNotificationChannel({ soundFile: 'a.mp3' })",
      ["a.mp3 android"]
    ),
    (
      "@react-native-community/push-notification-ios",
      "P.addNotificationRequest({ sound: 'a.wav' })", ["a.wav ios"]
    ),
    (
      "@react-native-community/push-notification-ios",
      "P.presentLocalNotification({ soundName: 'a.wav' })", ["a.wav ios"]
    ),
    ("expo-server-sdk", "all.push({ to: t, sound: 'a.wav' })", ["a.wav ios"]),
    ("react-native-callkeep", "K.setup({ ios: { ringtoneSound: 'a.caf' } })", ["a.caf ios"]),
    ("firebase-admin", "f.messaging().send({ notification: { sound: 'a.caf' } })", []),
  ]

  @Test(arguments: packageCases)
  func packages(package: String, code: String, expected: [String]) {
    #expect(
      requests("import * as x from '\(package)';\n\(code);", .javaScript)
        == expected.map { "2 " + $0 })
  }

  @Test(arguments: [
    ("aps = messaging.Aps(sound='a.caf') # aps: {", SourceLanguage.python, ["1 a.caf ios"]),
    ("SOUND = 'a'\nx = {'aps': {'sound': f'{SOUND}.caf'}}", .python, ["2 a.caf ios"]),
    ("x = {'ios_sound': 'a.caf' if y else 'b.caf'}", .python, ["1 a.caf ios", "1 b.caf ios"]),
    ("AndroidNotification(sound='a')", .python, ["1 a android"]),
    ("play(sound='a.wav')", .python, []),
    ("x = 7 // 2; aps = messaging.Aps(sound='a.caf')", .python, ["1 a.caf ios"]),
    ("$m = ['aps' => ['alert' => 'x', 'sound' => 'a.caf']]; // 'b'", .php, ["1 a.caf ios"]),
    ("$s = 'a'; $m['ios_sound'] = $s . '.caf';", .php, ["1 a.caf ios"]),
    ("$s = 'a'; $m['ios_sound'] = \"$s.caf\"; # it's", .php, ["1 a.caf ios"]),
    ("$x = (new ExpoMessage(['a' => 1]))->setSound('a.wav');", .php, ["1 a.wav ios"]),
    (#"Aps.builder().setBadge(1).setSound("a.caf").build()"#, .java, ["1 a.caf ios"]),
    (#"player.builder().setSound("a.caf")"#, .java, []),
    (#"new Aps { Badge = 1, Sound = "a.caf" }"#, .cSharp, ["1 a.caf ios"]),
    (#"new iOSNotification() { SoundName = "a.caf" }"#, .cSharp, ["1 a.caf ios"]),
    (#"new Track() { SoundName = "a.caf" }"#, .cSharp, []),
    (
      #"var x = new JObject { ["ios_sound"] = "a.wav", ["android_sound"] = "a" };"#, .cSharp,
      ["1 a.wav ios", "1 a android"]
    ),
  ])
  func servers(code: String, language: SourceLanguage, expected: [String]) {
    #expect(requests(code, language) == expected)
  }

  @Test func cSharp() {
    #expect(requests(#"UNNotificationSound.GetSound("a.caf")"#, .cSharp) == ["1 a.caf ios"])
    #expect(requests(#"UNNotificationSound.GetSound($"{x}.caf")"#, .cSharp) == ["1 ? ios"])
    #expect(requests(#"player.GetSound("a.caf")"#, .cSharp) == [])
  }

  /// Brackets nested deeper than the limit hide their contents, but not the code after them.
  @Test func deepBrackets() {
    let deep = String(repeating: "[", count: 5000)
    let closed = String(repeating: "]", count: 5000)
    let code =
      "\(deep)UNNotificationSoundName(\"a.caf\")\(closed); UNNotificationSoundName(\"b.caf\")"
    #expect(requests(code, .swift).contains("1 b.caf ios"))
  }
}

extension RequestFinder {
  /// Returns the requests in code, with their systems. Requests that differ only by the system are one.
  static func requests(
    in code: String, _ language: SourceLanguage
  ) -> [(CodeRequest, systems: [CodeRequest.Platform])] {
    let finder = RequestFinder(
      in: SourceTokens(of: Array(code.utf8), in: language), at: "Main", by: Frameworks.apis,
      readingChannels: false)
    var found: [(CodeRequest, systems: [CodeRequest.Platform])] = []
    for request in finder.requests.map(\.code) {
      if let (last, systems) = found.last, !systems.contains(request.platform),
        (last.line, last.name, last.api) == (request.line, request.name, request.api)
      {
        found[found.count - 1].systems.append(request.platform)
      } else {
        found.append((request, [request.platform]))
      }
    }
    return found
  }
}
