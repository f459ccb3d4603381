#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A mutex, and a condition that threads wait for.
///
/// `Synchronization.Mutex` is newer than the oldest macOS that the package is for.
@safe final class Monitor: @unchecked Sendable {
  #if canImport(Glibc) || canImport(Musl) || canImport(Darwin)
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>

    init() {
      unsafe mutex = .allocate(capacity: 1)
      unsafe condition = .allocate(capacity: 1)
      let status = unsafe (
        pthread_mutex_init(mutex, nil), pthread_cond_init(condition, nil)
      )
      precondition(status == (0, 0))
    }

    deinit {
      unsafe pthread_cond_destroy(condition)
      unsafe pthread_mutex_destroy(mutex)
      unsafe condition.deallocate()
      unsafe mutex.deallocate()
    }

    func lock() { unsafe pthread_mutex_lock(mutex) }

    func unlock() { unsafe pthread_mutex_unlock(mutex) }

    /// Unlocks, waits to be woken, and locks again. It may also return without a reason.
    func wait() { unsafe pthread_cond_wait(condition, mutex) }

    func wakeOne() { unsafe pthread_cond_signal(condition) }

    func wakeAll() { unsafe pthread_cond_broadcast(condition) }
  #else
    func lock() {}

    func unlock() {}

    func wait() {}

    func wakeOne() {}

    func wakeAll() {}
  #endif
}
