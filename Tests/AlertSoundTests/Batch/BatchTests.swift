import Foundation
import Platform
import SoundFormat
import SystemPackage
import TestSupport
import Testing

@testable import AlertSound

/// The library's batch: its events, its results, and its cancellation.
struct BatchTests {
  private static let target = ConversionTarget(container: .caf, dataFormat: .ima4)

  private struct Folder {
    let directory: TemporaryDirectory
    let items: [BatchItem]

    /// Sounds of increasing length, and one file that isn't a sound.
    init(count: Int, frameCount: Int = 100, bad: Int? = nil) throws {
      directory = try TemporaryDirectory()
      var items: [BatchItem] = []
      for index in 0..<count {
        let sound = try soundFile(.wave, .pcm(.int16), frameCount: frameCount + 10 * index)
        let path = try directory.write(index == bad ? [1, 2] : sound, to: "\(index).wav")
        items.append(BatchItem(input: FilePath(path), output: FilePath("\(index).caf")))
      }
      self.items = items
    }

    func batch(_ target: ConversionTarget = BatchTests.target) throws -> Batch {
      try Batch(items, into: FilePath(directory.path("out")), to: target, limit: LengthLimit(.fail))
    }

    var outputNames: [String] {
      (try? FileManager.default.contentsOfDirectory(atPath: directory.path("out"))) ?? []
    }
  }

  /// Detects the end of a batch that has no listener any more: the batch then releases its closure.
  private final class Watch: Sendable {
    private final class Presence: Sendable {}

    private struct Weak: Sendable {
      weak var presence: Presence?
    }

    private let weak = Locked(Weak())
    private let isReleased = Locked(false)

    /// Whether the batch that uses `neverCancelled()` is still running.
    var sees: Bool { weak.withLock { $0.presence != nil } }

    /// The batch's cancellation check. Once there are ten outputs, it blocks until it is released.
    func neverCancelled(making folder: Folder) -> @Sendable () -> Bool {
      let presence = Presence()
      weak.withLock { $0.presence = presence }
      let path = folder.directory.path("out")
      return {
        while !self.isReleased.withLock({ $0 }) {
          let names = try? FileManager.default.contentsOfDirectory(atPath: path)
          guard (names ?? []).count >= 10 else { break }
          usleep(1000)
        }
        return withExtendedLifetime(presence) { false }
      }
    }

    func release() { isReleased.withLock { $0 = true } }
  }

  private func run(
    _ batch: Batch, jobs: Int
  ) async throws -> (indices: [Int], counts: [Int], report: BatchReport?) {
    var (indices, counts) = ([Int](), [Int]())
    var report: BatchReport?
    for try await event in batch.run(jobs: jobs) {
      switch event {
      case .advanced: break
      case .finished(let index, let count, let result):
        #expect(result.item == batch.items[index])
        indices.append(index)
        counts.append(count)
      case .ended(let ending):
        #expect(report == nil)
        report = ending
      case .rejectedRecords, .waitingForLock: Issue.record("\(event)")
      }
    }
    return (indices, counts, report)
  }

  @Test(arguments: [1, 2, 8, 100]) func eachInputEndsOnceAndResultsAreInOrder(jobs: Int)
    async throws
  {
    let folder = try Folder(count: 20, bad: 7)
    let (indices, counts, report) = try await run(folder.batch(), jobs: jobs)
    #expect(indices.sorted() == Array(0..<20))
    #expect(counts == Array(1...20))
    let results = try #require(report).results
    #expect(results.map(\.item) == folder.items)
    for (index, result) in results.enumerated() {
      switch result.action {
      case .made:
        let bytes = try folder.directory.read("out/\(index).caf")
        #expect(result.outputByteCount == bytes.count)
        #expect(result.outcome == .converted)
      case .failed(let error):
        #expect(index == 7)
        #expect(error.path == folder.items[7].input)
      case .unchanged: Issue.record("\(index)")
      }
    }
    #expect(report?.recordsFailure == nil)
    let second = try #require(try await run(folder.batch(), jobs: jobs).report)
    for (index, result) in second.results.enumerated() where index != 7 {
      guard case .unchanged = result.action else {
        Issue.record("\(index)")
        continue
      }
      #expect(result.outputByteCount == results[index].outputByteCount)
      #expect(result.inputByteCount == results[index].inputByteCount)
    }
  }

