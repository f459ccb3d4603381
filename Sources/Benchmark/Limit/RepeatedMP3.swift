import Foundation
import SoundFormat

/// MP3s of any length without an index: the same ten seconds, repeated.
struct RepeatedMP3 {
  private static let patternSeconds = 10.0

  private let pattern: Data

  /// Encodes the ten seconds; nil if FFmpeg or its encoder is missing.
  init?(in bench: Bench) throws {
    guard let ffmpeg = Program.find("ffmpeg") else { return nil }
    let (input, output) = (bench.file("pattern.wav"), bench.file("pattern.mp3"))
    try LongSound.write(seconds: Self.patternSeconds, as: .wave, to: input)
    defer { for file in [input, output] { bench.remove(file) } }
    // Without the bit reservoir, no frame needs bytes of earlier frames, so the copies join cleanly.
    let encoder = ChildProcess(
      ffmpeg,
      [
        "-v", "error", "-nostdin", "-y", "-i", input.path, "-c:a", "libmp3lame", "-b:a", "128k",
        "-reservoir", "0", "-write_xing", "0", "-id3v2_version", "0", output.path,
      ])
    guard try encoder.outcome().succeeded else { return nil }
    pattern = try Data(contentsOf: output)
  }

  /// Writes a sound of at least this length.
  func write(seconds: Double, to url: URL) throws {
    try Data().write(to: url)
    let file = try FileHandle(forWritingTo: url)
    for _ in 0..<Int((seconds / Self.patternSeconds).rounded(.up)) { file.write(pattern) }
    try file.close()
  }
}
