package import SystemPackage

extension FilePath {
  private static let schemes: Set = ["file", "ftp", "gs", "http", "https", "s3"]

  /// The beginning of a URL up to its colon; nil for a path that isn't one.
  private var scheme: Substring? {
    let text = string
    let scheme = text.prefix { $0 != ":" }
    let isURL =
      Self.schemes.contains(scheme.lowercased()) && text.dropFirst(scheme.count).hasPrefix(":/")
    return isURL ? scheme : nil
  }

  /// Whether this is a URL, which is no file.
  package var isURL: Bool { scheme != nil }

  /// The path as it was typed. `FilePath` takes the two slashes of a URL for one.
  package var typedText: String {
    guard let scheme else { return string }
    // The URL of a file has three, with no host between them.
    return scheme + (scheme.lowercased() == "file" ? "://" : ":/")
      + string.dropFirst(scheme.count + 1)
  }
}
