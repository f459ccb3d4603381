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

  /// Finds inputs.
  ///
  /// Where the outputs' folder is itself searched, what a batch made there before is not taken for an
  /// input; where it is inside a folder that is searched, it is left out.
  ///
  /// - Parameters:
  ///   - inputs: Files, which are taken whatever they are called and whether or not they exist, and
  ///     folders, which are searched.
  ///   - folder: Where the outputs go.
  ///   - container: The outputs' container.
  ///   - isFlat: Whether all outputs go into the folder itself.
  ///   - exclusions: Files and folders to leave out, by their path from the folder that is searched, or by
  ///     their name; inputs that are files, by the path they were given as.
  public init(
    of inputs: [FilePath], into folder: FilePath, container: Container, isFlat: Bool = false,
    exclusions: [PathPattern] = []
  ) {
    let search = BatchSearch(outputs: folder, leavingOut: exclusions)
    let pathExtension = container.pathExtensions[0]
    func add(_ input: FilePath, as name: FilePath) {
      var output = isFlat ? FilePath(root: nil, name.components.suffix(1)) : name
      output.extension = pathExtension
      items.append(BatchItem(input: input, output: output))
    }
    for input in inputs where !exclusions.exclude(input, from: input) {
      guard (try? input.stat().type) == .directory else {
        add(input, as: FilePath(root: nil, input.components.suffix(1)))
        continue
      }
      search.sounds(
        in: input, noting: &folders, &failures,
        onSound: { path in
          add(path, as: path.inside(input))
        })
    }
  }
}

/// The search for sounds in folders, some of which may hold the outputs.
private struct BatchSearch {
  private let outputFolder: FilePath
  private let outputs: FileIdentity?
  private let exclusions: [PathPattern]

  init(outputs folder: FilePath, leavingOut exclusions: [PathPattern]) {
    outputFolder = folder
    outputs = FileIdentity(of: folder)
    self.exclusions = exclusions
  }

  func sounds(
    in folder: FilePath, noting folders: inout [FilePath], _ failures: inout [ConversionError],
    onSound add: (FilePath) -> Void
  ) {
    let holdsOutputs = outputs != nil && FileIdentity(of: folder) == outputs
    // What can't be used is said when the batch runs.
    let records = holdsOutputs ? (try? BatchState(in: outputFolder).records) ?? [:] : [:]
    folders.append(folder)
    var tree = FolderTree(folder).makeIterator()
    while let item = tree.next() {
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
        if let record = records[name], isMade(name, record) { continue }
        add(path)
      }
    }
  }

  /// Whether a file is what a batch made of another one. A record alone doesn't prove that: it may name the
  /// user's own sound, which would then never be converted.
  private func isMade(_ name: FilePath, _ record: BatchRecord) -> Bool {
    guard record.input != name else { return false }
    if let stamp = record.outputStamp,
      let status = try? outputFolder.pushing(name).stat(followTargetSymlink: false),
      FileStamp(status) == stamp
    {
      return true
    }
    guard let file = try? AnchoredFolder(outputFolder).file(at: name) else { return false }
    return record.isOutput(file) { false }
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
