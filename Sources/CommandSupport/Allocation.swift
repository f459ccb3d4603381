internal import CAllocator

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
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

  /// Gives threads stacks of half a megabyte. The eight that Linux gives count where a process's memory is
  /// limited (`ulimit -d`, `-v`), and libdispatch asks for what it can't get again for ever.
  package static func limitStacks() {
    #if canImport(Glibc) || canImport(Musl)
      let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
      unsafe pthread_attr_init(attributes)
      unsafe pthread_attr_setstacksize(attributes, stackByteCount)
      _ = unsafe pthread_setattr_default_np(attributes)
      unsafe pthread_attr_destroy(attributes)
      unsafe attributes.deallocate()
    #endif
  }
}
