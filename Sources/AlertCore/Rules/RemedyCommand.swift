internal import SoundFormat

/// A command line that converts a file to an alert sound. It overwrites no file.
package struct RemedyCommand {
  /// The files it reads and writes.
  let paths: RemedyPaths
  /// Whether another tool has to decode the file first.
  var decodesFirst = false
  /// Options for `alertsound convert`.
  var options: [String] = []

  package init(_ paths: RemedyPaths, decodesFirst: Bool = false) {
    self.paths = paths
    self.decodesFirst = decodesFirst
  }

  /// Adds the options that trim a sound that is too long for an alert.
  ///
  /// - Parameter limit: The length that the sound must stay under, in seconds.
  package mutating func trim(to limit: Double = AlertRules.iOS.lengthLimit) {
    guard !options.contains("--over-limit") else { return }
    options += ["--over-limit", "trim"]
    if limit != AlertRules.iOS.lengthLimit {
      options += ["--limit", decimalText(limit, decimals: 6)]
    }
  }

  /// The text of the command line.
  package var text: String {
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

/// The files that an advised command line reads and writes.
public struct RemedyPaths: Hashable, Sendable {
  /// The file with the problem.
  public let source: SoundPath
  /// The alert sound to make from it.
  public package(set) var output: SoundPath
  /// The WAVE file that another tool decodes it to, if needed. The command removes it at the end.
  public let intermediate: SoundPath

  /// Whether this machine has Apple's `afconvert`, which decodes more than libsndfile.
  package let hasAppleConverter: Bool

  package init(
    source: SoundPath, output: SoundPath, intermediate: SoundPath, hasAppleConverter: Bool = false
  ) {
    self.source = source
    self.output = output
    self.intermediate = intermediate
    self.hasAppleConverter = hasAppleConverter
  }
}
