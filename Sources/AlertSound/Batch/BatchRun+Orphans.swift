internal import SoundFormat
internal import SystemPackage

extension BatchRun {
  /// Finds the outputs of earlier runs that no input stands for any more, and removes them where that is
  /// asked for.
  func handleOrphans(noting changes: inout [FilePath: BatchRecord?]) -> [BatchOrphan] {
    let outputs = Set(batch.items.map(\.output))
    let strays = records.filter { !outputs.contains($0.key) }
    guard !strays.isEmpty else { return [] }
    let inputs = Set(batch.items.map { places.way(to: $0.input) })
    var orphans: [BatchOrphan] = []
    // A sound that was once converted in place is nobody's output but the user's own.
    for (path, record) in strays where record.input != path {
      let cause: BatchOrphan.Cause
      if inputs.contains(record.input) {
        cause = .inputHasOtherOutput
      } else if places.path(along: record.input).isMissing {
        cause = .inputIsGone
      } else {
        continue
      }
      let output = batch.folder.pushing(path)
      let place = record.place(at: output, isCancelled)
      guard record.hasOutput, place != .empty else {
        // There is nothing left but the record.
        changes[path] = .some(nil)
        continue
      }
      let fate = fate(of: output, place)
      if fate == .removed { changes[path] = .some(nil) }
      orphans.append(
        BatchOrphan(
          output: path, input: places.name(along: record.input), cause: cause, fate: fate))
    }
    return orphans.sorted { $0.output.bytes.lexicographicallyPrecedes($1.output.bytes) }
  }

  private func fate(
    of output: FilePath, _ place: BatchRecord.Place
  ) -> BatchOrphan.Fate {
    guard case .intact = place else { return .keptAsChanged }
    guard batch.removesOrphans else { return .kept }
    if batch.isDryRun { return .removed }
    do throws(ConversionError) {
      try output.removeFile()
      return .removed
    } catch {
      if case .system(let errno) = error.cause { return .failed(errno) }
      return .failed(.ioError)
    }
  }
}

extension FilePath {
  /// Whether there certainly is nothing: what can't be looked at may well be there.
  fileprivate var isMissing: Bool {
    do throws(Errno) {
      _ = try stat(followTargetSymlink: false)
      return false
    } catch {
      return error == .noSuchFileOrDirectory || error == .notDirectory
    }
  }
}
