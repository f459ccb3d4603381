#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A mutex with condition variables.
///
/// Built on pthreads for the reason given at ``Locked``.
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

  /// Wakes one of the waiting threads.
  func wakeOne(_ condition: Condition) { unsafe pthread_cond_signal(pointer(to: condition)) }

  /// Wakes all waiting threads.
  func wakeAll(_ condition: Condition) { unsafe pthread_cond_broadcast(pointer(to: condition)) }
}
