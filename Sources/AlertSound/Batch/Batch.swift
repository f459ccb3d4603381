internal import Platform
internal import SoundFormat
public import SystemPackage

/// Converts many sounds into a folder, in parallel: only what changed, and each output is written atomically.
///
/// ```swift
/// let target = ConversionTarget(container: .caf, dataFormat: .ima4)
/// let batch = try Batch(
///   [BatchItem(input: "Sounds/ring.wav", output: "ring.caf")], into: "App/Sounds", to: target,
///   limit: LengthLimit(.default))
/// for try await event in batch.run() {
///   if case .ended(let report) = event { print("\(report.results.count) sounds") }
/// }
/// ```
///
/// Outputs are recorded in a small file in the folder. An input is converted again only if its bytes, the
/// request, the default sound or the library's version differ from the record, or if its output is missing or
/// was altered. Runs may be killed at any moment and may overlap: an output is recorded only once it is in
/// place. The file of records is untrusted: if it is damaged or names anything outside the folder, it is
/// rejected as a whole.
public struct Batch: Sendable {
  /// The inputs and their outputs; if the batch is divided, those of this part.
  public let items: [BatchItem]
  /// The inputs and their outputs that belong to other parts.
  package let otherItems: [BatchItem]
  /// The inputs and their outputs of all parts, in the order given.
  let allItems: [BatchItem]
  /// Which part of the batch this is; nil if it isn't divided.
  public let shard: BatchShard?
  /// The inputs that can't be converted because of their outputs' names. The result of each is a failure;
  /// all others are converted.
  public private(set) var collisions: [BatchCollision]
  /// The output folder. It is created when needed.
  public let folder: FilePath
  /// The format to convert to. IMA4 inputs keep their packets if nothing else changes.
  public let target: ConversionTarget
  /// How long an alert may be, and what happens to a longer one.
  public let limit: LengthLimit
  /// What part of each sound plays, and how often. The limit applies to the result.
  public var arrangement = Arrangement()
  /// Where each sound is also written for Android, and how; nil if it isn't.
  ///
  /// Siblings are recorded with the outputs, and are made again if they are missing or were altered.
  public var android: AndroidOutput? { didSet { findCollisions() } }
  /// Whether outputs are recorded. Without records, every run converts everything.
  public var keepsRecords = true
  /// Whether to convert every input, changed or not.
  public var remakesEverything = false
  /// Whether to remove outputs that no longer belong to an input.
  ///
  /// The file of records is untrusted, so a record alone never gets a file removed. A file is removed only if
  /// all of these hold:
  /// - Its inode and times show that it is the file that was written, or it is a copy that kept the
  ///   modification time to the nanosecond. A checkout from version control doesn't keep that time.
  /// - It has the recorded bytes, laid out as this library lays out a sound.
  /// - It is reached without following a symbolic link below the folder.
  ///
  /// All others are kept and reported: see ``BatchOrphan/Fate``.
  public var removesOrphans = false
  /// Whether to write nothing. Results then say what would be done.
  public var isDryRun = false
  /// Which inputs are refused, and whether other decoders may read them.
  public var inputPolicy = InputPolicy()
  /// Plans a batch.
  ///
  /// - Parameters:
  ///   - items: The inputs and their outputs. Duplicates count once.
  ///   - folder: The output folder.
  ///   - target: The format to convert to.
  ///   - limit: How long an alert may be.
  ///   - shard: Which part of the batch to convert; nil for all of it. Every part must be planned with all items.
  /// - Throws: `SoundError` of the step `creatingOutput` if an output is outside the folder or has the
  ///   name of its records. Outputs that collide don't throw: they are ``collisions``.
  public init(
    _ items: [BatchItem], into folder: FilePath, to target: ConversionTarget, limit: LengthLimit,
    shard: BatchShard? = nil
  ) throws(SoundError) {
    self.shard = shard
    self.folder = folder
    self.target = target
    self.limit = limit
    if let invalid = items.first(where: { !$0.output.isOutputName }) {
      throw SoundError(
        .creatingOutput, folder.pushing(invalid.output),
        .sound(.unsupported, reason: "this is not a valid output name"),
        advice: "rename the input")
    }
    let distinct = items.distinct
    allItems = distinct
    self.items = shard.map { shard in distinct.filter { shard.contains($0.output) } } ?? distinct
    otherItems =
      shard.map { shard in distinct.filter { !shard.contains($0.output) } } ?? []
    collisions = []
    findCollisions()
  }

