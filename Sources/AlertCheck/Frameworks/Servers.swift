/// Servers: payloads, and the packages that send them. A server builds no app, so any app in the repository may be
/// meant.
enum Servers: Framework {
  // From Android 8 on, the channel's sound plays instead of the payload's. Source: Firebase, `AndroidNotification`.
  private static let payloads: Set<SourceLanguage> = [.json, .javaScript, .python, .php, .cSharp]

  static let apis = [
    SoundAPI(payloads, .value("ios_sound"), .iOS),
    SoundAPI(
      payloads, .value("android_sound"), .android, takesFileName: false, onAndroid: .channelDecides),
    SoundAPI(payloads, .value("sound", .under(["aps"])), .iOS, as: "aps.sound"),
    SoundAPI(payloads, .value("name", .under(["aps", "sound"])), .iOS, as: "aps.sound.name"),
    SoundAPI(
      payloads, .value("sound", .under(["android", "notification"])), .android,
      as: "android.notification.sound", takesFileName: false, onAndroid: .channelDecides),
    SoundAPI([.python], .value("sound", .directlyIn(["Aps"])), .iOS, as: "Aps.sound"),
    SoundAPI(
      [.python], .value("name", .directlyIn(["CriticalSound"])), .iOS, as: "CriticalSound.name",
      for: .critical),
    SoundAPI(
      [.python], .value("sound", .directlyIn(["AndroidNotification"])), .android,
      as: "AndroidNotification.sound", takesFileName: false, onAndroid: .channelDecides),
    SoundAPI(
      [.python], .value("sound", .directlyIn(["PushMessage"])), .iOS, as: "PushMessage.sound"),
    SoundAPI([.cSharp], .value("Sound", .directlyIn(["Aps"])), .iOS, as: "Aps.Sound"),
    SoundAPI([.java], .method("setSound", on: "Aps"), .iOS, as: "Aps.Builder.setSound"),
    SoundAPI([.php], .method("setSound", on: "ExpoMessage"), .iOS, as: "ExpoMessage.setSound"),
    SoundAPI([.javaScript], .value("sound"), .iOS, in: [.expoServer]),
  ].map { api in
    var api = api
    api.isRemote = true
    return api
  }
}
