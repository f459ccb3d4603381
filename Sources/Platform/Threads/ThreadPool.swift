/// A pool of threads for parallel work of about a millisecond, always fewer threads than processors.
///
/// Threads are started on demand and kept. The calling thread does every part that no helper has taken, so a job
/// completes even without helpers.
final class ThreadPool: @unchecked Sendable {
  static let shared = ThreadPool()

  /// Work divided into parts.
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
