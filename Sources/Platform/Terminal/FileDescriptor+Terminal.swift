package import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

extension FileDescriptor {
  /// Whether this is a terminal.
  package var isTerminal: Bool { isatty(rawValue) == 1 }

  /// The terminal's width in characters; nil if this isn't a terminal, or one that doesn't know.
  package var terminalWidth: Int? {
    var size = winsize()
    let status = unsafe ioctl(rawValue, UInt(TIOCGWINSZ), &size)
    return status == 0 && size.ws_col > 0 ? Int(size.ws_col) : nil
  }
}
