package import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Both functions throw `Errno`, and set the times of a link, not of what it leads to.
extension FilePath {
  /// Sets a file's access and modification times to now.
  package func setTimesToNow() throws(Errno) {
    try Errno.check(
      unsafe withPlatformString { unsafe utimensat(AT_FDCWD, $0, nil, AT_SYMLINK_NOFOLLOW) })
  }

  /// Sets a file's access and modification times to the beginning of 1970, so that it is older than any
  /// other file.
  package func setTimesToEpoch() throws(Errno) {
    let times = [timespec(tv_sec: 0, tv_nsec: 0), timespec(tv_sec: 0, tv_nsec: 0)]
    try Errno.check(
      unsafe withPlatformString { unsafe utimensat(AT_FDCWD, $0, times, AT_SYMLINK_NOFOLLOW) })
  }
}

extension Stat {
  /// When the contents last changed, in nanoseconds since 1970.
  package var modificationTime: Int64 { st_mtim.nanoseconds }

  /// When the contents, the name or the permissions last changed, in nanoseconds since 1970. Programs can't
  /// set it.
  package var changeTime: Int64 { st_ctim.nanoseconds }
}

extension timespec {
  var nanoseconds: Int64 { Int64(tv_sec) &* 1_000_000_000 &+ Int64(tv_nsec) }
}
