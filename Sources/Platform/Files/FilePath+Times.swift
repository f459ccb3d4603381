package import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

extension FilePath {
  /// Sets a file's access and modification times to the beginning of 1970, so that it is older than any
  /// other file.
  ///
  /// - Throws: `Errno`.
  package func setModificationTimeToOldest() throws(Errno) {
    let times = [timespec(tv_sec: 0, tv_nsec: 0), timespec(tv_sec: 0, tv_nsec: 0)]
    guard unsafe withPlatformString({ unsafe utimensat(AT_FDCWD, $0, times, 0) }) == 0 else {
      throw Errno(rawValue: errno)
    }
  }
}
