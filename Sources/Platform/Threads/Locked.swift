#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A value that one thread at a time can access.
///
/// `Synchronization.Mutex` needs a newer macOS than the oldest one the package supports.
@safe package final class Locked<Value>: @unchecked Sendable {
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private var value: Value

  package init(_ value: Value) {
    unsafe lock = .allocate(capacity: 1)
    self.value = value
    let status = unsafe pthread_mutex_init(lock, nil)
    precondition(status == 0)
  }

  deinit {
    unsafe pthread_mutex_destroy(lock)
    unsafe lock.deallocate()
  }

  /// Waits for the lock and holds it until the work is done.
  package func withLock<Result, Failure: Error>(
    _ work: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    return try work(&value)
  }
}
