internal import SoundFormat

/// The frame that an MP3 begins with when its encoder knew how long it became: it sounds like nothing and
/// states the number of frames.
///
/// libsndfile stops at the length it expects. Without such a frame that is a guess from the first
/// frames' bit rate, and the end of a stream whose rate rises later was lost. A stream that has none is
/// therefore given one that promises more than there can be, so that it is decoded to its end.
///
/// Sources: ISO/IEC 11172-3 and 13818-3, "Header", for the frames; Xing's and Fraunhofer's headers as
/// LAME and mpg123 know them.
struct MPEGIndex {
  /// The frame to insert before the first one.
  let frame: [UInt8]
  /// A guess at the number of frames per channel, by the first frame's bit rate.
  let estimatedFrameCount: Int

  /// Frames of 1152 samples: 121 hours at 44.1 kHz.
  private static let promisedFrameCount: UInt32 = 0x00FF_FFFF

  /// Makes a frame for a stream; nil where it is none of MPEG's layer III or has an index already.
  ///
  /// - Parameter audio: Where the stream is in the file.
  init?(forStreamAt audio: Range<Int>, in source: some ByteSource) throws(SoundFileError) {
    guard let beginning = try MPEGBeginning(ofStreamAt: audio, in: source),
      beginning.index == nil
    else { return nil }
    let header = beginning.header
    var frame = [UInt8](repeating: 0, count: header.indexByteCount)
    frame.replaceSubrange(0..<4, with: header.indexWord.bigEndianBytes)
    // The flag says that the number of frames follows.
    let tag = Array("Xing".utf8) + UInt32(1).bigEndianBytes + Self.promisedFrameCount.bigEndianBytes
    frame.replaceSubrange(header.tagOffsets[0]..<header.tagOffsets[0] + tag.count, with: tag)
    self.frame = frame
    estimatedFrameCount = Int(Double(audio.count) * 8 / header.bitRate * header.sampleRate)
  }
}

extension UInt32 {
  fileprivate var bigEndianBytes: [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: self >> $0) }
  }
}

/// A source with bytes inserted at one place.
struct SourceWithInsertion: ByteSource {
  let source: any ByteSource
  let insertion: [UInt8]
  let offset: Int

  var byteCount: Int { source.byteCount + insertion.count }

  func bytes(at start: Int, count: Int) throws(SoundFileError) -> [UInt8] {
    let end = start + max(0, min(count, byteCount - start))
    guard start < end else { return [] }
    var bytes: [UInt8] = []
    if start < offset {
      bytes += try source.bytes(at: start, count: min(end, offset) - start)
    }
    let place = offset...offset + insertion.count
    bytes += insertion[place.clamp(start) - offset..<place.clamp(end) - offset]
    let rest = max(start - insertion.count, offset)
    if end - insertion.count > rest {
      bytes += try source.bytes(at: rest, count: end - insertion.count - rest)
    }
    return bytes
  }
}

extension ClosedRange<Int> {
  /// The number in the range that is nearest to one.
  fileprivate func clamp(_ value: Int) -> Int {
    Swift.min(Swift.max(value, lowerBound), upperBound)
  }
}
