import Foundation
import Platform
import SoundFormat
import SystemPackage
import TestSupport
import Testing

@testable import AlertSound

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
      try Batch(
        items, into: FilePath(directory.path("out")),
        by: AlertConverter(to: target, limit: LengthLimit(.fail)))
    }

    var outputNames: [String] {
      (try? FileManager.default.contentsOfDirectory(atPath: directory.path("out"))) ?? []
    }
  }

  private func run(
    _ batch: Batch, jobs: Int
  ) async throws -> (items: [BatchItem], results: BatchResults) {
    let (items, fraction) = (Locked<[BatchItem]>([]), Locked(0.0))
    let results = try await batch.run(jobs: jobs) { done in
      fraction.withLock { fraction in
        #expect(done >= fraction)
        fraction = done
      }
    } finished: { result in
      items.withLock { $0.append(result.item) }
    }
    #expect(fraction.withLock { $0 } == 1)
    return (items.withLock { $0 }, results)
  }

  @Test(arguments: [1, 2, 8, 100]) func eachInputEndsOnceAndResultsAreInOrder(jobs: Int)
    async throws
  {
    let folder = try Folder(count: 20, bad: 7)
    let (items, results) = try await run(folder.batch(), jobs: jobs)
    #expect(items.count == 20 && Set(items) == Set(folder.items))
    let sounds = results.sounds
    #expect(sounds.map(\.item) == folder.items)
    for (index, result) in sounds.enumerated() {
      switch result.action {
      case .made:
        let bytes = try folder.directory.read("out/\(index).caf")
        #expect(result.outputByteCount == bytes.count)
        #expect(result.facts?.outcome == .converted)
      case .failed(let error):
        #expect(index == 7)
        #expect(error.path == folder.items[7].input)
      case .unchanged: Issue.record("\(index)")
      }
    }
    #expect(results.recordsFailure == nil)
    let second = try await run(folder.batch(), jobs: jobs).results
    for (index, result) in second.sounds.enumerated() where index != 7 {
      guard case .unchanged = result.action else {
        Issue.record("\(index)")
        continue
      }
      #expect(result.outputByteCount == sounds[index].outputByteCount)
      #expect(result.inputByteCount == sounds[index].inputByteCount)
    }
  }

  /// Cancelling the task ends the batch with an error. All outputs are whole and recorded, and another run does the rest.
  @Test func cancellingTheTaskCancelsTheBatch() async throws {
    let folder = try Folder(count: 50, frameCount: 3000)
    let batch = try folder.batch()
    let (started, continuation) = AsyncStream.makeStream(of: Void.self)
    let isReleased = Locked(false)
    let finishedCount = Locked(0)
    let task = Task {
      await withTaskCancellationHandler {
        await #expect(throws: CancellationError.self) {
          try await batch.run { _ in
            continuation.yield()
            while !isReleased.withLock({ $0 }) { usleep(100) }
          } finished: { result in
            guard case .made = result.action else {
              Issue.record("what was cancelled is not a failure")
              return
            }
            finishedCount.withLock { $0 += 1 }
          }
        }
      } onCancel: {
        isReleased.withLock { $0 = true }
      }
    }
    for await _ in started { break }
    task.cancel()
    _ = await task.value
    let madeCount = folder.outputNames.count { $0.hasSuffix(".caf") }
    #expect(0 < madeCount && madeCount < 50)
    let unchangedCount = try await run(batch, jobs: 2).results.sounds.count {
      if case .unchanged = $0.action { true } else { false }
    }
    #expect(unchangedCount == madeCount)
    #expect(finishedCount.withLock { $0 } == madeCount)
    #expect(folder.outputNames.count == 51)
  }

  /// Each of two conversions waits until both are running.
  @Test(.enabled(if: ProcessInfo.processInfo.activeProcessorCount > 1, "needs two processors"))
  func twoJobsRunAtOnce() async throws {
    struct Meeting {
      var working: Set<UInt> = []
      var hasHappened = false
    }
    let folder = try Folder(count: 2, frameCount: 2000)
    let meeting = Locked(Meeting())
    // Wait up to an hour, because other tests may occupy all other threads for a while.
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
    _ = try BatchRun(folder.batch(), monitor: monitor).results(jobs: 2) { _ in }
    #expect(meeting.withLock { $0.hasHappened })
  }
}

/// The collisions of a batch's outputs, compared with a search through all pairs.
struct BatchCollisionTests {
  /// Spellings of one name on a file system that ignores case.
  private static let spellings = [
    ["a", "A"], ["b"], ["é", "e\u{301}", "É"], ["ß", "ss", "SS", "ẞ"], ["c d"], ["e"], ["f"], ["g"],
  ]

  /// A spelling from the table. Names of the same row are equal.
  private struct Name {
    let row: Int
    let text: String
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func allAreFoundAndNoOthers(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let paths = (0..<Int.random(in: 2...14, using: &generator)).map { _ in
      (0..<Int.random(in: 1...3, using: &generator)).map { _ in
        let row = Int.random(in: 0..<Self.spellings.count, using: &generator)
        return Name(row: row, text: Self.spellings[row].randomElement(using: &generator)!)
      }
    }
    let items = paths.enumerated().map { index, path in
      BatchItem(
        input: FilePath("\(index).wav"), output: FilePath(path.map(\.text).joined(separator: "/")))
    }
    let rows = paths.map { $0.map(\.row) }
    let expected = rows.indices.filter { index in
      rows.indices.contains { other in
        other != index
          && (rows[index].starts(with: rows[other]) || rows[other].starts(with: rows[index]))
      }
    }
    let batch = try Batch(
      items, into: "out",
      by: AlertConverter(
        to: ConversionTarget(container: .caf, dataFormat: .ima4), limit: LengthLimit(.fail)))
    #expect(batch.collisions.flatMap(\.indices).sorted() == expected)
    #expect(batch.collisions.allSatisfy { $0.indices.count > 1 })
    let firsts = batch.collisions.map { $0.indices[0] }
    #expect(firsts == firsts.sorted())
  }

  /// Each input has a copy of the error. If every copy named all inputs, the total length would grow quadratically.
  @Test(arguments: [false, true]) func manyInputsAreNotAllNamed(isForAndroid: Bool) throws {
    func error(of count: Int) throws -> SoundError {
      var batch = try Batch(
        (0..<count).map {
          BatchItem(
            input: FilePath("\($0).wav"),
            output: isForAndroid ? FilePath("\($0)/a.caf") : "a.caf")
        },
        into: "out",
        by: AlertConverter(
          to: ConversionTarget(container: .caf, dataFormat: .ima4), limit: LengthLimit(.fail)))
      if isForAndroid { batch = batch.forAndroid(AndroidOutput(folder: "raw")) }
      #expect(batch.collisions.map(\.indices.count) == [count])
      return try #require(batch.collisions.first?.error)
    }
    #expect(try error(of: 3).reason.hasPrefix("0.wav, 1.wav and 2.wav would all become this file"))
    #expect(try error(of: 20).reason.contains(", 18.wav and 19.wav would all become this file"))
    #expect(
      try error(of: 200).reason.hasPrefix(
        "0.wav, 1.wav, 2.wav, 3.wav, 4.wav, 5.wav, 6.wav, 7.wav, 8.wav, 9.wav and 190 others would"
          + " all become this file"))
  }
}
