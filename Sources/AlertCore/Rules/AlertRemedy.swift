/// What to do about a finding, for a program to put into its own words, options or buttons.
public enum AlertRemedy: Hashable, Sendable {
  // One conversion can apply all of these remedies.
  /// Convert the sound to a format that plays.
  case convert
  /// Keep only the sound's beginning, for less than this many seconds.
  case trim(under: Double)
  /// Mix all channels down to two.
  case mixDown
  /// Change the sample rate to this value, in Hz.
  case resample(to: Double)
  /// Change the loudness to this value, in LUFS.
  case changeLoudness(to: Double)
  /// Make the sound louder.
  case makeLouder
  /// Limit the true peak to −1 dBTP.
  case limitPeaks
  /// Remove the silence at the beginning.
  case trimSilence
  /// Fade in over a few milliseconds.
  case fadeIn
  /// Fade out over a few milliseconds.
  case fadeOut

  // What to change in an app or its project.
  /// Add the file to the app's own target.
  case addToTarget
  /// Move the file from this folder to the top of the app.
  case moveToTop(from: String)
  /// Move the file out of this language's folder.
  case delocalize(String)
  /// Add a sound with the name that the code asks for, or correct the name in the code.
  case addOrCorrect
  /// Rename the file. The value is the new name, or the new extension with its dot.
  case rename(String)
  /// Change the name in the code to this name.
  case askFor(String)

  /// Export, copy or fetch the file again, because it can't be decoded.
  case replace
  /// Something else, which only a person can do.
  case other

  /// Whether a conversion can apply the remedy.
  package var isConversion: Bool {
    switch self {
    case .convert, .trim, .mixDown, .resample, .changeLoudness, .limitPeaks, .trimSilence,
      .fadeIn, .fadeOut:
      true
    default: false
    }
  }
}
