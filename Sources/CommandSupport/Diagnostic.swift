internal import AlertSound
package import SystemPackage

/// A line about a file, in the form that whoever reads a build's log understands.
package struct Diagnostic {
  /// How bad it is.
  package enum Severity: String, Sendable {
    case error, warning, note
  }

  /// Whose form it has.
  package enum Style: String, CaseIterable, Sendable {
    /// `ring.caf: error: what is wrong`
    case plain
    /// The same, by the file's absolute path, so that a click opens it.
    case xcode
    /// GitHub's workflow command, which shows up beside a pull request's files.
    case github
    /// An object of JSON with the fields `file`, where it concerns one, `severity` and `message`.
    case json
  }

  package let path: FilePath?
  /// Where in an archive, whose path is `path`; nil for a file of the file system.
  package let entry: FilePath?
  package let severity: Severity
  package let message: String

  package init(
    _ severity: Severity, _ path: FilePath?, entry: FilePath? = nil, _ message: String
  ) {
    self.severity = severity
    self.path = path
    self.entry = entry
    self.message = message
  }

  /// The line.
  package func line(_ style: Style = .plain) -> String {
    switch style {
    case .plain: place(wholePath) + "\(severity): \(message.onOneLine)"
    // An entry can't be opened by a click; its archive can be shown.
    case .xcode:
      place(path.map { $0.isURL ? $0 : $0.absolute })
        + "\(severity): \(place(entry))\(message.onOneLine)"
    case .github: gitHubCommand
    case .json: jsonObject
    }
  }

  private func place(_ path: FilePath?) -> String {
    path.map { $0.typedText.onOneLine + ": " } ?? ""
  }

  /// The path with the entry's after it, as reports name what is in an archive.
  private var wholePath: FilePath? {
    path.map { path in entry.map(path.pushing) ?? path }
  }

  private var jsonObject: String {
    let file = wholePath.map { #""file":\#($0.typedText.jsonLiteral),"# } ?? ""
    return #"{\#(file)"severity":"\#(severity)","message":\#(message.jsonLiteral)}"#
  }

  /// Source: GitHub, "Workflow commands for GitHub Actions"; the escapes are those of its toolkit.
  private var gitHubCommand: String {
    let command = severity == .note ? "notice" : severity.rawValue
    // An annotation of a file that isn't in the repository is shown nowhere.
    let annotated = entry == nil ? path?.insideCheckout : nil
    let file = annotated.map { " file=" + $0.string.escaped(":,") } ?? ""
    let name = annotated == nil ? wholePath?.string : path?.lastComponent?.string
    return "::\(command)\(file)::" + ((name.map { $0 + ": " } ?? "") + message).escaped("")
  }
}

extension FilePath {
  /// The path from the root of the checkout, which GitHub's annotations are relative to; nil for what
  /// isn't inside it.
  fileprivate var insideCheckout: FilePath? {
    guard let root = Self.checkout, let name = lastComponent else { return nil }
    // Not through a link at its end: the link is what the repository has.
    var path = absolute.removingLastComponent().real.appending(name)
    return path.removePrefix(root) ? path : nil
  }

  /// The folder with `.git` that the working directory is in; or else the one that GitHub checks out to,
  /// where it is in that one, or itself.
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

extension String {
  /// The text with its control characters spelled out, so that a name can't break a line or talk to a
  /// terminal.
  package var onOneLine: String {
    replacingScalars { scalar in
      switch scalar {
      case "\n": "\\n"
      case "\r": "\\r"
      case "\t": "\\t"
      default: scalar.isControl ? "\\x" + scalar.hexadecimal(digitCount: 2) : nil
      }
    }
  }

  /// The text as a string of JSON. Source: RFC 8259, section 7.
  fileprivate var jsonLiteral: String {
    let text = replacingScalars { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case "\n": "\\n"
      case "\r": "\\r"
      case "\t": "\\t"
      default: scalar.isControl ? "\\u" + scalar.hexadecimal(digitCount: 4) : nil
      }
    }
    return "\"\(text)\""
  }

  /// The text with line breaks and some characters as `%` and two hexadecimal digits, and other control
  /// characters spelled out.
  fileprivate func escaped(_ special: String) -> String {
    let special = Set((special + "%\r\n").unicodeScalars)
    return replacingScalars {
      special.contains($0) ? "%" + $0.hexadecimal(digitCount: 2).uppercased() : nil
    }.onOneLine
  }

  /// The text with what stands for some of its scalars; nil leaves one as it is.
  private func replacingScalars(_ replacement: (Unicode.Scalar) -> String?) -> String {
    unicodeScalars.reduce(into: "") { text, scalar in
      if let replaced = replacement(scalar) {
        text += replaced
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }
}

extension Unicode.Scalar {
  /// Whether this is a control character: of ASCII, or one of the 32 above it that terminals know, too.
  fileprivate var isControl: Bool { value < 0x20 || 0x7F..<0xA0 ~= value }

  fileprivate func hexadecimal(digitCount: Int) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: max(0, digitCount - digits.count)) + digits
  }
}
