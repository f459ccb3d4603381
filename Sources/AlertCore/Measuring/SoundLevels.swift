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
  /// The loudness in LUFS, by ITU-R BS.1770-4: integrated, or ungated for a sound shorter than 400 ms. nil for a
  /// sound that is never above −70 LUFS, or one with a rate below 3.7 kHz.
  public var loudness: Double?
  /// Which of the two measures the loudness is; nil if there is none.
  public var loudnessMeasure: LoudnessMeasure?

  /// Creates the levels of an empty sound.
  public init() {}

  /// The peak in dB relative to full scale; minus infinity for silence.
  public var peakInDecibels: Double { peak.decibels }

  /// The true peak in dB relative to full scale (dBTP); minus infinity for silence.
  public var truePeakInDecibels: Double { truePeak.decibels }
}

/// How a loudness was measured.
public enum LoudnessMeasure: String, Hashable, Sendable {
  /// Over blocks of 400 ms, with the gates of ITU-R BS.1770-4: neither pauses nor quiet parts lower it.
  case integrated
  /// Over all frames with the same weighting, for a sound too short for one block. Its silence counts.
  case ungated
}
