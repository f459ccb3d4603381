import ConversionSupport
import Foundation
import SoundFormat
import TestSupport
import Testing

@testable import AlertSound

/// Files that FFmpeg writes and decodes. The result is as long as the source and not shifted in time.
@Suite(.enabled(if: Tool.ffmpeg.isInstalled, "ffmpeg is not installed"))
struct FFmpegFilesTests {
  /// A chirp: its parts differ, so a copy matches at only one shift.
  private static func source(
    sampleRate: Int, channelCount: Int, frameCount: Int
  ) -> PlainSound {
    let chirp = (0..<frameCount).map { frame -> Double in
      let time = Double(frame) / Double(sampleRate)
      return 0.4 * sin(2 * .pi * (300 + 2500 * time) * time)
    }
    return PlainSound(
      (0..<channelCount).map { channel in chirp.map { $0 / Double(channel + 1) } },
      sampleRate: Double(sampleRate))
  }

  /// By how many frames a copy is later than its source, up to 60.
  private static func delay(of copy: [Double], after source: [Double]) -> Int {
    let middle = source.indices.count / 3..<source.indices.count / 3 + 2000
    func product(_ shift: Int) -> Double {
      middle.reduce(0) { sum, frame in
        copy.indices.contains(frame + shift) ? sum + source[frame] * copy[frame + shift] : sum
      }
    }
    return (-60...60).max { product($0) < product($1) } ?? 0
  }

  private static func decodedChannel(of source: SoundSource) throws -> [Double] {
    try PlainSound(decoding: output(of: source)).channels[0]
  }

  @Test(
    arguments: [(22_050, 1, 30_001), (44_100, 2, 30_000)])
  func aacKeepsItsLength(form: (rate: Int, channels: Int, frames: Int)) throws {
    let source = Self.source(
      sampleRate: form.rate, channelCount: form.channels, frameCount: form.frames)
    for options in [
      [], ["-movflags", "faststart"], ["-movflags", "+frag_keyframe"],
      ["-movflags", "+frag_keyframe+empty_moov"], ["-use_editlist", "0"], ["-f", "mov"],
      ["-f", "3gp"],
    ] {
      let bytes = try source.file(ffmpeg: "x.m4a", ["-c:a", "aac", "-b:a", "128k"] + options)
      let sound = try SoundSource(bytes: bytes)
      #expect(sound.frameCount == form.frames, "\(options)")
      #expect(sound.format.sampleRate == Double(form.rate))
      #expect(sound.format.channelCount == form.channels)
      let decoded = try Self.decodedChannel(of: sound)
      #expect(decoded.count == form.frames)
      #expect(Self.delay(of: decoded, after: source.channels[0]) == 0, "\(options)")
    }
  }

  @Test(arguments: [("s16p", PCMEncoding.SampleType.int16), ("s32p", .int24)], [1, 2])
  func losslessIsTheSource(format: (String, PCMEncoding.SampleType), channelCount: Int) throws {
    let source = Self.source(sampleRate: 44_100, channelCount: channelCount, frameCount: 30_001)
    let encoding = DataFormat.pcm(format.1)
    let file = try source.file(.wave, encoding)
    let directory = try TemporaryDirectory()
    let input = try directory.write(file, to: "in.wav")
    for options in [[], ["-movflags", "faststart"], ["-movflags", "+frag_keyframe+empty_moov"]] {
      let path = directory.path("x\(options.count).m4a")
      _ = try Tool.ffmpeg.run(
        ["-v", "error", "-y", "-i", input, "-c:a", "alac", "-sample_fmt", format.0] + options + [
          path
        ])
      // Allow no other decoder: the library decodes Apple Lossless itself.
      let sound = try SoundSource(
        path: FilePath(path), policy: InputPolicy(imports: false))
      #expect(sound.losslessSampleType == format.1)
      let copy = try PlainSound(decoding: output(of: sound, .caf, encoding))
      #expect(try copy == PlainSound(decoding: file), "\(options)")
    }
  }

  /// Two sounds of more than 500 packets, with a short packet in the middle, which FFmpeg's CAF files count as full.
  @Test(arguments: ["caf", "m4a"])
  func joinedLosslessFilesAreWhole(container: String) throws {
    let folder = try TemporaryDirectory()
    let (part, list, whole) = (
      folder.path("a.m4a"), folder.path("list"), folder.path("whole." + container)
    )
    _ = try Tool.ffmpeg.run([
      "-v", "error", "-f", "lavfi", "-i", "sine=440:d=23.1:r=48000", "-c:a", "alac", part,
    ])
    _ = try folder.write(Array("file a.m4a\nfile a.m4a\n".utf8), to: "list")
    _ = try Tool.ffmpeg.run(["-v", "error", "-f", "concat", "-i", list, "-c", "copy", whole])
    let sound = try SoundSource(path: FilePath(whole))
    #expect(sound.frameCount == 2 * 1_108_800 && sound.warnings.isEmpty)
    #expect(try Self.decodedChannel(of: sound).count == sound.frameCount)
  }
}
