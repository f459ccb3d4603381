import ConversionSupport
import Foundation
import Platform
import SoundFormat
import SystemPackage
import TestSupport
import Testing

@testable import AlertSound

/// Whether the recorded output is still in place.
struct BatchRecordTests {
  private func record(
    _ stamp: FileStamp?, of bytes: [UInt8], _ outcome: AlertOutcome = .converted
  ) -> BatchRecord {
    var record = BatchRecord(input: "../a.wav")
    record.outputStamp = stamp ?? FileStamp()
    record.outputStamp.byteCount = Int64(bytes.count)
    record.outputDigest = ContentDigest.value(of: bytes)
    record.facts.outcome = outcome
    return record
  }

  @Test func outputsInPlaceAreRecognized() throws {
    let folder = try TemporaryDirectory()
    let path = FilePath(try folder.write([1, 2, 3], to: "a.caf"))
    let stamp = try #require(FileStamp(of: path))
    func current(_ record: BatchRecord) -> FileStamp? {
      record.intactStamp(of: "a.caf", in: OutputFolder(path.folder), Monitor())
    }
    // An equal stamp and length are enough. Without the stamp, the bytes are compared.
    #expect(current(record(stamp, of: [3, 2, 1])) == stamp)
    // A forged length would be reported, and added to others.
    #expect(current(record(stamp, of: [])) == nil)
    #expect(current(record(nil, of: [1, 2, 3])) == stamp)
    var other = stamp
    other.inode ^= 1
    #expect(current(record(other, of: [1, 2, 3])) == stamp)
    #expect(current(record(other, of: [1, 2, 4])) == nil)
    #expect(current(record(nil, of: [1, 2])) == nil)
    #expect(current(record(nil, of: [], .omitted(from: .exactly(seconds: 31)))) == nil)
    try FileManager.default.removeItem(atPath: path.string)
    #expect(current(record(stamp, of: [])) == nil)
  }

  /// A forged record can name any path. Only a regular file of the recorded length inside the folder is read.
  @Test func otherFilesAreNotTakenForOutputs() throws {
    let folder = try TemporaryDirectory()
    try folder.write([1, 2, 3], to: "b")
    let path = FilePath(folder.path("out"))
    try path.createFolders()
    let root = OutputFolder(path)
    for (name, target) in [("link", "../b"), ("away", "..")] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path("out/" + name), withDestinationPath: target)
    }
    #expect(unsafe mkfifo(folder.path("out/pipe"), 0o600) == 0)
    for name in ["link", "away/b", "pipe", "."] as [FilePath] {
      #expect(record(nil, of: [1, 2, 3]).intactStamp(of: name, in: root, Monitor()) == nil)
    }
    // Make a file of 1 TiB. Its length isn't the recorded length, so it isn't read, which would take far too long.
    let large = try FileDescriptor.open(
      path.appending("large"), .writeOnly, options: .create, permissions: .ownerReadWrite)
    try large.closeAfter { try large.resize(to: 1 << 40) }
    #expect(record(nil, of: [1, 2, 3]).intactStamp(of: "large", in: root, Monitor()) == nil)
  }
}

struct RecordSavingTests {
  private static func batch(_ directory: TemporaryDirectory, count: Int) throws -> Batch {
    let items = try (0..<count).map { index in
      let path = try directory.write(
        try soundFile(.wave, .pcm(.int16), frameCount: 100 + index), to: "\(index).wav")
      return BatchItem(input: FilePath(path), output: FilePath("\(index).caf"))
    }
    return try Batch(
      items, into: FilePath(directory.path("out")),
      by: AlertConverter(
        to: ConversionTarget(container: .caf, dataFormat: .ima4), limit: LengthLimit(.fail)))
  }

  /// Records are saved during a run, so that most survive if it is killed. With an interval of zero, only the last
  /// output's record is unsaved.
  @Test func recordsAreSavedWhileTheRunGoesOn() throws {
    let directory = try TemporaryDirectory()
    let batch = try Self.batch(directory, count: 6)
    var savedCounts: [Int] = []
    _ = try BatchRun(batch).results(jobs: 1, savingInterval: .zero) {
      if case .finished = $0 {
        savedCounts.append((try? BatchRecords(in: OutputFolder(batch.folder)).count) ?? -1)
      }
    }
    #expect(savedCounts.first == 0)
    #expect(savedCounts.last! >= 1)
    #expect(savedCounts == savedCounts.sorted())
    #expect(try BatchRecords(in: OutputFolder(batch.folder)).count == 6)
  }

  /// Runs that save records at the same time keep each other's records.
  @Test func runsAddToEachOthersRecords() async throws {
    let directory = try TemporaryDirectory()
    let all = try Self.batch(directory, count: 24)
    let parts = try (0..<4).map { part in
      try Batch(
        all.items.enumerated().filter { $0.offset % 4 == part }.map(\.element), into: all.folder,
        by: all.converter)
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for part in parts {
        group.addTask { _ = try BatchRun(part).results(jobs: 1, savingInterval: .zero) { _ in } }
      }
      try await group.waitForAll()
    }
    #expect(try BatchRecords(in: OutputFolder(all.folder)).count == 24)
  }

  /// If there would be too many records, none is saved, and the earlier file stays.
  @Test func recordsOverTheLimitAreAnError() throws {
    let directory = try TemporaryDirectory()
    let batch = try Self.batch(directory, count: 3)
    func saving(of items: some Sequence<BatchItem>) throws -> RecordSaving {
      var saving = RecordSaving(of: BatchRun(batch), countLimit: 2)
      for item in items {
        let index = try #require(batch.items.firstIndex(of: item))
        let record = try #require(BatchRun(batch).step(forItem: index, Monitor())?.record)
        saving.note(record, of: item.output, insteadOf: nil)
      }
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
    #expect(try BatchRecords(in: OutputFolder(batch.folder)).count == 2)
  }

  @Test func onlyOneProcessHoldsTheLock() throws {
    let directory = try TemporaryDirectory()
    let folder = directory.filePath("")
    let count = Locked((inside: 0, most: 0))
    // Use threads, not tasks: all threads of the task pool could wait for a lock that a suspended task holds.
    Threads.inParallel(4) {
      for _ in 0..<5 {
        do {
          try AnchoredFolder(folder).whileLocked(Monitor()) {
            count.withLock {
              $0.inside += 1
              $0.most = max($0.most, $0.inside)
            }
            Thread.sleep(forTimeInterval: 0.001)
            count.withLock { $0.inside -= 1 }
          }
        } catch {
          Issue.record(error)
        }
      }
    }
    #expect(count.withLock { $0.most } == 1)
  }

  /// A file that is younger than two seconds could be rewritten without a change of its stamp.
  @Test func aRecentlyModifiedInputHasNoStamp() throws {
    let directory = try TemporaryDirectory()
    let path = FilePath(try directory.write([1], to: "a.wav"))
    let changeTime = try #require(FileStamp(of: path)).changeTime
    let file = try InputFile(path: path)
    #expect(file.settledStamp(at: changeTime + 1_900_000_000) == FileStamp())
    #expect(file.settledStamp(at: changeTime + 2_100_000_000) == FileStamp(of: path))
  }
}
