internal import SoundFormat

/// A range of another sound's frames, with fades, played once or several times.
final class ArrangedSound: SoundStructure {
  /// What happens between two plays.
  struct Seam: Hashable, Sendable {
    /// How many frames of silence are between two plays.
    var gapFrameCount = 0
    /// How many frames fade out at the end of each play but the last.
    var fadeOutFrameCount = 0
    /// How many frames fade in at the start of each play but the first.
    var fadeInFrameCount = 0
  }

  let original: any SoundStructure
  /// Which of the original's frames are played.
  let range: Range<Int>
  /// The fades of each play, without the seam's fades.
  let fades: [Fade]
  let playCount: Int
  let seam: Seam

  init(
    _ original: any SoundStructure, _ range: Range<Int>, fades: [Fade] = [], playCount: Int = 1,
    seam: Seam = Seam()
  ) {
    self.original = original
    self.range = range
    self.fades = fades
    self.playCount = playCount
    self.seam = seam
  }

  /// The number of frames from the start of a play to the start of the next play.
  var periodFrameCount: Int { range.count + seam.gapFrameCount }

  func fades(ofPlay play: Int) -> [Fade] {
    var all = fades
    if play > 0, seam.fadeInFrameCount > 0 {
      all.append(Fade(edge: .start, frameCount: seam.fadeInFrameCount))
    }
    if play < playCount - 1, seam.fadeOutFrameCount > 0 {
      all.append(Fade(edge: .end, frameCount: seam.fadeOutFrameCount))
    }
    return all
  }

  var format: StreamFormat { original.format }
  // Not `playCount * periodFrameCount - gapFrameCount`, which might exceed an `Int` of 32 bits.
  var frameCount: Int { playCount * range.count + (playCount - 1) * seam.gapFrameCount }
  var layout: ChannelLayout? { original.layout }
  var losslessSampleType: PCMEncoding.SampleType? { original.losslessSampleType }
  var decodedSampleType: PCMEncoding.SampleType { original.decodedSampleType }
  /// Nil, since the packets can't be copied.
  var soundFile: SoundFile? { nil }

  /// Exact, because the range is known even if the original's headers state no length.
  var lengthStatement: LengthStatement {
    original.lengthStatement == .exactWithoutDecoding
      ? .exactWithoutDecoding : .exactUnlessDamaged
  }

  var metadata: SoundMetadata { original.metadata }

  var details: SoundDetails {
    let details = original.details
    return SoundDetails(fileType: details.fileType, typeName: details.typeName)
  }

  func frames(
    in bytes: AnyByteSource, from firstFrame: Int, widestChannelCount: Int, policy: InputPolicy
  ) throws(SoundFileError) -> any BlockReader {
    let reader = ArrangedFrames(
      self, in: bytes, from: firstFrame, widestChannelCount: widestChannelCount, policy: policy)
    try reader.begin()
    return reader
  }
}

/// Reads the frames of an arranged sound.
///
/// Each play opens the original again. But a short play is kept in memory, so that the time is proportional to the
/// output's length even if a play has only one frame.
final class ArrangedFrames: BlockReader {
  private let sound: ArrangedSound
  private let bytes: AnyByteSource
  private let policy: InputPolicy
  private let channelCount: Int
  private let widestChannelCount: Int
  /// A block has at most this many frames, unless the original's blocks are larger.
  private let blockFrameCount: Int
  /// The fades of the first play, of each middle play, and of the last play, including the seam's fades.
  private let fades: (first: [Fade], middle: [Fade], last: [Fade])
  /// The number of frames returned or skipped.
  private var position: Int
  /// Reads the current play; nil before its first frame is needed.
  private var reader: (any BlockReader)?
  /// The frame of the play that the reader returns next.
  private var readerPosition = 0
  /// All frames of a play; nil if they aren't kept in memory.
  private var keptPlay: SampleBlock?
  /// The frames of the current play that were read so far; nil if they won't be kept.
  private var collected: SampleBlock?
  /// An empty block of the samples' type; nil before the original has been read.
  private var example: SampleBlock?
  /// What the first complete play has shown.
  private var foundWarnings: [SoundWarning] = []
  var warnings: [SoundWarning] { foundWarnings.merging(reader?.warnings ?? []) }

