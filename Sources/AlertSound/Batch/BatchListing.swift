public import SoundFormat
public import SystemPackage

/// The inputs of a batch, found in files and folders, and the names of their outputs.
///
/// An output has its input's name with the container's extension. What is in a folder keeps its place
/// there. Names that begin with a dot are left out, and links to folders aren't followed. A link that leads
/// to nothing is an input, which can't be read.
public struct BatchListing: Sendable {
  /// The inputs and their outputs, in the order they were named, those in folders by name.
  public private(set) var items: [BatchItem] = []
  /// All folders that were searched: a sound that is added to one of them is another input.
  public private(set) var folders: [FilePath] = []
  /// The folders that couldn't be searched.
  public private(set) var failures: [ConversionError] = []

  /// The records in the outputs' folder, where that was searched.
  private(set) var earlierRecords: Result<BatchState, ConversionError>?
  /// Whether the outputs' folder itself was searched.
  private(set) var searchesOutputs = false

  /// Finds inputs.
  ///
  /// Where the outputs' folder is inside a folder that is searched, it is left out. Where it is itself searched,
  /// what a batch made there before isn't an input. A record alone doesn't prove that, for records are
  /// untrusted. A file counts as an output if its stamp proves it, or if it has the recorded bytes and its
  /// recorded input was found, whose output has its name. Every other file is an input.
  ///
  /// - Parameters:
  ///   - inputs: Files, which are taken whatever they are called and whether or not they exist, and
  ///     folders, which are searched.
  ///   - folder: Where the outputs go.
  ///   - container: The outputs' container.
  ///   - isFlat: Whether all outputs go into the folder itself.
  ///   - exclusions: Files and folders to leave out, by their path from the folder that is searched, or by
  ///     their name; inputs that are files, by the path they were given as.
  ///   - usesFiller: Whether outputs have filler, as ``ConversionTarget/usesFiller`` says.
  ///   - isCancelled: Polled periodically; return true to cancel. The listing is then incomplete.
  public init(
    of inputs: [FilePath], into folder: FilePath, container: Container, isFlat: Bool = false,
    exclusions: [PathPattern] = [], usesFiller: Bool = true, isCancelled: () -> Bool = { false }
  ) {
    let pathExtension = container.pathExtensions[0]
    var search = BatchSearch(outputs: folder, leavingOut: exclusions)
    var found: [FoundSound] = []
    func add(_ input: FilePath, as name: FilePath, recorded: (FilePath, BatchRecord)? = nil) {
      var output = isFlat ? FilePath(root: nil, name.components.suffix(1)) : name
      output.extension = pathExtension
      found.append(
        FoundSound(item: BatchItem(input: input, output: output), recorded: recorded))
    }
    for input in inputs where !exclusions.exclude(input, from: input) && !isCancelled() {
      guard (try? input.stat().type) == .directory else {
        add(input, as: FilePath(root: nil, input.components.suffix(1)))
        continue
      }
      search.sounds(
        in: input, noting: &folders, &failures, isCancelled,
        onSound: { path, record in
          let name = path.inside(input)
          add(path, as: name, recorded: record.map { (name, $0) })
        })
    }
    earlierRecords = search.records
    searchesOutputs = search.records != nil
    items = OutputFilter(found, in: folder, usesFiller: usesFiller).inputs(isCancelled)
  }
}

/// A sound that a search found or that was named.
private struct FoundSound {
  let item: BatchItem
  /// Its name in the outputs' folder, and the record that says it was made of another sound.
  let recorded: (name: FilePath, record: BatchRecord)?
}

/// Tells outputs of earlier runs from inputs.
private struct OutputFilter {
  private let sounds: [FoundSound]
  private let folder: FilePath
  private let usesFiller: Bool
  /// The outputs of the sounds that no record says were made of others, by the ways to these.
  private let outputs: [FilePath: FilePath]

  init(_ sounds: [FoundSound], in folder: FilePath, usesFiller: Bool) {
    self.sounds = sounds
    self.folder = folder
    self.usesFiller = usesFiller
    guard sounds.contains(where: { $0.recorded != nil }) else {
      outputs = [:]
      return
    }
    // An input that a record calls an output proves nothing: two records could name each other's sounds.
    let items = sounds.lazy.filter { $0.recorded == nil }.map(\.item)
    let places = BatchPlaces(of: items.map(\.input), in: folder)
    outputs = Dictionary(items.map { (places.way(to: $0.input), $0.output) }) { first, _ in first }
  }

  func inputs(_ isCancelled: () -> Bool) -> [BatchItem] {
    sounds.compactMap { sound in
      if let (name, record) = sound.recorded, isOutput(name, record, isCancelled) { return nil }
      return sound.item
    }
  }

  private func isOutput(
    _ name: FilePath, _ record: BatchRecord, _ isCancelled: () -> Bool
  ) -> Bool {
    guard let status = try? folder.pushing(name).stat(followTargetSymlink: false) else {
      return false
    }
    if FileStamp(status) == record.outputStamp { return true }
    let isProven = record.isOutput(by: FileStamp(status))
    guard isProven || outputs[record.input].map({ $0.stemPath == name.stemPath }) == true,
      let file = try? AnchoredFolder(folder).file(at: name)
    else { return false }
    return record.isOutput(file, usesFiller: usesFiller, isCancelled)
  }
}

/// The search for sounds in folders, some of which may hold the outputs.
private struct BatchSearch {
  private let outputFolder: FilePath
  private let outputs: FileIdentity?
  private let exclusions: [PathPattern]
  /// The records in the outputs' folder, once that is searched.
  private(set) var records: Result<BatchState, ConversionError>?

  init(outputs folder: FilePath, leavingOut exclusions: [PathPattern]) {
    outputFolder = folder
    outputs = FileIdentity(of: folder)
    self.exclusions = exclusions
  }

  mutating func sounds(
    in folder: FilePath, noting folders: inout [FilePath], _ failures: inout [ConversionError],
    _ isCancelled: () -> Bool, onSound add: (FilePath, BatchRecord?) -> Void
  ) {
    let holdsOutputs = outputs != nil && FileIdentity(of: folder) == outputs
    let records = holdsOutputs ? loadRecords() : [:]
    folders.append(folder)
    var tree = FolderTree(folder).makeIterator()
    while !isCancelled(), let item = tree.next() {
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
        if outputs != nil, FileIdentity(of: path) == outputs {
          tree.skipDescendants()
        } else {
          folders.append(path)
        }
      } else if SoundCheck.isSound(path), entry.kind == .file || path.leadsToFileOrNowhere {
        let name = path.inside(folder)
        // A sound that was converted in place is its own output.
        add(path, records[name].flatMap { $0.input == name ? nil : $0 })
      }
    }
  }

  /// What can't be used is said when the batch runs.
  private mutating func loadRecords() -> [FilePath: BatchRecord] {
    if records == nil {
      records = Result { () throws(ConversionError) in
        do throws(ConversionError) {
          return try BatchState(in: outputFolder)
        } catch {
          throw ConversionError(
            error.step, error.path, error.cause,
            advice:
              "inputs and outputs can't be told apart in this folder, so every sound counts as"
              + " an input")
        }
      }
    }
    return (try? records?.get().records) ?? [:]
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
  /// Whether a link leads to a file, or to nothing: then a sound is missing, and somebody must hear of it.
  fileprivate var leadsToFileOrNowhere: Bool {
    do throws(Errno) {
      return try stat().type == .regular
    } catch {
      return error == .noSuchFileOrDirectory || error == .tooManySymbolicLinkLevels
    }
  }
}
