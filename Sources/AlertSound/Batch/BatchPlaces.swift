internal import SystemPackage

/// Where a batch's inputs are, seen from its folder: the same from any working directory, and by any
/// links.
struct BatchPlaces: Sendable {
  private let folder: FilePath
  /// The folder without links.
  private let realFolder: FilePath
  /// The ways from the folder to the inputs' folders, by these as they were given.
  private var ways: [FilePath: FilePath] = [:]

  /// The places of inputs, seen from a folder.
  init(of inputs: some Sequence<FilePath>, in folder: FilePath) {
    self.folder = folder
    realFolder = folder.real
    for input in inputs {
      let parent = input.removingLastComponent()
      guard ways[parent] == nil else { continue }
      ways[parent] = (parent.isEmpty ? "." : parent).real.way(from: realFolder)
    }
  }

  /// The way from the folder to an input of the batch.
  func way(to input: FilePath) -> FilePath {
    guard let name = input.lastComponent, name.kind == .regular,
      let way = ways[input.removingLastComponent()]
    else { return input.real.way(from: realFolder) }
    return way.appending(name)
  }

  /// Whether an input, where links lead, is the file that its output would replace.
  ///
  /// The file system decides: where it ignores case, `Ring.CAF` is what `Ring.caf` would replace. Of a file
  /// with several names, replacing one leaves the others.
  func isInPlace(_ item: BatchItem) -> Bool {
    if way(to: item.input) == item.output { return true }
    let output = folder.pushing(item.output)
    guard let name = item.output.lastComponent,
      let replaced = try? output.stat(followTargetSymlink: false),
      let input = try? item.input.stat(), FileIdentity(replaced) == FileIdentity(input)
    else { return false }
    guard replaced.linkCount > 1 else { return true }
    return FoldedPath(item.input.real) == FoldedPath(output.folder.real.appending(name))
  }

  /// The input a way leads to, to open it.
  func path(along way: FilePath) -> FilePath { folder.pushing(way) }

  /// The same for people.
  func name(along way: FilePath) -> FilePath {
    (folder.absolute == realFolder ? folder : realFolder).pushing(way).lexicallyNormalized()
  }
}
