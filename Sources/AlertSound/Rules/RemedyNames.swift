internal import SoundFormat
public import SystemPackage

/// The files that an advised command line reads and writes.
public struct RemedyPaths: Hashable, Sendable {
  /// The file with the problem.
  public let source: FilePath
  /// The alert sound to make from it.
  public internal(set) var output: FilePath
  /// The WAVE file that another tool decodes it to, if needed. The command removes it at the end.
  public let intermediate: FilePath
}

/// Chooses names for the files that advised command lines write.
///
/// One value never chooses a name twice, so all commands of a report can be pasted in a row. The
/// names depend only on the order of the calls and on the files that exist.
public struct RemedyNames: Sendable {
  private var taken: Set<FoldedPath> = []

  /// Creates a value that has chosen no names yet.
  public init() {}

  /// Chooses unused names in a file's folder, based on the file's name.
  ///
  /// No file with such a name exists, and the name hasn't been chosen before.
  ///
  /// - Returns: The names; nil for a stream, which has no name itself.
  public mutating func paths(for source: FilePath) -> RemedyPaths? {
    guard let output = choose(for: source, extension: Container.caf.pathExtensions[0]),
      let intermediate = choose(for: source, extension: Container.wave.pathExtensions[0])
    else { return nil }
    return RemedyPaths(source: source, output: output, intermediate: intermediate)
  }

  private mutating func choose(
    for source: FilePath, extension pathExtension: String
  ) -> FilePath? {
    guard source.lastComponent?.kind == .regular, !source.starts(with: "/dev"),
      !source.starts(with: "/proc")
    else { return nil }
    let name = source.nameWithoutExtension
    let folder = source.removingLastComponent()
    // The file system may be case-insensitive.
    let own = FoldedPath(source.absolute)
    var number = 0
    while true {
      let suffix = number == 0 ? "" : number == 1 ? "-alert" : "-alert-\(number)"
      let path = folder.appending(name + Array("\(suffix).\(pathExtension)".utf8))
      let folded = FoldedPath(path.absolute)
      if folded != own, !taken.contains(folded), !path.isThere {
        taken.insert(folded)
        return path
      }
      number += 1
    }
  }
}

extension RemedyPaths {
  /// Chooses the files of a single command line; nil for a stream.
  ///
  /// - Parameter output: The file to make; nil for an unused name in the source's folder.
  init?(for source: FilePath, output: FilePath?) {
    var names = RemedyNames()
    guard let paths = names.paths(for: source) else { return nil }
    self = paths
    if let output { self.output = output }
  }
}

extension FilePath {
  /// The last component's bytes, without its extension and the dot.
  var nameWithoutExtension: [UInt8] {
    let name = lastComponent.map { FilePath(root: nil, [$0]).bytes } ?? []
    let dot = name.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > 0 ? $0 : nil } ?? name.endIndex
    return Array(name[..<dot])
  }

  /// Whether anything exists at this path, even a broken link.
  fileprivate var isThere: Bool { (try? stat(followTargetSymlink: false)) != nil }
}
