import AlertSound
import ConversionSupport
import Foundation
import SoundFormat
import SystemPackage
import TestSupport
import Testing

/// MP3s from FFmpeg that don't state their length.
@Suite(
  .enabled(if: Tool.ffmpeg.isInstalled, "FFmpeg is not installed"))
struct UnindexedMP3Tests {
  /// Noise before or after silence. The bit rate changes between them.
  struct Stream: Sendable, CustomTestStringConvertible {
    var rate = 44_100.0
    var isStereo = false
    var beginsQuietly = false
    var hasTags = false
    var testDescription: String {
      "\(Int(rate)) Hz \(isStereo ? "stereo" : "mono") \(beginsQuietly ? "quiet first" : "")"
        + (hasTags ? " tagged" : "")
    }
  }

  static let streams = [
    Stream(), Stream(beginsQuietly: true), Stream(isStereo: true, hasTags: true),
    Stream(rate: 48_000), Stream(rate: 32_000, isStereo: true), Stream(rate: 22_050),
    Stream(rate: 16_000, isStereo: true), Stream(rate: 11_025), Stream(rate: 8000, hasTags: true),
  ]

  private static func make(_ stream: Stream, indexed: Bool) throws -> (file: [UInt8], frames: Int) {
    let folder = try TemporaryDirectory()
    let count = Int(stream.rate)
    let noise = Signal.noise.int16(frameCount: count / 2)
    let silence = [Int16](repeating: 0, count: 2 * count)
    let channel = stream.beginsQuietly ? silence + noise : noise + silence
    let channels = stream.isStereo ? [channel, channel] : [channel]
    let source = try folder.write(
      soundFile(
        .wave, .pcm(.int16), .int16(interleaved(channels)), channelCount: channels.count,
        sampleRate: stream.rate), to: "source.wav")
    let encoding = ["-v", "error", "-i", source, "-q:a", "4", "-write_xing", indexed ? "1" : "0"]
    let tags =
      stream.hasTags
      ? ["-id3v2_version", "3", "-write_id3v1", "1", "-metadata", "title=Noise"]
      : ["-id3v2_version", "0"]
    try Tool.ffmpeg.run(encoding + tags + [folder.path("sound.mp3")])
    let decoded = try Tool.ffmpeg.run([
      "-v", "error", "-i", folder.path("sound.mp3"), "-f", "s16le", "-",
    ])
    return (try folder.read("sound.mp3"), decoded.count / 2 / channels.count)
  }

  @Test(arguments: streams)
  func isDecodedToItsEnd(stream: Stream) throws {
    let (file, frameCount) = try Self.make(stream, indexed: false)
    let decoded = try PlainSound(decoding: output(of: file))
    // Allow 529 missing frames, because some decoders drop the decoder's delay.
    #expect(frameCount - 529...frameCount ~= decoded.frameCount)
    #expect(decoded.channels.count == (stream.isStereo ? 2 : 1))
  }
}
