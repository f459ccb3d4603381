package import SystemPackage

extension FilePath {
  private static let schemes: Set = ["file", "ftp", "gs", "http", "https", "s3"]

  /// The scheme, without the colon; nil for a path that isn't a URL.
  private var scheme: Substring? {
    let text = string
    let scheme = text.prefix { $0 != ":" }
    let isURL =
      Self.schemes.contains(scheme.lowercased()) && text.dropFirst(scheme.count).hasPrefix(":/")
    return isURL ? scheme : nil
  }

  /// Whether this is a URL rather than the path of a file.
  package var isURL: Bool { scheme != nil }

  /// The path as it was typed. `FilePath` merges the two slashes of a URL into one.
  package var typedText: String {
    guard let scheme else { return string }
    // A file URL has three, with no host between them.
    return scheme + (scheme.lowercased() == "file" ? "://" : ":/")
      + string.dropFirst(scheme.count + 1)
  }
}
