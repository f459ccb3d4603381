import AlertSound
import Foundation
import SoundFormat
import TestSupport
import Testing

@testable import SoundFormat

/// `convert --android`: each sound a second time, for an Android app.
struct ConvertAndroidTests {
  static let line = "in -o out --android res/raw"
  static let wave = line + " --android-format wav"

  /// The counts of the last line that concern Android.
  static func counts(_ outcome: Tool.Outcome) -> String {
    let line = outcome.outputText.split(separator: "\n").last.map(String.init) ?? ""
    let parts = line.components(separatedBy: "; for Android: ")
    return parts.count == 2 ? parts[1].components(separatedBy: "; ")[0] : "none"
  }

  /// Converts, expects success, and returns the counts: those of the outputs, then those for Android.
  static func succeed(
    _ folder: SoundFolder, _ arguments: String = line,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [String] {
    let outcome = try folder.convert(arguments)
    #expect(outcome.ending == .exit(0), sourceLocation: sourceLocation)
    #expect(outcome.errors == "", sourceLocation: sourceLocation)
    return [SoundFolder.counts(outcome), counts(outcome)]
  }

  static let names = ["bell", "chime", "knock", "ring", "tick"]

  /// A stated layout needs a header that few players expect of 16-bit stereo.
  @Test func theHeaderIsPlain() throws {
    let folder = try ShellFolder()
    let sound = try soundFile(
      .caf, .pcm(.int16), channels: [.bell, .sine], frameCount: 400, layout: .stereo)
    try folder.write(sound, to: "in/a.caf")
    let outcome = try folder.run(
      "alertsound convert in -o out -f wav -d LEI16 --android raw --android-format wav")
    #expect(outcome.ending == .exit(0))
    #expect(try folder.directory.read("out/a.wav")[20..<22] == [0xFE, 0xFF])
    #expect(try folder.directory.read("raw/a.wav")[20..<22] == [1, 0])
  }

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

  @Test(.enabled(if: Tool.ffmpeg.isInstalled, "ffmpeg is not installed"))
  func ffmpegReadsTheSound() throws {
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
  func missingAndAlteredOutputsAreMadeAgain(change: String) throws {
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

  @Test func anotherFormatReplacesTheOutputs() throws {
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

  @Test func aSingleSoundIsWrittenToo() throws {
    let folder = try SoundFolder(["Bell.wav": try soundFile(.wave, .pcm(.int16))])
    let outcome = try folder.convert("in/Bell.wav -o Bell.caf --android res/raw")
    #expect(outcome.ending == .exit(0))
    #expect(outcome.errors == "in/Bell.wav: note: 'bell' on Android\n")
    #expect(try folder.files(in: "res/raw").keys.sorted() == ["bell.ogg"])
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
