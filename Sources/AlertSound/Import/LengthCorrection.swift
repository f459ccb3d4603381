internal import SoundFormat

/// Replaces what a file states about its length, if that would make libsndfile stop too early, or about its rate.
struct LengthCorrection {
  /// The range of the source that is replaced; empty for an insertion.
  let range: Range<Int>
  let replacement: [UInt8]
  /// An estimate of the frame count; nil unless the corrected file states an impossibly high count.
  var estimatedFrameCount: Int?

  /// The number of layer III frames to state, more than any file has: at 44.1 kHz, they would last 121 hours.
  private static let promisedFrameCount: UInt32 = 0x00FF_FFFF
}

extension LengthCorrection {
  /// Corrects the length a file states; nil if it needs no correction. `start` is the file's offset in the source, and
  /// `audio` the range between an MPEG stream's tags.
  init?(
    ofFileAt start: Int, audio: Range<Int>, beginning: MPEGBeginning?, in source: some ByteSource
  ) throws(SoundFileError) {
    if let beginning {
      try self.init(of: beginning, at: audio, in: source)
    } else {
      try self.init(ofAUAt: start, in: source)
    }
  }

  /// Corrects the length a layer III stream states; nil if it needs no correction.
  ///
  /// libsndfile stops at the length it expects. Without an index, it estimates the length from the bit rate of the
  /// first frames, and loses the end of a stream whose rate rises later. So a stream without an index gets an index. If
  /// other streams were appended to a stream with an index, its index is changed to state more frames.
  private init?(
    of beginning: MPEGBeginning, at audio: Range<Int>, in source: some ByteSource
  ) throws(SoundFileError) {
    guard let index = beginning.index else {
      self.init(givingIndexTo: beginning.header, at: audio)
      return
    }
    guard let frameCount = index.frameCount, let offset = beginning.frameCountOffset,
      let byteCount = index.byteCount.map(Int.init), byteCount > 0,
      try beginning.goesOn(at: audio.lowerBound + byteCount, ofStreamAt: audio, in: source)
    else { return nil }
    let framesPerPacket = beginning.header.isVersion1 ? 1152.0 : 576
    let estimate = Double(frameCount) * framesPerPacket * Double(audio.count) / Double(byteCount)
    let start = audio.lowerBound + offset
    self.init(
      range: start..<start + 4, replacement: Self.promisedFrameCount.bigEndianBytes,
      estimatedFrameCount: Int(min(estimate, Double(Self.promisedFrameCount) * framesPerPacket)))
  }

  /// Corrects a WAVE whose last block is incomplete: states a whole block, and adds zeros for what it lacks.
  ///
  /// libsndfile doesn't decode an incomplete block of MS ADPCM.
  static func completing(
    _ sound: SoundFile, in source: some ByteSource
  ) throws(SoundFileError) -> [LengthCorrection] {
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

  private init(givingIndexTo header: MPEGFrameHeader, at audio: Range<Int>) {
    var frame = [UInt8](repeating: 0, count: header.indexFrameByteCount)
    frame.replaceSubrange(0..<4, with: header.indexWord.bigEndianBytes)
    // Set only flag 1, which says that the number of frames follows.
    let index =
      Array("Xing".utf8) + UInt32(1).bigEndianBytes + Self.promisedFrameCount.bigEndianBytes
    let offset = header.indexOffsets[0]
    frame.replaceSubrange(offset..<offset + index.count, with: index)
    self.init(
      range: audio.lowerBound..<audio.lowerBound, replacement: frame,
      estimatedFrameCount: Int(Double(audio.count) * 8 / Double(header.bitRate) * header.sampleRate)
    )
  }

  /// Corrects the header of an AU whose size is a placeholder, or whose rate has an extended sign; nil if it is right.
  ///
  /// libsndfile knows only one of the placeholders for an unknown size, and takes all others literally.
  private init?(ofAUAt start: Int, in source: some ByteSource) throws(SoundFileError) {
    let beginning = try source.bytes(at: start, count: AUHeader.byteCount)
    guard let header = AUHeader(beginning, fileByteCount: source.byteCount - start) else {
      return nil
    }
    var corrected = beginning
    if header.audioByteCount == nil {
      corrected.replaceSubrange(8..<12, with: [0xFF, 0xFF, 0xFF, 0xFF])
    }
    // Clear the upper bytes of a rate such as 0xFFFFAC44, as Apple's library does. QuickTime 5 stores 44,100 Hz as a
    // signed number of 16 bits. Source: Toisto's quicktime5-i16.au
    // (https://github.com/karip/toisto-au-test-suite).
    let upperBytes = header.isSwapped ? 18..<20 : 16..<18
    if beginning[upperBytes].allSatisfy({ $0 == 0xFF }) {
      corrected.replaceSubrange(upperBytes, with: [0, 0])
    }
    guard corrected != beginning else { return nil }
    self.init(range: start..<start + corrected.count, replacement: corrected)
  }
}

extension MPEGBeginning {
  /// Whether frames follow the end that the index states. That happens if files were joined without updating the
  /// first file's index.
  fileprivate func goesOn(
    at end: Int, ofStreamAt audio: Range<Int>, in source: some ByteSource
  ) throws(SoundFileError) -> Bool {
    guard end < audio.upperBound else { return false }
    let next = try ID3Tags.audioRange(of: source, in: end..<audio.upperBound).lowerBound
    guard next <= audio.upperBound - 4 else { return false }
    return MPEGFrameHeader(try source.bytes(at: next, count: 4))?.isOfSameStream(as: header)
      ?? false
  }
}

extension UInt32 {
  fileprivate var bigEndianBytes: [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: self >> $0) }
  }
}

/// A source in which one range is replaced by other bytes, possibly by more bytes.
struct SourceWithReplacement: ByteSource {
  private let source: any ByteSource
  private let replaced: Range<Int>
  private let replacement: [UInt8]

  init(_ source: any ByteSource, _ correction: LengthCorrection) {
    self.source = source
    replaced = correction.range
    replacement = correction.replacement
  }

  /// How many more bytes this source has than the original source.
  private var growth: Int { replacement.count - replaced.count }

  var byteCount: Int { source.byteCount + growth }

  func bytes(at start: Int, count: Int) throws(SoundFileError) -> [UInt8] {
    let end = start + max(0, min(count, byteCount - start))
    guard start < end else { return [] }
    var bytes: [UInt8] = []
    if start < replaced.lowerBound {
      bytes += try source.bytes(at: start, count: min(end, replaced.lowerBound) - start)
    }
    let inserted = replaced.lowerBound...replaced.lowerBound + replacement.count
    bytes +=
      replacement[
        start.clamped(to: inserted) - inserted.lowerBound..<end.clamped(to: inserted)
          - inserted.lowerBound]
    let rest = max(start, inserted.upperBound)
    if end > rest {
      bytes += try source.bytes(at: rest - growth, count: end - rest)
    }
    return bytes
  }
}
