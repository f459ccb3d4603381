#if canImport(Dispatch)
  internal import Dispatch
#endif
#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// Work on as many cores as there are.
package enum Threads {
  /// Whether a thread for each core can be started, and the few that libdispatch has beside them. Where a
  /// container or a user may have no more of them, it would try again for ever.
  package static let canBeStarted: Bool = {
    #if canImport(Glibc) || canImport(Musl)
      canStart(max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) + 3)
    #else
      true
    #endif
  }()

  #if canImport(Glibc) || canImport(Musl)
    /// Starts as many threads as libdispatch would, with as much memory; glibc keeps their stacks for it.
    private static func canStart(_ count: Int) -> Bool {
      guard count > 0 else { return true }
      var thread = pthread_t()
      // Each starts the next and waits for it, so that all are there at once. What isn't nil is a failure.
      let status = unsafe pthread_create(
        &thread, nil,
        { count in
          unsafe Threads.canStart(Int(bitPattern: count))
            ? nil : UnsafeMutableRawPointer(bitPattern: 1)
        }, UnsafeMutableRawPointer(bitPattern: count - 1))
      guard status == 0 else { return false }
      var failure: UnsafeMutableRawPointer?
      unsafe pthread_join(thread, &failure)
      return unsafe failure == nil
    }
  #endif

  /// Calls `body` with each number below `count`, side by side where there are cores and threads for it.
  package static func sideBySide(_ count: Int, _ body: @Sendable (Int) -> Void) {
    #if canImport(Dispatch)
      if count > 1, canBeStarted {
        return DispatchQueue.concurrentPerform(iterations: count, execute: body)
      }
    #endif
    for index in 0..<count { body(index) }
  }

  /// Does two things side by side. Neither may touch what the other changes.
  ///
  /// - Returns: What the second returns.
  /// - Throws: What the first throws, or else the second.
  package static func sideBySide<Value>(
    _ first: () throws -> Void, _ second: () throws -> Value
  ) throws -> Value {
    try withoutActuallyEscaping(first) { first in
      try withoutActuallyEscaping(second) { second in
        // Each closure is called once, by one thread, and has returned before this function does.
        nonisolated(unsafe) let (first, second) = (first, second)
        nonisolated(unsafe) var (done, value): (Result<Void, any Error>?, Result<Value, any Error>?)
        sideBySide(2) { index in
          if index == 0 {
            unsafe done = Result { try unsafe first() }
          } else {
            unsafe value = Result { try unsafe second() }
          }
        }
        try unsafe done!.get()
        return try unsafe value!.get()
      }
    }
  }
}
