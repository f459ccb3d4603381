import AlertSound
import Foundation
import Testing

struct NotificationPayloadTests {
  private func request(_ json: String) throws -> SoundRequest {
    try JSONDecoder().decode(NotificationPayload.self, from: Data(json.utf8)).request
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

  @Test(arguments: [
    (#"{"aps":{"sound":3}}"#, ["aps", "sound"]), (#"{"aps":{"sound":["x"]}}"#, ["aps", "sound"]),
    (#"{"aps":{"sound":true}}"#, ["aps", "sound"]),
    (#"{"aps":{"sound":{"critical":2}}}"#, ["aps", "sound", "critical"]),
    (#"{"aps":{"sound":{"critical":"1"}}}"#, ["aps", "sound", "critical"]),
    (#"{"aps":{"sound":{"name":1}}}"#, ["aps", "sound", "name"]),
    (#"{"aps":{"sound":{"volume":"0.5"}}}"#, ["aps", "sound", "volume"]),
    (#"{"aps":{"sound":{"volume":true}}}"#, ["aps", "sound", "volume"]),
    (#"{"aps":"x"}"#, ["aps"]), (#"{"aps":null}"#, ["aps"]), (#"[]"#, []), (#"x"#, []), ("", []),
  ])
  func wrongTypesAreErrorsWithALocation(json: String, path: [String]) throws {
    let error = #expect(throws: DecodingError.self) { try request(json) }
    let context =
      switch error {
      case .dataCorrupted(let context), .typeMismatch(_, let context),
        .valueNotFound(_, let context), .keyNotFound(_, let context):
        context
      default: DecodingError.Context(codingPath: [], debugDescription: "no error")
      }
    #expect(context.codingPath.map(\.stringValue) == path)
  }

  @Test func payloadWithoutApsIsAnError() {
    let error = #expect(throws: DecodingError.self) { try request(#"{"sound":"x"}"#) }
    if case .keyNotFound(let key, _) = error {
      #expect(key.stringValue == "aps")
    } else {
      Issue.record("\(String(describing: error))")
    }
  }

  @Test(
    arguments: [
      (1.5, true, ["the volume is 1.5; it must be from 0 (silent) to 1 (full)"]),
      (-0.1, true, ["the volume is -0.1; it must be from 0 (silent) to 1 (full)"]),
      (0, true, ["the volume is 0: nothing will be heard"]), (1, true, []), (0.5, true, []),
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
