internal import SoundFormat
package import SystemPackage

/// Puts the parts of a divided batch together in one folder: copies their outputs and joins their records.
///
/// The parts' records are untrusted, as those of every output folder are. An output is copied only if it has the
/// recorded bytes, laid out as this library lays out a sound with filler, and no symbolic link inside the part leads to
/// it.
package struct BatchMerge: Sendable {
  /// The folder for the outputs. It is created when needed.
  package let folder: FilePath
  /// The recorded outputs and omitted sounds, sorted by path.
  let items: [BatchMergeItem]
  /// Why parts can't be used, and which outputs collide.
  package let failures: [SoundError]
  /// The parts that share no recipe with the first part: they were made with other options or by another version.
  package let differingParts: [FilePath]
  /// The parts that are still where they were made: their records' paths lead to inputs.
  let partsBesideInputs: Set<FilePath>
  /// The first part that has sounds.
  package let firstPart: FilePath?
  /// How many sounds in each part no record names, if there are any. They aren't copied.
  package let unrecordedCounts: [(part: FilePath, count: Int)]

  /// Reads the records of the parts.
  ///
  /// - Parameters:
  ///   - parts: The output folders of the parts.
  ///   - folder: The folder for the outputs. It may be one of the parts.
  ///   - monitor: Can cancel reading. The merge is then incomplete.
  package init(
    of parts: [FilePath], into folder: FilePath, monitor: Monitor = Monitor()
  ) {
    self.folder = folder
    var failures: [SoundError] = []
    var differingParts: [FilePath] = []
    var unrecordedCounts: [(FilePath, Int)] = []
    var first: (part: FilePath, recipes: Set<UInt64>, decoders: Set<String>)?
    var partsBesideInputs: Set<FilePath> = []
    var sources: [FilePath: [BatchMergeItem.Source]] = [:]
    for part in parts where !monitor.isCancelled {
      let records: BatchRecords
      var recipes: Set<UInt64> = []
      var decoders: Set<String> = []
      var inputs: Set<FilePath> = []
      do {
        records = try BatchState(ofPart: part).records
        try records.forEachRecord { output, record in
          sources[output, default: []].append(.init(part: part, record: record))
          recipes.insert(record.recipeDigest)
          if let decoder = record.decoder { decoders.insert(decoder) }
          inputs.insert(record.input)
        }
      } catch {
        failures.append(
          SoundError(wrapping: error, .openingInput, BatchMerge.recordsPath(in: part)))
        continue
      }
      if inputs.contains(where: { part.pushing($0).exists }) { partsBesideInputs.insert(part) }
      // The inputs may be in the same folder.
      let count = Self.unrecordedCount(in: part, besides: records, inputs, monitor)
      if count > 0 { unrecordedCounts.append((part, count)) }
      guard !recipes.isEmpty else { continue }
      if let first {
        let haveOtherVersions = Self.haveOtherVersions(first.decoders, decoders)
        if first.recipes.isDisjoint(with: recipes) || haveOtherVersions {
          differingParts.append(part)
        }
      } else {
        first = (part, recipes, decoders)
      }
    }
    let all = sources.map { BatchMergeItem(output: $0.key, sources: $0.value) }
      .sorted { $0.output.precedes($1.output) }
    let refusals = Self.refusals(among: all, in: folder)
    items = all.filter { !refusals.outputs.contains($0.output) }
    self.failures = failures + refusals.errors
    self.differingParts = differingParts
    self.partsBesideInputs = partsBesideInputs
    firstPart = first?.part
    self.unrecordedCounts = unrecordedCounts
  }

  /// Whether two parts share a decoder by its name, but no version of it.
  private static func haveOtherVersions(_ first: Set<String>, _ second: Set<String>) -> Bool {
    func versions(_ decoders: Set<String>) -> [Substring: Set<String>] {
      Dictionary(grouping: decoders) { $0.prefix { $0 != " " } }.mapValues { Set($0) }
    }
    let others = versions(second)
    return versions(first).contains { others[$0.key]?.isDisjoint(with: $0.value) == true }
  }

  /// The paths of the outputs in the folder.
  package var outputs: [FilePath] { items.filter(\.hasOutput).map(\.output) }

  /// How many sounds the parts have recorded.
  package var soundCount: Int { items.count }

  /// The path of a folder's file of records.
  package static func recordsPath(in folder: FilePath) -> FilePath {
    BatchState.path(in: folder)
  }

  private static func unrecordedCount(
    in part: FilePath, besides records: BatchRecords, _ inputs: Set<FilePath>, _ monitor: Monitor
  ) -> Int {
    var count = 0
    var tree = FolderTree(part).makeIterator()
    while !monitor.isCancelled, let entry = tree.next() {
      guard case .success(let entry) = entry else { continue }
      let name = entry.path.inside(part)
      if entry.path.name.hasPrefix(".") {
        tree.skipDescendants()
      } else if entry.kind == .file, SoundCheck.isSound(entry.path), records[name] == nil,
        !inputs.contains(name)
      {
        count += 1
      }
    }
    return count
  }
}

