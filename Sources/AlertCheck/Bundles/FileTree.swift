internal import Platform
internal import SoundFormat
internal import SystemPackage

/// The files in a folder or in an archive. Each file has a path in this tree.
///
/// The tree resolves links itself instead of leaving them to the system, so it opens nothing outside the folder or
/// archive.
struct FileTree: Sendable {
  enum Node: Equatable, Sendable {
    case file, folder
    /// A symbolic link, with the target that it states.
    case link(FilePath)
  }

  /// The paths of all files and links, sorted.
  let filePaths: [FilePath]
  let failures: [SoundError]
  /// The path of the tree's root, for messages.
  let root: FilePath
  /// The archive's path; nil for a tree in a folder.
  let archive: FilePath?
  private let nodes: [FilePath: Node]
  private let opener: @Sendable (FilePath) throws(SoundError) -> (any ByteSource)?

  /// - Parameter opener: Opens the file at a path; returns nil if there is no such file.
  private init(
    _ nodes: [FilePath: Node], _ failures: [SoundError] = [], at root: FilePath,
    in archive: FilePath? = nil,
    opener: @escaping @Sendable (FilePath) throws(SoundError) -> (any ByteSource)?
  ) {
    (self.nodes, self.failures, self.root) = (nodes, failures, root)
    (self.archive, self.opener) = (archive, opener)
    filePaths = nodes.filter { $0.value != .folder }.keys.sorted { $0.precedes($1) }
  }

  /// Lists a folder without opening the files in it.
  ///
  /// - Throws: `SoundError` if the folder can't be read. Errors of the folders inside it are added to ``failures``.
  init(folder: FolderTree) throws(SoundError) {
    let root = try folder.root.get()
    var nodes: [FilePath: Node] = [:]
    var failures: [SoundError] = []
    for item in folder {
      switch item {
      case .failure(let error):
        guard error.path != root.path else { throw error }
        failures.append(error)
      case .success(let entry):
        nodes[entry.path.inside(root.path)] =
          switch entry.kind {
          case .file: .file
          case .folder: .folder
          // Leave out a link whose target can't be read: the link has just been removed.
          case .link: (try? entry.path.linkTarget()).map { .link($0) }
          case .other: nil
          }
      }
    }
    self.init(nodes, failures, at: root.path) { path throws(SoundError) in
      do throws(Errno) {
        return try root.file(at: path)
      } catch {
        throw SoundError(wrapping: error, .openingInput, root.path.pushing(path))
      }
    }
  }

  /// Lists a folder in an archive.
  ///
  /// - Parameters:
  ///   - contents: The entries in the folder. Entries outside the folder are skipped.
  ///   - path: The path of the archive itself, for messages.
  ///   - prefix: The folder in the archive.
  /// - Throws: `SoundFileError` with the code `unsupported` if the folders' paths take too much memory.
  init(
    archive: ZipArchive, _ contents: [ZipEntry], at path: FilePath, below prefix: FilePath
  ) throws(SoundFileError) {
    var nodes: [FilePath: Node] = [:]
    var entries: [FilePath: ZipEntry] = [:]
    for entry in contents where entry.path.starts(with: prefix) {
      let inner = entry.path.inside(prefix)
      guard !inner.isEmpty, entry.kind != .other else { continue }
      entries[inner] = entry
      nodes[inner] = entry.kind == .folder ? .folder : archive.link(entry).map(Node.link) ?? .file
      // Add the folders around the entry, because an archive need not list them.
      var folder = inner.removingLastComponent()
      while !folder.isEmpty, nodes.updateValue(.folder, forKey: folder) != .folder {
        guard archive.folderBudget.spend(folder.length) else {
          throw SoundFileError(.unsupported, "the archive has too many folders")
        }
        folder.removeLastComponent()
      }
    }
    let root = path.pushing(prefix)
    self.init(nodes, at: root, in: path) { [entries] path throws(SoundError) in
      do throws(SoundFileError) {
        return try entries[path].map { entry throws(SoundFileError) in
          try archive.contents(of: entry)
        }
      } catch {
        throw SoundError(
          .openingInput, root.pushing(path), error, advice: Self.readingAdviceForArchives)
      }
    }
  }

  /// Returns the file, folder or link at a path, without following links; nil if the path doesn't exist.
  func node(at path: FilePath) -> Node? { path.isEmpty ? .folder : nodes[path] }

  /// Opens the file at a path that contains no links.
  func open(_ path: FilePath) throws(SoundError) -> any ByteSource {
    guard let file = try opener(path) else {
      throw SoundError(.openingInput, root.pushing(path), .system(.noSuchFileOrDirectory))
    }
    return file
  }

  /// Advice for a file that can't be read.
  var readingAdvice: Remedy? { archive.map { _ in Self.readingAdviceForArchives } }

  private static let readingAdviceForArchives: Remedy = "unpack the archive and check the app in it"
}

extension FileTree {
  enum Target: Equatable, Sendable {
    case file(FilePath)
    case folder(FilePath)
    /// A link that leads out of the tree, with the target that it states.
    case outside(FilePath)
    case nothing
    case cycle
    /// Following the links would take too much work, although the system might follow them.
    case tooLong
  }

  /// The most links that are followed in a path, as on Linux.
  private static let linkLimit = 40
  /// The most components that are followed in a path and in its links together. Real paths have fewer than fifty. In an
  /// archive, each link could have thousands.
  private static let componentLimit = 256

  /// Follows the links in a path.
  func target(of path: FilePath) -> Target {
    // On a phone, an absolute path leads out of the app, even if it leads into the tree on this computer.
    guard path.isRelative else { return .outside(path) }
    var (stated, rest, resolved) = (path, Array(path.components.reversed()), FilePath())
    var (linkCount, componentCount) = (0, rest.count)
    while let component = rest.popLast() {
      switch component.kind {
      case .currentDirectory: continue
      case .parentDirectory:
        guard resolved.removeLastComponent() else { return .outside(stated) }
        continue
      case .regular: resolved.append(component)
      }
      switch nodes[resolved] {
      case .folder: continue
      case .file: return rest.isEmpty ? .file(resolved) : .nothing
      case nil: return .nothing
      case .link(let target):
        linkCount += 1
        componentCount += target.components.count
        guard linkCount <= Self.linkLimit else { return .cycle }
        guard componentCount <= Self.componentLimit else { return .tooLong }
        guard target.isRelative else { return .outside(target) }
        stated = target
        resolved.removeLastComponent()
        rest += target.components.reversed()
      }
    }
    return .folder(resolved)
  }
}

extension ZipArchive {
  /// Returns the target of a link; nil if the entry isn't a link or can't be read.
  fileprivate func link(_ entry: ZipEntry) -> FilePath? {
    // Ignore targets above Linux's PATH_MAX of 4096 bytes. Darwin's PATH_MAX is smaller.
    guard entry.kind == .link, entry.byteCount <= 4096,
      let target = try? contents(of: entry).bytes(at: 0, count: 4096), !target.isEmpty
    else { return nil }
    return FilePath(bytes: target)
  }
}
