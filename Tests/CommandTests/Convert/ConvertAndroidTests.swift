import AlertSound
import Foundation
import SoundFormat
import TestSupport
import Testing

@testable import SoundFormat

/// `convert --android`: each sound a second time, for an Android app.
struct ConvertAndroidTests {
  private static let line = "in -o out --android res/raw"
  private static let wave = line + " --android-format wav"

  /// The counts of the last line that concern Android.
  private static func counts(_ outcome: Tool.Outcome) -> String {
    let line = outcome.outputText.split(separator: "\n").last.map(String.init) ?? ""
    let parts = line.components(separatedBy: "; for Android: ")
    return parts.count == 2 ? parts[1].components(separatedBy: "; ")[0] : "none"
  }

  /// Converts, expects success, and returns the counts: those of the outputs, then those for Android.
  private static func succeed(
    _ folder: SoundFolder, _ arguments: String = line,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [String] {
    let outcome = try folder.convert(arguments)
    #expect(outcome.ending == .exit(0), sourceLocation: sourceLocation)
    #expect(outcome.errors == "", sourceLocation: sourceLocation)
    return [SoundFolder.counts(outcome), counts(outcome)]
  }

  private static let names = ["bell", "chime", "knock", "ring", "tick"]

  @Test func aSecondRunMakesNothing() throws {
    let folder = try SoundFolder()
    #expect(
      try Self.succeed(folder) == ["5 converted, 0 unchanged", "5 converted, 0 unchanged"])
    #expect(try folder.files(in: "res/raw").keys.sorted() == Self.names.map { $0 + ".ogg" })
    let before = try folder.stamps(in: "res/raw")
    #expect(
      try Self.succeed(folder) == ["0 converted, 5 unchanged", "0 converted, 5 unchanged"])
    #expect(try folder.stamps(in: "res/raw") == before)
  }

  @Test(arguments: ["", " --android-format wav"])
  func bytesDoNotDependOnTheRun(format: String) throws {
    let folder = try SoundFolder()
    _ = try Self.succeed(folder, Self.line + format + " --jobs 1")
    let first = try folder.files(in: "res/raw")
    #expect(first.count == 5)
    _ = try Self.succeed(folder, Self.line + format + " --jobs 4 --force")
    #expect(try folder.files(in: "res/raw") == first)
  }

  @Test func theSiblingHasTheSoundsFrames() throws {
    let original = Signal.bell.int16(frameCount: 30_000, sampleRate: 44_100)
    let folder = try SoundFolder([
      "bell.wav": try soundFile(.wave, .pcm(.int16), frameCount: 30_000)
    ])
    _ = try Self.succeed(folder)
    let ogg = try folder.read("res/raw/bell.ogg")
    let (info, samples) = try Libsndfile.read(ogg, as: Int16.self)
    #expect(info.sampleRate == 44_100)
    #expect(info.channelCount == 1)
    try #require(samples.count == original.count)
    #expect(signalToNoise(of: samples, to: original) > 15)
    _ = try Self.succeed(folder, Self.wave)
    let wav = try folder.read("res/raw/bell.wav")
    #expect(try Libsndfile.read(wav, as: Int16.self).samples == original)
    // There is no filler.
    #expect(wav.count < 2 * original.count + 100)
    #expect(ogg.count < wav.count / 2)
  }

  @Test(.enabled(if: Tool.ffmpeg.isInstalled, "ffmpeg is not installed"))
  func ffmpegReadsTheSibling() throws {
    let original = Signal.bell.int16(frameCount: 30_000, sampleRate: 44_100)
    let folder = try SoundFolder([
      "bell.wav": try soundFile(.wave, .pcm(.int16), frameCount: 30_000)
    ])
    _ = try Self.succeed(folder)
    let outcome = try folder.run(
      "ffmpeg -v warning -nostdin -i res/raw/bell.ogg -f s16le decoded.raw")
    #expect(outcome.ending == .exit(0))
    // It reports pages with wrong checksums.
    #expect(outcome.errors == "")
    let bytes = try folder.read("decoded.raw")
    let samples = stride(from: 0, to: bytes.count, by: 2).map {
      Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
    }
    // FFmpeg's own decoder drops up to half a short block at the end, with any encoder's files.
    try #require(original.count - 128...original.count ~= samples.count)
    #expect(signalToNoise(of: samples, to: Array(original.prefix(samples.count))) > 15)
  }

  @Test(arguments: ["rm res/raw/bell.ogg", "printf x >>res/raw/bell.ogg", "rm -r res"])
  func missingAndAlteredSiblingsAreMadeAgain(change: String) throws {
    let folder = try SoundFolder()
    _ = try Self.succeed(folder)
    let before = try folder.files(in: "res/raw")
    _ = try folder.run(change)
    let count = change.hasPrefix("rm -r") ? 5 : 1
    #expect(
      try Self.succeed(folder) == [
        "0 converted, 5 unchanged", "\(count) converted, \(5 - count) unchanged",
      ])
    #expect(try folder.files(in: "res/raw") == before)
  }

  @Test func anotherFormatReplacesTheSiblings() throws {
    let folder = try SoundFolder()
    _ = try Self.succeed(folder)
    #expect(
      try Self.succeed(folder, Self.wave) == [
        "0 converted, 5 unchanged", "5 converted, 0 unchanged",
      ])
    #expect(try folder.files(in: "res/raw").keys.sorted() == Self.names.map { $0 + ".wav" })
    #expect(
      try Self.succeed(folder, Self.wave) == [
        "0 converted, 5 unchanged", "0 converted, 5 unchanged",
      ])
  }

  @Test func changedInputsAndOptionsConvertBoth() throws {
    let folder = try SoundFolder()
    _ = try Self.succeed(folder)
    try folder.write(try soundFile(.wave, .pcm(.int16), channels: [.noise]), to: "in/bell.wav")
    #expect(
      try Self.succeed(folder) == ["1 converted, 4 unchanged", "1 converted, 4 unchanged"])
    #expect(
      try Self.succeed(folder, Self.line + " -d ima4@22050") == [
        "5 converted, 0 unchanged", "5 converted, 0 unchanged",
      ])
    #expect(
      try Libsndfile.read(folder.read("res/raw/bell.ogg"), as: Int16.self).info.sampleRate == 22_050
    )
  }

  /// Without the folder, siblings stay, and are up to date when it is named again.
  @Test func theFolderMayBeLeftOut() throws {
    let folder = try SoundFolder()
    _ = try Self.succeed(folder)
    #expect(
      try Self.succeed(folder, "in -o out") == ["0 converted, 5 unchanged", "none"])
    #expect(
      try Self.succeed(folder) == ["0 converted, 5 unchanged", "0 converted, 5 unchanged"])
    try folder.write(try soundFile(.wave, .pcm(.int16), channels: [.noise]), to: "in/bell.wav")
    #expect(
      try Self.succeed(folder, "in -o out") == ["1 converted, 4 unchanged", "none"])
    #expect(
      try Self.succeed(folder) == ["0 converted, 5 unchanged", "1 converted, 4 unchanged"])
  }

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
    #expect(try folder.files(in: "out").keys.sorted() == ["bell.caf"])
    #expect(try folder.files(in: "res/raw").keys.sorted() == ["bell.ogg"])
    // On iOS, folders tell them apart.
    #expect(try folder.succeed() == "4 converted, 1 unchanged")
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
    #expect(try !folder.files(in: "out").keys.contains("bell.caf"))
  }

  /// A file can't replace a folder. That is noticed before the output is put in its place.
  @Test(arguments: ["", " --dry-run"]) func aFolderWithTheSiblingsNameIsRefused(option: String)
    throws
  {
    let folder = try SoundFolder(["bell.wav": try soundFile(.wave, .pcm(.int16))])
    try folder.write([1], to: "res/raw/bell.ogg/x")
    let outcome = try folder.convert(Self.line + option)
    #expect(outcome.ending != .exit(0))
    #expect(outcome.errors.hasPrefix("res/raw/bell.ogg: error: "), "\(outcome.errors)")
    #expect(try folder.files(in: "out").isEmpty)
    #expect(try folder.files(in: "res/raw") == ["bell.ogg/x": [1]])
  }

  /// In another format, an earlier sibling is replaced only if it certainly is that file.
  @Test func aSiblingThatWasReplacedStays() throws {
    let folder = try SoundFolder(["bell.wav": try soundFile(.wave, .pcm(.int16))])
    _ = try Self.succeed(folder)
    try folder.write([1, 2, 3], to: "res/raw/bell.ogg")
    let outcome = try folder.convert(Self.wave)
    #expect(outcome.ending == .exit(1))
    #expect(outcome.errors.hasPrefix("res/raw/bell.ogg: error: this file and bell.wav"))
    #expect(try folder.files(in: "res/raw") == ["bell.ogg": [1, 2, 3]])
  }

  @Test(
    arguments: [
      ("trim", 29_900), ("default", nil), ("omit", 0), ("warn", 31_000),
    ] as [(String, Int?)])
  func siblingsOfLongSoundsFollow(policy: String, frameCount: Int?) throws {
    let long = try soundFile(.wave, .pcm(.int16), frameCount: 248_000, sampleRate: 8000)
    let folder = try SoundFolder(["bell.wav": long])
    let outcome = try folder.convert(Self.line + " --over-limit \(policy)")
    #expect(outcome.ending == .exit(0))
    guard frameCount != 0 else {
      #expect(try folder.files(in: "res/raw").isEmpty)
      return
    }
    let ogg = try folder.read("res/raw/bell.ogg")
    let count = try Libsndfile.read(ogg, as: Int16.self).samples.count
    if let frameCount {
      #expect(count == frameCount * 8)
    } else {
      // The chime is far shorter.
      #expect(1000..<100_000 ~= count)
    }
  }

  @Test func aSoundThatIsLeftOutLosesItsSibling() throws {
    let folder = try SoundFolder(["bell.wav": try soundFile(.wave, .pcm(.int16))])
    _ = try Self.succeed(folder)
    try folder.write(try SoundFolder.longSound.get(), to: "in/bell.wav")
    #expect(try folder.convert(Self.line + " --over-limit omit").ending == .exit(0))
    #expect(try folder.files(in: "out").isEmpty)
    #expect(try folder.files(in: "res/raw").isEmpty)
  }

  /// A file that has the sibling's name isn't removed.
  @Test func aSoundThatIsLeftOutLeavesOtherFiles() throws {
    let folder = try SoundFolder(["bell.wav": try SoundFolder.longSound.get()])
    try folder.write([1, 2, 3], to: "res/raw/bell.ogg")
    let outcome = try folder.convert(Self.line + " --over-limit omit")
    #expect(outcome.ending == .exit(1))
    #expect(
      outcome.errors == "res/raw/bell.ogg: error: the sound is left out, but another file has its"
        + " output's name; remove that file\n")
    #expect(try folder.files(in: "res/raw") == ["bell.ogg": [1, 2, 3]])
  }

  @Test func siblingsOfDeletedInputsArePruned() throws {
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

  /// Without the folder, the output is removed and the sibling stays recorded. It isn't reported until the
  /// folder is named again.
  @Test(arguments: [false, true]) func siblingsArePrunedOnceTheFolderIsNamed(byHand: Bool) throws {
    let folder = try SoundFolder()
    _ = try Self.succeed(folder)
    try folder.remove("in/bell.wav")
    if byHand { try folder.remove("out/bell.caf") }
    #expect(
      try folder.convert("in -o out --prune").errors
        == (byHand ? "" : "out/bell.caf: note: in/bell.wav is gone; removed\n"))
    for arguments in ["in -o out", "in -o out --prune"] {
      #expect(try folder.convert(arguments).errors == "")
    }
    #expect(try folder.files(in: "res/raw").keys.contains("bell.ogg"))
    #expect(
      try folder.convert(Self.line + " --prune").errors
        == "res/raw/bell.ogg: note: in/bell.wav is gone; removed\n")
    #expect(try !folder.files(in: "res/raw").keys.contains("bell.ogg"))
    let records = try folder.read("out/.alertsound-state")
    #expect(!String(decoding: records, as: UTF8.self).contains("bell"))
  }

  /// The sibling of a sound that was renamed may be that of the new sound.
  @Test func aSiblingInUseIsNotPruned() throws {
    let folder = try SoundFolder(["Bell.wav": try soundFile(.wave, .pcm(.int16))])
    _ = try folder.convert(Self.line)
    _ = try folder.run("mkdir in/sub; mv in/Bell.wav in/sub/bell.wav")
    let outcome = try folder.convert(Self.line + " --prune")
    #expect(outcome.errors == "out/Bell.caf: note: in/Bell.wav is gone; removed\n")
    #expect(try folder.files(in: "res/raw").keys.sorted() == ["bell.ogg"])
  }

  @Test func changedSiblingsAreNotPruned() throws {
    let folder = try SoundFolder()
    _ = try Self.succeed(folder)
    try folder.remove("in/bell.wav")
    try folder.write([1, 2, 3], to: "res/raw/bell.ogg")
    for _ in 0..<2 {
      let outcome = try folder.convert(Self.line + " --prune")
      #expect(
        outcome.errors.hasSuffix(
          "res/raw/bell.ogg: note: in/bell.wav is gone; this isn't the file that was written, so it stays\n"
        ))
    }
    #expect(try folder.read("res/raw/bell.ogg") == [1, 2, 3])
  }

  /// Records that come with a checkout may name the user's own sounds with their right lengths and digests.
  @Test(arguments: [false, true]) func forgedSiblingsStay(isLinked: Bool) throws {
    let folder = try SoundFolder(["bell.wav": try soundFile(.wave, .pcm(.int16))])
    let own = try soundFile(.wave, .pcm(.int16), usesFiller: false)
    try folder.write(own, to: "own.wav")
    try folder.write([], to: "res/raw/x")
    _ = try folder.run(isLinked ? "ln -s ../../own.wav res/raw/" : "cp own.wav res/raw/")
    let digest = String(ContentDigest.value(of: own), radix: 16)
    let written = "\(own.count)\t\(digest)"
    let text = Array(
      ("alertsound state 4\ngone.caf\t../gone.wav\t-\t1\t1\t-\t\(written)\tconverted\t-\t-\t-"
        + "\town.wav\t1\t-\t\(written)\n").utf8)
    let last = "digest \(String(ContentDigest.value(of: text), radix: 16))\n"
    try folder.write(text + last.utf8, to: "out/.alertsound-state")
    let outcome = try folder.convert(Self.line + " --prune")
    #expect(outcome.ending == .exit(0))
    #expect(outcome.errors.hasPrefix("res/raw/own.wav: note: gone.wav is gone; this"))
    #expect(outcome.errors.split(separator: "\n").count == 1)
    #expect(try folder.read("res/raw/own.wav") == own)
    #expect(try folder.read("own.wav") == own)
  }

  @Test func aDryRunWritesNothing() throws {
    let folder = try SoundFolder(["bell.wav": try soundFile(.wave, .pcm(.int16))])
    let outcome = try folder.convert(Self.line + " --dry-run")
    #expect(outcome.ending == .exit(0))
    #expect(
      outcome.outputText == """
        in/bell.wav -> out/bell.caf
        in/bell.wav -> res/raw/bell.ogg
        1 to convert, 0 unchanged, 0 fell back, 0 failed; for Android: 1 to convert, 0 unchanged

        """)
    #expect(try folder.files(in: "res").isEmpty)
    #expect(try folder.files(in: "out").isEmpty)
  }

  @Test func aSingleSoundHasASiblingToo() throws {
    let folder = try SoundFolder(["Bell.wav": try soundFile(.wave, .pcm(.int16))])
    let outcome = try folder.convert("in/Bell.wav -o Bell.caf --android res/raw")
    #expect(outcome.ending == .exit(0))
    #expect(outcome.errors == "in/Bell.wav: note: 'bell' on Android\n")
    #expect(try folder.files(in: "res/raw").keys.sorted() == ["bell.ogg"])
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
  @Test(arguments: ["out/raw", "link", "OUT/raw"]) func anOutputIsNoSibling(android: String) throws
  {
    let sound = try soundFile(.wave, .pcm(.int16), frameCount: 700)
    let folder = try SoundFolder([
      "raw/ring.wav": sound, "raw/Old.aiff": sound, "bell.wav": sound,
    ])
    if android == "link" { _ = try folder.run("mkdir -p out/raw; ln -s out/raw link") }
    let outcome = try folder.convert("in -o out -f WAVE --android \(android) --android-format wav")
    #expect(outcome.ending == .exit(1))
    #expect(
      outcome.errors == """
        out/raw/Old.wav: error: in/raw/Old.aiff would become this file in the folder for Android, beside \
        its sound for Android, old.wav; name another folder with --android
        out/raw/ring.wav: error: in/raw/ring.wav would become this file, and so would its sound for \
        Android; name another folder with --android

        """)
    #expect(try folder.files(in: "out").keys.contains("bell.wav"))
    #expect(try !folder.files(in: "out").keys.contains("raw/ring.wav"))
    // Now OUT exists, and it isn't out where case counts.
    guard android != "OUT/raw" else { return }
    // In another format, they are two files of one resource.
    #expect(
      try folder.convert("in -o out --android \(android)").errors.contains(
        "out/raw/ring.caf: error: in/raw/ring.wav would become this file in the folder for Android,"
          + " beside its sound for Android, ring.ogg; "))
  }

  /// The siblings in a searched folder aren't inputs.
  @Test func theFolderInsideTheInputsIsLeftOut() throws {
    let folder = try SoundFolder(["bell.wav": try soundFile(.wave, .pcm(.int16))])
    for _ in 0..<2 { _ = try Self.succeed(folder, "in -o in/ios --android in/res/raw") }
    #expect(
      try folder.files(in: "in").keys.sorted() == [
        "bell.wav", "ios/bell.caf", "res/raw/bell.ogg",
      ])
  }

  @Test func pathsInAnOptionsFileAreRelativeToIt() throws {
    let folder = try SoundFolder(["bell.wav": try soundFile(.wave, .pcm(.int16))])
    try folder.write(Array("--android res/raw\n--android-format=wav\n".utf8), to: "app/options")
    _ = try folder.convert("in -o out --options app/options")
    #expect(try folder.files(in: "app/res/raw").keys.sorted() == ["bell.wav"])
  }

  /// Each part makes its own siblings, in its own folder or in a common one. Merging keeps their records.
  @Test func partsMakeTheirSiblings() throws {
    let folder = try SoundFolder()
    for part in 1...2 {
      _ = try Self.succeed(
        folder, "in -o part\(part) --android res/raw --shard \(part)/2")
    }
    #expect(try folder.files(in: "res/raw").keys.sorted() == Self.names.map { $0 + ".ogg" })
    let merged = try folder.run("alertsound merge part1 part2 -o out")
    #expect(merged.ending == .exit(0))
    #expect(
      try Self.succeed(folder) == ["0 converted, 5 unchanged", "0 converted, 5 unchanged"])
  }

  #if canImport(Glibc)
    /// The library is loaded when it is needed, and may be missing.
    @Test func aMissingLibraryIsReportedOnce() throws {
      let folder = try SoundFolder()
      try folder.write([0], to: "libraries/libsndfile.so.1")
      let prefix = "LD_LIBRARY_PATH=\"$PWD/libraries\""
      let outcome = try folder.convert(Self.line, prefix: prefix)
      #expect(outcome.ending != .exit(0))
      #expect(
        outcome.errors
          == "error: libsndfile, which encodes Ogg Vorbis, is not installed; install it"
          + " (libsndfile1), or add --android-format wav\n")
      #expect(try folder.files(in: "out").isEmpty)
      #expect(try folder.convert(Self.wave, prefix: prefix).ending == .exit(0))
      #expect(try folder.files(in: "res/raw").count == 5)
    }
  #endif

  @Test func resourceShrinkingIsExplained() throws {
    let sound = try soundFile(.wave, .pcm(.int16))
    let folder = try SoundFolder(["bell.wav": sound, "ding.wav": sound])
    try folder.write(
      Array("release {\n  shrinkResources true\n}\n".utf8), to: "app/build.gradle")
    let line = "in -o out --android app/src/main/res/raw"
    let file = "app/src/main/res/raw/keep.xml"
    let content =
      "<resources xmlns:tools=\"http://schemas.android.com/tools\" tools:keep=\"@raw/bell,@raw/ding\" />"
    #expect(
      try folder.convert(line).errors
        == "\(file): note: this app's release builds remove sounds that only"
        + " strings name; write this file: \(content)\n")
    #expect(try folder.convert(line + " --quiet").errors == "")
    try folder.write(Array(content.replacing(",@raw/ding", with: "").utf8), to: file)
    #expect(
      try folder.convert(line).errors
        == "\(file): note: this app's release builds remove sounds that only"
        + " strings name; add this to its tools:keep: @raw/ding\n")
    try folder.write(Array(content.utf8), to: file)
    #expect(try folder.convert(line).errors == "")
  }
}
