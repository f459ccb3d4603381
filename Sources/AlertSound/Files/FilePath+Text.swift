internal import Platform
internal import SoundFormat
package import SystemPackage

extension FilePath {
  /// Creates the path with the given bytes, up to the first zero. The bytes needn't be valid Unicode.
  package init(bytes: some Collection<UInt8>) {
    let string = bytes.map(CChar.init(bitPattern:)) + [0]
    self = unsafe string.withUnsafeBufferPointer {
      unsafe FilePath(platformString: $0.baseAddress!)
    }
  }

  package var bytes: [UInt8] {
    unsafe withPlatformString { unsafe [UInt8](UnsafeRawBufferPointer(start: $0, count: length)) }
  }

  /// Returns the path with a name appended. The name needn't be valid Unicode.
  package func appending(_ name: [UInt8]) -> FilePath { pushing(FilePath(bytes: name)) }

  /// The last component as a path.
  package var entryName: FilePath { FilePath(root: nil, components.suffix(1)) }

  /// The last component as text, with replacement characters for what isn't UTF-8.
  package var name: String { lastComponent?.string ?? "" }

  /// Returns whether the path sorts before another path. Components are compared in turn, byte by byte.
  package func precedes(_ other: FilePath) -> Bool {
    // Compare slashes as zeros: a slash ends a component, so it must sort before every other byte.
    bytes.lazy.map { $0 == 0x2F ? 0 : $0 }
      .lexicographicallyPrecedes(other.bytes.lazy.map { $0 == 0x2F ? 0 : $0 })
  }

  package init(_ path: SoundPath) { self.init(bytes: path.bytes) }

  package var isSound: Bool {
    self.extension.map { SoundFile.pathExtensions.contains($0.lowercased()) } ?? false
  }

  /// If the path begins with the path of `folder`, returns the path below `folder`. Otherwise returns the whole path.
  package func inside(_ folder: FilePath) -> FilePath {
    var path = self
    return path.removePrefix(folder) ? path : self
  }

  package var isURL: Bool { SoundPath(self).isURL }

  /// The path as it was typed. `FilePath` merges the two slashes of a URL. This text has both.
  package var typedText: String { SoundPath(self).typedText }

  /// The folder that contains the last component.
  package var folder: FilePath {
    let folder = removingLastComponent()
    return folder.isEmpty ? "." : folder
  }

  /// Returns a symbolic link's target, as stored.
  package func linkTarget() throws(Errno) -> FilePath { FilePath(bytes: try storedLink()) }

  /// The path made absolute from the working directory, without `.` and `..`.
  package var absolute: FilePath {
    guard isRelative, let directory = Self.workingDirectory else { return lexicallyNormalized() }
    return directory.pushing(self).lexicallyNormalized()
  }

  /// Returns the relative path from a folder to this path. Both paths must be absolute and without links.
  func relativePath(from folder: FilePath) -> FilePath {
    let (own, other) = (components.map(\.self), folder.components.map(\.self))
    let sharedCount = zip(own, other).prefix { $0 == $1 }.count
    let up = repeatElement(FilePath.Component(".."), count: other.count - sharedCount)
    return FilePath(root: nil, up + own[sharedCount...])
  }

  /// The absolute path. Links are resolved in the part of the path that exists. The folders after this part may still
  /// have to be created.
  package var real: FilePath {
    var nearest = self
    var missingCount = 0
    while true {
      if let path = nearest.resolved {
        return path.appending(components.suffix(missingCount))
      }
      guard nearest.lastComponent?.kind == .regular else {
        return nearest.absolute.appending(components.suffix(missingCount))
      }
      missingCount += 1
      nearest = nearest.folder
    }
  }

  /// The descriptor of this process that the path names; nil for any other path.
  ///
  /// Use the descriptor itself. Reopening its path would overwrite a file that a shell appends to, and
  /// would make a pipe whose writer has exited look like a pipe that still waits for a writer.
  package var ownDescriptor: FileDescriptor? {
    switch string {
    case "/dev/stdin": return .standardInput
    case "/dev/stdout": return .standardOutput
    case "/dev/stderr": return .standardError
    default:
      guard ["/dev/fd", "/proc/self/fd"].contains(removingLastComponent().string) else {
        return nil
      }
      return lastComponent.flatMap { CInt($0.string) }.map { FileDescriptor(rawValue: $0) }
    }
  }
}

extension SoundPath {
  package init(_ path: FilePath) { self.init(bytes: path.bytes) }
}

/// A path for comparing names on a case-insensitive file system, such as APFS by default.
///
/// APFS compares names after Unicode's full case folding and canonical normalization, so `straße` and
/// `STRASSE`, `ΟΔΟΣ` and `οδος`, and both ways to write `é` are the same. Source: Apple File System
/// Reference, "Directory File Hash"; Unicode Standard, 3.13, "Default Case Folding", D144 and D145.
package struct FoldedPath: Hashable, Sendable {
  /// The case-folded path; empty if the path isn't UTF-8. Needs no normalization: Swift compares strings canonically.
  private let text: String
  /// The bytes of a path that isn't UTF-8, which are compared unchanged; empty for any other path.
  private let bytes: [UInt8]

  package init(_ path: FilePath) {
    let bytes = path.bytes
    if let text = String(validUTF8: bytes) {
      self.text = text.caseFolded
      self.bytes = []
    } else {
      text = ""
      self.bytes = bytes
    }
  }
}

extension String {
  /// Unicode's full case folding.
  fileprivate var caseFolded: String {
    if utf8.allSatisfy({ $0 < 0x80 }) {
      return String(
        decoding: utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
    return unicodeScalars.reduce(into: "") { $0 += $1.caseFolded }
  }

  fileprivate func mapped(
    _ mapping: KeyPath<Unicode.Scalar.Properties, String>
  ) -> String {
    unicodeScalars.reduce(into: "") { $0 += $1.properties[keyPath: mapping] }
  }
}

extension Unicode.Scalar {
  /// A text that is the same for scalars with the same full case folding, such as `ss` for `ß` and `ẞ`.
  ///
  /// The standard library has case mappings, but no foldings. Two rounds of the upper-case and the lower-case mapping
  /// distinguish the same scalars as CaseFolding.txt. `ẞ` needs the second round: the first round gives only `ß`.
  fileprivate var caseFolded: String {
    // Keep ı, the only exception: its upper case is I, but it isn't folded to i.
    if value == 0x131 { return String(self) }
    return String(self).mapped(\.uppercaseMapping).mapped(\.lowercaseMapping)
      .mapped(\.uppercaseMapping).mapped(\.lowercaseMapping)
  }
}
