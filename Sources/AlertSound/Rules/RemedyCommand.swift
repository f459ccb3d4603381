internal import SoundFormat
internal import SystemPackage

/// A command line that converts a file to an alert sound. It overwrites no file.
struct RemedyCommand {
  /// The files it reads and writes.
  let paths: RemedyPaths
  /// Whether another tool has to decode the file first.
  var decodesFirst = false
  /// Options for `alertsound convert`.
  var options: [String] = []

  init(_ paths: RemedyPaths, decodesFirst: Bool = false) {
    self.paths = paths
    self.decodesFirst = decodesFirst
  }

  /// Adds the options that trim a sound that is too long for an alert.
  ///
  /// - Parameter limit: The length that the sound must stay under, in seconds.
  mutating func trim(to limit: Double = AlertRules.iOS.lengthLimit) {
    guard !options.contains("--over-limit") else { return }
    options += ["--over-limit", "trim"]
    if limit != AlertRules.iOS.lengthLimit {
      options += ["--limit", decimalText(limit, decimals: 6)]
    }
  }

  /// The text of the command line.
  var text: String {
    let intermediate = paths.intermediate.shellWord
    let input = decodesFirst ? intermediate : paths.source.shellWord
    let conversion =
      (["alertsound", "convert", input] + options + ["-o", paths.output.shellWord])
      .joined(separator: " ")
    guard decodesFirst else { return conversion }
    // Without -nostdin, ffmpeg reads keystrokes from standard input. If several lines are pasted,
    // it would swallow the next ones.
    return "ffmpeg -nostdin -i \(paths.source.shellWord) \(intermediate) && \(conversion)"
      + " && rm \(intermediate)"
  }
}

extension ForeignFormat {
  /// Whether a command line can convert such a file to an alert sound.
  var isConvertible: Bool { isSound && self != .mpeg4(codec: "drms") }

  /// Whether libsndfile reads such a file.
  var isImported: Bool {
    switch self {
    case .mp3, .mpegAudio, .flac, .ogg, .sunAudio, .wave64, .other: true
    // Of the other IFF formats that hold sounds, libsndfile reads 8SVX.
    case .otherIFF: true
    // libsndfile 1.2 reports it as damaged.
    case .deepFLAC: false
    case .aac, .amr, .dolbyDigital, .matroska, .windowsMedia, .otherRIFF, .mpeg4, .zipArchive,
      .webPage, .gitLFSPointer:
      false
    }
  }
}
