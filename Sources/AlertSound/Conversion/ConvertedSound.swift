public import SoundFormat

/// What a conversion has written.
public struct ConvertedSound: Sendable {
  /// What the output's header says.
  public let header: SoundHeader
  /// How close ima4 has come to what its encoder was given, in decibels: energy of the sound to that of
  /// the difference, infinity where there is none. Nil where nothing was coded as ima4.
  public let signalToNoise: Double?

  /// What was missing from a truncated source, in words; nil where it was whole.
  public let truncation: String?

  init(header: SoundHeader, signalToNoise: Double? = nil, truncation: String?) {
    self.header = header
    self.signalToNoise = signalToNoise
    self.truncation = truncation
  }
}
