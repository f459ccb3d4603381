import Foundation
import TestSupport
import Testing

@testable import SoundFormat

/// The names of `convert --android`, and the outputs that collide.
extension ConvertAndroidTests {
  @Test func namesAreMadeValid() throws {
    let sound = try soundFile(.wave, .pcm(.int16), frameCount: 700)
    let folder = try SoundFolder(["Alert-Tone.wav": sound, "sub/2 new.wav": sound])
    let outcome = try folder.convert(Self.line + " --manifest m.json")
    expectErrors(
      outcome, exit: 0,
      """
      in/Alert-Tone.wav: note: 'alert_tone' on Android
      in/sub/2 new.wav: note: 'sound_2_new' on Android

      """)
    #expect(try folder.files(in: "res/raw").keys.sorted() == ["alert_tone.ogg", "sound_2_new.ogg"])
    let manifest = try folder.text("m.json")
    let byteCount = try folder.read("res/raw/alert_tone.ogg").count
    #expect(
      manifest.contains(
        """
              "android" : {
                "byteCount" : \(byteCount),
                "format" : "ogg",
                "name" : "alert_tone",
                "output" : "alert_tone.ogg",
                "resource" : "R.raw.alert_tone"
              },
        """))
    // Later runs don't repeat the note.
    #expect(try folder.convert(Self.line).errors == "")
    #expect(try folder.convert(Self.line + " --force --quiet").errors == "")
  }

  @Test func collidingNamesAreRefused() throws {
    let sound = try soundFile(.wave, .pcm(.int16), frameCount: 700)
    let folder = try SoundFolder([
      "a/ring.wav": sound, "b/ring.wav": sound, "ding dong.wav": sound, "ding-dong.wav": sound,
      "bell.wav": sound,
    ])
    let outcome = try folder.convert(Self.line)
    expectErrors(
      outcome,
      """
      res/raw/ring.ogg: error: in/a/ring.wav and in/b/ring.wav would both become this file: names on \
      Android have no folders, and only a-z, 0-9 and _; rename one of them
      res/raw/ding_dong.ogg: error: in/ding dong.wav and in/ding-dong.wav would both become this file: \
      names on Android have no folders, and only a-z, 0-9 and _; rename one of them

      """)
    #expect(try folder.files(in: "res/raw").keys.sorted() == ["bell.ogg"])
    // Outputs for iOS keep their folders and all characters, so no names collide.
    #expect(SoundFolder.counts(outcome).hasPrefix("5 converted, 0 unchanged"))
    #expect(Self.counts(outcome) == "1 converted, 0 unchanged, 4 failed")
  }

  /// A sound that fails only for Android is counted, and its error is in the manifest.
  @Test(arguments: [
    ("mkdir -p res/raw/bell.ogg", "res/raw/bell.ogg: error: "),
    ("touch res", "res: error: "),
  ])
  func failuresAreCountedAndListed(obstacle: String, error: String) throws {
    let folder = try SoundFolder(["bell.wav": try soundFile(.wave, .pcm(.int16))])
    _ = try folder.run(obstacle)
    let rehearsal = try folder.convert(Self.line + " --dry-run")
    #expect(rehearsal.ending == .exit(1))
    #expect(Self.counts(rehearsal) == "0 to convert, 0 unchanged, 1 failed")
    let outcome = try folder.convert(Self.line + " --manifest m.json")
    #expect(outcome.ending == .exit(1))
    #expect(outcome.errors == rehearsal.errors)
    #expect(SoundFolder.counts(outcome) == "1 converted, 0 unchanged")
    #expect(Self.counts(outcome) == "0 converted, 0 unchanged, 1 failed")
    let message = String(outcome.errors.dropLast())
    #expect(message.hasPrefix(error), "\(message)")
    let manifest =
      try JSONSerialization.jsonObject(with: Data(folder.read("m.json"))) as? [String: Any]
    #expect(manifest?["failures"] as? [String] == [message])
    let sound = try #require(folder.shell.manifestSounds().first)
    #expect(sound["action"] as? String == "converted")
    #expect(sound["android"] as? [String: String] == ["error": message])
  }

  /// Two files with one name fail an Android build, whatever their extensions.
  @Test func aFileOfTheSameResourceIsRefused() throws {
    let folder = try SoundFolder()
    try folder.write([1, 2, 3], to: "res/raw/bell.mp3")
    let outcome = try folder.convert(Self.line)
    expectErrors(
      outcome,
      """
      res/raw/bell.mp3: error: this file and bell.ogg, made from in/bell.wav, would both be the Android \
      resource bell, and Android's build fails then; remove this file, or rename the sound

      """)
    #expect(Self.counts(outcome) == "4 converted, 0 unchanged, 1 failed")
    #expect(try folder.read("res/raw/bell.mp3") == [1, 2, 3])
  }

  /// Each case: refused arguments, and the error. Most would give two files the same path or Android resource name.
  @Test(arguments: [
    (
      "in -o out --android out",
      "out: error: -o and --android name the same folder; name another folder with one of them"
    ),
    ("in -o out --android link", "link: error: -o and --android name the same folder"),
    ("in -o out --android in/../out", "in/../out: error: -o and --android name the same folder"),
    (
      "in -o out -f WAVE --android out/raw --android-format wav",
      "out/raw: error: outputs of -o also go into this folder; name another folder with one of them"
    ),
    ("in -o out --android OUT/raw", "OUT/raw: error: outputs of -o also go into this folder"),
    (
      "in -o out --android in",
      "in: error: this folder for Android is also searched for sounds to convert; keep the originals in"
        + " another folder"
    ),
    (
      "in -o out --android file",
      "file: error: part of the path is a file, not a folder; name another folder"
    ),
    (
      "in/bell.wav -o out --android in --android-format wav",
      "in/bell.wav: error: converting it in place would destroy the original; name another output, or add"
        + " --force"
    ),
    (
      "in -o out --android res/raw --declared-outputs",
      "error: --android writes files that the build doesn't declare, which a build plugin mustn't;"
        + " remove that option, and convert for Android on the command line"
    ),
  ])
  func refusesWhatCannotWork(arguments: String, error: String) throws {
    let sound = try soundFile(.wave, .pcm(.int16), frameCount: 64)
    let folder = try SoundFolder(["bell.wav": sound, "raw/ring.wav": sound])
    _ = try folder.run("touch file; mkdir links; ln -s out link; ln -s ../out/raw links/raw")
    if arguments.contains("link") { _ = try folder.run("mkdir -p out/raw") }
    let outcome = try folder.convert(arguments)
    #expect(outcome.ending == .exit(1))
    #expect(outcome.errors.hasPrefix(error), "\(outcome.errors)")
    #expect(try folder.files(in: "in") == ["bell.wav": sound, "raw/ring.wav": sound])
    #expect(try folder.files(in: "res").isEmpty)
    #expect(try folder.files(in: "out").isEmpty)
  }
}
