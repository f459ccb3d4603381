package import AlertSound
internal import Platform
internal import SoundFormat
package import SystemPackage

/// A diagnostic line about a file, in a format that tools for build logs understand.
package struct Diagnostic {
  package enum Severity: String, Sendable {
    case error, warning, note
  }

  /// The output format of the line.
  package enum Style: String, CaseIterable, Sendable {
    /// `ring.caf: error: what is wrong`
    case plain
    /// The plain line with the file's absolute path, so that a click in Xcode opens the file.
    case xcode
    /// A GitHub workflow command, which annotates the files of a pull request.
    case github
    /// A JSON object with the fields `severity`, `message` and, if known, `file` and `line`.
    case json
  }

  package let path: FilePath?
  /// The entry's path inside the archive at `path`; nil for a file in the file system.
  package let entry: FilePath?
  /// The line in the file, from 1; nil if the diagnostic concerns the whole file.
  package let lineNumber: Int?
  package let severity: Severity
  package let message: String

  package init(
    _ severity: Severity, _ path: FilePath?, entry: FilePath? = nil, line: Int? = nil,
    _ message: String
  ) {
    self.severity = severity
    self.path = path
    self.entry = entry
    lineNumber = line
    self.message = message
  }

  /// Creates the diagnostic for an error that ends a command or the work on a file.
  package init(_ error: SoundError) {
    self.init(.error, error.path, error.commandSentence)
  }

  package func line(_ style: Style = .plain) -> String {
    switch style {
    case .plain: prefix(wholePath) + "\(severity): \(message.onOneLine)"
    // Xcode can't open an entry of an archive: begin with the archive's path, and name the entry in the message.
    case .xcode:
      prefix(path.map { $0.isURL ? $0 : $0.absolute })
        + "\(severity): \(prefix(entry))\(message.onOneLine)"
    case .github: gitHubCommand
    case .json: jsonObject
    }
  }

  private func prefix(_ path: FilePath?) -> String {
    path.map { $0.typedText.onOneLine + "\(lineSuffix): " } ?? ""
  }

  /// The line number as compilers print it after the path.
  private var lineSuffix: String { lineNumber.map { ":\($0)" } ?? "" }

  /// The path followed by the entry's path. Reports show the contents of an archive in this way.
  private var wholePath: FilePath? {
    path.map { path in entry.map(path.pushing) ?? path }
  }

  private var jsonObject: String {
    let json: JSON = [
      "file": wholePath?.typedText.json, "line": lineNumber?.json,
      "severity": severity.rawValue.json, "message": message.json,
    ]
    return String(decoding: json.line, as: UTF8.self)
  }

  /// A GitHub workflow command. Sources: GitHub, "Workflow commands for GitHub Actions", and the escapes of
  /// GitHub's toolkit.
  private var gitHubCommand: String {
    let command = severity == .note ? "notice" : severity.rawValue
    // Annotate only files in the repository, because GitHub shows no annotations for other files.
    let annotated = entry == nil ? path?.insideCheckout : nil
    var file = annotated.map { " file=" + $0.string.escaped(":,") } ?? ""
    if !file.isEmpty, let lineNumber { file += ",line=\(lineNumber)" }
    let name = annotated == nil ? wholePath?.string : path?.lastComponent?.string
    // Leave the line number out of the text of an annotation, because GitHub shows it anyway.
    let line = annotated == nil ? lineSuffix : ""
    return "::\(command)\(file)::" + ((name.map { "\($0)\(line): " } ?? "") + message).escaped("")
  }
}

extension FilePath {
  /// The path relative to the checkout's root, for GitHub's annotations and code scanning; nil for a file outside
  /// the checkout.
  package var insideCheckout: FilePath? {
    guard let root = Self.checkout, let name = lastComponent else { return nil }
    // Don't resolve a symbolic link in the last component: the repository contains the link.
    var path = absolute.removingLastComponent().real.appending(name)
    return path.removePrefix(root) ? path : nil
  }

