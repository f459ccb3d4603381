import Foundation

/// Sounds in foreign formats, made by FFmpeg.
enum ForeignSound: String, CaseIterable {
  case mp3 = "MP3"
  case flac = "FLAC"

  /// Encodes a sound; nil if FFmpeg or its encoder is missing.
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