  @Test func aCancelledTaskEndsTheBatch() async throws {
    let folder = try Folder(count: 50, frameCount: 3000)
    let batch = try folder.batch()
    let (started, continuation) = AsyncStream.makeStream(of: Void.self)
    let watch = Watch()
    let task = Task {
      var report: BatchReport?
      for try await event in batch.run(
        jobs: 1, monitor: Monitor(isCancelled: watch.neverCancelled(making: folder)))
      {
        continuation.yield()
        if case .ended(let ending) = event { report = ending }
      }
      return report
    }
    for await _ in started { break }
    task.cancel()
    // If its consumer is cancelled, a stream ends without an error and without the batch's last
    // event.
    #expect(try await task.value == nil)
    watch.release()
    try await expectResumption(folder, batch, after: watch)
  }

  @Test func cancellingTheStreamCancelsTheBatch() async throws {
    let folder = try Folder(count: 50, frameCount: 3000)
    let batch = try folder.batch()
    let watch = Watch()
    func listenToOne() async throws {
      let monitor = Monitor(isCancelled: watch.neverCancelled(making: folder))
      for try await _ in batch.run(jobs: 1, monitor: monitor) {
        break
      }
    }
    try await listenToOne()
    watch.release()
    try await expectResumption(folder, batch, after: watch)
  }

