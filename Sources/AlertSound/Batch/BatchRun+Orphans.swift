internal import SoundFormat
internal import SystemPackage

extension BatchRun {
  /// Finds the outputs of earlier runs that no longer belong to an input, and removes them if requested.
  ///
  /// The output of an input that can't be converted now isn't an orphan: it is all that is left of the sound.
  func handleOrphans(
    besides results: [BatchResult], noting saving: inout RecordSaving
  ) -> [BatchOrphan] {
    let outputs = Set(batch.items.map(\.output))
    var strays: [FilePath] = []
    try? records.each { path, record in
      // A sound that was converted in place is the user's own file.
      if !outputs.contains(path), record.input != path { strays.append(path) }
    }
    guard !strays.isEmpty else { return [] }
    let inputs = Set(batch.items.map { paths.relativePath(to: $0.input) })
    let failures = PathCover(
      results.compactMap(\.failedInput).map { paths.relativePath(to: $0) })
    // On a case-insensitive file system, an orphan's name may be that of another output.
    let files = Set(
      batch.items.lazy.flatMap { [$0.input, batch.folder.pushing($0.output)] }
        .compactMap { FileIdentity(of: $0) })
    var orphans: [BatchOrphan] = []
    for path in strays {
      guard let record = records[path] else { continue }
      if monitor.isCancelled { break }
      // A missing folder is a failed input, which covers everything that was in it.
      guard !failures.covers(record.input) else { continue }
      let isReplaced = inputs.contains(record.input)
      guard isReplaced || paths.path(at: record.input).isMissing else { continue }
      let action = removeIfWanted(path, record, besides: files)
      if action ?? .removed == .removed { saving.noteRemoval(of: path) }
      if let action {
        orphans.append(
          BatchOrphan(
            output: path, input: paths.name(at: record.input), isReplaced: isReplaced,
            action: action))
      }
    }
    return orphans
  }

  /// Removes an orphan if requested; nil if there is no file, or only one that belongs to the run.
  private func removeIfWanted(
    _ output: FilePath, _ record: BatchRecord, besides files: Set<FileIdentity>
  ) -> BatchOrphan.Action? {
    do {
      guard record.hasOutput else { return nil }
      let file = try AnchoredFolder(batch.folder).file(at: output)
      guard !files.contains(FileIdentity(file.status)) else { return nil }
      if !batch.removesOrphans, FileStamp(file.status) == record.outputStamp { return .kept }
      guard record.isOutput(file, monitor) else { return .keptAsChanged }
      guard batch.removesOrphans else { return .kept }
      return try batch.isDryRun || file.remove() ? .removed : .keptAsChanged
    } catch Errno.noSuchFileOrDirectory, Errno.notDirectory {
      return nil
    } catch Errno.tooManySymbolicLinkLevels, Errno.invalidArgument {
      // A link, or not a regular file.
      return .keptAsChanged
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
