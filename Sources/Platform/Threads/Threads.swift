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
/// If the limit of a Docker container or a user permits no more threads, the calling thread does the work.
/// libdispatch would retry forever.
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

  /// Apple's default stack size. glibc's 8 MB would count against memory limits (`ulimit -d`, `-v`) even if
  /// unused.
  private static let stackByteCount = 1 << 19

  /// Starts a detached thread that does some work and ends. Returns whether the thread was started.
  static func start(_ work: @escaping @Sendable () -> Void) -> Bool {
    // Allocate the structure, because Swift may confuse its initializer with another module's initializer.
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
  /// Does work on a new thread without waiting for it. If no thread can be started, does the work on this thread.
  package static func detach(_ work: @escaping @Sendable () -> Void) {
    if !start(work) { work() }
  }

  /// Runs `body` on `count` threads in parallel, including this thread, and waits for all of them.
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

  /// Calls `body` with each number below `count`, if possible in parallel.
  package static func perform(_ count: Int, _ body: @Sendable (Int) -> Void) {
    guard count > 1, processorCount > 1 else {
      for index in 0..<count { body(index) }
      return
    }
    withBorrowed(body) { ThreadPool.shared.run(count, $0) }
  }

  /// Runs two closures in parallel. Neither closure may access what the other changes. Returns the second
  /// closure's result. Throws the first closure's error, or the second closure's error if the first succeeded.
  @inlinable
  package static func runBoth<Value, Failure>(
    _ first: () throws(Failure) -> Void, _ second: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let (done, value) = withoutActuallyEscaping(first) { first in
      withoutActuallyEscaping(second) { second in
        // Share the closures with another thread: each is called once, and returns before this function does.
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
  /// The threads hold no reference to the closure. A reference that is released too late would make the closure
  /// escape.
  @safe struct Borrowed: @unchecked Sendable {
    fileprivate let body: UnsafePointer<@Sendable (Int) -> Void>

    /// Calls the closure. This function isn't inlined, so that everything the call retains is released when it
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

/// A value that one thread at a time can access.
///
/// `Synchronization.Mutex` needs a newer macOS than the oldest version that the package supports.
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

/// A mutex with condition variables.
@safe final class ConditionLock: @unchecked Sendable {
  enum Condition: Int, CaseIterable {
    /// There is something to do.
    case work
    /// Something has been done.
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

/// A pool of threads for parallel work of about a millisecond. It has fewer threads than the machine has
/// processors.
///
/// Threads are started on demand and kept. The calling thread does each part that no helper has taken, so a job
/// completes even without helpers.
final class ThreadPool: @unchecked Sendable {
  static let shared = ThreadPool()

  /// Work that is divided into parts.
  private final class Job {
    let count: Int
    let body: Threads.Borrowed
    var nextIndex = 0
    var unfinishedCount: Int

    init(_ count: Int, _ body: Threads.Borrowed) {
      self.count = count
      self.body = body
      unfinishedCount = count
    }
  }

  // Access the properties below only with the lock held.
  private let lock = ConditionLock()
  /// The jobs with parts that no thread has taken yet.
  private var jobs: [Job] = []
  private var helperCount = 0
  private var idleCount = 0
  /// Whether the system refused to start another thread.
  private var isExhausted = false

  /// Calls `body` with each number below `count`, and returns when all calls are done.
  func run(_ count: Int, _ body: Threads.Borrowed) {
    let job = Job(count, body)
    lock.lock()
    jobs.append(job)
    getHelpers(count - 1)
    while let index = takePart(of: job) {
      lock.unlock()
      body.call(with: index)
      lock.lock()
      job.unfinishedCount -= 1
    }
    while job.unfinishedCount > 0 { lock.wait(for: .done) }
    lock.unlock()
  }

  /// Takes the next part of a job, with the lock held.
  private func takePart(of job: Job) -> Int? {
    guard job.nextIndex < job.count else { return nil }
    defer { job.nextIndex += 1 }
    if job.nextIndex == job.count - 1 { jobs.removeAll { $0 === job } }
    return job.nextIndex
  }

  /// Wakes and starts helpers, with the lock held.
  private func getHelpers(_ wantedCount: Int) {
    let missingCount = min(
      wantedCount - idleCount, Threads.processorCount - 1 - helperCount)
    for _ in 0..<max(0, missingCount) where !isExhausted {
      isExhausted = !Threads.start { self.runWorker() }
      if !isExhausted { helperCount += 1 }
    }
    for _ in 0..<min(wantedCount, idleCount) { lock.wakeOne(.work) }
  }

  private func runWorker() {
    lock.lock()
    while true {
      guard let job = jobs.first, let index = takePart(of: job) else {
        idleCount += 1
        lock.wait(for: .work)
        idleCount -= 1
        continue
      }
      lock.unlock()
      job.body.call(with: index)
      lock.lock()
      job.unfinishedCount -= 1
      if job.unfinishedCount == 0 { lock.wakeAll(.done) }
    }
  }
}
