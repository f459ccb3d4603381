internal import Platform
internal import SystemPackage

/// What is known about the terminal that shows the output.
package enum Terminal {
  /// The width in characters: from `COLUMNS`, else from the terminal, else 80.
  package static var width: Int {
    if let columns = environment("COLUMNS").flatMap({ Int($0) }), columns > 0 { return columns }
    return FileDescriptor.standardOutput.terminalWidth ?? 80
  }

  /// Whether non-ASCII characters can be shown, judging by the locale's encoding.
  package static var showsUnicode: Bool {
    // The first non-empty variable wins, as in setlocale(3). The Linux console has no Braille characters.
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty }
    let name = locale?.lowercased() ?? ""
    return (name.contains("utf-8") || name.contains("utf8")) && environment("TERM") != "linux"
  }

  /// Whether the terminal understands escape sequences, judging by its name. A terminal without a name is
  /// assumed not to.
  package static var understandsEscapes: Bool {
    let name = environment("TERM") ?? ""
    return !name.isEmpty && name != "dumb"
  }

  private static func environment(_ name: String) -> String? {
    ThisProcess.environment(name).map { String(decoding: $0, as: UTF8.self) }
  }
}