  /// The nearest folder with a `.git`: the working directory or a folder that contains it. Without such a folder,
  /// `GITHUB_WORKSPACE` if this path contains the working directory; otherwise the working directory.
  private static var checkout: FilePath? {
    guard let directory = workingDirectory?.real else { return nil }
    var root = directory
    while (try? root.appending(".git").stat()) == nil {
      guard root.removeLastComponent() else {
        let workspace = CommandArgument(environment: "GITHUB_WORKSPACE")?.path.real
        return workspace.flatMap { directory.starts(with: $0) ? $0 : nil } ?? directory
      }
    }
    return root
  }
}

/// The exit status of a command. All commands share these numbers. The man pages list the numbers.
///
/// Apple's tools exit with 1 after any failure except an invalid command line. Scripts test only for 0, so failures of
/// the system can have a separate status.
package enum ExitStatus: Int32, Comparable, Sendable {
  case success = 0
  /// The input is at fault, or doesn't allow the requested conversion.
  case failure = 1
  /// The command line of `afconvert` or `afinfo` is invalid or requests help. Apple's tools also exit with 2 in
  /// both cases.
  case appleUsage = 2
  /// The command line of `alertsound` is invalid. Source: sysexits.h, `EX_USAGE`.
  case usage = 64
  /// The system is at fault, not the input. Source: sysexits.h, `EX_IOERR`.
  case systemFailure = 74

  /// Orders statuses by number. A command exits with the largest status of its results.
  package static func < (left: ExitStatus, right: ExitStatus) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension SoundError {
  package var exitStatus: ExitStatus { fault == .system ? .systemFailure : .failure }
}

extension Remedy {
  /// The remedy in words for a command line.
  package var commandWords: String {
    switch self {
    case .nameOtherOutput: "\(words), or add --force"
    case .acceptTruncation: "copy or export it again, or give --allow-truncated"
    case .exportOrTrust(let export):
      "\(export), or leave --no-import out if you trust the file"
    case .exportOrConvert(let export, let input, let output):
      "\(export), or convert it first: ffmpeg -n -i \(input.shellWord) \(output.shellWord)"
    case .skipFewerFrames: "reduce --offset"
    case .useFewerChannels(let orBuiltIn):
      "use -c 2 or -c 1, in afconvert with --mix" + (orBuiltIn ? ", or the built-in resampler" : "")
    case .leaveLayoutOut: "choose a layout that fits, or leave -l out"
    case .chooseDataFormat: "name a data format, such as LEI16 or ima4, instead of 0"
    case .chooseHigherRate: "choose a higher rate, or -f caff"
    case .chooseShorterDefault: "name a shorter one with --default-sound"
    case .limitPeaks: "alertsound convert --true-peak -1 lowers it"
    case .shorten: "shorten it, or choose --over-limit trim or default"
    case .chooseOtherFolder: "choose another folder, or --over-limit trim or warn"
    case .useWAVE(let advice): (advice.map { "\($0), or " } ?? "") + "add --android-format wav"
    case .raiseFileSizeLimit: "raise the limit: ulimit -f"
    case .raiseOpenFileLimit: "raise the limit: ulimit -n"
    // Put the option in place of the first word, `trimming`.
    case .haveTrimmed: "--over-limit trim" + words.dropFirst("trimming".count)
    default: words
    }
  }
}

extension SoundError {
  /// The reason. If a limit of `InputPolicy` is exceeded, includes the option that sets the limit.
  package var commandReason: String {
    guard fault == .limit, step != .checkingLength, reason.contains("the limit ") else {
      return reason
    }
    return reason + (reason.contains(" bytes") ? " (--max-bytes)" : " (--max-seconds)")
  }

  /// The reason and the remedy, without the file's name.
  package var commandSentence: String { Self.sentence(commandReason, remedy?.commandWords) }

  /// The reason and the remedy with the file's name: `ring.caf: error: what is wrong; what to do`.
  package var commandDescription: String {
    (file.map { "\($0.typedText): " } ?? "") + "error: " + commandSentence
  }
}
