internal import SoundFormat

/// A replacement of bytes that make libsndfile refuse a file or stop too early.
struct SourceCorrection {
  /// The range of the source that is replaced; empty for an insertion.
  let range: Range<Int>
  let replacement: [UInt8]
}

extension SourceCorrection {
  /// Corrects the header of an AU file at `start`: a size that is a placeholder, and a rate with an extended sign.
  ///
  /// libsndfile knows only one of the placeholders for an unknown size, and takes the other placeholders literally.
  static func ofAU(
    at start: Int, in source: AnyByteSource
  ) throws(SoundFileError) -> [SourceCorrection] {
    let beginning = try source.bytes(at: start, count: AUHeader.byteCount)
    guard let header = AUHeader(beginning, fileByteCount: source.byteCount - start) else {
      return []
    }
    var corrected = beginning
    if header.audioByteCount == nil {
      corrected.replaceSubrange(8..<12, with: [0xFF, 0xFF, 0xFF, 0xFF])
    }
    // Clear the upper bytes of a rate such as 0xFFFFAC44, as Apple's library does. QuickTime 5 stores 44,100 Hz as a
    // signed number of 16 bits. Source: Toisto's quicktime5-i16.au (https://github.com/karip/toisto-au-test-suite).
    let upperBytes = header.isSwapped ? 18..<20 : 16..<18
    if beginning[upperBytes].allSatisfy({ $0 == 0xFF }) {
      corrected.replaceSubrange(upperBytes, with: [0, 0])
    }
    return [Self(range: start..<start + corrected.count, replacement: corrected)]
  }

  /// Corrects a WAVE file whose last packet is incomplete: completes the packet with zeros, and corrects the size.
  ///
  /// libsndfile doesn't decode an incomplete packet of MS ADPCM.
  static func completing(
    _ sound: SoundFile, in source: AnyByteSource
  ) throws(SoundFileError) -> [SourceCorrection] {
    let (count, unfinished) = (sound.format.bytesPerPacket, sound.unfinishedByteCount)
    guard sound.frameCount > sound.decodedFrameCount,
      let size = UInt32(exactly: sound.audioByteCount + count)
    else { return [] }
    let isBig = try source.bytes(at: sound.start, count: 4) == Array("RIFX".utf8)
    let (start, end) = (sound.audioBytes.lowerBound, sound.audioBytes.upperBound + unfinished)
    let next = try source.bytes(at: end, count: 1)
    let padByteCount = (end - start) % 2 == 1 && next == [0] ? 1 : 0
    let zeros = [UInt8](repeating: 0, count: count - unfinished)
    return [
      Self(range: end..<end + padByteCount, replacement: zeros),
      Self(range: start - 4..<start, replacement: (isBig ? size : size.byteSwapped).bigEndianBytes),
    ]
  }
}

extension UInt32 {
  fileprivate var bigEndianBytes: [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: self >> $0) }
  }
}

/// A source in which one range is replaced by other bytes. The number of bytes may change.
struct SourceWithReplacement: ByteSource {
  let source: AnyByteSource
  let correction: SourceCorrection

  /// How many more bytes this source has than the original source.
  private var growth: Int { correction.replacement.count - correction.range.count }

  var byteCount: Int { source.byteCount + growth }

  func bytes(at start: Int, count: Int) throws(SoundFileError) -> [UInt8] {
    let end = start + max(0, min(count, byteCount - start))
    guard start < end else { return [] }
    var bytes: [UInt8] = []
    let (first, replacement) = (correction.range.lowerBound, correction.replacement)
    if start < first { bytes += try source.bytes(at: start, count: min(end, first) - start) }
    let inserted = first..<first + replacement.count
    let kept = (start..<end).clamped(to: inserted)
    bytes +=
      replacement[kept.lowerBound - inserted.lowerBound..<kept.upperBound - inserted.lowerBound]
    let rest = max(start, inserted.upperBound)
    if end > rest {
      bytes += try source.bytes(at: rest - growth, count: end - rest)
    }
    return bytes
  }
}
