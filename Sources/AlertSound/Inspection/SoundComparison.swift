internal import SoundFormat

/// How far a copy of a sound is from its original.
///
/// Ratios are in decibels, of the original's energy to that of the difference; infinity where there is
/// no difference. Frames are streamed: memory doesn't grow with the sounds' length.
///
/// ```swift
/// let comparison = try SoundComparison(
///   of: SoundSource(path: "ring.caf"), to: SoundSource(path: "ring.wav"))
/// print(comparison.signalToNoise, comparison.worstWindow?.signalToNoise ?? .infinity)
/// ```
public struct SoundComparison: Hashable, Sendable {
  /// A part of 20 ms.
  public struct Window: Hashable, Sendable {
    /// Where it begins, in seconds from the original's beginning.
    public let start: Double
    /// Its own ratio, in decibels; infinity where nothing in it is different.
    public let signalToNoise: Double
  }

  /// The longest delay that is looked for, in frames: no codec delays more, AAC's 2112 come near.
  public static let longestDelayFrameCount = 5000

  /// The copy's own rate, in Hz, where it isn't the original's. The copy was then resampled to the original's
  /// rate, and all numbers of frames are of that rate.
  ///
  /// That leaves out what the copy has above half of the original's rate, and weakens the highest 4 % of what
  /// the lower of the two rates can hold. Other than that, it adds errors 145 dB below the sound.
  public let resampledFrom: Double?
  /// How many frames later the copy's sound begins: codecs delay. Negative where it begins earlier, as
  /// the beginning is missing.
  public let delayFrameCount: Int
  /// Whether the sounds could be laid over each other; if not, no delay of at most
  /// `longestDelayFrameCount` makes them alike, and the frames were compared as they are.
  public let linesUp: Bool
  /// How many frames the original has.
  public let originalFrameCount: Int
  /// How many frames the copy has, its delay and padding included.
  public let copyFrameCount: Int
  /// How many frames were compared: those that both have.
  public let frameCount: Int
  /// Whether the original was compared to its last frame, and the copy has nothing besides but its delay
  /// and the padding of its last packet.
  public let isWhole: Bool
  /// The ratio over the frames that were compared, and all channels: −infinity where there is a difference
  /// and the original is silent, or where there is nothing to compare as only one of the sounds is empty.
  public let signalToNoise: Double
  /// The mean of the ratios of windows of 20 ms, each kept between −10 and 60 dB, without those whose
  /// level is below −61 dBFS; nil where there is no other. It is nearer to what is heard.
  public let segmentalSignalToNoise: Double?
  /// Whether a window counts in that mean with another ratio than its own.
  public let hasCappedWindow: Bool
  /// The window with the lowest ratio; nil where none is loud enough.
  public let worstWindow: Window?
  /// The largest difference of two samples, 1 being full scale.
  public let peakError: Double

  /// Whether the copy has all frames of the original, none of them is different, and there are no others
  /// but for a delay and padding. A copy of another rate isn't exact.
  public var isExact: Bool { isWhole && signalToNoise == .infinity && resampledFrom == nil }

  /// Compares.
  ///
  /// - Parameters:
  ///   - copy: The copy.
  ///   - original: The original, of the same number of channels. A copy of another rate is resampled first,
  ///     as carefully as possible.
  ///   - aligns: Whether to find out by how much the copy is delayed, up to `longestDelayFrameCount`.
  ///   - isCancelled: Is asked now and then.
  /// - Throws: `ConversionError`: the sounds can't be compared or read.
  public init(
    of copy: SoundSource, to original: SoundSource, aligns: Bool = true,
    isCancelled: () -> Bool = { false }
  ) throws(ConversionError) {
    try Self.check(copy, original)
    let rate = original.format.sampleRate
    let delay =
      aligns
      ? try Alignment.delay(of: copy, behind: original, upTo: Self.longestDelayFrameCount) : 0
    let (copyRate, padding) = (copy.format.sampleRate, copy.largestPaddingFrameCount)
    let isResampled = copyRate != rate
    // Either rate's length is rounded to whole frames.
    let tolerance = isResampled ? Int(max(1, rate / copyRate).rounded(.up)) : 0
    try self.init(
      of: FrameStream(copy, sampleRate: rate), to: FrameStream(original), sampleRate: rate,
      resampledFrom: isResampled ? copyRate : nil, delay: delay,
      largestPadding: isResampled
        ? Resampler.frameCount(padding, from: copyRate, to: rate) + tolerance : padding,
      largestLack: tolerance, isCancelled: isCancelled)
  }

  /// Compares frames, wherever they come from.
  ///
  /// - Parameters:
  ///   - resampledFrom: The copy's own rate, where that is another.
  ///   - delay: How many frames later the copy begins; nil where that couldn't be found.
  ///   - largestPadding: How many frames the copy may have after the sound.
  ///   - largestLack: How many frames may be missing at its end.
  ///   - progress: Is told now and then how many frames have been compared.
  init(
    of copy: FrameStream, to original: FrameStream, sampleRate: Double,
    resampledFrom: Double? = nil, delay: Int? = 0, largestPadding: Int = 0, largestLack: Int = 0,
    progress: (Int) -> Void = { _ in }, isCancelled: () -> Bool
  ) throws(ConversionError) {
    var (copied, wanted) = (copy, original)
    let shift = delay ?? 0
    try copied.skip(shift)
    try wanted.skip(-shift)
    var meter = DifferenceMeter(sampleRate: sampleRate, firstFrame: max(0, -shift))
    while true {
      try wanted.checkCancellation(isCancelled)
      let (one, other) = (
        try copied.read(meter.windowFrameCount), try wanted.read(meter.windowFrameCount)
      )
      guard min(one[0].count, other[0].count) > 0 else { break }
      meter.measure(one, other)
      progress(meter.frameCount)
    }
    try copied.skipRest(isCancelled: isCancelled)
    try wanted.skipRest(isCancelled: isCancelled)

    self.resampledFrom = resampledFrom
    delayFrameCount = shift
    linesUp = delay != nil
    originalFrameCount = wanted.frameCount
    copyFrameCount = copied.frameCount
    frameCount = meter.frameCount
    isWhole =
      wanted.frameCount - meter.frameCount <= largestLack
      && copied.frameCount - shift - meter.frameCount <= largestPadding
    let isOneEmpty = meter.frameCount == 0 && copied.frameCount != wanted.frameCount
    signalToNoise = isOneEmpty ? -.infinity : meter.signalToNoise
    segmentalSignalToNoise = meter.segmentalSignalToNoise
    hasCappedWindow = meter.hasCappedWindow
    worstWindow = meter.worstWindow
    peakError = meter.peakError
  }

  private static func check(
    _ copy: SoundSource, _ original: SoundSource
  ) throws(ConversionError) {
    let (one, other) = (copy.format, original.format)
    guard one.channelCount != other.channelCount else { return }
    throw ConversionError(
      .openingInput, copy.path,
      .sound(
        .unsupported,
        reason: "it has \(counted(one.channelCount, "channel")), and the original has"
          + " \(other.channelCount)"),
      advice: "convert the original to the copy's channels first")
  }
}

extension SoundSource {
  /// How many frames may only be there to fill the last packet, where the file doesn't say which are sound.
  fileprivate var largestPaddingFrameCount: Int {
    guard case .native(let sound) = structure, sound.packetTable == nil else { return 0 }
    return max(0, sound.format.framesPerPacket - 1)
  }
}
