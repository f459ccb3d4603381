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
    let beginning = try source.bytes(at: audio.lowerBound, count: 64)
    guard beginning.count == 64 else { return nil }
    let word = beginning.prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    guard let header = Header(word),
      !header.tagOffsets.contains(where: { offset in
        ["Xing", "Info", "VBRI"].contains { beginning[offset...].starts(with: $0.utf8) }
      })
    else { return nil }
    var frame = [UInt8](repeating: 0, count: header.indexByteCount)
    frame.replaceSubrange(0..<4, with: header.indexWord.bigEndianBytes)
    // The flag says that the number of frames follows.
    let tag = Array("Xing".utf8) + UInt32(1).bigEndianBytes + Self.promisedFrameCount.bigEndianBytes
    frame.replaceSubrange(header.tagOffsets[0]..<header.tagOffsets[0] + tag.count, with: tag)
    self.frame = frame
    estimatedFrameCount = Int(Double(audio.count) * 8 / header.bitRate * header.sampleRate)
  }
}

extension MPEGIndex {
  /// The first four bytes of a frame of layer III.
  private struct Header {
    let word: UInt32
    let isVersion1: Bool
    let sampleRate: Double
    /// In bits per second.
    let bitRate: Double

    init?(_ word: UInt32) {
      let (version, layer) = (word >> 19 & 3, word >> 17 & 3)
      let (bitRateIndex, rateIndex) = (Int(word >> 12 & 15), Int(word >> 10 & 3))
      guard word >> 21 == 0x7FF, version != 1, layer == 1, 1...14 ~= bitRateIndex, rateIndex != 3
      else { return nil }
      self.word = word
      isVersion1 = version == 3
      sampleRate = [44_100, 48_000, 32_000][rateIndex] / (version == 3 ? 1 : version == 2 ? 2 : 4)
      bitRate = 1000 * (isVersion1 ? Self.version1BitRates : Self.version2BitRates)[bitRateIndex]
    }

    /// In kilobits per second. Source: ISO/IEC 11172-3, 2.4.2.3, and 13818-3, 2.4.2.3.
    private static let version1BitRates: [Double] = [
      0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320,
    ]
    private static let version2BitRates: [Double] = [
      0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160,
    ]
    private static let indexBitRateIndex = 9

    /// Where a tag may be: behind the side information, also with a checksum before that, and where
    /// Fraunhofer puts its own.
    var tagOffsets: [Int] {
      let isMono = word >> 6 & 3 == 3
      let sideByteCount = isVersion1 ? (isMono ? 17 : 32) : (isMono ? 9 : 17)
      return [4 + sideByteCount, 6 + sideByteCount, 36]
    }

    /// The same kind of frame without a checksum and padding, at a rate that leaves room for the tag.
    var indexWord: UInt32 {
      word & ~(15 << 12 | 1 << 9) | UInt32(Self.indexBitRateIndex) << 12 | 1 << 16
    }

    var indexByteCount: Int {
      let bitRate =
        1000 * (isVersion1 ? Self.version1BitRates : Self.version2BitRates)[Self.indexBitRateIndex]
      return Int((isVersion1 ? 144 : 72) * bitRate / sampleRate)
    }
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
