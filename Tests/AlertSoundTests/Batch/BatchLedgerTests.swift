import Dispatch
import Foundation
import SoundFormat
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import AlertSound

/// When and how what was made goes on record.
struct BatchLedgerTests {
  private static func batch(_ directory: TemporaryDirectory, count: Int) throws -> Batch {
    let items = try (0..<count).map { index in
      let path = try directory.write(
        try soundFile(.wave, .pcm(.int16), frameCount: 100 + index), to: "\(index).wav")
      return BatchItem(input: FilePath(path), output: FilePath("\(index).caf"))
    }
    return try Batch(
      items, into: FilePath(directory.path("out")),
      to: ConversionTarget(container: .caf, dataFormat: .ima4), limit: LengthLimit(.fail))
  }

  private static func never() -> Bool { false }

  /// A killed run has left on record what was due: with no interval, all that was done before the last.
  @Test func recordsAreSavedWhileTheRunGoesOn() throws {
    let directory = try TemporaryDirectory()
    let batch = try Self.batch(directory, count: 6)
    var savedCounts: [Int] = []
    _ = try BatchRun(batch, isCancelled: { false }).results(jobs: 1, savingInterval: .zero) {
      if case .finished = $0 {
        savedCounts.append(BatchState(at: batch.recordsPath).records.count)
      }
    }
    #expect(savedCounts.first == 0)
    #expect(savedCounts.last! >= 1)
    #expect(savedCounts == savedCounts.sorted())
    #expect(BatchState(at: batch.recordsPath).records.count == 6)
  }

  /// Two runs that add to the records at the same moment: neither takes the other's away.
  @Test func runsAddToEachOthersRecords() async throws {
    let directory = try TemporaryDirectory()
    let all = try Self.batch(directory, count: 24)
    let parts = try (0..<4).map { part in
      try Batch(
        all.items.enumerated().filter { $0.offset % 4 == part }.map(\.element), into: all.folder,
        to: all.target, limit: all.limit)
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for part in parts {
        group.addTask {
          _ = try BatchRun(part, isCancelled: { false }).results(
            jobs: 1, savingInterval: .zero
          ) { _ in }
        }
      }
      try await group.waitForAll()
    }
    #expect(BatchState(at: all.recordsPath).records.count == 24)
  }

  @Test func theLockLetsOneInAtATime() throws {
    let directory = try TemporaryDirectory()
    let folder = directory.filePath("")
    let inside = Atomic(0)
    let most = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 0..<5 {
        try? FolderLock.holding(folder, Self.never) { () throws(ConversionError) in
          let count = inside.add(1, ordering: .sequentiallyConsistent).newValue
          most.max(count, ordering: .sequentiallyConsistent)
          usleep(1000)
          inside.subtract(1, ordering: .sequentiallyConsistent)
        }
      }
    }
    #expect(most.load(ordering: .sequentiallyConsistent) == 1)
  }

  /// Whoever waits for another run can be told to stop.
  @Test func theWaitForTheLockEnds() throws {
    let directory = try TemporaryDirectory()
    let folder = directory.filePath("")
    try FolderLock.holding(folder, Self.never) { () throws(ConversionError) in
      var askedCount = 0
      func isCancelled() -> Bool {
        askedCount += 1
        return askedCount > 2
      }
      let error = #expect(throws: ConversionError.self) {
        try FolderLock.holding(folder, isCancelled) { () throws(ConversionError) in
          Issue.record("two are inside")
        }
      }
      #expect(error?.cause == .cancelled)
    }
  }

  /// A file that was written only now could be written again without its stamp telling.
  @Test func aYoungInputHasNoStamp() throws {
    let directory = try TemporaryDirectory()
    let path = FilePath(try directory.write([1], to: "a.wav"))
    let changeTime = try #require(FileStamp(of: path)).changeTime
    let young = try BatchInput(path, now: changeTime + 1_900_000_000, { false })
    #expect(young.stamp == nil)
    let settled = try BatchInput(path, now: changeTime + 2_100_000_000, { false })
    #expect(settled.stamp == FileStamp(of: path))
  }
}
