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
package final class Locked<Value>: @unchecked Sendable {
  private let lock = ConditionLock()
  private var value: Value

  package init(_ value: Value) { self.value = value }

  /// Waits for the lock and holds it until the work is done.
  package func withLock<Result, Failure: Error>(
    _ work: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try work(&value)
  }
}

/// A mutex with condition variables. Built on pthreads for the reason given at ``Locked``.
@safe final class ConditionLock: @unchecked Sendable {
  enum Condition: Int, CaseIterable {
    /// There is something to do.
    case work
    /// Something is done.
    case done
  }

  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let conditions: UnsafeMutablePointer<pthread_cond_t>

  init() {
    unsafe mutex = .allocate(capacity: 1)
    unsafe conditions = .allocate(capacity: Condition.allCases.count)
    var status = unsafe pthread_mutex_init(mutex, nil)
    for condition in Condition.allCases {
      status |= unsafe pthread_cond_init(pointer(to: condition), nil)
    }
    precondition(status == 0)
  }

  deinit {
    for condition in Condition.allCases {
      unsafe pthread_cond_destroy(pointer(to: condition))
    }
    unsafe pthread_mutex_destroy(mutex)
    unsafe conditions.deallocate()
    unsafe mutex.deallocate()
  }

  @unsafe private func pointer(to condition: Condition) -> UnsafeMutablePointer<pthread_cond_t> {
    unsafe conditions + condition.rawValue
  }

  func lock() { unsafe pthread_mutex_lock(mutex) }

  func unlock() { unsafe pthread_mutex_unlock(mutex) }

  /// Unlocks, waits to be woken, and locks again. Wake-ups may be spurious.
  func wait(for condition: Condition) {
    unsafe pthread_cond_wait(pointer(to: condition), mutex)
  }

  func wakeOne(_ condition: Condition) { unsafe pthread_cond_signal(pointer(to: condition)) }

  func wakeAll(_ condition: Condition) { unsafe pthread_cond_broadcast(pointer(to: condition)) }
}
