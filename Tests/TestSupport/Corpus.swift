public import Foundation

public let packageRoot = URL(filePath: #filePath)
  .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

/// Real sound files with a manifest of their contents. There are too many for the repository.
///
/// The corpus is in the folder that `ALERTSOUND_CORPUS` names, or else in `../shared/corpus` beside
/// the package.
public struct Corpus: Sendable {
  /// A line of the manifest: values by column name.
  public struct Row: Sendable, CustomStringConvertible {
    fileprivate let values: [String: String]
    fileprivate let url: URL

    public subscript(column: String) -> String { values[column] ?? "" }
    /// The column's integer, or nil if it has none.
    public func number(_ column: String) -> Int? { Int(self[column]) }
    public var description: String { self["file"] }

    public func bytes() throws -> [UInt8] {
      [UInt8](try Data(contentsOf: url))
    }
  }

  public let folder: URL
  public let rows: [Row]

  /// The corpus, or nil if it isn't installed.
  public static let installed: Corpus? = candidates.lazy.compactMap { Corpus(at: $0) }.first

  private static var candidates: [URL] {
    let named = ProcessInfo.processInfo.environment["ALERTSOUND_CORPUS"].map { URL(filePath: $0) }
    let beside = packageRoot.deletingLastPathComponent().appending(path: "shared/corpus")
    return (named.map { [$0] } ?? []) + [beside]
  }

  private init?(at folder: URL) {
    self.folder = folder
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

/// A program's expected output, recorded in the repository for people to review.
///
/// `RECORD_SNAPSHOTS=1` in the environment records the output again. The test still fails, so that
/// nobody mistakes a recording for a comparison.
public struct Snapshot {
  private let url: URL

  /// - Parameter path: The file's path in the package.
  public init(_ path: String) {
    url = packageRoot.appending(path: path)
  }

  /// How a text differs from the recorded text, or nil if they are equal.
  public func difference(from text: String) throws -> String? {
    guard ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] != "1" else {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
      return "recorded: review it and run again without RECORD_SNAPSHOTS"
    }
    guard let recorded = try? String(contentsOf: url, encoding: .utf8) else {
      return "nothing is recorded: run with RECORD_SNAPSHOTS=1"
    }
    if recorded == text { return nil }
    let expected = recorded.split(separator: "\n", omittingEmptySubsequences: false)
    let found = text.split(separator: "\n", omittingEmptySubsequences: false)
    let index = zip(expected, found).enumerated().first { $1.0 != $1.1 }?.offset
    let line = index ?? min(expected.count, found.count)
    return """
      \(url.lastPathComponent), line \(line + 1):
      expected: \(line < expected.count ? String(expected[line]) : "the end")
      printed:  \(line < found.count ? String(found[line]) : "the end")
      """
  }
}
