package import SystemPackage

extension FilePath {
  /// Creates a path from the core's.
  package init(_ path: SoundPath) { self.init(bytes: path.bytes) }

  /// Whether this is a URL rather than the path of a file.
  package var isURL: Bool { SoundPath(self).isURL }

  /// The path as it was typed. `FilePath` merges the two slashes of a URL into one.
  package var typedText: String { SoundPath(self).typedText }
}

extension SoundPath {
  /// Creates the core's path from the system's.
  package init(_ path: FilePath) { self.init(bytes: path.bytes) }
}
