internal import Platform
internal import SoundFormat
internal import SystemPackage

package final class BatchRun: Sendable {
  let batch: Batch
  let monitor: Monitor
  let records: BatchRecords
  /// Why the existing file of records can't be used; nil if it can be used or is missing. If there is an error, the run
  /// starts without records.
  let recordsFault: SoundError?
  let recipeDigest: UInt64
  let paths: BatchPaths
  /// The inputs if outputs may replace them; otherwise nil.
  let inputs: BatchInputs?
  let folder: OutputFolder
  /// The Android folder's files; nil unless the batch is for Android.
  let androidFolder: AndroidFolder?

  package init(_ batch: Batch, monitor: Monitor = Monitor()) {
    self.batch = batch
    self.monitor = monitor
    // Don't use the listing's folder and records for Android: both belong to the batch for iOS.
    let listing = batch.isForAndroid ? nil : batch.listing
    folder = listing?.outputFolder ?? OutputFolder(batch.folder)
    do throws(SoundError) {
      if !batch.keepsRecords {
        records = BatchRecords()
      } else if let earlier = listing?.earlierRecords {
        records = try earlier.get()
      } else {
        records = try BatchRecords(in: folder)
      }
      recordsFault = nil
    } catch {
      records = BatchRecords()
      recordsFault = error
    }
    recipeDigest = batch.recipeDigest()
    paths = BatchPaths(of: batch.items.lazy.map(\.input), in: batch.folder)
    inputs = batch.forces ? BatchInputs(of: batch) : nil
    androidFolder = batch.androidFormat == nil ? nil : AndroidFolder(folder)
  }

  /// Converts all inputs, several at once, and returns when all are done. If an output would be written through a link
  /// inside the folder, or would replace an input, throws an error and converts nothing.
  ///
  /// - Parameter onEvent: Called for each event, from any thread, one call at a time. An error thrown by the closure
  ///   ends the run.
  package func results(
    jobs: Int, savingInterval: Duration? = nil,
    onEvent: (BatchEvent) throws -> Void
  ) throws -> BatchResults {
    try folder.checkLinks(onTheWayTo: batch.items.lazy.map(\.output))
    try batch.checkKeepsInputs()
    let cancelled = BatchResult.Action.failed(SoundError(.openingInput, nil, .cancelled))
    var state = State(
      rest: batch.items.indices,
      results: batch.items.map { BatchResult(item: $0, action: cancelled) },
      saving: RecordSaving(of: self, interval: savingInterval ?? RecordSaving.interval))
    if state.saving.isKept, let root = try? folder.open() {
      // Don't visit folders that occur only in records: there could be thousands of such folders.
      TemporaryName.removeAbandoned(besides: batch.items.lazy.map(\.output), in: root)
    }
    if let recordsFault { state.report(.rejectedRecords(recordsFault), to: onEvent) }
    let shared = Locked(state)
    // Drop this copy of the results: while there are two copies, the first change would copy the whole array.
    state.results = []
    process(shared, jobs, onEvent)
    state = shared.withLock { $0 }
    var wasCancelled = state.finishedCount < state.results.count || monitor.isCancelled
    let orphans = wasCancelled ? [] : handleOrphans(besides: state.results, noting: &state.saving)
    wasCancelled = wasCancelled || monitor.isCancelled
    var recordsFailure: SoundError?
    var saving = state.saving
    do throws(SoundError) {
      try saving.close { state.report(.waitingForLock(batch.folder), to: onEvent) }
    } catch {
      if case .cancelled = error.cause { wasCancelled = true }
      recordsFailure = error
    }
    if let failure = state.failure { throw failure }
    if wasCancelled { throw CancellationError() }
    return BatchResults(sounds: state.results, orphans: orphans, recordsFailure: recordsFailure)
  }

  private struct State {
    /// The inputs that no thread has taken yet.
    var rest: Range<Int>
    /// A result for each input: `cancelled` until the input is finished.
    var results: [BatchResult]
    var finishedCount = 0
    var saving: RecordSaving
    /// The error that `onEvent` has thrown; nil if there is none. The error ends the run.
    var failure: (any Error)?

    mutating func report(_ event: BatchEvent, to onEvent: (BatchEvent) throws -> Void) {
      guard failure == nil else { return }
      do {
        try onEvent(event)
      } catch {
        failure = error
        rest = rest.upperBound..<rest.upperBound
      }
    }
  }

  /// Processes the inputs, several at once, and returns after the last one.
  private func process(
    _ state: Locked<State>, _ jobs: Int, _ onEvent: (BatchEvent) throws -> Void
  ) {
    let count = batch.items.count
    // Share the closure between threads: only the thread that holds the lock on the state calls the closure.
    withoutActuallyEscaping(onEvent) { onEvent in
      nonisolated(unsafe) let onEvent = onEvent
      Threads.inParallel(min(jobs, count, Threads.processorCount)) {
        while !monitor.isCancelled, let index = state.withLock({ $0.rest.popFirst() }) {
          let monitorOfItem = Monitor(
            progress: { fraction in
              state.withLock {
                unsafe $0.report(.advanced(index: index, fraction: fraction), to: onEvent)
              }
            }, isCancelled: monitor.cancels)
          guard let step = step(forItem: index, monitorOfItem) else { continue }
          state.withLock { state in
            state.results[index] = step.result
            state.finishedCount += 1
            if let record = step.record {
              state.saving.note(record, of: step.result.item.output, insteadOf: step.old)
            }
            unsafe state.report(
              .finished(index: index, step.result), to: onEvent)
            monitor.progress(Double(state.finishedCount) / Double(count))
            state.saving.saveIfDue()
          }
        }
      }
    }
  }
}

