internal import CPlatform
internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Threads that the package starts itself, without libdispatch.
///
/// If a Docker container or a user may start no more threads, the calling thread does the work. libdispatch would retry
/// forever.
package enum Threads {
  /// How many processors the process may use.
  package static let processorCount: Int = {
    #if os(Linux)
      // Count the permitted processors: a Docker container or `taskset` may permit fewer than the machine has. The
      // mask is large enough for any kernel.
      var mask = [UInt64](repeating: 0, count: 128)
      let status = unsafe mask.withUnsafeMutableBytes {
        unsafe getAffinity(0, UInt($0.count), $0.baseAddress)
      }
      let count = mask.reduce(0) { $0 + $1.nonzeroBitCount }
      if status == 0, count > 0 { return count }
    #endif
    return max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
  }()

  /// Apple's default stack size. glibc's 8 MB would count against memory limits (`ulimit -d`, `-v`) even if unused.
  private static let stackByteCount = 1 << 19

  /// A thread to join or to detach. Its type is an integer in glibc, and a pointer elsewhere.
  @safe private struct Handle {
    #if canImport(Glibc)
      var thread = pthread_t()

      func join() { pthread_join(thread, nil) }

      func detach() { pthread_detach(thread) }
    #else
      var thread: pthread_t?

      func join() {
        if let thread = unsafe thread { unsafe _ = pthread_join(thread, nil) }
      }

      func detach() {
        if let thread = unsafe thread { unsafe _ = pthread_detach(thread) }
      }
    #endif
  }

  /// Starts a thread that does some work and ends. Returns nil if the system permits no more threads.
  private static func start(_ work: @escaping () -> Void) -> Handle? {
    // Allocate memory instead of calling `pthread_attr_t()`: Swift may take another module's initializer.
    let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
    unsafe pthread_attr_init(attributes)
    defer {
      unsafe pthread_attr_destroy(attributes)
      unsafe attributes.deallocate()
    }
    unsafe pthread_attr_setstacksize(attributes, stackByteCount)
    // Block all signals in the new thread, which inherits this mask. Signals are meant for the
    // existing threads, to interrupt their blocking calls.
    var (all, before) = (sigset_t(), sigset_t())
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    var handle = Handle()
    let box = unsafe Unmanaged.passRetained(Work(work))
    let status = unsafe pthread_create(
      &handle.thread, attributes,
      { box in
        let box: UnsafeMutableRawPointer? = unsafe box
        unsafe Unmanaged<Work>.fromOpaque(box!).takeRetainedValue().body()
        return nil
      }, box.toOpaque())
    guard status == 0 else {
      unsafe box.release()
      return nil
    }
    return handle
  }

  private final class Work {
    let body: () -> Void

    init(_ body: @escaping () -> Void) { self.body = body }
  }
}

extension Threads {
  /// Does work on a new thread, and returns at once. If no thread can be started, does the work before returning.
  package static func detach(_ work: @escaping @Sendable () -> Void) {
    if !start(detached: work) { work() }
  }

  /// Starts a thread that does work, and returns at once. Returns whether the thread was started.
  static func start(detached work: @escaping @Sendable () -> Void) -> Bool {
    guard let thread = start(work) else { return false }
    thread.detach()
    return true
  }

  /// Runs `body` in parallel on `count` threads, or on fewer threads if the system permits no more. The calling thread
  /// is one of these threads. Waits for all threads.
  package static func inParallel(_ count: Int, _ body: @Sendable () -> Void) {
    withoutActuallyEscaping(body) { body in
      var threads: [Handle] = []
      while threads.count + 1 < count, let thread = start(body) {
        threads.append(thread)
      }
      body()
      for thread in threads { thread.join() }
    }
  }

  /// Calls `body` with each number from 0 to `count` − 1. At most `jobs` calls run in parallel.
  package static func perform(
    _ count: Int, jobs: Int = .max, _ body: @Sendable (Int) -> Void
  ) {
    let next = Atomic(0)
    inParallel(min(count, jobs, processorCount)) {
      while case let index = next.add(1, ordering: .relaxed).oldValue, index < count { body(index) }
    }
  }
}

/// A value that one thread at a time can access. Unlike a `Mutex`, a `Locked` can be copied.
package final class Locked<Value>: Sendable {
  private let value: Mutex<Value>

  package init(_ value: sending Value) { self.value = Mutex(value) }

  /// Waits for the lock and holds it until the work is done.
  package func withLock<Result: ~Copyable, Failure: Error>(
    _ work: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    try value.withLock(work)
  }
}
