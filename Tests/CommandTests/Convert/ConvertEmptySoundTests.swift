import SoundFormat
import TestSupport
import Testing

/// What `alertsound convert` does with sounds that have no frames.
struct ConvertEmptySoundTests {
  /// iOS plays its default sound instead of a sound without frames.
  @Test(arguments: [
    "in -o out", "in -o out --dry-run", "in/empty.wav -o out.caf", "in -o out --no-import",
  ])
  func aSoundWithoutFramesIsRejected(arguments: String) throws {
    let folder = try SoundFolder(["empty.wav": try soundFile(.wave, .pcm(.int16), .int16([]))])
    expectFailure(
      try folder.convert("\(arguments) --quiet"),
      "in/empty.wav: error: it contains no audio; export it again")
    #expect(try folder.files(in: "out") == [:])
    // Not every file is an alert.
    expectSilentSuccess(try folder.convert("in -o out --quiet --over-limit warn"))
    expectSilentSuccess(try folder.run("afconvert -f caff -d LEI16 in/empty.wav apple.caf"))
  }

  @Test(
    .enabled(if: Tool("ffmpeg").isInstalled, "ffmpeg is not installed"))
  func aSoundWithAllFramesMissingIsRejected() throws {
    let folder = try SoundFolder([:])
    let line =
      "ffmpeg -v error -f lavfi -i sine=d=5 -c:a libvorbis whole.ogg && head -c 4500 whole.ogg >in/cut.ogg"
    try #require(try folder.run(line).ending == .exit(0))
    for _ in 0..<2 {
      let outcome = try folder.convert("in -o out --quiet --allow-truncated")
      #expect(outcome.ending == .exit(1))
      #expect(
        outcome.errors.hasSuffix("in/cut.ogg: error: it contains no audio; export it again\n"),
        "\(outcome.errors)")
    }
    #expect(try folder.files(in: "out") == [:])
  }
}
