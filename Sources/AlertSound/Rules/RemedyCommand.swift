internal import SoundFormat
internal import SystemPackage

/// A command line that makes an alert of a file. It replaces no file.
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

  /// Keeps only the beginning of a sound that is too long for an alert.
  ///
  /// - Parameter limit: The length that it must stay under, in seconds.
  mutating func trim(to limit: Double = AlertRules.iOS.lengthLimit) {
    guard !options.contains("--over-limit") else { return }
    options += ["--over-limit", "trim"]
    if limit != AlertRules.iOS.lengthLimit {
      options += ["--limit", decimalText(limit, decimals: 6)]
    }
  }

  /// The line.
  var text: String {
    let intermediate = paths.intermediate.shellWord
    let input = decodesFirst ? intermediate : paths.source.shellWord
    let conversion =
      (["alertsound", "convert", input] + options + ["-o", paths.output.shellWord])
      .joined(separator: " ")
    guard decodesFirst else { return conversion }
    // ffmpeg reads keys from standard input, which are the next lines where several are pasted.
    return "ffmpeg -nostdin -i \(paths.source.shellWord) \(intermediate) && \(conversion)"
      + " && rm \(intermediate)"
  }
}

extension ForeignFormat {
  /// Whether a command line turns such a file into an alert.
  var isConvertible: Bool { isSound && self != .mpeg4(codec: "drms") }

  /// Whether libsndfile reads such a file.
  var isImported: Bool {
    switch self {
    case .mp3, .mpegAudio, .flac, .ogg, .sunAudio, .wave64, .other: true
    // 8SVX, of those that sounds are in.
    case .otherIFF: true
    // libsndfile takes it for damaged, as of 1.2.
    case .deepFLAC: false
    case .aac, .amr, .dolbyDigital, .matroska, .windowsMedia, .otherRIFF, .mpeg4, .zipArchive,
      .webPage, .gitLFSPointer:
      false
    }
  }
}
