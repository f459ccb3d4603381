import AlertCheck
import Testing

struct AndroidSoundNameTests {
  /// The Expo plugin must make equal names.
  @Test(arguments: [
    ("ring", "ring"), ("Alert-Tone", "alert_tone"), ("AlertTone", "alert_tone"),
    ("alert tone 2", "alert_tone_2"), ("1up", "sound_1up"), ("_ring_", "ring"), ("--", "sound"),
    ("", "sound"), ("new", "new_sound"), ("New", "new_sound"), ("a.b", "a_b"),
    ("URLPing", "urlping"),
    ("ring2Go", "ring2_go"), ("läuten", "lauten"), ("Café", "cafe"),
    ("Cafe\u{301}", "cafe"), ("Straße", "strasse"), ("Ærø", "aero"), ("звук", "sound"),
  ])
  func nearestName(stem: String, expected: String) {
    let name = AndroidSoundName(nearestTo: stem)
    #expect(name.name == expected)
    #expect(AndroidSoundName(name.name) == name)
  }

  @Test(arguments: ["", "Ring", "1up", "ring-tone", "ring.ogg", "class", "true", "_ring", "é"])
  func refusedNames(name: String) {
    #expect(AndroidSoundName(name) == nil)
  }
}
