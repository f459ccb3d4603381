import Foundation

/// A loop of two passes of FFmpeg's `loudnorm`, the second one with what the first one measured.
struct LoudnormLoop {
  /// Shell commands; `$IN` and `$OUT` are the folders. A sound that FFmpeg fails on isn't written.
  static let lines = """
    for file in "$IN"/*; do name=${file##*/}; \
    set -- $(ffmpeg -hide_banner -nostats -nostdin -i "$file" -af loudnorm=I=-16:TP=-1:LRA=20:print_format=json \
    -f null - 2>&1 | sed -n 's/^\\t"\\(input_[a-z]*\\|target_offset\\)" : "\\([-0-9.inf]*\\)".*/\\2/p'); \
    rate=$(ffprobe -v error -show_entries stream=sample_rate -of csv=p=0 "$file"); \
    ffmpeg -v quiet -nostdin -y -i "$file" -af "loudnorm=I=-16:TP=-1:LRA=20:measured_I=$1:measured_TP=$2:\
    measured_LRA=$3:measured_thresh=$4:offset=$5:linear=true" -ar "$rate" -c:a pcm_s16le "$OUT/${name%.*}.caf" \
    || rm -f "$OUT/${name%.*}.caf"; done; true
    """

  /// What the loop makes of a folder of sounds, in words, beside what `alertsound` makes of the same ones.
  static func result(
    _ bench: Bench, _ meters: OtherMeters, of input: URL, ours: LevelledBatch
  ) throws -> String {
    let output = bench.file("loudnorm")
    defer { bench.remove(output) }
    _ = try ChildProcess(shell: lines, in: input, out: output).outcome()
    let levels = try meters.levels(ofFilesIn: output)
    let names = try FileManager.default.contentsOfDirectory(atPath: input.path)
      .map { stem(of: $0) }
    let loudnesses = levels.values.compactMap(\.loudness)
    let within = loudnesses.count { abs($0 - LevelledBatch.loudness) <= LevelledBatch.tolerance }
    let limit = LevelledBatch.truePeak + LevelledBatch.truePeakTolerance
    let peaks = levels.values.map(\.truePeak)
    let own = (ours.measured ?? ours.own).within
    return
      "Of the first \(names.count) sounds, two passes of ffmpeg's `loudnorm` with `I=-16:TP=-1:linear=true` bring \(within)"
      + " within \(LevelledBatch.tolerance) LU, and \(peaks.count { $0 > limit }) end above the limit"
      + String(format: ", the highest at %.2f dBTP", peaks.max() ?? 0)
      + "; `alertsound` brings \(names.count { own.contains($0) }) of them there, to LEI16 as well."
  }
}

extension ChildProcess {
  /// Creates a process that runs shell commands with the folders `$IN` and `$OUT`, of which it creates the second one.
  init(shell lines: String, in input: URL, out output: URL) {
    self.init(
      shell: "IN='\(input.path)' OUT='\(output.path)'; mkdir -p \"$OUT\"; \(lines)")
  }
}
