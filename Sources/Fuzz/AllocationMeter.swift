import CFuzzer

/// Measures how much of the heap some work has at a time.
///
/// The sanitizer's allocator calls it for every block. There is one thread.
enum AllocationMeter {
  private nonisolated(unsafe) static var byteCount = 0
  private nonisolated(unsafe) static var peakByteCount = 0

  /// Has the allocator call from now on.
  static func install() {
    let status = unsafe __sanitizer_install_malloc_and_free_hooks(
      { _, size in AllocationMeter.add(size) },
      { address in unsafe AllocationMeter.remove(__sanitizer_get_allocated_size(address)) })
    expect(status != 0, "the allocator takes no hooks")
  }

  /// Does some work.
  ///
  /// - Returns: The most bytes it had at a time beyond those there were before.
  static func peak(of work: () -> Void) -> Int {
    unsafe peakByteCount = byteCount
    let before = unsafe byteCount
    work()
    return unsafe peakByteCount - before
  }

  private static func add(_ size: Int) {
    unsafe byteCount += size
    unsafe peakByteCount = max(peakByteCount, byteCount)
  }

  private static func remove(_ size: Int) {
    unsafe byteCount -= size
  }
}
