import Foundation
import TestSupport
import Testing

@testable import SoundFormat

/// `convert --android`: each sound a second time, for an Android app.
struct ConvertAndroidTests {
  static let line = "in -o out --android res/raw"
  private static let wave = line + " --android-format wav"

  /// The counts for Android in the last line.
  static func counts(_ outcome: Tool.Outcome) -> String {
    let line = outcome.outputLines.last ?? ""
    let parts = line.components(separatedBy: "; for Android: ")
    return parts.count == 2 ? parts[1].components(separatedBy: "; ")[0] : "none"
  }

  /// Converts, expects success, and returns the counts for iOS, then the counts for Android.
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

  @Test func aRunMakesWhatIsMissingOrChanged() throws {
    let folder = try SoundFolder()
    func expect(
      _ options: String = "", makes count: Int, forAndroid androidCount: Int,
      sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      #expect(
        try Self.succeed(folder, Self.line + options)
          == [count, androidCount].map { "\($0) converted, \(5 - $0) unchanged" },
        sourceLocation: sourceLocation)
    }
    try expect(makes: 5, forAndroid: 5)
    let (files, stamps) = (try folder.files(in: "res/raw"), try folder.stamps(in: "res/raw"))
    #expect(files.keys.sorted() == Self.names.map { $0 + ".ogg" })
    try expect(makes: 0, forAndroid: 0)
    #expect(try folder.stamps(in: "res/raw") == stamps)
    for (change, count) in [
      ("rm res/raw/bell.ogg", 1), ("printf x >>res/raw/bell.ogg", 1), ("rm -r res", 5),
    ] {
      _ = try folder.run(change)
      try expect(makes: 0, forAndroid: count)
      #expect(try folder.files(in: "res/raw") == files)
    }
    for count in [5, 0] {
      try expect(" --android-format wav", makes: 0, forAndroid: count)
      #expect(try folder.files(in: "res/raw").keys.sorted() == Self.names.map { $0 + ".wav" })
    }
    try expect(makes: 0, forAndroid: 5)
    try folder.write(try soundFile(.wave, .pcm(.int16), channels: [.noise]), to: "in/bell.wav")
    try expect(makes: 1, forAndroid: 1)
    try expect(" -d ima4@22050", makes: 5, forAndroid: 5)
    let bell = try Libsndfile.read(folder.read("res/raw/bell.ogg"), as: Int16.self)
    #expect(bell.info.sampleRate == 22_050)
  }

  @Test func aDryRunWritesNothing() throws {
    let folder = try SoundFolder(["bell.wav": try soundFile(.wave, .pcm(.int16))])
    let outcome = try folder.convert(Self.line + " --dry-run")
    #expect(outcome.ending == .exit(0))
    #expect(
      outcome.outputText == """
        in/bell.wav -> out/bell.caf
        in/bell.wav -> res/raw/bell.ogg
        1 to convert, 0 unchanged, 0 failed; for Android: 1 to convert, 0 unchanged

        """)
    #expect(try folder.files(in: "res").isEmpty)
    #expect(try folder.files(in: "out").isEmpty)
  }

  /// The name on Android is noted only if it differs from the name of the iOS output.
  @Test(arguments: [("Bell", "in/Bell.wav: note: 'bell' on Android\n"), ("one", "")])
  func aSingleSoundIsWrittenToo(name: String, note: String) throws {
    let folder = try SoundFolder(["Bell.wav": try soundFile(.wave, .pcm(.int16))])
    let outcome = try folder.convert("in/Bell.wav -o \(name).caf --android res/raw")
    expectErrors(outcome, exit: 0, note)
    #expect(try folder.files(in: "res/raw").keys.sorted() == ["\(name.lowercased()).ogg"])
  }

  /// A stream can be read only once, and both sounds are made from it.
  @Test(arguments: [
    "cat in/a.wav | alertsound convert -", "cat in/a.wav | alertsound convert /dev/fd/0",
    "alertsound convert <(cat in/a.wav)",
    "mkfifo pipe; (sleep 0.1; cat in/a.wav >pipe) & timeout 20 alertsound convert pipe",
  ])
  func aStreamIsWrittenToo(line: String) throws {
    let folder = try SoundFolder(["a.wav": try soundFile(.wave, .pcm(.int16), frameCount: 700)])
    _ = try Self.succeed(folder)
    let outcome = try folder.run(line + " -o one.caf --android one")
    expectErrors(outcome, exit: 0, "")
    #expect(Self.counts(outcome) == "1 converted, 0 unchanged")
    #expect(try folder.read("one.caf") == folder.read("out/a.caf"))
    #expect(try folder.read("one/one.ogg") == folder.read("res/raw/a.ogg"))
  }

  #if canImport(Glibc)
    /// If libsndfile is missing, Ogg Vorbis fails with one error. WAVE doesn't load the library.
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
      "release {\n  shrinkResources true\n}\n", to: "app/build.gradle")
    let line = "in -o out --android app/src/main/res/raw"
    let file = "app/src/main/res/raw/keep.xml"
    let content =
      "<resources xmlns:tools=\"http://schemas.android.com/tools\" tools:keep=\"@raw/bell,@raw/ding\" />"
    #expect(
      try folder.convert(line).errors
        == "\(file): note: this app's release builds remove sounds that only"
        + " strings name; write this file: \(content)\n")
    #expect(try folder.convert(line + " --quiet").errors == "")
    try folder.write(content.replacing(",@raw/ding", with: ""), to: file)
    #expect(
      try folder.convert(line).errors
        == "\(file): note: this app's release builds remove sounds that only"
        + " strings name; add this to its tools:keep: @raw/ding\n")
    try folder.write(content, to: file)
    #expect(try folder.convert(line).errors == "")
  }

  /// Files in the Android folder aren't inputs.
  @Test func theFolderInsideTheInputsIsLeftOut() throws {
    let folder = try SoundFolder(["bell.wav": try soundFile(.wave, .pcm(.int16))])
    for _ in 0..<2 { _ = try Self.succeed(folder, "in -o in/ios --android in/res/raw") }
    #expect(
      try folder.files(in: "in").keys.sorted() == [
        "bell.wav", "ios/bell.caf", "res/raw/bell.ogg",
      ])
  }

  /// When the format changes, the old output stays if its bytes changed, or if another sound's record names it.
  @Test(arguments: [false, true]) func onlyOurOutputIsReplaced(isAltered: Bool) throws {
    let folder = try SoundFolder(["bell.wav": try soundFile(.wave, .pcm(.int16))])
    _ = try Self.succeed(folder)
    let records = "res/raw/.alertsound-records"
    let ofOther = try folder.text(records).replacing("bell.wav", with: "gong.wav")
    try folder.write(
      isAltered ? [1, 2, 3] : Array(ofOther.utf8), to: isAltered ? "res/raw/bell.ogg" : records)
    let files = try folder.files(in: "res/raw")
    let outcome = try folder.convert(Self.wave)
    #expect(outcome.ending == .exit(1))
    #expect(outcome.errors.hasPrefix("res/raw/bell.ogg: error: this file and bell.wav"))
    #expect(try folder.files(in: "res/raw") == files)
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
    let manifest = try folder.text("m.json")
    #expect(manifest.contains("\"android\" : true,\n      \"input\" : \"in/bell.wav\""))
    #expect(try folder.convert(Self.line + " --prune").errors == "")
  }
}
