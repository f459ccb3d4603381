internal import SoundFormat
public import SystemPackage

/// Many sounds converted into a folder: in parallel, only what changed, each whole or not at all.
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
/// What was made is recorded in a small file in the folder. An input is converted again only when its
/// bytes, the request, the default sound or the library's version differ from those on record, or when
/// its output is missing or was altered. Runs may be killed at any moment and may overlap: records are
/// only ever added for outputs that are in place. The file of records is untrusted: if it is damaged or names
/// anything outside the folder, it is rejected as a whole.
public struct Batch: Sendable {
  /// The inputs and their outputs.
  public let items: [BatchItem]
  /// The inputs that can't be converted because of their outputs' names. The result of each is a failure;
  /// all others are converted.
  public let collisions: [BatchCollision]
  /// Where the outputs go. It is created when it is needed.
  public let folder: FilePath
  /// What to make of each input. One that is IMA4 already keeps its packets where nothing else changes.
  public let target: ConversionTarget
  /// How long an alert may be, and what becomes of a longer one.
  public let limit: LengthLimit
  /// Whether what was made is recorded. Without records everything is made again.
  public var keepsRecords = true
  /// Whether everything is made again, changed or not.
  public var remakesEverything = false
  /// Whether outputs that have lost their inputs are removed.
  ///
  /// The file of records is untrusted, so a record alone has no file removed. A file is removed only if all of
  /// these hold:
  /// - It is the file that was written, by its inode and times, or a copy that kept the modification time to
  ///   the nanosecond. A checkout from version control doesn't keep it.
  /// - It has the recorded bytes, laid out as this library lays out a sound.
  /// - It is reached without following a symbolic link below the folder.
  ///
  /// Every other one is reported and stays: see ``BatchOrphan/Fate``.
  public var removesOrphans = false
  /// Whether nothing is written: results say what would be done.
  public var isDryRun = false
  /// Which inputs are refused, and whether libsndfile may read them.
  public var inputPolicy = InputPolicy()

  /// Plans a batch.
  ///
  /// - Parameters:
  ///   - items: The inputs and their outputs. The same one twice counts once.
  ///   - folder: Where the outputs go.
  ///   - target: What to make of each input.
  ///   - limit: How long an alert may be.
  /// - Throws: `ConversionError` of the step `creatingOutput` where an output is outside the folder. Outputs
  ///   that collide are ``collisions``.
  public init(
    _ items: [BatchItem], into folder: FilePath, to target: ConversionTarget, limit: LengthLimit
  ) throws(ConversionError) {
    self.folder = folder
    self.target = target
    self.limit = limit
    var inputs: [FilePath: [FilePath]] = [:]
    var distinct: [BatchItem] = []
    distinct.reserveCapacity(items.count)
    for item in items {
      guard item.output.isOutputName else {
        throw ConversionError(
          .creatingOutput, folder.pushing(item.output),
          .sound(.unsupported, reason: "this is no name for an output"),
          advice: "name the input differently")
      }
      if let others = inputs[item.output] {
        // A file named beside the folder it is in is one input, not two.
        let path = item.input.absolute
        guard !others.contains(where: { $0 == item.input || $0.absolute == path }) else { continue }
      }
      inputs[item.output, default: []].append(item.input)
      distinct.append(item)
    }
    self.items = distinct
    collisions = BatchCollision.all(among: distinct, in: folder)
    for (index, collision) in collisions.enumerated() {
      for item in collision.items { collisionIndices[item] = index }
    }
  }

  /// The records as they were read already; nil where the run reads them.
  var earlierRecords: Result<BatchState, ConversionError>?
  /// Whether inputs were searched for in the folder itself.
  var searchesOutputs = false

  /// Takes over what a listing found in the folder, so that the records are read once. For a batch that runs
  /// once: later runs have other records.
  package mutating func reuseRecords(of listing: BatchListing) {
    earlierRecords = listing.earlierRecords
    searchesOutputs = listing.searchesOutputs
  }

  private var collisionIndices: [BatchItem: Int] = [:]

  /// The collision an input is part of.
  func collision(of item: BatchItem) -> BatchCollision? {
    collisionIndices[item].map { collisions[$0] }
  }

  /// The file in the folder that records what was made.
  package var recordsPath: FilePath { folder.appending(BatchState.fileName) }

  /// Makes the file of records as young as anything, for build tools that go by that. Nothing happens where
  /// there is none.
  ///
  /// - Throws: `Errno`.
  package func markRecordsAsCurrent() throws {
    guard FileStamp(of: recordsPath) != nil else { return }
    try recordsPath.setTimesToNow()
  }

  /// Converts.
  ///
  /// - Parameters:
  ///   - jobs: How many sounds are converted at once; results and bytes don't depend on it.
  ///   - isCancelled: Is asked now and then, from any thread.
  /// - Returns: What happens, as it happens. Who stops listening cancels the batch; what is done by then
  ///   stays and is on record. A batch that is cancelled ends with the error `CancellationError`.
  public func run(
    jobs: Int = 1, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) -> AsyncThrowingStream<BatchEvent, any Error> {
    AsyncThrowingStream { continuation in
      let isAbandoned = Locked(false)
      continuation.onTermination = { _ in isAbandoned.withLock { $0 = true } }
      // Work that takes seconds isn't for the threads that tasks share, and these may not be had.
      Threads.detach {
        do {
          let report = try run(
            jobs: jobs, isCancelled: { isAbandoned.withLock { $0 } || isCancelled() },
            onEvent: { continuation.yield($0) })
          continuation.yield(.ended(report))
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
    }
  }

  /// Converts, and returns when all is done.
  ///
  /// - Parameters:
  ///   - jobs: How many sounds are converted at once.
  ///   - isCancelled: Polled periodically, from any thread.
  ///   - onEvent: Called for each input that is done, from any thread, one call at a time. An error that it
  ///     throws ends the run.
  /// - Throws: `CancellationError`, or what `onEvent` throws.
  package func run(
    jobs: Int, isCancelled: @escaping @Sendable () -> Bool,
    onEvent: (BatchEvent) throws -> Void
  ) throws -> BatchReport {
    try BatchRun(self, isCancelled: isCancelled).results(jobs: jobs, onEvent: onEvent)
  }
}
