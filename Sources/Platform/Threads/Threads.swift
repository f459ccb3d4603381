internal import CPlatform

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Threads that the package starts itself, without libdispatch.
///
/// If a container's or a user's limit permits no more threads, the calling thread does the work.
/// libdispatch would retry forever.
package enum Threads {
  /// How many processors the process may use.
  package static let processorCount: Int = {
    #if os(Linux)
      // A container or `taskset` may permit fewer processors than there are. The mask is large enough for any kernel.
      var mask = [UInt64](repeating: 0, count: 128)
      let status = unsafe mask.withUnsafeMutableBytes {
        unsafe getAffinity(0, UInt($0.count), $0.baseAddress)
      }
      let count = mask.reduce(0) { $0 + $1.nonzeroBitCount }
      if status == 0, count > 0 { return count }
    #endif
    return max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
  }()

  /// Apple's default. glibc's of 8 MB counts against memory limits (`ulimit -d`, `-v`), used or not.
  private static let stackByteCount = 1 << 19

  /// Starts a detached thread that does some work and ends.
  ///
  /// - Returns: Whether the thread was started; if not, none of the work was done.
  static func start(_ work: @escaping @Sendable () -> Void) -> Bool {
    // Allocated, because Swift may take the structure's initializer for another module's.
    let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
    unsafe pthread_attr_init(attributes)
    defer {
      unsafe pthread_attr_destroy(attributes)
      unsafe attributes.deallocate()
    }
    unsafe pthread_attr_setstacksize(attributes, stackByteCount)
    unsafe pthread_attr_setdetachstate(attributes, CInt(PTHREAD_CREATE_DETACHED))
    // Block all signals in the new thread, which inherits this mask. Signals are meant for the
    // existing threads, to interrupt their blocking calls.
    var (all, before) = (sigset_t(), sigset_t())
    unsafe sigfillset(&all)
    unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    #if canImport(Glibc)
      var thread = pthread_t()
    #else
      var thread: pthread_t?
    #endif
    let box = unsafe Unmanaged.passRetained(Work(work))
    let status = unsafe pthread_create(
      &thread, attributes,
      { box in
        let box: UnsafeMutableRawPointer? = unsafe box
        unsafe Unmanaged<Work>.fromOpaque(box!).takeRetainedValue().body()
        return nil
      }, box.toOpaque())
    if status != 0 { unsafe box.release() }
    return status == 0
  }

  private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}

extension Threads {
  /// Does work on a new thread without waiting for it, or on this thread if none can be started.
  package static func detach(_ work: @escaping @Sendable () -> Void) {
    if !start(work) { work() }
  }

  /// Runs `body` on this thread and on others in parallel, then waits for all of them.
  /// The count includes this one.
  package static func inParallel(_ count: Int, _ body: @Sendable () -> Void) {
    let lock = ConditionLock()
    nonisolated(unsafe) var runningCount = 0
    @Sendable func anyIndex(_: Int) { body() }
    withBorrowed(anyIndex) { body in
      for _ in 1..<max(1, count) {
        lock.lock()
        unsafe runningCount += 1
        lock.unlock()
        let isStarted = start {
          body.call(with: 0)
          lock.lock()
          unsafe runningCount -= 1
          lock.wakeAll(.done)
          lock.unlock()
        }
        guard !isStarted else { continue }
        lock.lock()
        unsafe runningCount -= 1
        lock.unlock()
        break
      }
      body.call(with: 0)
      lock.lock()
      while unsafe runningCount > 0 { lock.wait(for: .done) }
      lock.unlock()
    }
  }

  /// Calls `body` with each number below `count`, in parallel if there are processors and threads
  /// for it.
  package static func perform(_ count: Int, _ body: @Sendable (Int) -> Void) {
    guard count > 1, processorCount > 1 else {
      for index in 0..<count { body(index) }
      return
    }
    withBorrowed(body) { ThreadPool.shared.run(count, $0) }
  }

  /// Runs two closures in parallel. Neither may access what the other changes.
  ///
  /// - Returns: The second closure's result.
  /// - Throws: The first closure's error, or else the second's.
  @inlinable
  package static func runBoth<Value, Failure>(
    _ first: () throws(Failure) -> Void, _ second: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let (done, value) = withoutActuallyEscaping(first) { first in
      withoutActuallyEscaping(second) { second in
        // Each closure is called once, by one thread, and has returned before this function does.
        nonisolated(unsafe) let (first, second) = (first, second)
        nonisolated(unsafe) var (done, value): (Result<Void, Failure>?, Result<Value, Failure>?)
        perform(2) { index in
          if index == 0 {
            unsafe done = Result { () throws(Failure) in try unsafe first() }
          } else {
            unsafe value = Result { () throws(Failure) in try unsafe second() }
          }
        }
        return unsafe (done!, value!)
      }
    }
    try done.get()
    return try value.get()
  }
}

extension Threads {
  /// A closure that other threads call while the function that received it waits for them.
  ///
  /// The threads hold no reference to it. If one of them released a reference too late, the closure would have
  /// escaped.
  @safe struct Borrowed: @unchecked Sendable {
    fileprivate let body: UnsafePointer<@Sendable (Int) -> Void>

    /// Calls the closure. It isn't inlined, so that whatever the call retains is released when it
    /// returns.
    @inline(never)
    func call(with index: Int) { unsafe body.pointee(index) }
  }

  private static func withBorrowed(
    _ body: @Sendable (Int) -> Void, _ use: (Borrowed) -> Void
  ) {
    withoutActuallyEscaping(body) { body in
      unsafe withUnsafePointer(to: body) { use(unsafe Borrowed(body: $0)) }
    }
  }
}
