internal import SoundFormat
internal import SystemPackage

extension BatchRun {
  /// Finds the outputs of earlier runs that no longer belong to an input, and removes them if requested.
  ///
  /// The output of an input that can't be converted now isn't an orphan: it is all that is left of the sound.
  ///
  /// - Parameter results: The results of the inputs.
  func handleOrphans(
    besides results: [BatchResult], noting ledger: inout BatchLedger
  ) -> [BatchOrphan] {
    let items = batch.items + batch.otherItems
    let outputs = Set(items.map(\.output))
    // Other parts handle the orphans with their names.
    var strays: [FilePath] = []
    try? records.forEachPath { path in
      if !outputs.contains(path), batch.shard?.contains(path) ?? true { strays.append(path) }
    }
    guard !strays.isEmpty else { return [] }
    let inputs = Set(items.map { paths.relativePath(to: $0.input) })
    // Whether other parts can convert their inputs isn't known here.
    let unmade = results.compactMap(\.failedInput) + batch.otherItems.map(\.input)
    let failures = PathCover(unmade.map { paths.relativePath(to: $0) })
    let files = Set(
      items.lazy.flatMap { [$0.input, batch.folder.pushing($0.output)] }
        .compactMap { FileIdentity(of: $0) })
    var orphans: [BatchOrphan] = []
    // A sound that was converted in place is the user's own file, not an orphan.
    for path in strays {
      guard let record = records[path], record.input != path else { continue }
      if monitor.isCancelled { break }
      // A missing folder is a failed input, which covers everything that was in it.
      guard !failures.covers(record.input) else { continue }
      let cause: BatchOrphan.Cause
      if inputs.contains(record.input) {
        cause = .inputHasOtherOutput
      } else if paths.path(at: record.input).isMissing {
        cause = .inputIsGone
      } else {
        continue
      }
      var found: [BatchOrphan] = []
      func note(_ output: FilePath, isAndroid: Bool, _ fate: BatchOrphan.Fate) {
        found.append(
          BatchOrphan(
            output: output, isAndroid: isAndroid, input: paths.name(at: record.input),
            cause: cause, fate: fate))
      }
      if record.hasOutput, let stamp = stamp(of: path, in: batch.folder, besides: files) {
        note(path, isAndroid: false, fate(of: path, record, stamp))
      }
      if let sibling = record.sibling, let siblings, !siblingPaths.contains(sibling.file.path),
        let stamp = stamp(of: sibling.file.path, in: siblings.folder, besides: files)
      {
        note(sibling.file.path, isAndroid: true, fate(of: sibling, in: siblings.folder, stamp))
      }
      // The record is needed as long as one of the files is left. Without the Android folder, the sibling may
      // be: only this record lets a later run prove what it is.
      let isUnseen = record.sibling != nil && siblings == nil
      if !isUnseen, found.allSatisfy({ $0.fate == .removed }) { ledger.noteRemoval(of: path) }
      orphans += found
    }
    return orphans.sorted {
      guard $0.isAndroid == $1.isAndroid else { return !$0.isAndroid }
      return $0.output.bytes.lexicographicallyPrecedes($1.output.bytes)
    }
  }

  /// The stamp of an orphan.
  ///
  /// - Parameter others: The inputs and outputs of this run: on a case-insensitive file system, two outputs'
  ///   names may be the same.
  /// - Returns: nil if there is no file, or it is one of the others. Only the record is left then.
  private func stamp(
    of path: FilePath, in folder: FilePath, besides others: Set<FileIdentity>
  ) -> FileStamp? {
    guard let status = try? folder.pushing(path).stat(followTargetSymlink: false),
      !others.contains(FileIdentity(status))
    else { return nil }
    return FileStamp(status)
  }

  /// Removes an orphan, or returns why it is kept. The file is read only if it is to be removed.
  ///
  /// The recorded digest and the layout of outputs match any sound that Apple's tools or `afconvert` wrote.
  /// So a record that comes with a checkout could get the user's own sounds removed. Only the file's stamp
  /// proves that it is an output.
  private func fate(
    of output: FilePath, _ record: BatchRecord, _ stamp: FileStamp
  ) -> BatchOrphan.Fate {
    fate(of: record.writtenOutput, stamp) {
      try remove(output, recordedAs: record, needsProof: true)
    }
  }

  /// Removes the Android sibling of an orphan, or returns why it is kept.
  private func fate(
    of sibling: SiblingRecord, in folder: FilePath, _ stamp: FileStamp
  ) -> BatchOrphan.Fate {
    fate(of: sibling.written, stamp) {
      try remove(
        sibling.file.path, in: folder, recordedAs: sibling.written, sibling.file.layout,
        needsProof: true)
    }
  }

  private func fate(
    of record: RecordedFile, _ stamp: FileStamp, removal: () throws -> Bool
  ) -> BatchOrphan.Fate {
    if let byteCount = record.byteCount, stamp.byteCount != byteCount { return .keptAsChanged }
    guard record.isProven(by: stamp) else { return .keptAsUnproven }
    guard batch.removesOrphans else { return .kept }
    do {
      return try removal() ? .removed : .keptAsChanged
    } catch {
      return .failed(error as? Errno ?? .ioError)
    }
  }
}

extension BatchResult {
  /// The input, if it couldn't be converted.
  fileprivate var failedInput: FilePath? {
    if case .failed = action { item.input } else { nil }
  }
}

extension FilePath {
  /// Whether the path certainly doesn't exist. One that can't be examined may exist.
  fileprivate var isMissing: Bool {
    do throws(Errno) {
      _ = try stat(followTargetSymlink: false)
      return false
    } catch {
      return error == .noSuchFileOrDirectory || error == .notDirectory
    }
  }
}
