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
  package let severity: Severity
  package let message: String

  package init(_ severity: Severity, _ path: FilePath?, _ message: String) {
    self.severity = severity
    self.path = path
    self.message = message
  }

  /// The line.
  package func line(_ style: Style = .plain) -> String {
    switch style {
    case .plain: place(path) + "\(severity): \(message.onOneLine)"
    case .xcode: place(path?.absolute) + "\(severity): \(message.onOneLine)"
    case .github: gitHubCommand
    case .json: jsonObject
    }
  }

  private func place(_ path: FilePath?) -> String {
    path.map { $0.string.onOneLine + ": " } ?? ""
  }

  private var jsonObject: String {
    let file = path.map { #""file":\#($0.string.jsonLiteral),"# } ?? ""
    return #"{\#(file)"severity":"\#(severity)","message":\#(message.jsonLiteral)}"#
  }

  /// Source: GitHub, "Workflow commands for GitHub Actions"; the escapes are those of its toolkit.
  private var gitHubCommand: String {
    let command = severity == .note ? "notice" : severity.rawValue
    let file = path.map { " file=" + $0.string.escaped(":,") } ?? ""
    let name = path?.lastComponent.map { $0.string + ": " } ?? ""
    return "::\(command)\(file)::" + (name + message).escaped("")
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
