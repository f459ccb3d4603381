#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// What listening to a sound shows.
public struct SoundLevels: Hashable, Sendable {
  /// How many frames were heard.
  public var frameCount = 0
  /// The highest magnitude of a sample, 1 being full scale.
  public var peak = 0.0
  /// How far the first frame is from zero, 1 being full scale; the loudest channel counts.
  public var firstLevel = 0.0
  /// How far the last frame is from zero, 1 being full scale; the loudest channel counts.
  public var lastLevel = 0.0
  /// How long nothing can be heard at the beginning, in seconds: until a sample reaches −60 dBFS. All
  /// of a silent sound.
  public var leadingSilence = 0.0
  /// The integrated loudness in LUFS, by ITU-R BS.1770-4; nil for what has none: under 400 ms, which
  /// is a block of that measure, at no time above −70 LUFS, or with less than 3.7 kHz of rate.
  public var loudness: Double?

  /// Creates the levels of nothing.
  public init() {}

  /// The highest peak in dB below full scale; minus infinity for silence.
  public var peakInDecibels: Double { 20 * log10(peak) }
}
