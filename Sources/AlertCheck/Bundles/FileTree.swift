internal import SoundFormat
internal import SystemPackage

/// The files in a folder, in an archive, or in an app that a project will build. Each has a path in this tree.
///
/// The tree resolves links itself instead of leaving them to the system, so it opens nothing outside the folder,
/// archive or app.
struct FileTree: Sendable {
  enum Node: Hashable, Sendable {
    case file, folder
    /// A symbolic link, with the target that it states.
    case link(FilePath)
  }

  /// The paths of all files and links, sorted.
  let filePaths: [FilePath]
  let failures: [SoundError]
  private let nodes: [FilePath: Node]
  /// For each link, where it leads.
  private let routes: [FilePath: LinkRoute]
  private let storage: Storage

  private enum Storage: Sendable {
    case folder(AnchoredFolder)
    /// The archive, the archive's path, the tree's root in the archive, and the files by their paths below this root.
    case archive(ZipArchive, at: FilePath, below: FilePath, [FilePath: ZipEntry])
    /// The tree's name, the project's folder, and for each path in the tree, the file's path in the project's folder.
    case planned(FilePath, in: AnchoredFolder, [FilePath: FilePath])
  }

  private init(_ nodes: [FilePath: Node], _ failures: [SoundError], _ storage: Storage) {
    self.nodes = nodes
    self.failures = failures
    self.storage = storage
    filePaths = nodes.filter { $0.value != .folder }.keys.sorted { $0.precedes($1) }
    routes = LinkRoute.all(in: nodes)
  }

  /// Lists a folder without opening the files in it.
  ///
  /// - Throws: `SoundError` if the folder can't be read. If a folder inside it can't be read, the error is added to
  ///   ``failures``.
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
        guard let node = entry.node else { continue }
        nodes[entry.path.inside(root.path)] = node
      }
    }
    self.init(nodes, failures, .folder(root))
  }

  /// Lists a folder in an archive.
  ///
  /// - Parameters:
  ///   - contents: The entries in the folder. Others are skipped.
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
        try archive.spendOnFolder(folder)
        folder.removeLastComponent()
      }
    }
    self.init(nodes, [], .archive(archive, at: path, below: prefix, entries))
  }

  /// Lists the files that a project's build will put into an app.
  ///
  /// - Parameters:
  ///   - files: Each file's path in the project, by its path in the app.
  ///   - name: The app's name, for messages.
  ///   - folder: The project's folder. No link in it is followed.
  init(planned files: [FilePath: FilePath], named name: FilePath, in folder: AnchoredFolder) {
    var nodes: [FilePath: Node] = [:]
    for path in files.keys {
      var folder = path.removingLastComponent()
      while !folder.isEmpty, nodes.updateValue(.folder, forKey: folder) != .folder {
        folder.removeLastComponent()
      }
    }
    // Add the files last, so that a path that is both a file and another file's folder always counts as a file.
    for path in files.keys { nodes[path] = .file }
    self.init(nodes, [], .planned(name, in: folder, files))
  }

  /// The path of the tree's root, for messages.
  var root: FilePath {
    switch storage {
    case .folder(let folder): folder.path
    case .planned(let path, _, _): path
    case .archive(_, let path, let prefix, _): path.pushing(prefix)
    }
  }

  var archive: FilePath? {
    if case .archive(_, let path, _, _) = storage { path } else { nil }
  }

  /// Returns the file, folder or link at a path, without following links; nil if the path doesn't exist.
  func node(at path: FilePath) -> Node? { path.isEmpty ? .folder : nodes[path] }

  /// Opens the file at a path that contains no links.
  func open(_ path: FilePath) throws(SoundError) -> any ByteSource & Sendable {
    switch storage {
    case .folder(let root): return try Self.file(at: path, in: root)
    case .archive(let archive, _, _, let entries):
      guard let entry = entries[path] else {
        throw SoundError(.openingInput, root.pushing(path), .system(.noSuchFileOrDirectory))
      }
      do throws(SoundFileError) {
        return try archive.contents(of: entry)
      } catch {
        throw SoundError(.openingInput, root.pushing(path), error, advice: readingAdvice)
      }
    case .planned(_, let folder, let files):
      guard let source = files[path] else {
        throw SoundError(.openingInput, root.pushing(path), .system(.noSuchFileOrDirectory))
      }
      return try Self.file(at: source, in: folder)
    }
  }

  private static func file(
    at path: FilePath, in folder: AnchoredFolder
  ) throws(SoundError) -> AnchoredFile {
    do throws(Errno) {
      return try folder.file(at: path)
    } catch {
      throw SoundError(wrapping: error, .openingInput, folder.path.pushing(path))
    }
  }

  /// Advice for a file that can't be read.
  var readingAdvice: String? {
    if case .archive = storage { "unpack the archive and check the app in it" } else { nil }
  }
}

