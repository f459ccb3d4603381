internal import SoundFormat

/// The beginning of a sound, decoded to find out whether it is too long.
///
/// Nothing is encoded before that is known. A sound of a usual rate stays in memory, so that a conversion
/// needn't decode it again.
struct DecodedBeginning: Sendable {
  /// How much memory the frames may take: half a minute of stereo at 48 kHz in floats takes 11.5 MB.
  private static let keptByteCount = 1 << 24

  /// The index in the sound of the first of these frames.
  let firstFrame: Int
  /// How many frames were decoded.
  private(set) var frameCount = 0
  /// Whether the sound ends with them.
  private(set) var isWhole = false
  /// What decoding has found missing from a truncated file, in words.
  private(set) var truncation: String?
  /// The frames; nil if they aren't needed or would take too much memory.
  private(set) var blocks: [SampleBlock]? = []

  /// Decodes what a conversion would read, to the sound's end or until enough is known.
  ///
  /// - Parameters:
  ///   - frameLimit: How many frames are enough.
  ///   - isKept: Whether the frames are needed afterwards.
  /// - Throws: `SoundError`.
  init(
    of conversion: Conversion, upTo frameLimit: Int, isKept: Bool, _ monitor: Monitor
  ) throws(SoundError) {
    let source = conversion.source
    firstFrame = conversion.target.firstFrame
    if !isKept { blocks = nil }
    var byteCount = 0
    let (firstFrame, widestChannelCount) = (firstFrame, conversion.widestChannelCount)
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
    truncation = reader.truncation
  }
}

extension SampleBlock {
  /// How much memory the samples take.
  var byteCount: Int {
    switch self {
    case .int16: 2 * sampleCount
    case .int32, .float32: 4 * sampleCount
    case .float64: 8 * sampleCount
    }
  }
}
