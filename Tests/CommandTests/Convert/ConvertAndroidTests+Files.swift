import AlertSound
import Foundation
import SoundFormat
import TestSupport
import Testing

/// The names of the files for Android, what is in their way, and what is removed.
extension ConvertAndroidTests {
  @Test func namesAreMadeValid() throws {
    let sound = try soundFile(.wave, .pcm(.int16), frameCount: 700)
    let folder = try SoundFolder(["Alert-Tone.wav": sound, "sub/2 new.wav": sound])
    let outcome = try folder.convert(Self.line + " --manifest m.json")
    #expect(outcome.ending == .exit(0))
    #expect(
      outcome.errors == """
        in/Alert-Tone.wav: note: 'alert_tone' on Android
        in/sub/2 new.wav: note: 'sound_2_new' on Android

        """)
    #expect(try folder.files(in: "res/raw").keys.sorted() == ["alert_tone.ogg", "sound_2_new.ogg"])
    let manifest = String(decoding: try folder.read("m.json"), as: UTF8.self)
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
    // What was said once needn't be repeated.
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
    #expect(outcome.ending == .exit(1))
    #expect(
      outcome.errors == """
        res/raw/ring.ogg: error: in/a/ring.wav and in/b/ring.wav would both become this file: names on \
        Android have no folders, and only a-z, 0-9 and _; rename one of them
        res/raw/ding_dong.ogg: error: in/ding dong.wav and in/ding-dong.wav would both become this file: \
        names on Android have no folders, and only a-z, 0-9 and _; rename one of them

        """)
    #expect(try folder.files(in: "res/raw").keys.sorted() == ["bell.ogg"])
    // On iOS, folders tell them apart.
    #expect(SoundFolder.counts(outcome).hasPrefix("5 converted, 0 unchanged"))
  }

  /// Sounds that collide anyway are reported once.
  @Test func collidingOutputsAreReportedOnce() throws {
    let sound = try soundFile(.wave, .pcm(.int16), frameCount: 700)
    let folder = try SoundFolder(["ring.wav": sound, "ring.aiff": sound])
    let outcome = try folder.convert(Self.line)
    #expect(outcome.ending == .exit(1))
    #expect(outcome.errors.split(separator: "\n").count == 1)
  }

  /// Two files with one name fail an Android build, whatever their extensions.
  @Test func aFileOfTheSameResourceIsRefused() throws {
    let folder = try SoundFolder()
    try folder.write([1, 2, 3], to: "res/raw/bell.mp3")
    let outcome = try folder.convert(Self.line)
    #expect(outcome.ending == .exit(1))
    #expect(
      outcome.errors == """
        res/raw/bell.mp3: error: this file and bell.ogg, made from in/bell.wav, would both be the Android \
        resource bell, and Android's build fails then; remove this file, or rename the sound

        """)
    #expect(Self.counts(outcome) == "4 converted, 0 unchanged")
    #expect(try folder.read("res/raw/bell.mp3") == [1, 2, 3])
  }

  /// A file can't replace a folder.
  @Test(arguments: ["", " --dry-run"]) func aFolderWithTheFilesNameIsRefused(option: String)
    throws
  {
    let folder = try SoundFolder(["bell.wav": try soundFile(.wave, .pcm(.int16))])
    try folder.write([1], to: "res/raw/bell.ogg/x")
    let outcome = try folder.convert(Self.line + option)
    #expect(outcome.ending != .exit(0))
    #expect(outcome.errors.hasPrefix("res/raw/bell.ogg: error: "), "\(outcome.errors)")
    #expect(try folder.files(in: "res/raw") == ["bell.ogg/x": [1]])
  }

  @Test(arguments: [
    (
      "in -o out --android out",
      "out: error: -o and --android name the same folder; name another folder with one of them"
    ),
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
      "in/bell.wav: error: the sound for Android would replace the one that it is made from; move the"
        + " original to a folder outside the Android app's resources"
    ),
    (
      "in -o out --android res/raw --declared-outputs",
      "error: --android writes files that the build doesn't declare, which a build plugin mustn't;"
        + " remove that option, and convert for Android on the command line"
    ),
    (
      "in -o out --android-format ogg",
      "Error: --android-format needs --android, which names the folder"
    ),
    (
      "in -o out --android -", "Error: --android takes a folder, and can't write to standard output"
    ),
  ])
  func refusesWhatCannotWork(arguments: String, error: String) throws {
    let sound = try soundFile(.wave, .pcm(.int16))
    let folder = try SoundFolder(["bell.wav": sound])
    try folder.write([], to: "file")
    let outcome = try folder.convert(arguments)
    #expect(outcome.ending != .exit(0))
    #expect(outcome.errors.hasPrefix(error), "\(outcome.errors)")
    #expect(try folder.files(in: "in") == ["bell.wav": sound])
    #expect(try folder.files(in: "res").isEmpty)
  }

  /// A folder may have several names.
  @Test(arguments: ["link", "out/.", "in/../out"]) func theOutputFolderIsRefused(name: String)
    throws
  {
    let folder = try SoundFolder(["bell.wav": try soundFile(.wave, .pcm(.int16))])
    _ = try folder.run("mkdir out; ln -s out link")
    let outcome = try folder.convert("in -o out --android \(name)")
    #expect(outcome.ending != .exit(0))
    #expect(
      outcome.errors.hasPrefix("\(name): error: -o and --android name the same folder"),
      "\(outcome.errors)")
    #expect(try folder.files(in: "out").isEmpty)
  }

  /// Otherwise one would replace the other, in each run again, or both would be the same resource.
  @Test(arguments: ["out/raw", "link", "OUT/raw"]) func aFolderOfOutputsIsRefused(android: String)
    throws
  {
    let sound = try soundFile(.wave, .pcm(.int16), frameCount: 700)
    let folder = try SoundFolder(["raw/ring.wav": sound, "bell.wav": sound])
    if android == "link" { _ = try folder.run("mkdir -p out/raw; ln -s out/raw link") }
    let outcome = try folder.convert("in -o out -f WAVE --android \(android) --android-format wav")
    #expect(outcome.ending == .exit(1))
    #expect(
      outcome.errors
        == "\(android): error: outputs of -o also go into this folder; name another folder"
        + " with one of them\n")
    #expect(try folder.files(in: "out").isEmpty)
  }

  /// What is in the Android folder isn't an input.
  @Test func theFolderInsideTheInputsIsLeftOut() throws {
    let folder = try SoundFolder(["bell.wav": try soundFile(.wave, .pcm(.int16))])
    for _ in 0..<2 { _ = try Self.succeed(folder, "in -o in/ios --android in/res/raw") }
    #expect(
      try folder.files(in: "in").keys.sorted() == [
        "bell.wav", "ios/bell.caf", "res/raw/bell.ogg",
      ])
  }

  /// In another format, an earlier output is replaced only if it certainly is that file.
  @Test func anAlteredOutputStays() throws {
    let folder = try SoundFolder(["bell.wav": try soundFile(.wave, .pcm(.int16))])
    _ = try Self.succeed(folder)
    try folder.write([1, 2, 3], to: "res/raw/bell.ogg")
    let outcome = try folder.convert(Self.wave)
    #expect(outcome.ending == .exit(1))
    #expect(outcome.errors.hasPrefix("res/raw/bell.ogg: error: this file and bell.wav"))
    #expect(try folder.files(in: "res/raw") == ["bell.ogg": [1, 2, 3]])
  }

  /// A file that has replaced the output isn't ours.
  @Test(arguments: [false, true]) func aSoundThatIsLeftOutLosesItsOutput(isReplaced: Bool) throws {
    let folder = try SoundFolder(["bell.wav": try soundFile(.wave, .pcm(.int16))])
    _ = try Self.succeed(folder)
    if isReplaced { try folder.write([1, 2, 3], to: "res/raw/bell.ogg") }
    try folder.write(try SoundFolder.longSound.get(), to: "in/bell.wav")
    let outcome = try folder.convert(Self.line + " --over-limit omit")
    #expect(outcome.ending == .exit(isReplaced ? 1 : 0))
    #expect(
      outcome.errors.contains(
        "res/raw/bell.ogg: error: the sound is left out, but another file has its output's name; remove"
          + " that file\n") == isReplaced)
    #expect(try folder.files(in: "out").isEmpty)
    #expect(
      try folder.files(in: "res/raw") == (isReplaced ? ["bell.ogg": [1, 2, 3]] : [:]),
      "\(outcome.errors)")
  }

  @Test func outputsOfDeletedInputsArePruned() throws {
    let folder = try SoundFolder()
    _ = try Self.succeed(folder)
    try folder.remove("in/bell.wav")
    let outcome = try folder.convert(Self.line)
    #expect(
      outcome.errors == """
        out/bell.caf: note: in/bell.wav is gone; --prune removes this file
        res/raw/bell.ogg: note: in/bell.wav is gone; --prune removes this file

        """)
    let pruned = try folder.convert(Self.line + " --prune --manifest m.json")
    #expect(
      pruned.errors == """
        out/bell.caf: note: in/bell.wav is gone; removed
        res/raw/bell.ogg: note: in/bell.wav is gone; removed

        """)
    #expect(
      try folder.files(in: "res/raw").keys.sorted() == Self.names.dropFirst().map { $0 + ".ogg" })
    let manifest = String(decoding: try folder.read("m.json"), as: UTF8.self)
    #expect(manifest.contains("\"android\" : true,\n      \"input\" : \"in/bell.wav\""))
    #expect(try folder.convert(Self.line + " --prune").errors == "")
  }

  /// The output of a sound that was renamed may be that of the new sound.
  @Test func anOutputInUseIsNotPruned() throws {
    let folder = try SoundFolder(["Bell.wav": try soundFile(.wave, .pcm(.int16))])
    _ = try folder.convert(Self.line)
    _ = try folder.run("mkdir in/sub; mv in/Bell.wav in/sub/bell.wav")
    let outcome = try folder.convert(Self.line + " --prune")
    #expect(outcome.errors == "out/Bell.caf: note: in/Bell.wav is gone; removed\n")
    #expect(try folder.files(in: "res/raw").keys.sorted() == ["bell.ogg"])
  }
}
