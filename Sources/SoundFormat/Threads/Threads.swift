#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Threads of our own.
///
/// Where a container or a user may start no more of them, the work is done by the thread that asks for it.
/// libdispatch would try again for ever.
package enum Threads {
  /// How many processors there are.
  package static let processorCount: Int = {
    #if canImport(Glibc) || canImport(Musl) || canImport(Darwin)
      max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
    #else
      1
    #endif
  }()

  /// As much as Apple's systems give. glibc's eight megabytes count where memory is limited (`ulimit -d`, `-v`),
  /// used or not.
  private static let stackByteCount = 1 << 19

  /// Starts a thread that ends with its work.
  ///
  /// - Returns: Whether there is one; if not, nothing was done.
  static func start(_ work: @escaping @Sendable () -> Void) -> Bool {
    #if canImport(Glibc) || canImport(Musl) || canImport(Darwin)
      var attributes = pthread_attr_t()
      unsafe pthread_attr_init(&attributes)
      defer { unsafe pthread_attr_destroy(&attributes) }
      unsafe pthread_attr_setstacksize(&attributes, stackByteCount)
      unsafe pthread_attr_setdetachstate(&attributes, CInt(PTHREAD_CREATE_DETACHED))
      // Signals are for the threads that were there before: they interrupt what those wait for. A new thread
      // takes over the mask of the one that starts it.
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
        &thread, &attributes,
        { box in
          let box: UnsafeMutableRawPointer? = unsafe box
          unsafe Unmanaged<Work>.fromOpaque(box!).takeRetainedValue().body()
          return nil
        }, box.toOpaque())
      if status != 0 { unsafe box.release() }
      return status == 0
    #else
      return false
    #endif
  }

  private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}

extension Threads {
  /// Does work on a thread of its own and doesn't wait for it, or, where none can be started, on this one.
  package static func detach(_ work: @escaping @Sendable () -> Void) {
    if !start(work) { work() }
  }

  /// Runs `body` on this thread and at the same time on others, then waits for all.
  ///
  /// - Parameter count: On how many threads it runs at most, this one included.
  package static func inParallel(_ count: Int, _ body: @Sendable () -> Void) {
    let monitor = Monitor()
    nonisolated(unsafe) var runningCount = 0
    @Sendable func anyIndex(_: Int) { body() }
    withBorrowed(anyIndex) { body in
      for _ in 1..<max(1, count) {
        monitor.lock()
        unsafe runningCount += 1
        monitor.unlock()
        let isStarted = start {
          body.call(with: 0)
          monitor.lock()
          unsafe runningCount -= 1
          monitor.wakeAll(.done)
          monitor.unlock()
        }
        guard !isStarted else { continue }
        monitor.lock()
        unsafe runningCount -= 1
        monitor.unlock()
        break
      }
      body.call(with: 0)
      monitor.lock()
      while unsafe runningCount > 0 { monitor.wait(for: .done) }
      monitor.unlock()
    }
  }

  /// Calls `body` with each number below `count`, side by side where there are processors and threads for it.
  package static func sideBySide(_ count: Int, _ body: @Sendable (Int) -> Void) {
    guard count > 1, processorCount > 1 else {
      for index in 0..<count { body(index) }
      return
    }
    withBorrowed(body) { Helpers.shared.run(count, $0) }
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

extension Threads {
  /// A closure that other threads call while the function that was given it waits for them.
  ///
  /// They hold no reference: one that is released a moment too late would mean that the closure has escaped.
  @safe struct Borrowed: @unchecked Sendable {
    fileprivate let body: UnsafePointer<@Sendable (Int) -> Void>

    /// Calls the closure. Whatever that retains is released when it returns, so it isn't inlined.
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
