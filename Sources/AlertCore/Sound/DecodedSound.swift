package import SoundFormat

/// A sound whose frames another decoder has put into memory, such as a browser's.
package final class DecodedSound: SoundStructure {
  private let frames: SampleBlock
  private let description: SoundDetails
  package let format: StreamFormat
  package let losslessSampleType: PCMEncoding.SampleType?

  /// Creates the structure of a decoded sound.
  ///
  /// - Parameters:
  ///   - frames: All frames, interleaved.
  ///   - sampleRate: Their rate, in Hz.
  ///   - channelCount: How many channels a frame has.
  ///   - formatID: The codec of the file that they come from.
  ///   - losslessSampleType: The samples that a lossless sound was made from; nil for a lossy one.
  ///   - typeName: The name of the file's format.
  package init(
    _ frames: SampleBlock, sampleRate: Double, channelCount: Int, formatID: FourCharCode,
    losslessSampleType: PCMEncoding.SampleType?, typeName: String
  ) {
    self.frames = frames
    self.losslessSampleType = losslessSampleType
    format = StreamFormat(
      sampleRate: sampleRate, channelCount: channelCount,
      dataFormat: .other(CodecDescription(formatID: formatID)))
    description = SoundDetails(fileType: "????", typeName: typeName)
  }

  package var frameCount: Int { frames.sampleCount / format.channelCount }
  package var lengthStatement: LengthStatement { .exactUnlessDamaged }
  package var layout: ChannelLayout? { nil }
  package var metadata: SoundMetadata { SoundMetadata() }
  package var soundFile: SoundFile? { nil }
  package func decoderIdentity() -> String? { nil }
  package var details: SoundDetails { description }

  package var decodedSampleType: PCMEncoding.SampleType {
    switch frames {
    case .int16: .int16
    case .int32: .int32
    case .float32: .float32
    case .float64: .float64
    }
  }

  package func frames(
    in _: AnyByteSource, from firstFrame: Int, widestChannelCount: Int, policy: InputPolicy
  ) -> any BlockReader {
    DecodedFrames(
      frames, channelCount: format.channelCount, from: firstFrame,
      blockFrameCount: max(1, 8192 / widestChannelCount))
  }
}

/// Reads frames in memory in blocks.
private final class DecodedFrames: BlockReader {
  private let frames: SampleBlock
  private let blockSampleCount: Int
  private var position: Int

  init(_ frames: SampleBlock, channelCount: Int, from firstFrame: Int, blockFrameCount: Int) {
    self.frames = frames
    blockSampleCount = blockFrameCount * channelCount
    position = min(firstFrame, frames.sampleCount / channelCount) * channelCount
  }

  func next() -> SampleBlock? {
    let end = min(position + blockSampleCount, frames.sampleCount)
    guard position < end else { return nil }
    defer { position = end }
    return frames.samples(in: position..<end)
  }
}
