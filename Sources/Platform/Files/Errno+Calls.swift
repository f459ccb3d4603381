internal import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

extension Errno {
  /// Why the last system call of this thread failed.
  static var last: Errno { Errno(rawValue: errno) }

  /// Throws the reason if a system call returned anything but 0.
  static func check(_ result: CInt) throws(Errno) {
    if result != 0 { throw last }
  }
}
