/// What to do about a finding, an error or a warning.
///
/// A remedy has its own case if a program can apply it, or if the command or the page words it differently.
package indirect enum Remedy: Equatable, Sendable {
  /// A remedy that only a person can apply.
  case words(String)

  // Remedies for a sound. One conversion can apply all of these.
  /// Convert the sound to a format that plays. The words name the format.
  case convert(String)
  /// Keep only the sound's beginning, for less than `under` seconds.
  case trim(under: Double)
  /// Mix all channels down to two.
  case mixDown
  /// Change the sample rate to this value, in Hz.
  case resample(to: Double)
  /// Change the loudness to this value, in LUFS.
  case changeLoudness(to: Double)
  /// Limit the true peak to -1 dBTP.
  case limitPeaks
  /// Remove the silence at the beginning.
  case trimSilence
  /// Fade in over a few milliseconds.
  case fadeIn
  /// Fade out over a few milliseconds.
  case fadeOut

  /// Make the sound louder.
  case makeLouder
  /// Export, copy or fetch the file again, because it can't be decoded. The words say how.
  case replace(String)

  // Remedies for an app or its project. The last value is the remedy in words, except in `askFor`.
  /// Add the file to the app's own target.
  case addToTarget(String)
  /// Move the file from this folder to the top of the app.
  case moveToTop(from: String, String)
  /// Move the file out of a language's folder. The first value is the folder's name.
  case delocalize(String, String)
  /// Add a sound with the name that the code asks for, or correct the name in the code.
  case addOrCorrect(String)
  /// Rename the file. The first value is the new name, or the new extension with its dot.
  case rename(String, String)
  /// Change the name in the code to this name.
  case askFor(String)

  // Remedies for an error or a warning.
  case acceptTruncation
  /// Export the sound as the value says. If the file is trusted, libsndfile may read it instead.
  case exportOrTrust(String)
  case skipFewerFrames
  /// Export the sound as the first value says, or let FFmpeg convert `input` to `output`.
  case exportOrConvert(String, input: SoundPath, output: SoundPath)
  /// Use two channels or one. If `orBuiltIn` is true, the built-in resampler helps, too.
  case useFewerChannels(orBuiltIn: Bool = false)
  case leaveLayoutOut
  case chooseDataFormat
  case chooseHigherRate
  case chooseShorterDefault
  /// Shorten the sound, or choose a policy that trims or replaces it.
  case shorten
  /// Convert into another folder, or choose a policy that trims the sound or converts it whole.
  case chooseOtherFolder
  /// Name another output, or let the output replace an input.
  case nameOtherOutput
  /// Write WAVE files for Android, or follow the advice in `or`, if there is any.
  case useWAVE(or: String? = nil)
  /// Raise the system's limit on the size of a file, or on the number of open files.
  case raiseFileSizeLimit, raiseOpenFileLimit
  /// Have the sound trimmed to `seconds`; nil trims the sound to just below the limit.
  case haveTrimmed(seconds: Double?)

  /// The remedy in words that suit any program, without a full stop.
  package var words: String {
    switch self {
    case .words(let words), .convert(let words), .replace(let words), .addToTarget(let words),
      .moveToTop(_, let words), .delocalize(_, let words), .addOrCorrect(let words),
      .rename(_, let words):
      words
    case .trim: "shorten it"
    case .mixDown: "mix it down to one or two"
    case .resample: "resample it to 44,100 or 48,000 Hz"
    case .changeLoudness: "change its loudness"
    case .limitPeaks: "limit its true peak to -1 dBTP"
    case .trimSilence: "trim the silence"
    case .fadeIn: "fade it in over a few milliseconds"
    case .fadeOut: "fade it out over a few milliseconds"
    case .makeLouder: "make it louder"
    case .askFor(let name): "ask for \(name)"
    case .acceptTruncation: "copy or export it again, or accept truncated files"
    case .exportOrTrust(let export): "\(export), or allow libsndfile if you trust the file"
    case .exportOrConvert(let export, _, _): "\(export), or convert it with FFmpeg first"
    case .skipFewerFrames: "skip fewer frames"
    case .useFewerChannels(let orBuiltIn):
      "use two channels or one" + (orBuiltIn ? ", or the built-in resampler" : "")
    case .leaveLayoutOut: "choose a layout that fits, or none"
    case .chooseDataFormat: "choose a data format instead of copying packets"
    case .chooseHigherRate: "choose a higher rate, or CAF"
    case .chooseShorterDefault: "choose a shorter one"
    case .shorten: "shorten it, or have it trimmed or replaced"
    case .chooseOtherFolder: "choose another folder, or have it trimmed or converted whole"
    case .nameOtherOutput: "name another output"
    case .useWAVE(let advice): (advice.map { "\($0), or " } ?? "") + "write WAVE files for Android"
    case .raiseFileSizeLimit: "raise the limit on the size of files"
    case .raiseOpenFileLimit: "raise the limit on open files"
    case .haveTrimmed(let seconds):
      seconds.map { "trimming keeps the first \(secondsText($0)) of the sound instead" }
        ?? "trimming shortens it"
    }
  }

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

extension Remedy: ExpressibleByStringInterpolation {
  package init(stringLiteral words: String) { self = .words(words) }
}
