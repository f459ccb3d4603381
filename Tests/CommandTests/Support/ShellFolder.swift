import Foundation
import TestSupport
import Testing

/// A folder in which shell lines run. The built commands are first on the path.
struct ShellFolder {
  let directory: TemporaryDirectory

  static let bash = Tool("bash")

  /// Creates a folder with files, whose names may be paths.
  init(_ files: [String: [UInt8]] = [:]) throws {
    directory = try TemporaryDirectory()
    for (name, bytes) in files { try write(bytes, to: name) }
  }

  /// A folder with the demo app, as a bundle and as an archive.
  static func withDemoApp() throws -> ShellFolder {
    let folder = try ShellFolder(["Demo.ipa": DemoApp.archive])
    try DemoApp.instance.write(to: folder.directory.url.appending(path: "Demo.app"))
    return folder
  }

  /// Writes a file, and creates its folders if necessary.
  func write(_ bytes: [UInt8], to name: String) throws {
    try makeParent(of: name)
    try directory.write(bytes, to: name)
  }

  func write(_ text: String, to name: String) throws { try write(Array(text.utf8), to: name) }

  func read(_ name: String) throws -> [UInt8] { try directory.read(name) }

  func text(_ name: String) throws -> String { try directory.text(name) }

  /// The sounds in a manifest.
  func manifestSounds(_ name: String = "m.json") throws -> [[String: Any]] {
    let manifest = try JSONSerialization.jsonObject(with: Data(read(name))) as? [String: Any]
    return try #require(manifest?["sounds"] as? [[String: Any]])
  }

  func makeParent(of name: String) throws {
    try FileManager.default.createDirectory(
      at: directory.url.appending(path: name).deletingLastPathComponent(),
      withIntermediateDirectories: true)
  }

  /// Runs shell lines with this folder as the working directory and the home directory.
  func run(_ lines: String) throws -> Tool.Outcome {
    try Self.bash.outcome(of: ["-c", lines], in: directory.url, environment: environment)
  }

  var environment: [String: String] {
    ["PATH": TestSystem.searchPath, "HOME": directory.url.path(percentEncoded: false)]
  }

  /// The sorted paths of all files in the folder and its subfolders, including hidden files.
  func files() throws -> [String] {
    var isFolder: ObjCBool = false
    return try FileManager.default
      .subpathsOfDirectory(atPath: directory.url.path(percentEncoded: false))
      .filter {
        unsafe FileManager.default.fileExists(atPath: directory.path($0), isDirectory: &isFolder)
          && !isFolder.boolValue
      }.sorted()
  }
}

extension ShellFolder {
  /// Whether Python can run commands on a pseudo-terminal.
  static let hasTerminal = Tool("python3").isInstalled

  /// Runs a shell line with standard output and standard error on a terminal.
  ///
  /// - Returns: The terminal's output.
  func onTerminal(_ line: String) throws -> String {
    try write(
      Array(
        """
        import os, pty, sys
        pid, terminal = pty.fork()
        if pid == 0:
            os.environ["TERM"] = "xterm"
            os.execvp("sh", ["sh", "-c", sys.argv[1]])
        seen = b""
        while True:
            try:
                part = os.read(terminal, 4096)
            except OSError:
                break
            if not part:
                break
            seen += part
        os.waitpid(pid, 0)
        sys.stdout.buffer.write(seen)
        """.utf8), to: "terminal.py")
    return try run("python3 terminal.py '\(line)'").outputText
  }
}
