import SoundFormat

@testable import AlertSound

/// Parses a foreign file's tags and stated length before libsndfile sees a byte. libsndfile reads the corrected bytes as
/// if they were in the file, however its reads are split. What is missing doesn't depend on the file's position in a
/// source.
enum ForeignPromise {
  static func keep(for bytes: [UInt8]) throws {
    var numbers = Array(bytes.prefix(4))
    numbers += [UInt8](repeating: 0, count: 4 - numbers.count)
    let start = Int(numbers[0]) << 8 | Int(numbers[1])
    let count = Int(numbers[2]) << 8 | Int(numbers[3])
    let file = Array(bytes.dropFirst(4))
    let source = AnyByteSource(file)
    let audio = try ID3Tags.audioRange(of: source, in: 0..<file.count)
    try expect(
      audio.lowerBound >= 0 && audio.upperBound <= file.count, "audio at \(audio) of a file")
    let stated = try BrowserFormat(of: source)
    try expect(
      stated.sampleRate.map { $0 > 0 } ?? true && stated.channelCount.map { $0 > 0 } ?? true,
      "\(stated.sampleRate ?? 0) Hz and \(stated.channelCount ?? 0) channels")
    let shifted = [0xFF, 0xFB, 0] + file + [0]
    let words = try StatedLength.truncation(of: source, in: 0..<file.count)
    let others = try StatedLength.truncation(of: AnyByteSource(shifted), in: 3..<3 + file.count)
    try expect(words == others, "\(words ?? "whole"), \(others ?? "whole")")
    for correction in try SourceCorrection.ofAU(at: 0, in: source) {
      var whole = file
      whole.replaceSubrange(correction.range, with: correction.replacement)
      let replaced = SourceWithReplacement(source: source, correction: correction)
      try expect(replaced.byteCount == whole.count, "\(replaced.byteCount) bytes")
      let piece = try replaced.bytes(at: start, count: count)
      try expect(piece == (try whole.bytes(at: start, count: count)), "other bytes at \(start)")
    }
  }
}
