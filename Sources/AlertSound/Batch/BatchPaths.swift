internal import SystemPackage

/// The paths of a batch's inputs relative to its folder. They don't depend on the working directory or on
/// links.
struct BatchPaths: Sendable {
  private let folder: FilePath
  /// The folder's path with links resolved.
  private let realFolder: FilePath
  /// The relative paths from the folder to the inputs' folders, by the latter's paths as given.
  private var parentPaths: [FilePath: FilePath] = [:]

  /// Finds the inputs' paths relative to a folder.
  init(of inputs: some Sequence<FilePath>, in folder: FilePath) {
    self.folder = folder
    realFolder = folder.real
    for input in inputs {
      let parent = input.removingLastComponent()
      guard parentPaths[parent] == nil else { continue }
      parentPaths[parent] = (parent.isEmpty ? "." : parent).real.relativePath(from: realFolder)
    }
  }

  /// An input's path relative to the folder.
  func relativePath(to input: FilePath) -> FilePath {
    guard let name = input.lastComponent, name.kind == .regular,
      let parentPath = parentPaths[input.removingLastComponent()]
    else { return input.real.relativePath(from: realFolder) }
    return parentPath.appending(name)
  }

  /// Whether an input, with links resolved, is the file that its output would replace.
  ///
  /// The file system decides: if it ignores case, `Ring.caf` would replace `Ring.CAF`. If a file has several
  /// hard links, replacing one keeps the others.
  func isInPlace(_ item: BatchItem) -> Bool {
    if relativePath(to: item.input) == item.output { return true }
    let output = folder.pushing(item.output)
    guard let name = item.output.lastComponent,
      let replaced = try? output.stat(followTargetSymlink: false),
      let input = try? item.input.stat(), FileIdentity(replaced) == FileIdentity(input)
    else { return false }
    guard replaced.linkCount > 1 else { return true }
    return FoldedPath(item.input.real) == FoldedPath(output.folder.real.appending(name))
  }

  /// The path for opening an input, from its path relative to the folder.
  func path(at relativePath: FilePath) -> FilePath { folder.pushing(relativePath) }

  /// The path for messages.
  func name(at relativePath: FilePath) -> FilePath {
    (folder.absolute == realFolder ? folder : realFolder).pushing(relativePath)
      .lexicallyNormalized()
  }
}
