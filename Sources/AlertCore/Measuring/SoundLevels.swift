/// The levels measured in a sound.
public struct SoundLevels: Hashable, Sendable {
  /// How many frames were measured.
  public var frameCount = 0
  /// The highest magnitude of a sample, 1 being full scale.
  public var peak = 0.0
  /// The highest magnitude of the wave between the samples, 1 being full scale, by ITU-R BS.1770-4, annex 2. Only the
  /// first 64 channels are measured between the samples.
  public var truePeak = 0.0
  /// How far the first frame is from zero, 1 being full scale; the loudest channel counts.
  public var firstLevel = 0.0
  /// How far the last frame is from zero, 1 being full scale; the loudest channel counts.
  public var lastLevel = 0.0
  /// How long the silence at the beginning is, in seconds: until a sample reaches −60 dBFS. For a silent
  /// sound, its whole length.
  public var leadingSilence = 0.0
  /// How long the silence at the end is, in seconds. For a silent sound, its whole length.
  public var trailingSilence = 0.0
  /// The integrated loudness in LUFS, by ITU-R BS.1770-4. nil for a sound shorter than 400 ms (one block of
  /// that measure), one that is never above −70 LUFS, or one with a rate below 3.7 kHz.
  public var loudness: Double?

  /// Creates the levels of an empty sound.
  public init() {}

  /// The peak in dB relative to full scale; minus infinity for silence.
  public var peakInDecibels: Double { 20 * peak.decimalLogarithm }

  /// The true peak in dB relative to full scale (dBTP); minus infinity for silence.
  public var truePeakInDecibels: Double { 20 * truePeak.decimalLogarithm }
}
