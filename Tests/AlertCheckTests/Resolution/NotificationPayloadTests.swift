import AlertCheck
import Foundation
import Testing

struct NotificationPayloadTests {
  private func payload(_ json: String) throws -> NotificationPayload {
    try JSONDecoder().decode(NotificationPayload.self, from: Data(json.utf8))
  }

  private func request(_ json: String) throws -> SoundRequest {
    try #require(payload(json).ios)
  }

  @Test(
    arguments: [
      (#"{"aps":{"sound":"ring.caf"}}"#, .named("ring.caf")),
      (
        #"{"aps":{"sound":"ring.caf","badge":3,"alert":{"title":"x"}},"own":[1]}"#,
        .named("ring.caf")
      ),
      (#"{"aps":{"sound":"default"}}"#, .defaultSound), (#"{"aps":{"sound":""}}"#, .silence),
      (#"{"aps":{"sound":null}}"#, .silence), (#"{"aps":{"alert":"x"}}"#, .silence),
      (#"{"aps":{"sound":"\u00e9\n\ud83d\udd14"}}"#, .named("é\n🔔")),
    ] as [(String, SoundRequest.Sound)])
  func names(json: String, sound: SoundRequest.Sound) throws {
    let request = try request(json)
    #expect(request == SoundRequest(sound))
    #expect(request.notes == [])
  }

  @Test(
    arguments: [
      (#"{"critical":1,"name":"a.caf","volume":0.8}"#, .named("a.caf"), true, 0.8),
      (#"{"critical":true,"name":"a.caf","volume":1}"#, .named("a.caf"), true, 1),
      (#"{"critical":0,"name":"a.caf"}"#, .named("a.caf"), false, nil),
      (#"{"critical":false,"name":"default"}"#, .defaultSound, false, nil),
      (#"{"name":"a.caf"}"#, .named("a.caf"), false, nil),
      (#"{"critical":1,"volume":null,"more":{}}"#, .defaultSound, true, nil),
      (#"{"critical":1.0}"#, .defaultSound, true, nil), (#"{"name":""}"#, .silence, false, nil),
      (#"{}"#, .defaultSound, false, nil),
    ] as [(String, SoundRequest.Sound, Bool, Double?)])
  func dictionaries(
    json: String, sound: SoundRequest.Sound, isCritical: Bool, volume: Double?
  ) throws {
    let request = try request(#"{"aps":{"sound":\#(json)}}"#)
    #expect(request.sound == sound)
    #expect(request.isCritical == isCritical)
    #expect(request.volume == volume)
    #expect(request.interface == .notification)
  }

  /// Each case: a payload, and for each misplaced sound the platform, its keys, and the right keys.
  @Test(
    arguments: [
      (#"{"aps":{"alert":"x"},"sound":"a.caf"}"#, ["ios sound aps.sound"]),
      (
        #"{"apns":{"payload":{"aps":{"badge":1},"sound":"a.caf"}}}"#,
        ["ios apns.payload.sound apns.payload.aps.sound"]
      ),
      (
        #"{"message":{"apns":{"payload":{"aps":{"event":"update","sound":"a.caf"}}}}}"#,
        ["ios message.apns.payload.aps.sound message.apns.payload.aps.alert.sound"]
      ),
      (#"{"aps":{"alert":{"sound":"a.caf"}}}"#, ["ios aps.alert.sound aps.sound"]),
      (#"{"aps":{"event":"update","sound":"a.caf"}}"#, ["ios aps.sound aps.alert.sound"]),
      (#"{"alert":{"sound":"a.caf"}}"#, ["ios alert.sound sound"]),
      (
        #"{"message":{"notification":{"sound":"a"}}}"#,
        [
          "ios message.notification.sound message.apns.payload.aps.sound",
          "android message.notification.sound message.android.notification.sound",
        ]
      ),
      (
        #"{"apns":{"aps":{"sound":"a.caf"}},"android":{"sound":"a"}}"#,
        [
          "ios apns.aps.sound apns.payload.aps.sound",
          "android android.sound android.notification.sound",
        ]
      ),
      (
        #"{"to":"ExpoPushToken[a]","notification":{"sound":"a.caf"}}"#,
        ["ios notification.sound sound"]
      ),
      (
        #"{"app_id":"x","sound":"a.caf"}"#,
        ["ios sound ios_sound", "android sound android_sound"]
      ),
      (
        #"{"device_types":["ios"],"notification":{"sound":"a.caf"}}"#,
        ["ios notification.sound notification.ios.sound"]
      ),
    ] as [(String, [String])])
  func misplacedSounds(json: String, expected: [String]) throws {
    let payload = try payload(json)
    #expect(
      payload.misplaced.map { "\($0.platform.rawValue) \($0.place) \($0.expectedPlace)" }
        == expected)
  }

  @Test(arguments: [
    #"{"aps":{"sound":"a.caf"},"sound":"b.caf"}"#, #"{"aps":{"alert":"x"},"sound":true}"#,
    #"{"aps":{"alert":"x"},"sound":"loud"}"#,
    #"{"apns":{"payload":{"aps":{"event":"update","alert":{"sound":"a.caf"}}}}}"#,
    #"{"aps":{"alert":"x"},"sound":null}"#,
    // The app or its service extension may read the key.
    #"{"aps":{"content-available":1},"sound":"a.caf"}"#,
    #"{"aps":{"alert":"x","mutable-content":1},"sound":"a.caf"}"#,
    #"{"message":{"data":{"sound":"a.caf"}}}"#,
    #"{"to":"ExpoPushToken[a]","data":{"sound":"a.caf"}}"#,
    #"{"aps":{"event":"update","alert":{"sound":"a.caf"},"sound":"b.caf"}}"#,
    #"{"ios_sound":"nil","android_sound":"nil","sound":"a"}"#,
  ])
  func otherSoundsAreNotMisplaced(json: String) throws {
    #expect(try payload(json).misplaced == [])
  }

  /// The app's code may play a sound beside `aps`; the system doesn't.
  @Test(arguments: [
    (#"{"aps":{"content-available":1},"sound":"a.caf"}"#, 1),
    (#"{"aps":{"mutable-content":1,"sound":"b.caf"},"sound":"a.caf"}"#, 1),
    (#"{"message":{"apns":{"payload":{"aps":{"content-available":1},"sound":"a.caf"}}}}"#, 1),
    (#"{"aps":{"content-available":1},"sound":3}"#, 0), (#"{"aps":{"content-available":1}}"#, 0),
    (#"{"aps":{"sound":"b.caf"},"sound":"a.caf"}"#, 0),
  ])
  func soundsForCode(json: String, count: Int) throws {
    let payload = try payload(json)
    #expect(payload.notes.count == count)
    #expect(payload.notes.allSatisfy { $0.text.contains("beside aps") })
    #expect(payload.misplaced == [])
  }

  /// Each case: a payload like those in the service's documentation, its form, and a phrase of
  /// `reading`; nil if the form is certain.
  @Test(
    arguments: [
      (#"{"aps":{"alert":{"title":"Game"},"sound":"bingbong.aiff"}}"#, .apns, nil),
      (#"{"sound":"a.caf","alert":"x"}"#, .aps, "aps"),
      (
        #"{"message":{"token":"t","notification":{"title":"x"},"#
          + #""apns":{"payload":{"aps":{"sound":"a.caf"}}},"#
          + #""android":{"notification":{"sound":"a","channel_id":"c"}}}}"#, .fcm, nil
      ),
      (#"{"apns":{"payload":{"aps":{"sound":"a.caf"}}}}"#, .fcm, "without the key message"),
      (#"{"token":"t","notification":{"title":"x"}}"#, .fcm, "without the key message"),
      (#"{"notification":{"sound":"a"}}"#, .fcm, "without the key message"),
      (
        #"{"to":"ExponentPushToken[xxx]","sound":"default","body":"x","channelId":"c"}"#, .expo,
        nil
      ),
      (#"{"to":["ExpoPushToken[x]"],"data":{}}"#, .expo, nil),
      (#"{"to":"me","sound":"a.wav"}"#, .expo, "isn't an Expo push token"),
      (#"{"channelId":"c","sound":"a.wav"}"#, .expo, "no recipient"),
      (
        #"{"app_id":"5eb5","included_segments":["All"],"contents":{"en":"x"},"#
          + #""ios_sound":"a.wav","android_sound":"a","android_channel_id":"c"}"#, .oneSignal, nil
      ),
      (#"{"ios_sound":"a.wav"}"#, .oneSignal, nil),
      (#"{"audience":"all","device_types":"all","notification":{"alert":"x"}}"#, .airship, nil),
      (#"{"audience":{"tag":"a"},"device_types":["ios"],"message":{"title":"x"}}"#, .airship, nil),
    ] as [(String, NotificationPayload.Kind, String?)])
  func forms(json: String, kind: NotificationPayload.Kind, reading: String?) throws {
    let payload = try payload(json)
    #expect(payload.kind == kind)
    if let reading {
      #expect(payload.reading?.contains(reading) == true, "\(payload.reading ?? "")")
    } else {
      #expect(payload.reading == nil)
    }
  }

  /// Each case: a payload, its sound for iOS, its sound for Android, and its channel. A sound is
  /// nil if the payload has no part for that platform.
  @Test(
    arguments: [
      (#"{"aps":{"sound":"a.caf"}}"#, .named("a.caf"), nil, nil),
      (#"{"sound":"a.caf"}"#, .named("a.caf"), nil, nil),
      (
        #"{"audience":"all","device_types":"all","notification":{"ios":{"sound":{"name":"a.caf"}},"#
          + #""android":{"sound":"a","notification_channel":"c"}}}"#, .named("a.caf"), .named("a"),
        "c"
      ),
      (
        #"{"device_types":["android"],"notification":{"ios":{"sound":"a.caf"}}}"#, nil, .silence,
        nil
      ),
      (
        #"{"message":{"apns":{"payload":{"aps":{"sound":"a.caf"}}},"#
          + #""android":{"notification":{"sound":"a","channel_id":"c"}}}}"#, .named("a.caf"),
        .named("a"), "c"
      ),
      (
        #"{"android":{"notification":{"sound":"default","channelId":"c"}}}"#, nil, .defaultSound,
        "c"
      ),
      (#"{"android":{"notification":{"default_sound":true}}}"#, nil, .defaultSound, nil),
      (#"{"message":{"notification":{"title":"x"}}}"#, .silence, .silence, nil),
      (#"{"message":{"data":{"a":"b"},"android":{"priority":"high"}}}"#, nil, nil, nil),
      (#"{"to":"ExponentPushToken[x]","sound":"a.wav"}"#, .named("a.wav"), .silence, nil),
      (
        #"{"to":"ExponentPushToken[x]","sound":{"name":"default"},"channelId":"c"}"#,
        .defaultSound, .silence, "c"
      ),
      (#"{"to":"ExponentPushToken[x]"}"#, .silence, .silence, nil),
      (
        #"{"ios_sound":"a.wav","android_sound":"a","android_channel_id":"c"}"#, .named("a.wav"),
        .named("a"), "c"
      ),
      (#"{"ios_sound":"nil","android_sound":"nil"}"#, .silence, .silence, nil),
      (
        #"{"app_id":"x","existing_android_channel_id":"e","android_channel_id":"c"}"#,
        .defaultSound, .defaultSound, "e"
      ),
    ] as [(String, SoundRequest.Sound?, SoundRequest.Sound?, String?)])
  func requests(
    json: String, ios: SoundRequest.Sound?, android: SoundRequest.Sound?, channel: String?
  ) throws {
    let payload = try payload(json)
    #expect(payload.ios?.sound == ios)
    #expect(payload.android?.sound == android)
    #expect(payload.android?.channel == channel)
    #expect(payload.android.map { $0.androidService == payload.kind } ?? true)
  }

  /// Each case: a payload for a Live Activity, and its sound. Only `alert` may state the sound.
  @Test(
    arguments: [
      (#"{"aps":{"event":"update","alert":{"title":"x","sound":"a.caf"}}}"#, .named("a.caf")),
      (#"{"aps":{"content-state":{},"sound":"a.caf"}}"#, .silence),
      (#"{"aps":{"event":"update","alert":"x"}}"#, .silence),
    ] as [(String, SoundRequest.Sound)])
  func liveActivities(json: String, sound: SoundRequest.Sound) throws {
    let request = try request(json)
    #expect(request.sound == sound)
    #expect(request.use == .liveActivity)
  }

  @Test func whatAServiceIgnoresIsNoted() throws {
    let texts = try [
      #"{"message":{"notification":{"title":"x","sound":"a"}}}"#,
      #"{"to":"ExpoPushToken[x]","sound":"a.wav"}"#,
    ].map { try #require(payload($0).notes.first).text }
    #expect(texts[0].hasPrefix("FCM v1 has no notification.sound"))
    #expect(texts[1].hasPrefix("Expo passes sound to iOS only"))
  }

  /// FCM's legacy API has other recipients than FCM v1 and Expo.
  @Test(arguments: [
    #"{"to":"bk3RNwTe3H0:CI2k","notification":{"sound":"a"}}"#, #"{"to":"/topics/x","data":{}}"#,
    #"{"registration_ids":["a"],"notification":{"sound":"a"}}"#,
  ])
  func messagesOfTheLegacyAPIAreNamed(json: String) throws {
    let error = #expect(throws: DecodingError.self) { try payload(json) }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("\(json)")
      return
    }
    #expect(context.debugDescription == NotificationPayload.legacyForm)
  }

  @Test(arguments: [
    (#"{"message":{"apns":{"payload":{"aps":7}}}}"#, "message.apns.payload.aps"),
    (
      #"{"message":{"android":{"notification":{"sound":7}}}}"#, "message.android.notification.sound"
    ),
    (#"{"to":"ExpoPushToken[x]","channelId":7}"#, "channelId"), (#"{"ios_sound":7}"#, "ios_sound"),
    (#"{}"#, ""), (#"{"name":"x"}"#, ""), (#"{"message":"x"}"#, ""),
    (#"{"aps":{"sound":3}}"#, "aps.sound"), (#"{"aps":{"sound":["x"]}}"#, "aps.sound"),
    (#"{"aps":{"sound":true}}"#, "aps.sound"),
    (#"{"aps":{"sound":{"critical":2}}}"#, "aps.sound.critical"),
    (#"{"aps":{"sound":{"critical":"1"}}}"#, "aps.sound.critical"),
    (#"{"aps":{"sound":{"name":1}}}"#, "aps.sound.name"),
    (#"{"aps":{"sound":{"volume":"0.5"}}}"#, "aps.sound.volume"),
    (#"{"aps":{"sound":{"volume":true}}}"#, "aps.sound.volume"),
    (#"{"aps":"x"}"#, "aps"), (#"{"aps":null}"#, "aps"), (#"[]"#, ""), (#"x"#, ""), ("", ""),
  ])
  func faultsHaveALocation(json: String, place: String) throws {
    let error = #expect(throws: DecodingError.self) { try payload(json) }
    let context =
      switch error {
      case .dataCorrupted(let context), .typeMismatch(_, let context),
        .valueNotFound(_, let context), .keyNotFound(_, let context):
        context
      default: DecodingError.Context(codingPath: [], debugDescription: "no error")
      }
    #expect(context.codingPath.map(\.stringValue).joined(separator: ".") == place)
    if place.isEmpty, json.hasPrefix("{") {
      #expect(context.debugDescription == NotificationPayload.unknownForm)
    }
  }

  @Test(
    arguments: [
      (1.5, true, ["the volume is 1.5; it must be from 0 (silent) to 1 (full)"]),
      (-0.1, true, ["the volume is -0.1; it must be from 0 (silent) to 1 (full)"]),
      (0, true, []), (1, true, []), (0.5, true, []),
      (0.5, false, ["only a critical alert has a volume; this one is not critical"]),
    ] as [(Double, Bool, [String])])
  func oddVolumesAreNoted(volume: Double, isCritical: Bool, notes: [String]) {
    var request = SoundRequest(.named("x"))
    request.isCritical = isCritical
    request.volume = volume
    let entitlement = "a critical alert needs an entitlement from Apple, and the user's consent"
    #expect(request.notes == notes + (isCritical ? [entitlement] : []))
  }

  @Test func namesInAProgram() {
    let name = "UILocalNotificationDefaultSoundName"
    #expect(SoundRequest(name: name, interface: .localNotification).sound == .defaultSound)
    #expect(SoundRequest(name: name).sound == .named(name))
    #expect(SoundRequest(name: nil).sound == .silence)
    #expect(SoundRequest(name: "").sound == .silence)
    #expect(SoundRequest(name: "default").sound == .defaultSound)
  }
}

extension NotificationPayload {
  fileprivate var misplaced: [MisplacedSound] {
    [ios?.misplaced, android?.misplaced].compactMap(\.self)
  }
}
