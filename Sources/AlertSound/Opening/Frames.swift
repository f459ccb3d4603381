public import AlertCore
public import SoundFormat

/// A sound in memory: the samples of each channel.
///
/// ```swift
/// var frames = try SoundSource(path: "ring.mp3").frames(limit: 30)
/// for column in try frames.waveform(columns: 100) { print(column.lowerBound, column.upperBound) }
/// print(try frames.levels().loudness ?? 0, frames.isWhole)
/// frames.channels = frames.channels.map { $0.map { $0 / 2 } }
/// let alert = try AlertConverter().convert(frames, to: "ring.caf")
/// let tone = Frames(channels: [(0..<44_100).map { Float($0 % 100) / 200 }], sampleRate: 44_100)
/// let bytes = try AlertConverter().convert(tone).bytes
/// ```
public struct Frames: Equatable, Sendable {
  /// The samples of each channel. Full scale is 1. All channels must have the same number of samples.
  public var channels: [[Float]]
  /// Frames per second.
  public var sampleRate: Double
  /// The loudspeaker for each channel; nil if unknown.
  public var layout: ChannelLayout?
  /// Whether these frames are all frames of a sound. False if ``SoundSource/frames(limit:monitor:)`` left frames out.
  public internal(set) var isWhole = true

  /// - Parameters:
  ///   - channels: The samples of each channel. Full scale is 1.
  ///   - sampleRate: Frames per second.
  ///   - layout: The loudspeaker for each channel.
  public init(channels: [[Float]], sampleRate: Double, layout: ChannelLayout? = nil) {
    (self.channels, self.sampleRate, self.layout) = (channels, sampleRate, layout)
  }

  /// Measures loudness, peaks, and the silence at both ends.
  ///
  /// - Parameter monitor: Follows the progress, and can cancel the measurement.
  /// - Throws: `SoundError` if the frames aren't a sound: see ``SoundSource/init(_:)``.
  public func levels(monitor: Monitor = Monitor()) throws(SoundError) -> SoundLevels {
    try SoundMeasurement(of: SoundSource(self), monitor: monitor).levels
  }

  /// Divides the sound into equal parts, at most 65,536. Returns the lowest and the highest sample of each part, in all
  /// channels together; an empty array for a sound without frames.
  ///
  /// - Throws: `SoundError` as ``levels(monitor:)`` does.
  public func waveform(columns count: Int) throws(SoundError) -> [ClosedRange<Float>] {
    try SoundMeasurement(of: SoundSource(self)).waveform.columns(count).map {
      Float($0.minimum)...Float(max($0.minimum, $0.maximum))
    }
  }
}

extension SoundSource {
  /// Creates a source from frames, such as those that an app has synthesised.
  ///
  /// - Throws: `SoundError` if there is no channel, the channels differ in length, the layout doesn't fit the number of
  ///   channels, or the rate isn't from 1 Hz to 10 MHz.
  public convenience init(_ frames: Frames) throws(SoundError) {
    let counts = Set(frames.channels.map(\.count))
    guard let frameCount = counts.first, counts.count == 1 else {
      throw SoundError(
        .openingInput, nil,
        .impossible(counts.isEmpty ? "there is no channel" : "the channels differ in length"))
    }
    guard StreamFormat.sampleRates.contains(frames.sampleRate) else {
      throw SoundError(
        .openingInput, nil, .impossible("a rate of \(frames.sampleRate) Hz is impossible"))
    }
    if let layout = frames.layout, layout.channelCount != frames.channels.count {
      throw SoundError(
        .openingInput, nil, .impossible("the layout has \(layout.channelCount) channels"))
    }
    var samples: [Float] = []
    samples.reserveCapacity(frameCount * frames.channels.count)
    for frame in 0..<frameCount {
      for channel in frames.channels { samples.append(channel[frame]) }
    }
    self.init(
      DecodedSound(
        .float32(samples), sampleRate: frames.sampleRate, channelCount: frames.channels.count,
        formatID: "lpcm", losslessSampleType: .float32, typeName: "samples in memory"),
      warnings: [], in: AnyByteSource([UInt8]()), of: nil, policy: InputPolicy(), on: .system,
      statedLayout: frames.layout)
  }

  /// Decodes the sound into memory.
  ///
  /// - Parameters:
  ///   - limit: How many seconds to decode from the beginning of the sound; nil for the whole sound. If the sound is
  ///     longer, ``Frames/isWhole`` is false.
  ///   - monitor: Follows the progress, and can cancel the decoding.
  /// - Throws: `SoundError` if there is no decoder, if the sound's bytes can't be read, if the frames have more samples
  ///   than ten minutes of stereo at 48 kHz, or if the limit isn't positive.
  public func frames(
    limit: Double? = nil, monitor: Monitor = Monitor()
  ) throws(SoundError) -> Frames {
    if let limit, !(limit > 0) {
      throw SoundError(.reading, file, .impossible("a limit of \(limit) s leaves no frames"))
    }
    let end = limit.map { Int(saturating: ($0 * format.sampleRate).rounded(.up)) } ?? .max
    // Decode one frame more than the limit, to learn whether the sound is longer.
    let part = try DecodedPart(
      of: self, keeping: 0..<end, from: 0, until: end == .max ? end : end + 1, monitor)
    var memory: [Double] = []
    let samples = part.frames.doubles(in: &memory)
    let channelCount = format.channelCount
    var frames = Frames(
      channels: (0..<channelCount).map { channel in
        stride(from: channel, to: samples.count, by: channelCount).map { Float(samples[$0]) }
      }, sampleRate: format.sampleRate, layout: layout)
    frames.isWhole = part.endFrame <= end
    return frames
  }
}
