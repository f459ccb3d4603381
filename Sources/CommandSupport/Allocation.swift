#if canImport(Glibc)
  internal import CAllocator
#endif

/// How the process deals with memory it has done with.
package enum Allocation {
  private static let keptByteCount: Int32 = 1 << 24
  private static let mappedByteCount: Int32 = 1 << 22

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
}
