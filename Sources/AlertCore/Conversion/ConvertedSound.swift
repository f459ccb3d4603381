public import SoundFormat

/// What a conversion has written.
public struct ConvertedSound: Sendable {
  /// What the output's header says.
  public let header: SoundHeader
  /// The signal-to-noise ratio of the ima4 encoder, in decibels: the energy of its input to that of the
  /// difference, infinity if there is no difference. nil if nothing was encoded as ima4.
  public let signalToNoise: Double?
  /// What was changed to meet the target's ``ConversionTarget/levels``; nil if it has none.
  public let levels: LevelChange?
  /// How the frames were changed for that; nil if they weren't.
  package let levelSetting: LevelSetting?
  /// What was missing from a truncated source, in words; nil if it was complete.
  public let truncation: String?

  init(
    header: SoundHeader, signalToNoise: Double? = nil, truncation: String?,
    levels: LevelChange? = nil, levelSetting: LevelSetting? = nil
  ) {
    self.header = header
    self.signalToNoise = signalToNoise
    self.truncation = truncation
    self.levels = levels
    self.levelSetting = levelSetting
  }
}