  private mutating func findCollisions() {
    collisions = BatchCollision.all(among: allItems, in: folder)
    if let android {
      collisions += BatchCollision.all(among: allItems, in: android, besides: collisions)
      collisions += BatchCollision.all(
        among: allItems, in: folder, and: android, besides: collisions)
    }
    // Names that collide only on some file systems may belong to different parts.
    if let shard {
      collisions.removeAll { !$0.items.contains { shard.contains($0.output) } }
    }
    collisionIndices = [:]
    for (index, collision) in collisions.enumerated().reversed() {
      for item in collision.items { collisionIndices[item] = index }
    }
  }

  /// The records, if they were read already; nil if the run reads them.
  var earlierRecords: Result<BatchState, SoundError>?
  /// Whether the output folder itself was searched for inputs.
  var searchesOutputs = false

  /// Reuses what a listing found in the folder, so that the records are checked only once. Only for a batch that
  /// runs once: records change with every run.
  package mutating func reuseRecords(of listing: BatchListing) {
    earlierRecords = listing.earlierRecords
    searchesOutputs = listing.searchesOutputs
  }

  private var collisionIndices: [BatchItem: Int] = [:]

  /// The collision an input is part of.
  func collision(of item: BatchItem) -> BatchCollision? {
    collisionIndices[item].map { collisions[$0] }
  }

  /// The paths of the Android siblings of all parts; none if the batch makes none.
  package var androidPaths: [FilePath] {
    guard let android else { return [] }
    return allItems.map {
      android.folder.pushing(AndroidFile(siblingOf: $0.output, format: android.format).path)
    }
  }

  /// The path of the file of records.
  package var recordsPath: FilePath { BatchState.path(in: folder) }

  /// Sets the times of the file of records to now, for build tools that compare times. Does nothing if the
  /// file doesn't exist.
  ///
  /// - Throws: `Errno`.
  package func markRecordsAsCurrent() throws {
    guard FileStamp(of: recordsPath) != nil else { return }
    try recordsPath.setTimesToNow()
  }

  /// Converts the inputs.
  ///
  /// - Parameters:
  ///   - jobs: The largest number of concurrent conversions. It doesn't affect results or bytes.
  ///   - monitor: Follows the progress, from any thread but one call at a time, and can cancel the batch. It
  ///     is polled by several threads at once.
  /// - Returns: The events, as they happen. Outputs that are finished when the batch is cancelled stay and are
  ///   recorded. If the monitor cancels it, the stream ends with the error `CancellationError`. If the task
  ///   that reads the stream is cancelled, the stream ends without `ended`. If an output would be written through a
  ///   symbolic link inside the folder, nothing is converted, and the stream ends with a `SoundError`.
  public func run(
    jobs: Int = 1, monitor: Monitor = Monitor()
  ) -> AsyncThrowingStream<BatchEvent, any Error> {
    AsyncThrowingStream { continuation in
      let isAbandoned = Locked(false)
      continuation.onTermination = { _ in isAbandoned.withLock { $0 = true } }
      let watching = Monitor(
        progress: monitor.progress,
        isCancelled: { isAbandoned.withLock { $0 } || monitor.isCancelled })
      // Work that takes seconds must not block the threads that tasks share. Those may not even be available.
      Threads.detach {
        do {
          let report = try runToEnd(
            jobs: jobs, monitor: watching,
            onEvent: { continuation.yield($0) })
          continuation.yield(.ended(report))
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
    }
  }

  /// Converts the inputs, and returns when all are done.
  ///
  /// - Parameters:
  ///   - jobs: The largest number of concurrent conversions.
  ///   - monitor: Follows the progress, from any thread but one call at a time, and can cancel the batch.
  ///   - onEvent: Called for each event, from any thread, one call at a time. An error that it throws ends
  ///     the run.
  /// - Throws: `CancellationError`, what `onEvent` throws, or `SoundError` as above.
  package func runToEnd(
    jobs: Int, monitor: Monitor = Monitor(),
    onEvent: (BatchEvent) throws -> Void
  ) throws -> BatchReport {
    try BatchRun(self, monitor: monitor).results(jobs: jobs, onEvent: onEvent)
  }
}

extension [BatchItem] {
  /// The items without those that repeat an earlier one's output and input. A file that is named in addition to
  /// its folder is one input, not two.
  fileprivate var distinct: [BatchItem] {
    let repeated = Set(repeatedIn: map(\.output.hashValue))
    guard !repeated.isEmpty else { return self }
    var inputs: [FilePath: Set<FilePath>] = [:]
    return filter { item in
      guard repeated.contains(item.output.hashValue) else { return true }
      return inputs[item.output, default: []].insert(item.input.absolute).inserted
    }
  }
}

extension Set {
  /// The elements that a sequence has more than once.
  init(repeatedIn elements: some Sequence<Element>) {
    var seen: Set<Element> = []
    self = Set(elements.lazy.filter { !seen.insert($0).inserted })
  }
}
