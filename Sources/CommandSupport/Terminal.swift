#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Who reads what is printed, as far as that can be known.
package enum Terminal {
  /// How many characters a line has: what `COLUMNS` says, or the terminal, or else 80.
  package static var width: Int {
    if let columns = environment("COLUMNS").flatMap({ Int($0) }), columns > 0 { return columns }
    var size = winsize()
    let status = unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size)
    return status == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
  }

  /// Whether characters beyond ASCII arrive, by the locale's encoding.
  package static var showsUnicode: Bool {
    // The first that is set counts, as in setlocale(3). A terminal of the kernel has no Braille.
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty }
    let name = locale?.lowercased() ?? ""
    return (name.contains("utf-8") || name.contains("utf8")) && environment("TERM") != "linux"
  }

  /// Whether the terminal understands escape sequences, by its name. Without a name nothing is known of it.
  package static var understandsEscapes: Bool {
    let name = environment("TERM") ?? ""
    return !name.isEmpty && name != "dumb"
  }

  private static func environment(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
  }
}
