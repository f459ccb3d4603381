import SoundFormat

@testable import AlertSound

/// Parses an MP3's tags and index, and any foreign file's stated length, before libsndfile sees a
/// byte. libsndfile reads the corrected bytes as if they were in the file, however its reads are
/// split. The number of missing bytes doesn't depend on the file's position in a source.
enum MPEGPromise {
  static func keep(for bytes: [UInt8]) throws {
    var numbers = Array(bytes.prefix(4))
    numbers += [UInt8](repeating: 0, count: 4 - numbers.count)
    let start = Int(numbers[0]) << 8 | Int(numbers[1])
    let count = Int(numbers[2]) << 8 | Int(numbers[3])
    let file = Array(bytes.dropFirst(4))
    let audio = try ID3Tags.audioRange(of: file, in: 0..<file.count)
    try expect(
      audio.lowerBound >= 0 && audio.upperBound <= file.count, "audio at \(audio) of a file")
    let stated = try BrowserFormat(of: file)
    try expect(
      stated.sampleRate.map { $0 > 0 } ?? true && stated.channelCount.map { $0 > 0 } ?? true,
      "\(stated.sampleRate ?? 0) Hz and \(stated.channelCount ?? 0) channels")
    let missing = try missingByteCount(of: file, in: 0..<file.count, audio: audio)
    try expect(missing.map { 0...4096 ~= $0 } ?? true, "\(missing ?? 0) missing bytes are few")
    let shifted = try missingByteCount(
      of: [0xFF, 0xFB, 0] + file + [0], in: 3..<3 + file.count,
      audio: audio.lowerBound + 3..<audio.upperBound + 3)
    // Allow a difference for a short stream, whose beginning extends into the bytes after it.
    try expect(shifted == missing || audio.count < 64, "\(shifted ?? -1), \(missing ?? -1) missing")
    let beginning = try MPEGBeginning(ofStreamAt: audio, in: file)
    guard
      let correction = try LengthCorrection(
        ofFileAt: 0, audio: audio, beginning: beginning, in: file)
    else { return }
    let frameCount = correction.estimatedFrameCount ?? 0
    try expect(frameCount >= 0, "\(frameCount) frames")
    var whole = file
    whole.replaceSubrange(correction.range, with: correction.replacement)
    let source = SourceWithReplacement(file, correction)
    try expect(source.byteCount == whole.count, "\(source.byteCount) bytes")
    let piece = try source.bytes(at: start, count: count)
    try expect(piece == (try whole.bytes(at: start, count: count)), "other bytes at \(start)")
  }

  /// Returns how many bytes are missing; nil if so many are missing that the file was certainly
  /// truncated.
  private static func missingByteCount(
    of source: [UInt8], in range: Range<Int>, audio: Range<Int>
  ) throws -> Int? {
    let index = try MPEGBeginning(ofStreamAt: audio, in: source)?.index
    let missing = try StatedLength.missing(from: source, in: range, audio: audio, index: index)
    return missing.isCertain ? nil : missing.byteCount
  }
}