/// An output or an omitted sound that parts have recorded.
struct BatchMergeItem: Sendable {
  /// A part that has recorded it.
  struct Source: Sendable {
    let part: FilePath
    let record: BatchRecord
  }

  /// Its path in the parts' folders and in the common folder.
  let output: FilePath
  /// The parts that have it, in the order in which they were named. Normally there is one.
  let sources: [Source]

  var hasOutput: Bool { sources.contains { $0.record.hasOutput } }

  /// A source with another output than the first; nil if all are the same.
  fileprivate var deviation: Source? {
    let first = sources[0].record
    return sources.first {
      $0.record.hasOutput != first.hasOutput || $0.record.outputDigest != first.outputDigest
    }
  }
}

extension BatchMerge {
  /// Finds outputs that can't be merged: parts have different ones, or their names collide.
  private static func refusals(
    among items: [BatchMergeItem], in folder: FilePath
  ) -> (outputs: Set<FilePath>, errors: [SoundError]) {
    var outputs: Set<FilePath> = []
    var errors: [SoundError] = []
    for item in items {
      guard item.output.isConvertedName else {
        outputs.insert(item.output)
        errors.append(
          SoundError(
            .creatingOutput, item.sources[0].part.pushing(item.output),
            .sound(.unsupported, reason: "no converted sound has such a name"),
            advice: "convert its part again"))
        continue
      }
      guard let deviation = item.deviation else { continue }
      outputs.insert(item.output)
      let paths = [item.sources[0], deviation].map { $0.part.pushing(item.output) }
      errors.append(
        SoundError(
          .creatingOutput, folder.pushing(item.output),
          .sound(
            .unsupported, reason: "\(paths[0]) and \(paths[1]) are recorded as different outputs"),
          advice: "delete the part that is out of date, and convert it again"))
    }
    let files = items.filter(\.hasOutput).map {
      BatchItem(input: $0.sources[0].part.pushing($0.output), output: $0.output)
    }
    for collision in BatchCollision.all(among: files, in: folder) {
      outputs.formUnion(collision.items.map(\.output))
      let error = collision.error
      errors.append(
        SoundError(
          error.step, error.file, error.cause,
          advice: "rename one of the sounds they were made from, and convert its part again"))
    }
    return (outputs, errors)
  }
}

extension FilePath {
  /// Whether `convert` may give an output this name. A forged record could name any file, and merging would replace
  /// it.
  fileprivate var isConvertedName: Bool {
    let isInHiddenFolder = removingLastComponent().components.contains { $0.string.hasPrefix(".") }
    return !isInHiddenFolder
      && Container.writable.contains { $0.pathExtensions[0] == self.extension }
  }
}
