#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The system's time.
package enum SystemClock {
  /// The time of day, in nanoseconds since 1970. Unlike a file's times, it may be set back.
  package static var now: Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return time.nanoseconds
  }

  /// Makes the calling thread wait, or less if a signal arrives.
  ///
  /// - Parameter microseconds: Less than a second.
  package static func sleep(microseconds: UInt32) {
    usleep(microseconds)
  }
}
