import AlertSound
import Foundation
import Synthesis

/// Loudness and true peak by programs other than ours: FFmpeg's filter `ebur128`, and libebur128 for the loudness of
/// sounds without a block of 400 ms, for which FFmpeg has no figure, and of those at 11,025 Hz. FFmpeg 5.1 doesn't agree
/// with itself there: resampled, the same file gets another loudness, by up to 7 LU.
struct OtherMeters {
  struct Levels {
    /// In LUFS; nil if there is none above -70.
    let loudness: Double?
    /// Whether the loudness is libebur128's.
    let isByLibrary: Bool
    /// In dBTP; minus infinity for silence. Around -1, FFmpeg's decimals make it exact to 0.01 dB.
    let truePeak: Double
  }

  /// The first filter measures the loudness. The peak takes a second one, with silence around the sound: at the start of
  /// a stream, FFmpeg's resampler puts a mirror image before the first frame, and finds up to 0.7 dB more in an attack
  /// there; and it only prints every 100 ms what it has measured.
  private static let filter =
    "ebur128=metadata=1,ametadata=print:key=lavfi.r128.I:file=-,adelay=100:all=1,apad=pad_dur=0.3,"
    + "ebur128=peak=true:metadata=1,ametadata=print:key=lavfi.r128.true_peak:file=-"

  private let bench: Bench
  private let library = EBUR128Library()

  /// Returns nil if FFmpeg isn't installed.
  init?(_ bench: Bench) {
    guard Program.find("ffmpeg") != nil else { return nil }
    self.bench = bench
  }

  /// Whether sounds that FFmpeg can't measure are measured.
  var measuresAllSounds: Bool { library != nil }

  /// Measures all sounds in a folder that FFmpeg can read.
  ///
  /// - Returns: Their levels by their names without extension.
  func levels(ofFilesIn folder: URL) throws -> [String: Levels] {
    let texts = bench.file("levels")
    defer { bench.remove(texts) }
    try FileManager.default.createDirectory(at: texts, withIntermediateDirectories: true)
    let count = ProcessInfo.processInfo.processorCount
    _ = try ChildProcess(
      shell:
        "cd '\(folder.path)' && ls | xargs -P\(count) -I{} sh -c 'ffmpeg -v error -nostdin -i \"$1\""
        + " -af \(Self.filter) -f null - >\"\(texts.path)/$1\" 2>/dev/null || rm \"\(texts.path)/$1\"' sh {}"
    ).outcome()
    var levels: [String: Levels] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: texts.path) {
      let text = try String(contentsOf: texts.appendingPathComponent(name), encoding: .utf8)
      guard let truePeak = Self.last("lavfi.r128.true_peak=", in: text) else { continue }
      let file = folder.appendingPathComponent(name)
      let loudness = Self.last("lavfi.r128.I=", in: text).flatMap { $0 > -70 ? $0 : nil }
      let channels = try LoudnessSounds.signals(of: SoundSource(path: file.path))
      // FFmpeg's steps are whole frames, a tenth of a second each.
      let isOdd = channels.contains { $0.sampleRate.truncatingRemainder(dividingBy: 10) != 0 }
      let other = loudness == nil || isOdd ? library?.loudness(of: channels) : nil
      levels[stem(of: name)] = Levels(
        loudness: isOdd ? other : loudness ?? other, isByLibrary: loudness == nil || isOdd,
        truePeak: 20 * log10(truePeak))
    }
    return levels
  }

  /// Returns the last number after a marker.
  private static func last(_ marker: String, in text: String) -> Double? {
    text.ranges(of: marker).last.flatMap { place in
      Double(text[place.upperBound...].prefix { !$0.isWhitespace })
    }
  }
}

/// Returns the name of a file without its folder and its extension.
func stem(of name: String) -> String {
  URL(fileURLWithPath: name).deletingPathExtension().lastPathComponent
}
