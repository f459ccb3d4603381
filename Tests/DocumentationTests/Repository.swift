import Foundation

/// The checkout that contains these tests.
enum Repository {
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: root.appending(path: path).path(percentEncoded: false))
  }

  static func text(of path: String) throws -> String {
    String(decoding: try Data(contentsOf: root.appending(path: path)), as: UTF8.self)
  }

  /// The sorted paths of the files below `folder` with one of the extensions.
  static func files(in folder: String, withExtensions extensions: Set<String>) throws -> [String] {
    try FileManager.default
      .subpathsOfDirectory(atPath: root.appending(path: folder).path(percentEncoded: false))
      .map { "\(folder)/\($0)" }
      .filter { path in extensions.contains { path.hasSuffix(".\($0)") } }
      .sorted()
  }
}
