public import SoundFormat
public import SystemPackage

/// The inputs of a batch, found in files and folders, and the names of their outputs.
///
/// An output has its input's name with the container's extension. Inputs found in a folder keep their
/// relative paths. Names that begin with a dot are skipped, and links to folders aren't followed. A dangling
/// link counts as an input; reading it fails.
public struct BatchListing: Sendable {
  /// The inputs and their outputs, in the order given. Those found in a folder are sorted by name.
  public private(set) var items: [BatchItem] = []
  /// All folders that were searched. A sound added to one of them becomes an input.
  public private(set) var folders: [FilePath] = []
  /// The folders that couldn't be searched.
  public private(set) var failures: [SoundError] = []

  /// The records in the output folder; nil if it wasn't searched.
  private(set) var earlierRecords: Result<BatchState, SoundError>?
  /// Whether the output folder itself was searched.
  private(set) var searchesOutputs = false

  /// Finds inputs.
  ///
  /// An output folder inside a searched folder is left out, and so is an Android folder. If the output
  /// folder itself is searched, the outputs of earlier runs aren't inputs. A record alone doesn't prove that
  /// a file is an output, since records are untrusted. A file counts as an output if its stamp proves it. It
  /// also counts if it has the recorded bytes, its recorded input was found, and that input's output has its
  /// name, apart from the extension. Every other file is an input.
  ///
  /// - Parameters:
  ///   - inputs: Files and folders. Files are taken whatever their names and whether or not they exist.
  ///     Folders are searched.
  ///   - folder: The output folder.
  ///   - container: The outputs' container.
  ///   - isFlat: Whether all outputs go directly into the folder.
  ///   - exclusions: Files and folders to leave out, matched by their path relative to the searched folder or
  ///     by name. Inputs that are files are matched by the path given.
  ///   - usesFiller: Whether outputs have filler, as ``ConversionTarget/usesFiller`` says.
  ///   - android: Where the siblings for Android go; nil if there are none.
  ///   - monitor: Can cancel the search. The listing is then incomplete.
  public init(
    of inputs: [FilePath], into folder: FilePath, container: Container, isFlat: Bool = false,
    exclusions: [PathPattern] = [], usesFiller: Bool = true, android: AndroidOutput? = nil,
    monitor: Monitor = Monitor()
  ) {
    let pathExtension = container.pathExtensions[0]
    var search = BatchSearch(
      outputs: folder, siblings: android.flatMap { FileIdentity(of: $0.folder) },
      leavingOut: exclusions)
    var found: [BatchItem] = []
    var recordedNames: [Int: FilePath] = [:]
    func add(_ input: FilePath, as name: FilePath, isRecorded: Bool = false) {
      var output = isFlat ? FilePath(root: nil, name.components.suffix(1)) : name
      output.extension = pathExtension
      if isRecorded { recordedNames[found.count] = name }
      found.append(BatchItem(input: input, output: output))
    }
    for input in inputs where !exclusions.exclude(input, from: input) && !monitor.isCancelled {
      guard (try? input.stat().type) == .directory else {
        add(input, as: FilePath(root: nil, input.components.suffix(1)))
        continue
      }
      search.sounds(
        in: input, noting: &folders, &failures, monitor,
        onSound: { path, isRecorded in
          add(path, as: path.inside(input), isRecorded: isRecorded)
        })
    }
    earlierRecords = search.records
    searchesOutputs = search.records != nil
    guard let records = try? search.records?.get().records, !recordedNames.isEmpty else {
      items = found
      return
    }
    var filter = OutputFilter(
      found, recordedNames: recordedNames, records, in: folder, usesFiller: usesFiller)
    items = filter.inputs(monitor)
  }
}

/// Separates the outputs of earlier runs from inputs.
private struct OutputFilter {
  private let items: [BatchItem]
  /// The paths in the output folder of the sounds that a record calls the output of another sound, by the
  /// items' indices.
  private let recordedNames: [Int: FilePath]
  private let records: BatchRecords
  private let folder: FilePath
  private let usesFiller: Bool
  /// The outputs of the sounds that no record lists as outputs, keyed by the input's path relative to the
  /// folder.
  private lazy var outputs: [FilePath: FilePath] = {
    let paths = BatchPaths(of: items.lazy.map(\.input), in: folder)
    var outputs: [FilePath: FilePath] = [:]
    // An input that a record calls an output proves nothing: two records could name each other's sounds.
    for (index, item) in items.enumerated().reversed() where recordedNames[index] == nil {
      outputs[paths.relativePath(to: item.input)] = item.output
    }
    return outputs
  }()

