import AlertSound
import ArgumentParser
import CommandSupport
import SoundFormat
import SystemPackage

/// Merges what a command line of `merge` names, and reports what happens.
struct MergeRun {
  private let command: MergeCommand
  /// The parts' output folders.
  private var folders: [FilePath] = []
  /// The parts' manifests.
  private var manifests: [FilePath] = []
  /// The parts that don't exist.
  private var failures: [SoundError] = []

  /// - Throws: `ValidationError` if the options don't suit the parts.
  init(_ command: MergeCommand) throws {
    self.command = command
    for part in command.parts.map(\.path) {
      do {
        if try part.stat().type == .directory {
          folders.append(part)
        } else {
          manifests.append(part)
        }
      } catch {
        failures.append(SoundError(wrapping: error, .openingInput, part))
      }
    }
    if !folders.isEmpty, command.output == nil {
      throw ValidationError("-o is needed: it names the folder for the outputs of the parts")
    }
    if let first = manifests.first, command.manifest == nil {
      throw ValidationError(
        "\(first.description.onOneLine) isn't a folder; to merge manifests, name the merged one with --manifest"
      )
    }
    if command.manifest != nil, manifests.isEmpty, failures.isEmpty {
      throw ValidationError(
        "--manifest needs the parts' manifests, beside or instead of their folders")
    }
  }

  /// Merges the folders, then the manifests.
  ///
  /// - Returns: Success if everything was merged.
  func mergeAndReport() throws -> ExitStatus {
    let merge = command.output.map {
      BatchMerge(of: folders, into: $0.path, monitor: .untilInterrupted)
    }
    Interruption.dieIfRequested()
    let merged = try ManifestMerge(of: manifests, into: command.output?.path)
    try checkManifest(merge)
    var failures = self.failures
    failures += merged.failures + (merge?.failures ?? [])
    for failure in failures { tell(Diagnostic(failure)) }
    let report = try merge.map(mergeFolders)
    if let report {
      for failure in report.failures + [report.recordsFailure].compactMap(\.self) {
        tell(Diagnostic(failure))
        failures.append(failure)
      }
    }
    // Nothing in it would say what is missing.
    if let manifest = command.manifest, failures.isEmpty {
      if let merge, merged.soundCount < merge.soundCount {
        tell(
          Diagnostic(
            .warning, manifest.path,
            "the parts have \(merge.soundCount) sounds, and their manifests \(merged.soundCount); name"
              + " the manifests of all parts"))
      }
      try merged.write(to: command.showsManifest ? .standardOutput : .file(manifest.path))
    }
    if !command.quiet, let line = summary(merge, report, merged) {
      try Results.show(line, besidesManifest: command.showsManifest)
    }
    return failures.map(\.exitStatus).max() ?? .success
  }

  private func mergeFolders(_ merge: BatchMerge) throws -> BatchMergeReport {
    if let first = merge.firstPart {
      for part in merge.differingParts {
        tell(
          Diagnostic(
            .warning, part,
            "this part was converted with other options or by another version than \(first);"
              + " convert both with the same options and version"))
      }
    }
    for (part, count) in merge.unrecordedCounts {
      let sounds = count == 1 ? "1 sound isn't" : "\(count) sounds aren't"
      tell(Diagnostic(.note, part, "\(sounds) in this part's records and won't be copied"))
    }
    let line = ProgressLine()
    do {
      let report = try merge.run(monitor: .untilInterrupted(showing: line)) {
        line.clear()
        tell(
          Diagnostic(
            .warning, merge.folder,
            "waiting for another process to release its lock on this folder"))
      }
      line.clear()
      if let fault = report.rejectedRecords {
        tell(Diagnostic(.note, fault.path, fault.sentence))
      }
      return report
    } catch {
      line.clear()
      throw error
    }
  }

  /// The last line; nil if only manifests were merged and that failed.
  private func summary(
    _ merge: BatchMerge?, _ report: BatchMergeReport?, _ merged: ManifestMerge
  ) -> String? {
    guard let merge, let report, manifests.isEmpty || !folders.isEmpty else {
      guard failures.isEmpty, merged.failures.isEmpty else { return nil }
      return "\(merged.soundCount) \(merged.soundCount == 1 ? "sound" : "sounds") in the manifest"
    }
    let failedCount =
      failures.count + merge.failures.count + merged.failures.count + report.failures.count
    let counts = [
      "\(report.mergedCount) merged", "\(report.unchangedCount) unchanged",
      report.leftOutCount > 0 ? "\(report.leftOutCount) left out" : nil, "\(failedCount) failed",
    ].compactMap(\.self).joined(separator: ", ")
    return "\(counts); \(sizeText(report.byteCount))"
  }

  /// Refuses a manifest that can't be written, or that would replace another file of the run or a sound.
  private func checkManifest(_ merge: BatchMerge?) throws(SoundError) {
    guard let manifest = command.manifest, !command.showsManifest else { return }
    try ReportFiles(
      [("--manifest", manifest.path)], outputs: merge?.outputs ?? [],
      in: command.output?.path ?? "."
    ) {
      let outputs = merge.map { merge in
        merge.outputs.map { (merge.folder.pushing($0), "a merged sound") }
      }
      let records = folders + [command.output?.path].compactMap(\.self)
      return (outputs ?? []) + manifests.map { ($0, "a part's manifest") }
        + records.map { (BatchMerge.recordsPath(in: $0), "the records of a folder") }
    }.check()
  }

  private func tell(_ diagnostic: Diagnostic) {
    if command.quiet, diagnostic.severity == .note { return }
    printError(diagnostic.line(command.diagnostics))
  }
}
