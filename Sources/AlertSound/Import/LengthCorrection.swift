internal import SoundFormat

/// What libsndfile is shown in place of a length that would make it stop too early.
struct LengthCorrection {
  /// Which bytes of the source are replaced; none where some are inserted.
  let range: Range<Int>
  let replacement: [UInt8]
  /// A guess at the number of frames per channel, where libsndfile is promised more than there can be.
  let estimatedFrameCount: Int?

  /// More frames of layer III than there can be: 121 hours at 44.1 kHz.
  private static let promisedFrameCount: UInt32 = 0x00FF_FFFF
}

extension LengthCorrection {
  /// Corrects what a file says of its length; nil where that needs no correction.
  ///
  /// - Parameters:
  ///   - start: Where the file is in the source.
  ///   - audio: Where an MPEG stream would be, between the tags.
  ///   - beginning: What the stream begins with, if it is one.
  init?(
    ofFileAt start: Int, audio: Range<Int>, beginning: MPEGBeginning?, in source: some ByteSource
  ) throws(SoundFileError) {
    if let beginning {
      try self.init(of: beginning, at: audio, in: source)
    } else {
      try self.init(ofAUAt: start, in: source)
    }
  }

  /// Corrects what a stream of layer III says of its length; nil where that needs no correction.
  ///
  /// libsndfile stops at the length it expects. Without an index that is a guess from the first frames' bit
  /// rate, and the end of a stream whose rate rises later was lost: such a stream is given an index. That of
  /// a stream that others were joined to is made to promise more.
  ///
  /// - Parameter audio: Where the stream is in the file.
  private init?(
    of beginning: MPEGBeginning, at audio: Range<Int>, in source: some ByteSource
  ) throws(SoundFileError) {
    guard let index = beginning.index else {
      self.init(givingIndexTo: beginning.header, at: audio)
      return
    }
    guard let frameCount = index.frameCount, let offset = index.frameCountOffset,
      let byteCount = index.byteCount.map(Int.init), byteCount > 0,
      try beginning.goesOn(at: audio.lowerBound + byteCount, ofStreamAt: audio, in: source)
    else { return nil }
    let framesPerPacket = beginning.header.isVersion1 ? 1152.0 : 576
    let estimate = Double(frameCount) * framesPerPacket * Double(audio.count) / Double(byteCount)
    let place = audio.lowerBound + offset
    self.init(
      range: place..<place + 4, replacement: Self.promisedFrameCount.bigEndianBytes,
      estimatedFrameCount: Int(min(estimate, Double(Self.promisedFrameCount) * framesPerPacket)))
  }

  private init(givingIndexTo header: MPEGFrameHeader, at audio: Range<Int>) {
    var frame = [UInt8](repeating: 0, count: header.indexFrameByteCount)
    frame.replaceSubrange(0..<4, with: header.indexWord.bigEndianBytes)
    // The flag says that the number of frames follows.
    let index =
      Array("Xing".utf8) + UInt32(1).bigEndianBytes + Self.promisedFrameCount.bigEndianBytes
    let offset = header.indexOffsets[0]
    frame.replaceSubrange(offset..<offset + index.count, with: index)
    self.init(
      range: audio.lowerBound..<audio.lowerBound, replacement: frame,
      estimatedFrameCount: Int(Double(audio.count) * 8 / header.bitRate * header.sampleRate))
  }

  /// Corrects an AU whose writer didn't know its length; nil where the size means something.
  ///
  /// libsndfile knows one number for that, and takes the others for a sound of that length, or of none.
  ///
  /// - Parameter start: Where the file is in the source.
  private init?(ofAUAt start: Int, in source: some ByteSource) throws(SoundFileError) {
    let beginning = try source.bytes(at: start, count: AUHeader.byteCount)
    guard let header = AUHeader(beginning), header.audioByteCount == nil else { return nil }
    self.init(
      range: start + 8..<start + 12, replacement: [0xFF, 0xFF, 0xFF, 0xFF],
      estimatedFrameCount: nil)
  }
}

extension MPEGBeginning {
  /// Whether frames of the same stream go on at a place where they should have ended: somebody joined files
  /// and left the first one's index as it was.
  fileprivate func goesOn(
    at end: Int, ofStreamAt audio: Range<Int>, in source: some ByteSource
  ) throws(SoundFileError) -> Bool {
    guard end < audio.upperBound else { return false }
    let next = try MPEGTags.audioRange(of: source, in: end..<audio.upperBound).lowerBound
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
