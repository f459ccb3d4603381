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
  /// Whether a second thread can be started. Where a container or a user may have no more of them,
  /// libdispatch would try again for ever.
  package static let canBeStarted: Bool = {
    #if canImport(Glibc) || canImport(Musl)
      var thread = pthread_t()
      guard unsafe pthread_create(&thread, nil, { _ in nil }, nil) == 0 else { return false }
      pthread_join(thread, nil)
    #endif
    return true
  }()

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
