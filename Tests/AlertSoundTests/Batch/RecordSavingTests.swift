import Foundation
import Platform
import SoundFormat
import SystemPackage
import TestSupport
import Testing

@testable import AlertSound

/// When and how outputs are recorded.
struct RecordSavingTests {
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

  /// If a run is killed, its records are already saved. With no interval, they are all but the last
  /// output's.
  @Test func recordsAreSavedWhileTheRunGoesOn() throws {
    let directory = try TemporaryDirectory()
    let batch = try Self.batch(directory, count: 6)
    var savedCounts: [Int] = []
    _ = try BatchRun(batch).results(jobs: 1, savingInterval: .zero) {
      if case .finished = $0 {
        savedCounts.append((try? BatchRecords(in: batch.folder).count) ?? -1)
      }
    }
    #expect(savedCounts.first == 0)
    #expect(savedCounts.last! >= 1)
    #expect(savedCounts == savedCounts.sorted())
    #expect(try BatchRecords(in: batch.folder).count == 6)
  }

  /// Two runs that save their records at the same time: neither loses the other's.
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
          _ = try BatchRun(part).results(
            jobs: 1, savingInterval: .zero
          ) { _ in }
        }
      }
      try await group.waitForAll()
    }
    #expect(try BatchRecords(in: all.folder).count == 24)
  }

  /// More records than the limit aren't saved, and the saved ones stay.
  @Test func recordsOverTheLimitAreAnError() throws {
    let directory = try TemporaryDirectory()
    let batch = try Self.batch(directory, count: 3)
    func saving(of items: some Sequence<BatchItem>) throws -> RecordSaving {
      var saving = RecordSaving(of: batch, countLimit: 2)
      for item in items { saving.note(try #require(BatchRun(batch).step(for: item, Monitor()))) }
      return saving
    }
    var first = try saving(of: batch.items.prefix(2))
    try first.close()
    let saved = try directory.read("out/.alertsound-records")
    var second = try saving(of: batch.items.suffix(1))
    let error = #expect(throws: SoundError.self) { try second.close() }
    #expect(
      error?.sentence
        == "the outputs can't be recorded: there are more than 2 records; convert into"
        + " several folders, or delete this file")
    #expect(try directory.read("out/.alertsound-records") == saved)
    #expect(try BatchRecords(in: batch.folder).count == 2)
  }

  /// How many threads are inside at once.
  private final class Count: Sendable {
    private let state = Locked((inside: 0, most: 0))

    var most: Int { state.withLock { $0.most } }

    func enter() {
      state.withLock {
        $0.inside += 1
        $0.most = max($0.most, $0.inside)
      }
    }

    func leave() { state.withLock { $0.inside -= 1 } }
  }

  @Test func onlyOneProcessHoldsTheLock() throws {
    let directory = try TemporaryDirectory()
    let folder = directory.filePath("")
    let count = Count()
    // Threads instead of tasks: all threads of the task pool could wait for a lock whose task is
    // suspended.
    Threads.inParallel(4) {
      for _ in 0..<5 {
        do {
          let lock = try FolderLock(folder)
          try lock.wait(Monitor()) {}
          count.enter()
          Thread.sleep(forTimeInterval: 0.001)
          count.leave()
        } catch {
          Issue.record(error)
        }
      }
    }
    #expect(count.most == 1)
  }

  /// A file that has only just been written could be rewritten without a change of its stamp.
  @Test func aRecentlyModifiedInputHasNoStamp() throws {
    let directory = try TemporaryDirectory()
    let path = FilePath(try directory.write([1], to: "a.wav"))
    let changeTime = try #require(FileStamp(of: path)).changeTime
    let young = try BatchInput(path, now: changeTime + 1_900_000_000, Monitor())
    #expect(young.stamp == nil)
    let settled = try BatchInput(path, now: changeTime + 2_100_000_000, Monitor())
    #expect(settled.stamp == FileStamp(of: path))
  }
}