  /// A play is kept in memory only if it has at most this many samples, of all channels together.
  private static let keptSampleLimit = 1 << 20

  init(
    _ sound: ArrangedSound, in bytes: AnyByteSource, from firstFrame: Int, widestChannelCount: Int,
    policy: InputPolicy
  ) {
    self.sound = sound
    self.bytes = bytes
    self.policy = policy
    self.widestChannelCount = widestChannelCount
    channelCount = sound.format.channelCount
    blockFrameCount = max(1, 8192 / max(1, widestChannelCount))
    position = min(firstFrame, sound.frameCount)
    fades = (
      sound.fades(ofPlay: 0), sound.playCount > 2 ? sound.fades(ofPlay: 1) : [],
      sound.fades(ofPlay: sound.playCount - 1)
    )
  }

  /// Opens the original early, so that a missing decoder is reported before the first frame.
  func begin() throws(SoundFileError) {
    let offset = position % sound.periodFrameCount
    try open(at: offset < sound.range.count ? offset : 0)
  }

  func next() throws(SoundFileError) -> SampleBlock? {
    guard var block = try nextPart() else { return nil }
    // Join short plays and gaps into one block.
    while block.sampleCount < blockFrameCount * channelCount / 2, let part = try nextPart() {
      block.append(part)
    }
    return block
  }

  /// Returns the next frames, all from one play or one gap.
  private func nextPart() throws(SoundFileError) -> SampleBlock? {
    guard position < sound.frameCount else { return nil }
    let (play, offset) = position.quotientAndRemainder(dividingBy: sound.periodFrameCount)
    guard offset < sound.range.count else {
      let frameCount = min(sound.periodFrameCount - offset, blockFrameCount)
      let silence = try exampleBlock().silence(sampleCount: frameCount * channelCount)
      position += frameCount
      return silence
    }
    let block = try readPlay(from: offset)
    position += block.sampleCount / channelCount
    let fades =
      play == 0 ? fades.first : play == sound.playCount - 1 ? fades.last : fades.middle
    guard !fades.isEmpty else { return block }
    return block.fading(fades, at: offset, of: sound.range.count, channelCount: channelCount)
  }

  /// Reads frames of a play, without its fades.
  private func readPlay(from offset: Int) throws(SoundFileError) -> SampleBlock {
    if let keptPlay {
      let end = min(sound.range.count, offset + blockFrameCount)
      return keptPlay.samples(in: offset * channelCount..<end * channelCount)
    }
    if reader == nil || readerPosition != offset { try open(at: offset) }
    let block = try readBlock()
    let frameCount = min(block.sampleCount / channelCount, sound.range.count - offset)
    let part = block.samples(in: 0..<frameCount * channelCount)
    readerPosition = offset + frameCount
    if collected != nil {
      collected?.append(part)
    } else if offset == 0, keepsPlay {
      collected = part
    }
    if readerPosition == sound.range.count {
      foundWarnings = warnings
      reader = nil
      (keptPlay, collected) = (collected, nil)
    }
    return part
  }

  private var keepsPlay: Bool {
    sound.playCount > 1 && sound.range.count <= Self.keptSampleLimit / channelCount
  }

  private func open(at offset: Int) throws(SoundFileError) {
    reader = nil
    reader = try sound.original.usableFrames(
      in: bytes, from: sound.range.lowerBound + offset, widestChannelCount: widestChannelCount,
      policy: policy)
    readerPosition = offset
    collected = nil
  }

  private func readBlock() throws(SoundFileError) -> SampleBlock {
    let block = try reader?.next()
    // Throw if the original ends early. It had all frames of the range before, so the file has become shorter.
    guard let block else { throw .becameShorter }
    if example == nil { example = block.samples(in: 0..<0) }
    return block
  }

  /// Returns a block of the samples' type. Its frames don't matter.
  private func exampleBlock() throws(SoundFileError) -> SampleBlock {
    if let example { return example }
    // Reading began in a gap, so read a block of the original for its sample type. The next play opens it again.
    if reader == nil { try open(at: 0) }
    let block = try readBlock()
    reader = nil
    return block
  }
}
