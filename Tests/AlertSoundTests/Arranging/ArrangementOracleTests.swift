import AlertSound
import Foundation
import SoundFormat
import TestSupport
import Testing

@testable import AlertCore

/// sox and ffmpeg cut and repeat the same frames.
struct ArrangementOracleTests {
  private func check(
    _ samples: [Int16], channelCount: Int = 1, _ tool: Tool, _ arguments: [String],
    _ configure: (inout Arrangement) -> Void
  ) throws {
    let folder = try TemporaryDirectory()
    let bytes = try file(samples, channelCount: channelCount, sampleRate: 44_100)
    _ = try folder.write(bytes, to: "in.wav")
    let paths = arguments.map { ["in.wav", "out.wav"].contains($0) ? folder.path($0) : $0 }
    _ = try tool.run(paths)
    let (source, _) = try arranged(bytes, configure)
    guard case .int16(let wanted) = try frames(of: folder.read("out.wav")) else {
      throw OtherSamples()
    }
    #expect(try source.int16() == wanted)
  }

  @Test(
    .enabled(if: Tool.sox.isInstalled, "sox is not installed"),
    arguments: [(0.1, 0.35), (0.0123, 0.4321), (0, 0.25), (0.3, 0.49999)], [1, 2])
  func soxTrims(span: (start: Double, end: Double), channelCount: Int) throws {
    try check(
      Signal.noise.int16(frameCount: 22_050 * channelCount), channelCount: channelCount, .sox,
      ["-D", "in.wav", "out.wav", "trim", "\(span.start)", "=\(span.end)"]
    ) { $0.span = .init(start: span.start, end: span.end) }
  }

  @Test(.enabled(if: Tool.sox.isInstalled, "sox is not installed"), arguments: [1, 3])
  func soxRepeats(count: Int) throws {
    try check(
      Signal.noise.int16(frameCount: 22_050), .sox,
      ["-D", "in.wav", "out.wav", "repeat", "\(count)"]
    ) { $0.repetition = .init(seconds: Double(count + 1) * 0.5 + 0.1) }
  }

  @Test(.enabled(if: Tool.ffmpeg.isInstalled, "ffmpeg is not installed"))
  func ffmpegTrimsAndRepeats() throws {
    let filter = "atrim=start_sample=4410:end_sample=13230,aloop=loop=3:size=8820:start=0"
    try check(
      Signal.noise.int16(frameCount: 88_200), channelCount: 2, .ffmpeg,
      ["-v", "error", "-i", "in.wav", "-af", filter, "out.wav"]
    ) {
      $0.span = .init(start: 0.1, end: 0.3)
      $0.repetition = .init(seconds: 0.95)
    }
  }
}