  @Test func aCancelledBatchThrows() async throws {
    let folder = try Folder(count: 50, frameCount: 500)
    let batch = try folder.batch()
    let askedCount = Locked(0)
    let monitor = Monitor(isCancelled: {
      askedCount.withLock {
        $0 += 1
        return $0 > 30
      }
    })
    let events = batch.run(jobs: 2, monitor: monitor)
    var finishedCount = 0
    await #expect(throws: CancellationError.self) {
      for try await event in events {
        // A slow machine takes long over a sound.
        if case .advanced = event { continue }
        guard case .finished(_, _, let result) = event else {
          Issue.record("a cancelled batch has no end")
          continue
        }
        finishedCount += 1
        guard case .made = result.action else {
          Issue.record("what was cancelled is not a failure")
          continue
        }
      }
    }
    #expect(finishedCount < 50)
    let again = try #require(try await run(batch, jobs: 2).report)
    let unchangedCount = again.results.count {
      if case .unchanged = $0.action { true } else { false }
    }
    #expect(unchangedCount == finishedCount)
  }

  /// Expects that a cancelled batch ends, that all its outputs are whole and recorded, and that
  /// another run does the rest.
  private func expectResumption(
    _ folder: Folder, _ batch: Batch, after watch: Watch
  ) async throws {
    while watch.sees { try await Task.sleep(for: .milliseconds(5)) }
    let madeCount = folder.outputNames.count { $0.hasSuffix(".caf") }
    #expect(madeCount < 50)
    let report = try #require(try await run(batch, jobs: 2).report)
    let unchangedCount = report.results.count {
      if case .unchanged = $0.action { true } else { false }
    }
    #expect(unchangedCount == madeCount)
    #expect(folder.outputNames.count == 51)
  }

  /// Each of two conversions waits until it sees the other one. Run in sequence, they never would.
  @Test(.enabled(if: ProcessInfo.processInfo.activeProcessorCount > 1, "needs two processors"))
  func twoJobsRunAtOnce() async throws {
    struct Meeting {
      var working: Set<UInt> = []
      var hasHappened = false
    }
    let folder = try Folder(count: 2, frameCount: 2000)
    let meeting = Locked(Meeting())
    // Other tests may occupy all other threads for a while.
    let deadline = ContinuousClock.now + .seconds(3600)
    let monitor = Monitor(isCancelled: {
      let thread = TestSystem.threadNumber
      meeting.withLock { _ = $0.working.insert(thread) }
      while ContinuousClock.now < deadline {
        let hasHappened = meeting.withLock {
          if $0.working.count > 1 { $0.hasHappened = true }
          return $0.hasHappened
        }
        if hasHappened { return false }
        usleep(1000)
      }
      return false
    })
    let events = try folder.batch().run(jobs: 2, monitor: monitor)
    for try await _ in events {}
    #expect(meeting.withLock { $0.hasHappened })
  }

  @Test func invalidNamesAreRejected() throws {
    for output in ["", "/a.caf", "../a.caf", "a/../b.caf", ".", ".alertsound-state"] as [FilePath] {
      let error = #expect(throws: SoundError.self) {
        try Batch(
          [BatchItem(input: "a.wav", output: output)], into: "out", to: Self.target,
          limit: LengthLimit(.fail))
      }
      #expect(error?.reason == "this is not a valid output name", "\(output)")
    }
  }

  /// Each collision is reported with all its inputs. None of those is converted; all other inputs
  /// are.
  @Test func collisionsFailTogether() async throws {
    let directory = try TemporaryDirectory()
    let sound = try soundFile(.wave, .pcm(.int16), frameCount: 10)
    func item(_ input: String, _ output: String) throws -> BatchItem {
      BatchItem(
        input: FilePath(try directory.write(sound, to: input)), output: FilePath(output))
    }
    let items = [
      try item("0", "x.caf"), try item("1", "free.caf"), try item("2", "Ring.caf"),
      try item("3", "x.caf"), try item("4", "ring.CAF"), try item("5", "X.caf"),
      try item("6", "d.caf/e.caf"), try item("7", "d.caf"), try item("8", "D.caf/f/g.caf"),
      try item("9", "d/e.caf"),
    ]
    let batch = try Batch(
      items + items, into: FilePath(directory.path("out")), to: Self.target,
      limit: LengthLimit(.fail))
    #expect(batch.items == items)
    #expect(
      batch.collisions.map(\.items) == [
        [items[0], items[3], items[5]], [items[2], items[4]], [items[6], items[7], items[8]],
      ])
    func reason(_ text: String) -> String {
      text.replacing(/#(\d)/) { directory.path(String($0.1)) }
    }
    #expect(
      batch.collisions.map(\.error.sentence) == [
        reason(
          "#0, #3 and #5 would all become this file on a case-insensitive file system, such as a Mac's;"
            + " rename all but one of them"),
        reason(
          "#2 and #4 would both become this file on a case-insensitive file system, such as a Mac's;"
            + " rename one of them"),
        reason(
          "#7 would become this file, and #6 and #8 would need a folder with this name;"
            + " rename all but one of them"),
      ])
    let report = try #require(try await run(batch, jobs: 2).report)
    for (index, result) in report.results.enumerated() {
      switch result.action {
      case .made: #expect([1, 9].contains(index))
      case .failed(let error):
        #expect(
          batch.collisions.contains {
            $0.items.contains(items[index]) && $0.error.path == error.path
          })
      case .unchanged: Issue.record("\(index)")
      }
    }
    #expect(report.recordsFailure == nil)
  }

  @Test func emptyBatch() async throws {
    let directory = try TemporaryDirectory()
    let batch = try Batch(
      [], into: FilePath(directory.path("out")), to: Self.target, limit: LengthLimit(.fail))
    let (_, counts, report) = try await run(batch, jobs: 2)
    #expect(counts.isEmpty)
    #expect(report?.results.isEmpty == true)
    #expect(try directory.names == [])
  }
}
