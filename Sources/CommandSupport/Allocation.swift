#if canImport(Glibc)
  internal import CAllocator
  internal import Glibc
#endif

/// How the process deals with memory it has done with.
package enum Allocation {
  private static let keptByteCount: Int32 = 1 << 24
  private static let mappedByteCount: Int32 = 1 << 22
  /// As much as Apple's systems give.
  private static let stackByteCount = 1 << 19

  /// Keeps what is freed for what comes next, up to 16 MB.
  ///
  /// A conversion takes and frees blocks of the same size again and again. glibc gives each back to the
  /// system, which clears it before it comes again: that took a third of the time where samples get wider.
  package static func keepFreedMemory() {
    #if canImport(Glibc)
      _ = mallopt(M_TRIM_THRESHOLD, keptByteCount)
      _ = mallopt(M_MMAP_THRESHOLD, mappedByteCount)
    #endif
  }

  /// Gives threads stacks of half a megabyte where the process's memory is limited (`ulimit -d`, `-v`). glibc's
  /// eight count there, used or not, and libdispatch asks again for ever for what it can't get.
  package static func fitStacks() {
    #if canImport(Glibc)
      guard isLimited else { return }
      let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
      unsafe pthread_attr_init(attributes)
      unsafe pthread_attr_setstacksize(attributes, stackByteCount)
      unsafe pthread_setattr_default_np(attributes)
      unsafe pthread_attr_destroy(attributes)
      unsafe attributes.deallocate()
    #endif
  }

  #if canImport(Glibc)
    private static var isLimited: Bool {
      [RLIMIT_DATA, RLIMIT_AS].contains { resource in
        var limit = rlimit()
        return unsafe getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0
          && limit.rlim_cur != rlim_t.max
      }
    }
  #endif
}