extension FileTree {
  enum Target: Hashable, Sendable {
    case file(FilePath)
    case folder(FilePath)
    /// A link that leads out of the tree, with the target that it states.
    case outside(FilePath)
    case nothing
    case cycle
  }

  /// Follows the links in a path.
  func target(of path: FilePath) -> Target {
    var walk = LinkWalk(along: path)
    while true {
      switch walk.next(in: nodes) {
      case .end(let target): return target
      case .link(let link, _):
        guard let route = routes[link] else { return .nothing }
        walk.follow(route)
      }
    }
  }
}

/// Where a link leads, and how many links are followed on the way, including the link itself.
private struct LinkRoute: Sendable {
  let target: FileTree.Target
  let linkCount: Int

  /// The number of links that Linux follows in a path.
  static let linkLimit = 40
  private static let cycle = LinkRoute(target: .cycle, linkCount: linkLimit + 1)

  /// Follows each link of a tree once, so the time is linear even if all links lead through the same long chain.
  static func all(in nodes: [FilePath: FileTree.Node]) -> [FilePath: LinkRoute] {
    var routes: [FilePath: LinkRoute] = [:]
    for case (let path, .link(let target)) in nodes where routes[path] == nil {
      // Keep the links of a chain in an array. A recursive function could overflow the stack.
      var chain = [(link: path, walk: LinkWalk(from: path, to: target))]
      while let last = chain.indices.last {
        switch chain[last].walk.next(in: nodes) {
        case .end(let target):
          let (link, walk) = chain.removeLast()
          routes[link] = LinkRoute(target: target, linkCount: walk.linkCount)
        case .link(let link, let target):
          if let route = routes[link] {
            chain[last].walk.follow(route)
          } else if chain.contains(where: { $0.link == link }) {
            for (link, _) in chain { routes[link] = cycle }
            chain = []
          } else {
            chain.append((link, LinkWalk(from: link, to: target)))
            if chain.count > linkLimit { routes[chain.removeFirst().link] = cycle }
          }
        }
      }
    }
    return routes
  }
}

/// A walk along a path, which stops at each link.
private struct LinkWalk {
  private let path: FilePath
  private var rest: Slice<FilePath.ComponentView>
  private var resolved: FilePath
  private var end: FileTree.Target?
  private(set) var linkCount = 0

  enum Step {
    case end(FileTree.Target)
    /// A link, with the target that it states. Until ``follow(_:)`` is called, each step is this link.
    case link(FilePath, to: FilePath)
  }

  init(along path: FilePath, from folder: FilePath = FilePath()) {
    self.path = path
    rest = path.components[...]
    resolved = folder
    // On a phone, an absolute path leads out of the app, even if it leads into the tree on this computer.
    if path.isAbsolute { end = .outside(path) }
  }

  /// Walks along the target of a link.
  init(from link: FilePath, to target: FilePath) {
    self.init(along: target, from: link.removingLastComponent())
    linkCount = 1
  }

  mutating func next(in nodes: [FilePath: FileTree.Node]) -> Step {
    while end == nil {
      switch nodes[resolved] {
      case .folder?: break
      case .link(let target)?: return .link(resolved, to: target)
      case .file?: end = rest.isEmpty ? .file(resolved) : .nothing
      case nil where !resolved.isEmpty: end = .nothing
      case nil: break
      }
      guard end == nil, let component = rest.popFirst() else { break }
      switch component.kind {
      case .currentDirectory: continue
      case .parentDirectory: if !resolved.removeLastComponent() { end = .outside(path) }
      case .regular: resolved.append(component)
      }
    }
    return .end(end ?? .folder(resolved))
  }

  /// Goes on where a link leads.
  mutating func follow(_ route: LinkRoute) {
    linkCount += route.linkCount
    switch route.target {
    case _ where linkCount > LinkRoute.linkLimit: end = .cycle
    case .folder(let path), .file(let path): resolved = path
    case .outside, .nothing, .cycle: end = route.target
    }
  }
}

extension ZipArchive {
  /// Returns an entry's target if the entry is a link; nil if it isn't, or can't be read.
  fileprivate func link(_ entry: ZipEntry) -> FilePath? {
    // Ignore targets above Linux's PATH_MAX of 4096 bytes. Darwin's PATH_MAX is smaller.
    guard entry.kind == .link, entry.byteCount <= 4096,
      let target = try? contents(of: entry).bytes(at: 0, count: 4096), !target.isEmpty
    else { return nil }
    return FilePath(bytes: target)
  }
}

extension FolderEntry {
  fileprivate var node: FileTree.Node? {
    switch kind {
    case .file: .file
    case .folder: .folder
    // Leave out a link whose target can't be read: the link has just been removed.
    case .link: (try? path.linkTarget()).map { .link($0) }
    case .other: nil
    }
  }
}
