package import SoundFormat

/// A sound that a browser has decoded into memory.
package final class DecodedSound: SoundStructure {
  private let frames: SampleBlock
  package let details: SoundDetails
  package let format: StreamFormat
  package let losslessSampleType: PCMEncoding.SampleType?

  /// - Parameters:
  ///   - frames: All frames, interleaved.
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
    details = SoundDetails(fileType: "????", typeName: typeName)
  }

  package var frameCount: Int { frames.sampleCount / format.channelCount }
  package var lengthStatement: LengthStatement { .exactUnlessDamaged }
  package var layout: ChannelLayout? { nil }
  package var metadata: SoundMetadata { SoundMetadata() }
  package var soundFile: SoundFile? { nil }
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

/// Returns the frames of a `DecodedSound` in blocks.
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

/// The beginning of a sound, decoded to find out whether the sound is too long.
///
/// If the frames don't take too much memory, they can be kept, so that a conversion needn't decode them again.
struct DecodedBeginning: Sendable {
  /// The limit on frames to keep, in bytes. Half a minute of stereo floats at 48 kHz takes 11.5 MB.
  private static let keptByteCount = 1 << 24

  /// The index in the sound of the first decoded frame.
  let firstFrame: Int
  /// How many frames were decoded.
  private(set) var frameCount = 0
  /// Whether the sound ends with these frames.
  private(set) var isWhole = false
  /// What decoding has found.
  private(set) var warnings: [SoundWarning]
  /// The frames; nil if they aren't needed or would take too much memory.
  private(set) var blocks: [SampleBlock]? = []

  /// Decodes a sound to its end, or until there are `frameLimit` frames.
  ///
  /// - Parameter isKept: Whether the frames are needed afterwards.
  init(
    of source: SoundSource, from firstFrame: Int, upTo frameLimit: Int, widestChannelCount: Int,
    isKept: Bool, _ monitor: Monitor
  ) throws(SoundError) {
    self.firstFrame = firstFrame
    if !isKept { blocks = nil }
    var byteCount = 0
    let reader = try source.reading(
      source.frames(from: firstFrame, widestChannelCount: widestChannelCount))
    while frameCount < frameLimit {
      try monitor.checkCancellation(reading: source)
      guard let block = try source.reading(reader.next()) else {
        isWhole = true
        break
      }
      frameCount += block.sampleCount / source.format.channelCount
      guard blocks != nil else { continue }
      byteCount += block.byteCount
      blocks?.append(block)
      if byteCount > Self.keptByteCount { blocks = nil }
    }
    try source.reading(reader.checkDamage())
    warnings = reader.warnings
  }
}

extension SampleBlock {
  /// The size of the samples in memory, in bytes.
  var byteCount: Int {
    switch self {
    case .int16: 2 * sampleCount
    case .int32, .float32: 4 * sampleCount
    case .float64: 8 * sampleCount
    }
  }
}
