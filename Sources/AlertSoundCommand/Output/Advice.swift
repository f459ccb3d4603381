import AlertCheck
import SoundFormat
import SystemPackage

extension AlertVerdict {
  /// Returns the advice on one of the verdict's findings, without a full stop, and a command line that carries out the
  /// advice. Each is nil if there is none.
  ///
  /// - Parameter files: The files of the advised command; nil for advice without a command.
  func advice(
    on finding: AlertFinding, with files: AdvisedFiles?
  ) -> (words: String?, command: String?) {
    guard let remedy = finding.remedy, let files, remedy.isConversion, let conversion else {
      return AlertFinding.ownAdvice(on: finding)
    }
    var words = remedy.words
    if case .trim(let limit) = remedy {
      words += ", or keep its first \(secondsText(LengthLimit.trimmedDuration(under: limit)))"
    }
    return (words, files.command(conversion))
  }

  /// Returns the function that gives JSON reports the advice on a finding.
  func advice(with files: AdvisedFiles?) -> AlertFinding.Advice { { advice(on: $0, with: files) } }
}

/// The files that an advised command line reads and writes.
struct AdvisedFiles {
  let source: FilePath
  /// The alert sound that the command makes. The file doesn't exist yet.
  let output: FilePath

  /// Returns the command line that applies remedies to the source.
  fileprivate func command(_ remedies: [Remedy]) -> String {
    var options: [String] = []
    let codec = output.extension == Container.caf.pathExtensions[0] ? "ima4" : "LEI16"
    for remedy in remedies {
      switch remedy {
      case .trim(let limit) where !options.contains("--over-limit"):
        options += ["--over-limit", "trim"]
        if limit != AlertRules.iOS.lengthLimit {
          options += ["--limit", decimalText(limit, decimals: 6)]
        }
      case .mixDown: options += ["-c", "2"]
      case .resample(let rate): options += ["-d", "\(codec)@\(Int(rate))"]
      case .changeLoudness(let loudness):
        options += ["--loudness", decimalText(loudness, decimals: 2)]
      case .limitPeaks: options += ["--true-peak", "-1"]
      case .trimSilence: options += ["--trim-silence"]
      case .fadeIn: options += ["--fade-in", "0.005"]
      case .fadeOut: options += ["--fade-out", "0.005"]
      // Add no option for the other remedies, because any conversion writes a format that plays.
      default: continue
      }
    }
    let (input, output) = (SoundPath(source).shellWord, SoundPath(output).shellWord)
    return (["alertsound", "convert", input] + options + ["-o", output]).joined(separator: " ")
  }
}

/// Chooses names for the files that advised command lines write.
///
/// A value of this type never chooses a name twice, so all commands of a report can be pasted in a row. The names
/// depend only on the order of the calls and on the existing files.
struct AdvisedNames {
  private var taken: Set<FoldedPath> = []
  /// For each output path without suffix and extension: the last number tried. Very many sounds may share a path.
  private var lastNumbers: [FoldedPath: Int] = [:]

  /// Chooses the input and the output of the command line that is advised for a sound.
  ///
  /// - Returns: The files; nil if no command is advised, if the sound is a stream and so has no file name, or if the
  ///   path isn't UTF-8, as arguments must be.
  mutating func files(for source: FilePath, _ verdict: AlertVerdict) -> AdvisedFiles? {
    guard verdict.conversion != nil, source.lastComponent?.kind == .regular,
      !source.starts(with: "/dev"), !source.starts(with: "/proc"),
      String(validUTF8: source.bytes) != nil
    else { return nil }
    var bare = source
    bare.extension = nil
    // If the container isn't CAF, the sound is for Android, too. The file's name is then also the name of a resource.
    let isForAndroid = verdict.container != .caf
    if isForAndroid, let stem = source.stem {
      bare = source.removingLastComponent().appending(AndroidSoundName(nearestTo: stem).name)
    }
    // Compare folded paths, because the file system may be case-insensitive.
    let own = FoldedPath(source.absolute)
    let key = FoldedPath(bare.absolute)
    var number = lastNumbers[key] ?? 0
    while true {
      let dash = isForAndroid ? "_" : "-"
      let suffix = number == 0 ? "" : "\(dash)alert" + (number == 1 ? "" : "\(dash)\(number)")
      let output = FilePath(
        bytes: bare.bytes + "\(suffix).\(verdict.container.pathExtensions[0])".utf8)
      let folded = FoldedPath(output.absolute)
      if folded != own, (try? output.stat(followTargetSymlink: false)) == nil,
        taken.insert(folded).inserted
      {
        lastNumbers[key] = number
        return AdvisedFiles(source: source, output: output)
      }
      number += 1
    }
  }
}
