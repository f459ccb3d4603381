internal import Foundation

/// A program's expected output, recorded in the repository for people to review.
///
/// With `RECORD_SNAPSHOTS=1` in the environment, it is recorded again. The test still fails, so
/// that nobody mistakes a recording for a comparison.
public struct Snapshot {
  private let url: URL

  /// - Parameter path: The file's path from the package's folder.
  public init(_ path: String) {
    url = packageRoot.appending(path: path)
  }

  /// How a text differs from the recorded one, or nil if it doesn't.
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
