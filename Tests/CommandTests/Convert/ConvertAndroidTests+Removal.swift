import AlertSound
import Foundation
import SoundFormat
import TestSupport
import Testing

@testable import SoundFormat

/// Sounds that are too long or gone, and which of their siblings are removed.
extension ConvertAndroidTests {
  /// The records name the siblings of outputs, and these have other names now.
  @Test func bothFormatsMayChangeAtOnce() throws {
    let folder = try SoundFolder()
    _ = try Self.succeed(folder)
    try folder.write([1, 2, 3], to: "res/raw/bell.ogg")
    let line = Self.wave + " -f wav --prune"
    let outcome = try folder.convert(line)
    // A sibling that was replaced isn't ours.
    #expect(outcome.ending == .exit(1))
    #expect(outcome.errors.contains("res/raw/bell.ogg: error: this file and bell.wav, made from"))
    #expect(Self.counts(outcome) == "4 converted, 0 unchanged")
    try folder.remove("res/raw/bell.ogg")
    #expect(try folder.convert(line).ending == .exit(0))
    #expect(try folder.files(in: "res/raw").keys.sorted() == Self.names.map { $0 + ".wav" })
    #expect(
      try Self.succeed(folder, line) == ["0 converted, 5 unchanged", "0 converted, 5 unchanged"])
  }

  /// Former outputs' records name the sibling that is in the way, even if the output itself was recorded without one
  /// meanwhile. Of several such records, the one that proves the file counts.
  @Test(arguments: [
    ["-f caf --android res/raw", "-f wav"],
    ["-f aiff --android res/raw", "-f caf --android other --android-format wav"],
    ["-f caf --android res/raw", "-f aiff --android other --android-format wav"],
    ["-f caf --android res/raw", "-f aiff --android res/raw"],
    ["-f aiff --android res/raw", "-f caf --android res/raw"],
  ])
  func aFormerSiblingIsReplaced(lines: [String]) throws {
    let folder = try SoundFolder(["bell.wav": try soundFile(.wave, .pcm(.int16))])
    for line in lines { #expect(try folder.convert("in -o out \(line)").ending == .exit(0)) }
    let outcome = try folder.convert(Self.wave + " -f wav")
    #expect(outcome.ending == .exit(0), "\(outcome.errors)")
    #expect(try folder.files(in: "res/raw").keys.sorted() == ["bell.wav"])
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

  /// The output has another name now, and the record of the former one names the sibling. A file that has replaced the
  /// sibling isn't ours.
  @Test(arguments: [false, true])
  func aSoundThatIsLeftOutLosesItsFormerSibling(isReplaced: Bool) throws {
    let folder = try SoundFolder(["bell.wav": try soundFile(.wave, .pcm(.int16))])
    _ = try Self.succeed(folder)
    if isReplaced { try folder.write([1, 2, 3], to: "res/raw/bell.ogg") }
    try folder.write(try SoundFolder.longSound.get(), to: "in/bell.wav")
    let outcome = try folder.convert(Self.line + " -f wav --over-limit omit")
    #expect(outcome.ending == .exit(isReplaced ? 1 : 0))
    #expect(
      try folder.files(in: "res/raw") == (isReplaced ? ["bell.ogg": [1, 2, 3]] : [:]),
      "\(outcome.errors)")
  }

  /// An output that was altered stays, and its sibling with it: otherwise only iOS would have the sound. The sibling may
  /// have another format.
  @Test(arguments: ["", " --android-format wav", " --dry-run"])
  func aSiblingStaysWithAnAlteredOutput(options: String) throws {
    let folder = try SoundFolder(["bell.wav": try soundFile(.wave, .pcm(.int16))])
    _ = try Self.succeed(folder)
    let siblings = try folder.files(in: "res/raw")
    try folder.write([1, 2, 3], to: "out/bell.caf")
    try folder.write(try SoundFolder.longSound.get(), to: "in/bell.wav")
    let outcome = try folder.convert(Self.line + " --over-limit omit" + options)
    #expect(outcome.ending == .exit(1))
    #expect(
      outcome.errors == "out/bell.caf: error: the sound is left out, but another file has its"
        + " output's name; remove that file\n")
    #expect(try folder.files(in: "out") == ["bell.caf": [1, 2, 3]])
    #expect(try folder.files(in: "res/raw") == siblings)
  }

  /// An earlier sibling of another format stays, too, if a file has the new sibling's name.
  @Test func anEarlierSiblingStaysBesideAnotherFile() throws {
    let folder = try SoundFolder(["bell.wav": try soundFile(.wave, .pcm(.int16))])
    _ = try Self.succeed(folder)
    try folder.write([1, 2, 3], to: "res/raw/bell.wav")
    let files = (try folder.files(in: "out"), try folder.files(in: "res/raw"))
    try folder.write(try SoundFolder.longSound.get(), to: "in/bell.wav")
    let outcome = try folder.convert(Self.wave + " --over-limit omit")
    #expect(outcome.ending == .exit(1))
    #expect(outcome.errors.hasPrefix("res/raw/bell.wav: error: the sound is left out"))
    #expect(try folder.files(in: "out") == files.0)
    #expect(try folder.files(in: "res/raw") == files.1)
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

  /// The recorded bytes don't prove that a file is the sibling: a record that comes with a checkout can name the
  /// user's own sound. A copy has other times, as a checkout has.
  @Test func aSoundThatIsLeftOutLeavesAnUnprovenSibling() throws {
    let folder = try SoundFolder(["bell.wav": try soundFile(.wave, .pcm(.int16))])
    _ = try Self.succeed(folder, Self.wave)
    let own = try folder.read("res/raw/bell.wav")
    try folder.write(own, to: "res/raw/bell.wav")
    try folder.write(try SoundFolder.longSound.get(), to: "in/bell.wav")
    let outcome = try folder.convert(Self.wave + " --over-limit omit")
    #expect(outcome.ending == .exit(1))
    #expect(
      outcome.errors == "res/raw/bell.wav: error: the sound is left out, but another file has its"
        + " output's name; remove that file\n")
    #expect(try folder.files(in: "res/raw") == ["bell.wav": own])
    // The output stays with it.
    #expect(try folder.files(in: "out").keys.sorted() == ["bell.caf"])
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
}
