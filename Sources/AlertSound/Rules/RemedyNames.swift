internal import SoundFormat
public import SystemPackage

/// The files that an advised command line reads and writes.
public struct RemedyPaths: Hashable, Sendable {
  /// The file that something is wrong with.
  public let source: FilePath
  /// The alert that is made of it.
  public internal(set) var output: FilePath
  /// The WAVE file that another tool decodes it to, where that is needed; it is removed in the end.
  public let intermediate: FilePath
}

/// The names that advised command lines have been given for the files they write.
///
/// The names chosen by one value are all different, so the commands of a report can be pasted one after the
/// other. They depend on the order of the calls and on the files that exist, and on nothing else.
public struct RemedyNames: Sendable {
  private var taken: Set<FoldedPath> = []

  /// Begins without names.
  public init() {}

  /// Chooses names beside a file, like its own, of files that don't exist and haven't been chosen before.
  ///
  /// - Returns: The names; nil for a stream, which has none itself.
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
    // The source may be on a file system that ignores case.
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
  /// The files of a single command line; nil for a stream.
  ///
  /// - Parameter output: The file to make; nil for an unused name beside the source.
  init?(for source: FilePath, output: FilePath?) {
    var names = RemedyNames()
    guard let paths = names.paths(for: source) else { return nil }
    self = paths
    if let output { self.output = output }
  }
}

extension FilePath {
  /// The last component's bytes up to the dot of its extension.
  var nameWithoutExtension: [UInt8] {
    let name = lastComponent.map { FilePath(root: nil, [$0]).bytes } ?? []
    let dot = name.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > 0 ? $0 : nil } ?? name.endIndex
    return Array(name[..<dot])
  }

  /// Whether something has this name, if only a link that leads nowhere.
  fileprivate var isThere: Bool { (try? stat(followTargetSymlink: false)) != nil }
}
