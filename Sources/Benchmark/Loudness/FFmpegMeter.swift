import Foundation

/// Loudness and true peak by FFmpeg's filter `ebur128`.
struct FFmpegMeter {
  struct Levels {
    /// In LUFS, with three decimals; nil for a sound without a block of 400 ms.
    let loudness: Double?
    /// In dBTP, with one decimal; minus infinity for silence.
    let truePeak: Double
  }

  private let program: URL

  /// Returns nil if FFmpeg isn't installed.
  init?() {
    guard let program = Program.find("ffmpeg") else { return nil }
    self.program = program
  }

  /// Measures a file. Nil if FFmpeg can't read it.
  func levels(of file: URL) throws -> Levels? {
    let filter = "ebur128=peak=true:metadata=1,ametadata=print:key=lavfi.r128.I:file=-"
    let words = ["-hide_banner", "-nostdin", "-nostats", "-i", file.path, "-af", filter]
    let outcome = try ChildProcess(program, words + ["-f", "null", "-"]).outcome()
    guard outcome.succeeded else { return nil }
    return Self.levels(in: outcome.text)
  }

  /// Reads the loudness after the last block, and the peak of the summary.
  static func levels(in text: String) -> Levels? {
    func last(after marker: String) -> Double? {
      guard let place = text.range(of: marker, options: .backwards) else { return nil }
      let word = text[place.upperBound...].drop { $0 == " " }.prefix { !$0.isWhitespace }
      return Double(word)
    }
    guard let truePeak = last(after: "Peak:") else { return nil }
    let loudness = last(after: "lavfi.r128.I=")
    return Levels(loudness: loudness.flatMap { $0 > -70 ? $0 : nil }, truePeak: truePeak)
  }
}
