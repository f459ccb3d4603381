import SoundFormat
import TestSupport
import Testing

/// A sound is converted again if the decoder that read it has another version. A script stands in for ffmpeg.
struct ConvertDecoderTests {
  private static let script = """
    #!/bin/sh
    if [ "$1" = -version ]; then echo "ffmpeg version $VERSION Copyright (c)"; exit; fi
    echo run >>"${0%/*}/log"
    cat "${0%/*}/decoded.wav"
    """

  /// A folder with an m4a, which has 4096 frames with the implied priming, and a script.
  private static func folder(version: String) throws -> ShellFolder {
    let folder = try ShellFolder()
    try folder.write(SmallMovie.aac().bytes, to: "in/memo.m4a")
    try folder.write(soundFile(.wave, .pcm(.int16)), to: "in/own.wav")
    try folder.write(
      soundFile(.wave, .pcm(.float32), channels: [.sine, .sine], frameCount: 4096),
      to: "bin/decoded.wav")
    try install(version, in: folder)
    return folder
  }

  private static func install(_ version: String, in folder: ShellFolder) throws {
    try folder.write(
      Array(script.replacing("$VERSION", with: version).utf8), to: "bin/ffmpeg")
    _ = try folder.run("chmod +x bin/ffmpeg; sleep 0.02")
  }

  /// Converts the folder, and returns how many sounds were converted.
  private static func convert(
    _ folder: ShellFolder, path: String = "$PWD/bin:/usr/bin:/bin", _ options: String = ""
  ) throws -> String {
    let tool = try folder.run("command -v alertsound").outputText.split(separator: "\n")[0]
    let outcome = try folder.run("PATH=\(path) \(tool) convert in -o out \(options)")
    #expect(outcome.ending == .exit(0), "\(outcome.errors)")
    return SoundFolder.counts(outcome)
  }

  @Test func anotherVersionConvertsAgain() throws {
    let folder = try Self.folder(version: "7.1")
    #expect(try Self.convert(folder) == "2 converted, 0 unchanged")
    #expect(try Self.convert(folder) == "0 converted, 2 unchanged")
    try Self.install("8.0", in: folder)
    #expect(try Self.convert(folder) == "1 converted, 1 unchanged")
    #expect(try Self.convert(folder) == "0 converted, 2 unchanged")
    #expect(try String(decoding: folder.directory.read("bin/log"), as: UTF8.self) == "run\nrun\n")
    let records = try folder.directory.read("out/.alertsound-state")
    #expect(String(decoding: records, as: UTF8.self).contains("\tffmpeg 8.0\t"))
  }

  /// Where it isn't installed, nothing could be made again.
  @Test func withoutADecoderOutputsAreKept() throws {
    let folder = try Self.folder(version: "7.1")
    #expect(try Self.convert(folder) == "2 converted, 0 unchanged")
    let before = try folder.directory.read("out/memo.caf")
    #expect(try Self.convert(folder, path: "/nowhere") == "0 converted, 2 unchanged")
    #expect(try folder.directory.read("out/memo.caf") == before)
  }

  /// A choice is an option like any other.
  @Test func theChoiceOfADecoderIsAnOption() throws {
    let folder = try Self.folder(version: "7.1")
    #expect(try Self.convert(folder) == "2 converted, 0 unchanged")
    #expect(try Self.convert(folder, "--import-with ffmpeg") == "2 converted, 0 unchanged")
    let tool = try folder.run("command -v alertsound").outputText.split(separator: "\n")[0]
    let outcome = try folder.run(
      "PATH=$PWD/bin:/usr/bin:/bin \(tool) convert in/memo.m4a -o x.caf --import-with libsndfile")
    #expect(outcome.ending == .exit(1))
    #expect(
      outcome.errors.hasSuffix(
        "in/memo.m4a: error: the sound is coded as AAC ('aac '); export the sound as WAV, AIFF or CAF\n"
      ))
  }
}
