#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

package enum ProcessorCount {
  /// How many processors this process may use.
  package static var available: Int {
    #if canImport(Glibc)
      var set = cpu_set_t()
      if unsafe sched_getaffinity(0, MemoryLayout<cpu_set_t>.size, &set) == 0 {
        let count = unsafe withUnsafeBytes(of: set) { bytes in
          unsafe bytes.reduce(0) { $0 + $1.nonzeroBitCount }
        }
        if count > 0 { return count }
      }
    #endif
    return max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
  }
}
