import Foundation

/// Sounds in formats of others, made by FFmpeg.
enum ForeignSound: String, CaseIterable {
  case mp3 = "MP3"
  case flac = "FLAC"

  /// Encodes a sound; nil where FFmpeg or its encoder isn't there.
  func make(from input: URL, in bench: Bench) throws -> URL? {
    guard let ffmpeg = Program.find("ffmpeg") else { return nil }
    let output = bench.file(
      "\(input.deletingPathExtension().lastPathComponent).\(rawValue.lowercased())")
    let options = self == .mp3 ? ["-c:a", "libmp3lame", "-b:a", "192k"] : ["-c:a", "flac"]
    let encoder = ChildProcess(
      ffmpeg, ["-v", "error", "-nostdin", "-y", "-i", input.path] + options + [output.path])
    return try encoder.outcome().succeeded ? output : nil
  }
}
