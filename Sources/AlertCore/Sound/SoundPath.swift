/// The path of a file as its bytes, which needn't be UTF-8. The core names files but opens none.
public struct SoundPath: Hashable, Sendable {
  /// The path's bytes, without a terminating zero.
  package let bytes: [UInt8]

  /// Creates a path from its bytes.
  package init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The path as text, with replacement characters for what isn't UTF-8.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The bytes after the last slash; nil if there are none.
  package var nameBytes: [UInt8]? {
    let name = bytes.split(separator: UInt8(ascii: "/")).last
    return name.map { [UInt8]($0) }
  }

  /// The file's name as text; nil if the path has no last component.
  package var name: String? { nameBytes.map { String(decoding: $0, as: UTF8.self) } }

  /// The extension of the file's name, without the dot and in lower case; nil if there is none.
  package var pathExtension: String? {
    guard let name, let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
    return name[dot...].dropFirst().lowercased()
  }
}

extension SoundPath {
  private static let schemes: Set = ["file", "ftp", "gs", "http", "https", "s3"]

  /// The scheme, without the colon; nil for a path that isn't a URL.
  private var scheme: Substring? {
    let text = text
    let scheme = text.prefix { $0 != ":" }
    let isURL =
      Self.schemes.contains(scheme.lowercased()) && text.dropFirst(scheme.count).hasPrefix(":/")
    return isURL ? scheme : nil
  }

  /// Whether this is a URL rather than the path of a file.
  package var isURL: Bool { scheme != nil }

  /// The path as it was typed. A system's path type may have merged the two slashes of a URL.
  package var typedText: String {
    guard let scheme else { return text }
    let rest = text.dropFirst(scheme.count + 1).drop { $0 == "/" }
    // A file URL has three slashes, with no host between them.
    return String(scheme) + (scheme.lowercased() == "file" ? ":///" : "://") + rest
  }
}
