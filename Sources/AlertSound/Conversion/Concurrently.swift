internal import Dispatch

/// Does two things, at once where a second core is free. Neither may touch what the other changes.
///
/// - Returns: What the second returns.
/// - Throws: What the first throws, or else the second.
func concurrently<Value>(
  _ first: () throws -> Void, _ second: () throws -> Value
) throws -> Value {
  try withoutActuallyEscaping(first) { first in
    try withoutActuallyEscaping(second) { second in
      // Each closure is called by one thread, and has returned before this function does.
      nonisolated(unsafe) let (first, second) = (first, second)
      nonisolated(unsafe) var (done, value): (Result<Void, any Error>?, Result<Value, any Error>?)
      DispatchQueue.concurrentPerform(iterations: 2) { index in
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
