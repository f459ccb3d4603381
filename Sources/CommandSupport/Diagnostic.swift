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
    let file = path.map { " file=" + $0.string.escaped("%\r\n:,") } ?? ""
    let name = path?.lastComponent.map { $0.string + ": " } ?? ""
    return "::\(command)\(file)::" + (name + message).escaped("%\r\n")
  }
}

extension String {
  /// The text with its control characters spelled out, so that a name can't break a line.
  package var onOneLine: String {
    guard unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
      return self
    }
    return unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar {
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        text += "\\x" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: text.unicodeScalars.append(scalar)
      }
    }
  }

  /// The text as a string of JSON. Source: RFC 8259, section 7.
  fileprivate var jsonLiteral: String {
    var text = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"", "\\": text += "\\\(scalar)"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        text += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }

  /// The text with some characters as `%` and two hexadecimal digits.
  fileprivate func escaped(_ special: String) -> String {
    unicodeScalars.reduce(into: "") { text, scalar in
      if special.unicodeScalars.contains(scalar) {
        text +=
          "%" + (scalar.value < 16 ? "0" : "")
          + String(scalar.value, radix: 16, uppercase: true)
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }
}
