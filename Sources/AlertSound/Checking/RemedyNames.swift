internal import SoundFormat
public import SystemPackage

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
    choose(for: source, extension: Container.caf.pathExtensions[0]).map {
      RemedyPaths(source: SoundPath(source), output: SoundPath($0))
    }
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

extension AlertVerdict {
  /// Returns advice on one of the verdict's findings; nil if there is nothing sensible to do.
  ///
  /// - Parameters:
  ///   - finding: One of the reasons or the advisories.
  ///   - path: The file for the command to convert; nil if it can't be converted in place, such as
  ///     a file in an app. The command's output is a file that doesn't exist yet. For advice on
  ///     several files, choose the outputs with ``remedyPaths(for:from:)``.
  public func advice(on finding: AlertFinding, at path: FilePath? = nil) -> AlertAdvice? {
    var names = RemedyNames()
    return advice(on: finding, with: path.flatMap { remedyPaths(for: $0, from: &names) })
  }

  /// Chooses the files for the command advised for a sound.
  ///
  /// - Parameters:
  ///   - path: The sound.
  ///   - names: The names already chosen for other sounds of the same report.
  /// - Returns: The files; nil if no command is advised, and no names are taken then.
  public func remedyPaths(for path: FilePath, from names: inout RemedyNames) -> RemedyPaths? {
    hasRemedy ? names.paths(for: path) : nil
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
