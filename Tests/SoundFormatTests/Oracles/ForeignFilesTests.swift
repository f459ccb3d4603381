import TestSupport
import Testing

@testable import SoundFormat

/// Sounds that FFmpeg and sox write, to files and to pipes, are read correctly.
@Suite struct ForeignFilesTests {
  private static let bell = Signal.bell.int16(frameCount: 1000)
  private static let source = LinearPCM.encode(.int16(bell), as: PCMEncoding(.int16, .little))

  private func ffmpeg(_ arguments: [String], to name: String? = nil) throws -> [UInt8] {
    let directory = try TemporaryDirectory()
    let input = try directory.write(Self.source, to: "in.raw")
    let output = try Tool.ffmpeg.run(
      ["-v", "error", "-f", "s16le", "-ar", "44100", "-ac", "1", "-i", input] + arguments
        + [name.map { directory.path($0) } ?? "-"])
    return try name.map { try directory.read($0) } ?? output
  }

  @Test(
    .enabled(if: Tool.ffmpeg.isInstalled, "ffmpeg is not installed"),
    arguments: [
      ("x.caf", "pcm_s16be", Container.caf), ("x.caf", "pcm_s16le", .caf),
      ("x.aiff", "pcm_s16be", .aiff), ("x.aifc", "pcm_s16le", .aifc), ("x.wav", "pcm_s16le", .wave),
      ("x.wav", "pcm_s24le", .wave), ("x.wav", "pcm_f32le", .wave), ("x.caf", "pcm_f64be", .caf),
    ])
  func ffmpegsPCMIsReadExactly(name: String, codec: String, container: Container) throws {
    let bytes = try ffmpeg(["-c:a", codec], to: name)
    let sound = try SoundFile(parsing: bytes)
    #expect(sound.container == container)
    #expect(sound.frameCount == 1000)
    #expect(sound.missingByteCount == 0)
    #expect(try frames(of: bytes).int16Samples == Self.bell)
  }

  /// A writer can't seek back in a pipe to fill in the lengths. sox can read such an AIFF file,
  /// FFmpeg can't.
  @Test(
    .enabled(if: Tool.ffmpeg.isInstalled, "ffmpeg is not installed"),
    arguments: ["wav", "caf", "aiff"])
  func ffmpegsPipesMissNothing(format: String) throws {
    try checkPiped(try ffmpeg(["-f", format]))
  }

  /// Pipes a sound through sox and an effect, so that sox can't know the number of frames in
  /// advance.
  private func soxPiped(_ format: String) throws -> [UInt8] {
    let directory = try TemporaryDirectory()
    let input = try directory.write(Self.source, to: "in.raw")
    // Use a pipe, because sox would seek back in a file. The effect changes nothing.
    let command = """
      sox -V1 -D -t raw -r 44100 -e signed -b 16 -c 1 '\(input)' -t \(format) - \
      dcshift 0 repeat 0 | cat
      """
    return try Tool("sh").run(["-c", command])
  }

  @Test(
    .enabled(if: Tool.sox.isInstalled, "sox is not installed"), arguments: ["wav", "aiff", "aifc"])
  func soxesPipesMissNothing(format: String) throws {
    try checkPiped(try soxPiped(format))
  }

  private func checkPiped(_ bytes: [UInt8]) throws {
    let sound = try SoundFile(parsing: bytes)
    #expect(sound.frameCount == 1000)
    #expect(sound.missingByteCount == 0)
    #expect(sound.notes.count > 0)
    let samples = try frames(of: bytes).int16Samples
    #expect(samples == Self.bell)
  }

  /// The packets are random, so their headers almost never fit the carried state, and both decoders
  /// reload it in the same way. FFmpeg rejects indices beyond the table, so the packets have no such indices.
  @Test(
    .enabled(if: Tool.ffmpeg.isInstalled, "ffmpeg is not installed"), arguments: [1, 2])
  func randomIMA4DecodesAsFFmpegs(channels: Int) throws {
    var generator = SeededGenerator(seed: 11)
    let format = StreamFormat(sampleRate: 44_100, channelCount: channels, dataFormat: .ima4)
    let header = SoundHeader(container: .aifc, format: format, frameCount: 200 * 64 - 1)
    var bytes = try header.headerBytes()
    for _ in 0..<200 * channels {
      let state = UInt16.random(in: 0...511, using: &generator) << 7
      let packetHeader = state | UInt16.random(in: 0...88, using: &generator)
      bytes += [UInt8(packetHeader >> 8), UInt8(packetHeader & 0xFF)]
      bytes += (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) }
    }
    let directory = try TemporaryDirectory()
    let input = try directory.write(bytes, to: "in.aifc")
    let theirs = try Tool.ffmpeg.run(["-v", "error", "-i", input, "-f", "s16le", "-"])
    let ours = LinearPCM.encode(try frames(of: bytes), as: PCMEncoding(.int16, .little))
    #expect(firstDifference(of: ours, from: theirs) == nil)
  }
}
