public import Foundation

/// The folder that holds this package.
public let packageRoot = URL(filePath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// Real sound files with a manifest of their contents. They are too many for the repository.
///
/// They are searched for in the folder that `ALERTSOUND_CORPUS` names, then in `../shared/corpus`
/// beside the package.
public struct Corpus: Sendable {
  /// One line of the manifest: values by column name.
  public struct Row: Sendable, CustomStringConvertible {
    fileprivate let values: [String: String]
    fileprivate let url: URL

    public subscript(column: String) -> String { values[column] ?? "" }
    /// A whole number, or nil if the column has none.
    public func number(_ column: String) -> Int? { Int(self[column]) }
    public var description: String { self["file"] }

    /// Reads the file.
    public func bytes() throws -> [UInt8] {
      [UInt8](try Data(contentsOf: url))
    }
  }

  public let rows: [Row]

  /// The corpus, or nil if it isn't present.
  public static let installed: Corpus? = candidates.lazy.compactMap { Corpus(at: $0) }.first

  private static var candidates: [URL] {
    let named = ProcessInfo.processInfo.environment["ALERTSOUND_CORPUS"].map { URL(filePath: $0) }
    let beside = packageRoot.deletingLastPathComponent().appending(path: "shared/corpus")
    return (named.map { [$0] } ?? []) + [beside]
  }

  private init?(at folder: URL) {
    let manifest = folder.appending(path: "manifest.tsv")
    guard let text = try? String(contentsOf: manifest, encoding: .utf8) else { return nil }
    let lines = text.split(separator: "\n").map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
    guard let columns = lines.first else { return nil }
    rows = lines.dropFirst().map { fields in
      let values = Dictionary(uniqueKeysWithValues: zip(columns, fields))
      return Row(values: values, url: folder.appending(path: values["file"] ?? ""))
    }
  }
}
