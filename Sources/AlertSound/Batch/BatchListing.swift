internal import Platform
package import SoundFormat
package import SystemPackage

/// The inputs that were found for a batch among the given files and folders, and the names of their outputs.
///
/// An output has its input's name with the container's extension. Inputs found in a folder keep their relative paths.
/// Names that begin with a dot are skipped, and links to folders aren't followed. A dangling link counts as an input:
/// reading this input fails.
package struct BatchListing: Sendable {
  /// The inputs and their outputs, in the order given. Inputs found in a folder are sorted by name.
  package private(set) var items: [BatchItem] = []
  /// All folders that were searched. A sound that is added to such a folder becomes an input of the next listing.
  package private(set) var folders: [FilePath] = []
  /// The folders that couldn't be searched, or that contain no sound.
  package private(set) var failures: [SoundError] = []

  /// The records in the output folder; nil if that folder wasn't searched.
  private(set) var earlierRecords: Result<BatchRecords, SoundError>?
  package let outputFolder: OutputFolder
  /// For each sound that a search found: the searched folder. An input that is a file itself has no entry.
  package private(set) var searchedFolders: [FilePath: SearchedFolder] = [:]
  /// The folders that hold outputs. Searches skip them.
  private let outputFolders: [FileIdentity]
  private let exclusions: [PathPattern]

  /// Finds inputs. If the monitor cancels the search, the listing is incomplete.
  ///
  /// A search skips the output folder and the Android folder if they are inside a searched folder. If the output folder
  /// itself is searched, the outputs of earlier runs aren't inputs as long as they have the recorded bytes. But a
  /// record may come with a checkout, so the record of an output counts in two cases only. Either the output has the
  /// recorded size and time; or the search also finds the recorded input, and the new output of that input would have
  /// the same path, apart from the extension. For example, `ring.wav` is found and recorded as the input of `ring.caf`.
  ///
  /// - Parameters:
  ///   - inputs: Folders to search, and files. A file may have any name and needn't exist.
  ///   - isFlat: Whether all outputs go directly into the output folder.
  ///   - exclusions: Files and folders to leave out, by name or by path relative to the searched folder. An input that
  ///     is a file itself is left out by its path as given.
  package init(
    of inputs: [FilePath], into folder: FilePath, container: Container, isFlat: Bool = false,
    exclusions: [PathPattern] = [], android: FilePath? = nil, monitor: Monitor = Monitor()
  ) {
    outputFolder = OutputFolder(folder)
    outputFolders = [folder, android].compactMap { $0.flatMap(FileIdentity.init(of:)) }
    self.exclusions = exclusions
    let pathExtension = container.pathExtensions[0]
    // For each item: the input's name if that name is recorded as the output of another sound; otherwise nil.
    var recordedNames: [FilePath?] = []
    func add(_ input: FilePath, as name: FilePath, isRecorded: Bool = false) {
      var output = isFlat ? name.entryName : name
      output.extension = pathExtension
      items.append(BatchItem(input: input, output: output))
      recordedNames.append(isRecorded ? name : nil)
    }
    let last = Locked<AnchoredFolder?>(nil)
    for input in inputs where !exclusions.exclude(input, from: input) && !monitor.isCancelled {
      guard (try? input.stat().type) == .directory else {
        add(input, as: input.entryName)
        continue
      }
      let records =
        FileIdentity(of: input) == FileIdentity(of: outputFolder.path) ? loadRecords() : nil
      let tree = FolderTree(input)
      let folder = (try? tree.root.get()).map { SearchedFolder($0, last) }
      for path in sounds(in: input, tree, monitor) {
        let name = path.inside(input)
        // A sound that was converted in place is an input, too: don't count such a sound as an output.
        add(path, as: name, isRecorded: records?[name].map { $0.input != name } ?? false)
        searchedFolders[path] = folder
      }
    }
    removeOutputs(recordedNames, monitor)
  }

  /// Returns the sounds in a folder, at any depth. Appends all searched folders to `folders`.
  private mutating func sounds(
    in folder: FilePath, _ tree: FolderTree, _ monitor: Monitor
  ) -> [FilePath] {
    var sounds: [FilePath] = []
    var (skippedNames, skippedCount) = ([String](), 0)
    let failureCount = failures.count
    folders.append(folder)
    var tree = tree.makeIterator()
    while !monitor.isCancelled, let item = tree.next() {
      let entry: FolderEntry
      switch item {
      case .failure(let error):
        failures.append(error)
        continue
      case .success(let found): entry = found
      }
      let path = entry.path
      if path.name.hasPrefix(".") || exclusions.exclude(path, from: folder) {
        tree.skipDescendants()
      } else if entry.kind == .folder {
        if !outputFolders.isEmpty, let identity = FileIdentity(of: path),
          outputFolders.contains(identity)
        {
          tree.skipDescendants()
        } else {
          folders.append(path)
        }
      } else if path.isSound, entry.kind == .file || path.leadsToFileOrNowhere {
        sounds.append(path)
      } else {
        skippedCount += 1
        if skippedCount <= 3 { skippedNames.append(path.inside(folder).string) }
      }
    }
    if sounds.isEmpty, skippedCount > 0, failures.count == failureCount, !monitor.isCancelled {
      let others = skippedCount > 3 ? " and \(skippedCount - 3) more" : ""
      let names = skippedNames.joined(separator: ", ") + others
      failures.append(
        SoundError(
          .openingInput, SoundPath(folder),
          .sound(
            .empty,
            reason: "no sound was found in this folder; skipped: \(names)"),
          advice: "name another folder, or each sound that has another extension"))
    }
    return sounds
  }

  /// Removes the items whose inputs are outputs of other sounds.
  private mutating func removeOutputs(_ recordedNames: [FilePath?], _ monitor: Monitor) {
    guard recordedNames.contains(where: { $0 != nil }), let records = loadRecords() else { return }
    let paths = BatchPaths(of: items.lazy.map(\.input), in: outputFolder.path)
    // Keep a sound whose recorded input is itself recorded as an output. Otherwise, two forged records could each name
    // the other record's sound as the input, and both sounds would be left out.
    var plan: Set<BatchItem> = []
    for (item, name) in zip(items, recordedNames) where name == nil {
      plan.insert(
        BatchItem(input: paths.relativePath(to: item.input), output: item.output.stemPath))
    }
    items = zip(items, recordedNames).filter { _, name in
      guard let name, let record = records[name] else { return true }
      let isPlanned = plan.contains(BatchItem(input: record.input, output: name.stemPath))
      return record.intactStamp(
        of: name, in: outputFolder, needsConfirmation: !isPlanned, monitor) == nil
    }.map(\.0)
  }

  /// Returns the output folder's records; nil if they can't be used. The run of the batch reports the reason.
  private mutating func loadRecords() -> BatchRecords? {
    let records =
      earlierRecords
      ?? Result { () throws(SoundError) in
        try BatchRecords(
          in: outputFolder,
          advice: .words(
            "inputs and outputs can't be told apart in this folder, so every sound is treated"
              + " as an input"))
      }
    earlierRecords = records
    return try? records.get()
  }
}

extension FilePath {
  /// The path without its extension.
  fileprivate var stemPath: FilePath {
    var path = self
    path.extension = nil
    return path
  }

  /// Whether a link leads to a file, or to nothing. A link to nothing counts too, so that the missing sound is
  /// reported.
  fileprivate var leadsToFileOrNowhere: Bool {
    do throws(Errno) {
      return try stat().type == .regular
    } catch {
      return error == .noSuchFileOrDirectory || error == .tooManySymbolicLinkLevels
    }
  }
}
