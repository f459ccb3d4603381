public import Foundation

/// A folder that is removed with the last reference to it.
public final class TemporaryDirectory: Sendable {
  public let url: URL

  /// The system's temporary folder, without links, as commands print it. A Mac's is below `/var`, which is a
  /// link; `resolvingSymlinksInPath` keeps that one.
  private static let parent: URL = {
    let folder = FileManager.default.temporaryDirectory
    guard let path = unsafe realpath(folder.path(percentEncoded: false), nil) else { return folder }
    defer { unsafe free(path) }
    return URL(filePath: unsafe String(cString: path), directoryHint: .isDirectory)
  }()

  public init() throws {
    url = Self.parent
      .appending(path: "alertsound-tests-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// The path of a file in the folder.
  public func path(_ name: String) -> String {
    url.appending(path: name).path(percentEncoded: false)
  }

  /// Writes a file and returns its path.
  @discardableResult
  public func write(_ bytes: [UInt8], to name: String) throws -> String {
    try Data(bytes).write(to: url.appending(path: name))
    return path(name)
  }

  /// Creates an empty file and its folders, or a folder if the path ends with a slash.
  public func make(_ path: String, _ bytes: [UInt8] = []) throws {
    let url = url.appending(path: path)
    let folder = path.hasSuffix("/") ? url : url.deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    if !path.hasSuffix("/") { try write(bytes, to: path) }
  }

  /// Reads a file.
  public func read(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: url.appending(path: name)))
  }

  /// The names of everything in the folder, including hidden files, sorted.
  public var names: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: url.path(percentEncoded: false)).sorted()
    }
  }
}