  init(
    _ items: [BatchItem], recordedNames: [Int: FilePath], _ records: BatchRecords,
    in folder: FilePath, usesFiller: Bool
  ) {
    self.items = items
    self.recordedNames = recordedNames
    self.records = records
    self.folder = folder
    self.usesFiller = usesFiller
  }

  mutating func inputs(_ monitor: Monitor) -> [BatchItem] {
    var inputs: [BatchItem] = []
    for (index, item) in items.enumerated() {
      if let name = recordedNames[index], let record = records[name],
        isOutput(name, record, monitor)
      {
        continue
      }
      inputs.append(item)
    }
    return inputs
  }

  private mutating func isOutput(
    _ name: FilePath, _ record: BatchRecord, _ monitor: Monitor
  ) -> Bool {
    guard let status = try? folder.pushing(name).stat(followTargetSymlink: false) else {
      return false
    }
    if FileStamp(status) == record.outputStamp { return true }
    let isProven = record.isOutput(by: FileStamp(status))
    guard isProven || outputs[record.input].map({ $0.stemPath == name.stemPath }) == true,
      let file = try? AnchoredFolder(folder).file(at: name)
    else { return false }
    return record.isOutput(file, usesFiller: usesFiller, monitor)
  }
}

/// A search for sounds in folders, some of which may hold the outputs.
private struct BatchSearch {
  private let outputFolder: FilePath
  private let outputs: FileIdentity?
  private let siblings: FileIdentity?
  private let exclusions: [PathPattern]
  /// The records in the output folder, once that is searched.
  private(set) var records: Result<BatchState, SoundError>?

  init(
    outputs folder: FilePath, siblings: FileIdentity?, leavingOut exclusions: [PathPattern]
  ) {
    outputFolder = folder
    self.siblings = siblings
    outputs = FileIdentity(of: folder)
    self.exclusions = exclusions
  }

  mutating func sounds(
    in folder: FilePath, noting folders: inout [FilePath], _ failures: inout [SoundError],
    _ monitor: Monitor, onSound add: (_ path: FilePath, _ isRecorded: Bool) -> Void
  ) {
    let holdsOutputs = outputs != nil && FileIdentity(of: folder) == outputs
    let records = holdsOutputs ? loadRecords() : BatchRecords()
    folders.append(folder)
    var tree = FolderTree(folder).makeIterator()
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
        if isOutputFolder(path) {
          tree.skipDescendants()
        } else {
          folders.append(path)
        }
      } else if SoundCheck.isSound(path), entry.kind == .file || path.leadsToFileOrNowhere {
        let name = path.inside(folder)
        // A sound that was converted in place is its own output.
        add(path, records[name].map { $0.input != name } ?? false)
      }
    }
  }

  /// Whether a folder is where outputs or their siblings go.
  private func isOutputFolder(_ path: FilePath) -> Bool {
    guard outputs != nil || siblings != nil, let identity = FileIdentity(of: path) else {
      return false
    }
    return identity == outputs || identity == siblings
  }

  /// Unusable records are reported when the batch runs.
  private mutating func loadRecords() -> BatchRecords {
    if records == nil {
      records = Result { () throws(SoundError) in
        do throws(SoundError) {
          return try BatchState(in: outputFolder)
        } catch {
          throw SoundError(
            error.step, error.file, error.cause,
            advice:
              "inputs and outputs can't be told apart in this folder, so every sound is treated"
              + " as an input")
        }
      }
    }
    return (try? records?.get().records) ?? BatchRecords()
  }
}

extension FilePath {
  /// The path without its extension.
  fileprivate var stemPath: FilePath {
    var path = self
    path.extension = nil
    return path
  }
}

extension FilePath {
  /// Whether a link leads to a file or dangles. A dangling link means a missing sound, which must be
  /// reported.
  fileprivate var leadsToFileOrNowhere: Bool {
    do throws(Errno) {
      return try stat().type == .regular
    } catch {
      return error == .noSuchFileOrDirectory || error == .tooManySymbolicLinkLevels
    }
  }
}
