internal import SoundFormat

/// A part of another sound, with fades, played once or several times.
final class ArrangedSound: SoundStructure {
  /// What happens between two plays.
  struct Seam: Hashable, Sendable {
    /// How many frames of silence there are.
    var gapFrameCount = 0
    /// How many frames fade out at the end of each play but the last.
    var fadeOutFrameCount = 0
    /// How many frames fade in at the start of each play but the first.
    var fadeInFrameCount = 0
  }

  let original: any SoundStructure
  /// Which of the original's frames are played.
  let range: Range<Int>
  /// The fades of each play.
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

  /// How many frames there are from the start of a play to the start of the next one.
  var periodFrameCount: Int { range.count + seam.gapFrameCount }

  /// Returns all fades of a play.
  func fades(ofPlay play: Int) -> [Fade] {
    var all = fades
    if play > 0, seam.fadeInFrameCount > 0 {
      all.append(Fade(.start, frameCount: seam.fadeInFrameCount))
    }
    if play < playCount - 1, seam.fadeOutFrameCount > 0 {
      all.append(Fade(.end, frameCount: seam.fadeOutFrameCount))
    }
    return all
  }

  var format: StreamFormat { original.format }
  // With a gap after the last play, it could be too large for 32 bits.
  var frameCount: Int { playCount * range.count + (playCount - 1) * seam.gapFrameCount }
  var layout: ChannelLayout? { original.layout }
  var losslessSampleType: PCMEncoding.SampleType? { original.losslessSampleType }
  var decodedSampleType: PCMEncoding.SampleType { original.decodedSampleType }
  /// nil: the packets can't be copied.
  var soundFile: SoundFile? { nil }
  func decoderIdentity() -> String? { original.decoderIdentity() }

  /// The range is exact, even if the original's headers state no length.
  var lengthStatement: LengthStatement {
    original.lengthStatement == .exactWithoutDecoding
      ? .exactWithoutDecoding : .exactUnlessDamaged
  }

  var metadata: SoundMetadata {
    var metadata = original.metadata.droppingFirst(range.lowerBound, of: range.upperBound)
    if playCount > 1 { (metadata.markers, metadata.loops) = ([], []) }
    return metadata
  }

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
