internal import SoundFormat

/// A command line that converts a file to an alert sound. It overwrites no file.
package struct RemedyCommand {
  /// The files it reads and writes.
  let paths: RemedyPaths
  /// Options for `alertsound convert`.
  var options: [String] = []

  package init(_ paths: RemedyPaths) {
    self.paths = paths
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
    (["alertsound", "convert", paths.source.shellWord] + options + ["-o", paths.output.shellWord])
      .joined(separator: " ")
  }
}

/// The files that an advised command line reads and writes.
public struct RemedyPaths: Hashable, Sendable {
  /// The file with the problem.
  public let source: SoundPath
  /// The alert sound to make from it.
  public package(set) var output: SoundPath

  package init(source: SoundPath, output: SoundPath) {
    self.source = source
    self.output = output
  }
}
