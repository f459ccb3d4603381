internal import SoundFormat

/// Reads the frames of an arranged sound.
///
/// Each play reads the original from the start of the range, with a new reader. A short play is kept in
/// memory instead, so that even a sound of one frame repeats in a time proportional to the output.
final class ArrangedFrames: BlockReader {
  private let sound: ArrangedSound
  private let bytes: AnyByteSource
  private let policy: InputPolicy
  private let channelCount: Int
  private let widestChannelCount: Int
  /// How many frames a block has at most, unless the original's blocks are larger.
  private let blockFrameCount: Int
  /// The fades of the first play, the last one and all others.
  private let fades: (first: [Fade], middle: [Fade], last: [Fade])
  /// How many frames were returned or skipped.
  private var position: Int
  /// Reads the current play; nil before its first frame is needed.
  private var reader: (any BlockReader)?
  /// Where the reader is in the play.
  private var readerPosition = 0
  /// The frames of a whole play, if they are kept in memory.
  private var keptPlay: SampleBlock?
  /// The frames of the current play that were read so far, if they are to be kept.
  private var collected: SampleBlock?
  /// Any block; it tells the type of the samples.
  private var example: SampleBlock?
  private(set) var truncation: String?

  /// The most samples of a play that are kept in memory.
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

  /// Opens the original, so that an error of its decoder is thrown before the first frame.
  func begin() throws(SoundFileError) {
    let offset = position % sound.periodFrameCount
    try open(at: offset < sound.range.count ? offset : 0)
  }

  func next() throws(SoundFileError) -> SampleBlock? {
    guard var block = try nextPart() else { return nil }
    // Join the parts of short plays.
    while block.sampleCount < blockFrameCount * channelCount / 2, let part = try nextPart() {
      block.append(part)
    }
    return block
  }

  /// The next frames, from one play or one gap.
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
    reader = try sound.original.frames(
      in: bytes, from: sound.range.lowerBound + offset, widestChannelCount: widestChannelCount,
      policy: policy)
    readerPosition = offset
    collected = nil
  }

  private func readBlock() throws(SoundFileError) -> SampleBlock {
    let block = try reader?.next()
    truncation = truncation ?? reader?.truncation
    // The range was within the sound when it was planned.
    guard let block else { throw .becameShorter }
    if example == nil { example = block.samples(in: 0..<0) }
    return block
  }

  /// Returns a block of the samples' type.
  private func exampleBlock() throws(SoundFileError) -> SampleBlock {
    if let example { return example }
    // The first frame to return is in a gap. The next play opens the original again.
    if reader == nil { try open(at: 0) }
    let block = try readBlock()
    reader = nil
    return block
  }
}
