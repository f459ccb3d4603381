internal import SystemPackage

/// Where a batch's inputs are, seen from its folder: the same from any working directory, and by any
/// links.
struct BatchPlaces: Sendable {
  private let folder: FilePath
  /// The folder without links.
  private let realFolder: FilePath
  /// The ways from the folder to the inputs' folders, by these as they were given.
  private var ways: [FilePath: FilePath] = [:]

  init(_ batch: Batch) {
    folder = batch.folder
    realFolder = batch.folder.real
    for item in batch.items {
      let parent = item.input.removingLastComponent()
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

  /// Whether an input, where links lead, is what is in its output's place.
  func isInPlace(_ item: BatchItem) -> Bool {
    if way(to: item.input) == item.output { return true }
    guard (try? item.input.stat(followTargetSymlink: false).type) == .symbolicLink,
      let name = item.output.lastComponent
    else { return false }
    return item.input.real == folder.pushing(item.output).folder.real.appending(name)
  }

  /// The input a way leads to, to open it.
  func path(along way: FilePath) -> FilePath { folder.pushing(way) }

  /// The same for people.
  func name(along way: FilePath) -> FilePath {
    (folder.absolute == realFolder ? folder : realFolder).pushing(way).lexicallyNormalized()
  }
}
