import AlertSound
import SoundFormat
import TestSupport
import Testing

/// Foreign files that FFmpeg wrote, truncated.
@Suite(
  .ifLibsndfileDecodes,
  .enabled(if: Tool.ffmpeg.isInstalled, "FFmpeg is not installed"))
struct CutShortFFmpegFileTests {
  private static func make(_ name: String, _ options: [String]) throws -> [UInt8] {
    let folder = try TemporaryDirectory()
    let source = try folder.write(
      PlainSound(.noise, frameCount: 60_000).file(.wave), to: "source.wav")
    try Tool.ffmpeg.run(["-v", "error", "-i", source] + options + [folder.path(name)])
    return try folder.read(name)
  }

  @Test(arguments: [
    ["-b:a", "128k"], ["-q:a", "4"], ["-abr", "1", "-b:a", "96k"], ["-b:a", "32k", "-ar", "16000"],
    ["-q:a", "4", "-write_id3v1", "1", "-metadata", "title=Noise"],
  ])
  func mp3(options: [String]) throws {
    let file = try Self.make("sound.mp3", options)
    #expect(try PlainSound(decoding: output(of: file)).frameCount > 20_000)
    // A tag at the end is lost as well, and wasn't counted.
    let trailer = options.contains("-write_id3v1") ? 128 : 0
    for missing in [4396, max(4396, file.count / 2)] {
      CutShortForeignFileTests.expectRefusal(
        of: Array(file.dropLast(missing)), missing: missing - trailer)
    }
  }

  @Test(arguments: ["sound.au", "sound.w64"])
  func others(name: String) throws {
    let file = try Self.make(name, [])
    #expect(try PlainSound(decoding: output(of: file)).frameCount == 60_000)
    for missing in [300, file.count / 2] {
      CutShortForeignFileTests.expectRefusal(of: Array(file.dropLast(missing)), missing: missing)
    }
  }

  /// A file that is written to a pipe doesn't state its length.
  @Test(arguments: ["mp3", "au", "w64"])
  func pipesAreRead(format: String) throws {
    let folder = try TemporaryDirectory()
    let source = try folder.write(
      PlainSound(.noise, frameCount: 60_000).file(.wave), to: "source.wav")
    let file = try Tool.ffmpeg.run(["-v", "error", "-i", source, "-f", format, "-"])
    #expect(try PlainSound(decoding: output(of: file)).frameCount >= 60_000)
    _ = try SoundSource(bytes: Array(file.prefix(file.count / 2)))
  }
}

/// Foreign files that SoX wrote, truncated.
@Suite(
  .ifLibsndfileDecodes,
  .enabled(if: Tool.sox.isInstalled, "SoX is not installed"))
struct CutShortSoXFileTests {
  @Test(arguments: ["au", "8svx", "w64"], [8000, 8001])
  func isRefused(type: String, frameCount: Int) throws {
    let folder = try TemporaryDirectory()
    let source = try folder.write(
      PlainSound(.noise, frameCount: frameCount).file(.wave), to: "source.wav")
    try Tool.sox.run([source, "-t", type, folder.path("sound")])
    let file = try folder.read("sound")
    // In 8SVX, a pad byte follows an odd number of samples, and SoX counts it.
    #expect(
      frameCount...frameCount + 1 ~= (try PlainSound(decoding: output(of: file)).frameCount))
    let missing = file.count / 2
    let error = #expect(throws: SoundError.self) {
      try SoundSource(bytes: Array(file.dropLast(missing)))
    }
    #expect(error?.reason.contains("the file is truncated: ") == true)
  }

  @Test func pipesAreRead() throws {
    let folder = try TemporaryDirectory()
    let source = try folder.write(
      PlainSound(.noise, frameCount: 8000).file(.wave), to: "source.wav")
    let file = try Tool.sox.run([source, "-t", "au", "-"])
    #expect(try PlainSound(decoding: output(of: file)).frameCount == 8000)
  }
}
