internal import SoundFormat
internal import SystemPackage

/// The raw resources that an Android app's build keeps, whether or not code uses them.
///
/// A release build may shrink resources: it removes those that no code refers to. It doesn't see that a string in a
/// payload or in a plugin's call names a sound. The attribute `tools:keep` in an XML file below `res` lists what to keep.
/// Source: Android developers, "Customize which resources to keep",
/// https://developer.android.com/topic/performance/app-optimization/customize-which-resources-to-keep.
struct KeptResources: Sendable {
  /// Names of raw resources.
  private let names: Set<String>
  /// Names with wildcards.
  private let patterns: [PathPattern]

  /// The kinds of resources whose files may have the attribute.
  private static let folderKinds: Set = ["raw", "values", "xml"]
  /// More than an app has. Each is compared with each sound.
  private static let wildcardLimit = 200
  /// In bytes, with `@raw/`: longer than any name of a file.
  private static let patternByteLimit = 260
  /// Far more than an app has. Resources may come with an untrusted checkout.
  private static let fileLimit = 2000
  /// In bytes; a list of ten thousand names.
  private static let byteLimit = 1 << 18

  /// Reads the files below a folder of resources. Links in it aren't followed. What can't be read keeps nothing.
  ///
  /// - Parameter folder: The folder `res` of an Android module.
  init(resFolder folder: FilePath) {
    var patterns: [String] = []
    var fileCount = 0
    let root = try? AnchoredFolder(folder)
    for name in Self.names(in: root) {
      // `raw-de` has the German resources.
      let kind = name.string.prefix { $0 != "-" }
      guard Self.folderKinds.contains(String(kind)), let inner = try? root?.folder(at: name) else {
        continue
      }
      for file in Self.names(in: inner) where file.extension == "xml" && fileCount < Self.fileLimit
      {
        fileCount += 1
        guard let file = try? inner.file(at: file), file.byteCount <= Self.byteLimit,
          let bytes = try? file.bytes(at: 0, count: file.byteCount)
        else { continue }
        patterns += Self.patterns(inXML: bytes)
      }
    }
    let wildcards: Set<UInt8> = [UInt8(ascii: "*"), UInt8(ascii: "?")]
    names = Set(patterns.filter { $0.utf8.allSatisfy { !wildcards.contains($0) } })
    let withWildcards = patterns.filter { $0.utf8.contains(where: wildcards.contains) }
    // If there are too many to compare, any name may be kept.
    self.patterns =
      withWildcards.count > Self.wildcardLimit
      ? [PathPattern("*")] : withWildcards.map { PathPattern(FilePath($0)) }
  }

  private static func names(in folder: AnchoredFolder?) -> [FilePath] {
    ((try? folder?.names()) ?? []).sorted { $0.string < $1.string }
  }

  /// Whether a raw resource is kept.
  ///
  /// - Parameter name: Its name, such as `ring`.
  func keeps(_ name: String) -> Bool {
    let path = FilePath(name)
    return names.contains(name) || patterns.contains { $0.matches(path) }
  }
}

extension KeptResources {
  /// Returns the names of raw resources in the attributes of a file.
  static func patterns(inXML bytes: [UInt8]) -> [String] {
    let prefix = "@raw/"
    return XMLTags(bytes).compactMap { $0.attributes["tools:keep"] }.flatMap { list in
      list.split(separator: ",").compactMap { item in
        let item = item.filter { !$0.isWhitespace }
        guard item.hasPrefix(prefix), item.utf8.count <= patternByteLimit,
          // No resource has such a name.
          item.utf8.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "[") && $0 != UInt8(ascii: "\\") })
        else { return nil }
        return String(item.dropFirst(prefix.count))
      }
    }
  }
}
