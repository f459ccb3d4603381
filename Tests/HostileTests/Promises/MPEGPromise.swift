import SoundFormat

@testable import AlertSound

/// An MP3's tags and index, which come before libsndfile sees a byte of it: an inserted frame is read as if it
/// stood there, wherever the reading is cut.
enum MPEGPromise {
  static func keep(for bytes: [UInt8]) throws {
    var numbers = Array(bytes.prefix(4))
    numbers += [UInt8](repeating: 0, count: 4 - numbers.count)
    let start = Int(numbers[0]) << 8 | Int(numbers[1])
    let count = Int(numbers[2]) << 8 | Int(numbers[3])
    let file = Array(bytes.dropFirst(4))
    let audio = try MPEGTags.audioRange(of: file, in: 0..<file.count)
    try expect(
      audio.lowerBound >= 0 && audio.upperBound <= file.count, "audio at \(audio) of a file")
    guard let index = try MPEGIndex(forStreamAt: audio, in: file) else { return }
    try expect(index.estimatedFrameCount >= 0, "\(index.estimatedFrameCount) frames")
    var whole = file
    whole.insert(contentsOf: index.frame, at: audio.lowerBound)
    let source = SourceWithInsertion(
      source: file, insertion: index.frame, offset: audio.lowerBound)
    try expect(source.byteCount == whole.count, "\(source.byteCount) bytes")
    let piece = try source.bytes(at: start, count: count)
    try expect(piece == (try whole.bytes(at: start, count: count)), "other bytes at \(start)")
  }
}