/// The paths of a batch's inputs relative to the output folder. These relative paths don't depend on the working
/// directory or on links.
struct BatchPaths: Sendable {
  private let folder: FilePath
  /// The folder's path with links resolved.
  private let realFolder: FilePath
  /// For each folder with inputs, as its path was given: its path relative to the output folder.
  private var parentPaths: [FilePath: FilePath] = [:]
  /// Whether an input is in the output folder. If so, any file in that folder may be the user's own sound.
  private(set) var folderHasInputs = false

  /// Finds the inputs' paths relative to a folder.
  init(of inputs: some Sequence<FilePath>, in folder: FilePath) {
    self.folder = folder
    realFolder = folder.real
    for input in inputs {
      let parent = input.removingLastComponent()
      guard parentPaths[parent] == nil else { continue }
      parentPaths[parent] = (parent.isEmpty ? "." : parent).real.relativePath(from: realFolder)
    }
    folderHasInputs = parentPaths.values.contains { $0.components.first?.kind != .parentDirectory }
  }

  func relativePath(to input: FilePath) -> FilePath {
    guard let name = input.lastComponent, name.kind == .regular,
      let parentPath = parentPaths[input.removingLastComponent()]
    else { return input.real.relativePath(from: realFolder) }
    return parentPath.appending(name)
  }

  /// Returns an input's path for messages.
  func name(at relativePath: FilePath) -> FilePath {
    (folder.absolute == realFolder ? folder : realFolder).pushing(relativePath)
      .lexicallyNormalized()
  }
}

extension BatchRun {
  /// Finds the outputs of earlier runs that no longer belong to an input, and removes them if requested.
  ///
  /// If an input can't be converted now, its output isn't an orphan: the output may be the only copy of the sound.
  func handleOrphans(
    besides results: [BatchResult], noting saving: inout RecordSaving
  ) -> [BatchOrphan] {
    let outputs = Set(batch.items.map(\.output))
    var strays = records.outputs.filter { !outputs.contains($0) }
    guard !strays.isEmpty else { return [] }
    strays.sort { $0.bytes.lexicographicallyPrecedes($1.bytes) }
    let inputs = Set(batch.items.map { paths.relativePath(to: $0.input) })
    let failures = PathCover(
      results.compactMap(\.failedInput).map { paths.relativePath(to: $0) })
    // Compare files, not names: `Ring.caf` and `ring.caf` may be the same file.
    let files = Set(
      batch.items.lazy.flatMap { [batch] in [$0.input, batch.folder.pushing($0.output)] }
        .compactMap { FileIdentity(of: $0) })
    var orphans: [BatchOrphan] = []
    for path in strays {
      // Skip a sound that was converted in place: it is the user's own file.
      guard let record = records[path], record.input != path else { continue }
      if monitor.isCancelled { break }
      // Skip the output of a failed input. A missing folder is a failed input, and covers all sounds that were in it.
      guard !failures.covers(record.input) else { continue }
      let isReplaced = inputs.contains(record.input)
      guard isReplaced || batch.folder.pushing(record.input).isMissing else { continue }
      let action = removeIfWanted(path, record, besides: files)
      if action ?? .removed == .removed { saving.note(nil, of: path, insteadOf: record) }
      if let action {
        orphans.append(
          BatchOrphan(
            output: path, input: paths.name(at: record.input), isReplaced: isReplaced,
            action: action))
      }
    }
    return orphans
  }

  /// Removes an orphan if requested. Returns nil if there is no file, or if the file is an input or output of this run.
  private func removeIfWanted(
    _ output: FilePath, _ record: BatchRecord, besides files: Set<FileIdentity>
  ) -> BatchOrphan.Action? {
    do {
      guard record.hasOutput else { return nil }
      let file = try folder.open().file(at: output)
      guard !files.contains(FileIdentity(file.status)) else { return nil }
      if !batch.prunes, FileStamp(file.status) == record.outputStamp { return .kept }
      guard !paths.folderHasInputs || record.isConfirmed(by: FileStamp(file.status)),
        record.isOutput(file, monitor)
      else { return .keptAsChanged }
      guard batch.prunes else { return .kept }
      return try batch.isDryRun || file.remove() ? .removed : .keptAsChanged
    } catch Errno.noSuchFileOrDirectory, Errno.notDirectory, Errno.tooManySymbolicLinkLevels,
      Errno.fileNameTooLong
    {
      return nil
    } catch Errno.invalidArgument {
      // Keep a link, or anything else that isn't a regular file.
      return .keptAsChanged
    } catch {
      return .failed(error as? Errno ?? .ioError)
    }
  }
}

extension BatchResult {
  /// The input if it couldn't be converted; otherwise nil.
  fileprivate var failedInput: FilePath? {
    if case .failed = action { item.input } else { nil }
  }
}

extension FilePath {
  /// Whether certainly nothing exists at the path. If the path can't be examined, something may exist.
  fileprivate var isMissing: Bool {
    do throws(Errno) {
      _ = try stat(followTargetSymlink: false)
      return false
    } catch {
      return [.noSuchFileOrDirectory, .notDirectory, .fileNameTooLong].contains(error)
    }
  }
}
