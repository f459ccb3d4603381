internal import SoundFormat
internal import SystemPackage

/// The raw resources that an Android app's build keeps even if no code uses them.
///
/// A release build may shrink resources: it removes the resources that no code refers to. The build doesn't see that a
/// string in a payload or in a plugin's call names a sound. The attribute `tools:keep` in an XML file below `res` lists
/// resources that the build must keep.
///
/// Source: Android developers, "Customize which resources to keep",
/// https://developer.android.com/topic/performance/app-optimization/customize-which-resources-to-keep.
struct KeptResources: Sendable {
  /// The listed names without wildcards.
  private let names: Set<String>
  /// The resources that the XML files refer to, as in `<item>@raw/ring</item>`.
  private var used: Set<String> = []
  /// The listed names with wildcards.
  private let patterns: [PathPattern]

  /// The names, without suffixes such as `-de`, of the folders whose XML files may have the attribute `tools:keep`.
  private static let folderKinds: Set = ["raw", "values", "xml"]
  /// The limit on the bytes of all names with wildcards together: each of these names is compared with each sound.
  /// Hundreds of names fit.
  private static let wildcardByteLimit = 1 << 13
  /// The longest pattern in bytes: `@raw/` and a file name of 255 bytes.
  private static let patternByteLimit = 260
  /// The most XML files that are read. Apps have far fewer, but an untrusted checkout may have any number.
  private static let fileLimit = 2000
  /// The largest XML file that is read, in bytes: enough for ten thousand names.
  private static let byteLimit = 1 << 18

  /// Reads the XML files in a folder of resources. Ignores links and unreadable files.
  ///
  /// - Parameters:
  ///   - root: The folder `res` of an Android module; nil if it can't be opened.
  ///   - manifest: The app's `AndroidManifest.xml`, which may also refer to resources.
  init(resFolder root: AnchoredFolder?, manifest: AnchoredFile? = nil) {
    if let manifest { used = Self.references(inXML: Self.contents(of: manifest) ?? []) }
    var patterns: [String] = []
    var fileCount = 0
    for name in Self.names(in: root) {
      // Remove the qualifier: `raw-de` has the German resources.
      let kind = name.string.prefix { $0 != "-" }
      guard Self.folderKinds.contains(String(kind)), let inner = try? root?.folder(at: name) else {
        continue
      }
      for file in Self.names(in: inner) where file.extension == "xml" && fileCount < Self.fileLimit
      {
        fileCount += 1
        // Skip files that name no raw resource, such as translations.
        guard let bytes = (try? inner.file(at: file)).flatMap(Self.contents),
          bytes.contains("@raw/")
        else { continue }
        patterns += Self.patterns(inXML: bytes)
        used.formUnion(Self.references(inXML: bytes))
      }
    }
    let wildcards: Set<UInt8> = [UInt8(ascii: "*"), UInt8(ascii: "?")]
    names = Set(patterns.filter { $0.utf8.allSatisfy { !wildcards.contains($0) } })
    let withWildcards = patterns.filter { $0.utf8.contains(where: wildcards.contains) }
    // If there are too many wildcards to compare, assume that they keep all resources.
    self.patterns =
      withWildcards.reduce(0) { $0 + $1.utf8.count } > Self.wildcardByteLimit
      ? [PathPattern("*")] : withWildcards.map { PathPattern(FilePath($0)) }
  }

  private static func contents(of file: AnchoredFile) -> [UInt8]? {
    file.byteCount <= byteLimit ? try? file.bytes(at: 0, count: file.byteCount) : nil
  }

  private static func names(in folder: AnchoredFolder?) -> [FilePath] {
    ((try? folder?.names()) ?? []).sorted { $0.string < $1.string }
  }

  /// Whether the build keeps a raw resource.
  ///
  /// - Parameter name: The resource's name, such as `ring`.
  func keeps(_ name: String) -> Bool {
    let path = FilePath(name)
    return names.contains(name) || uses(name) || patterns.contains { $0.matches(path) }
  }

  /// Whether an XML file refers to a raw resource.
  func uses(_ name: String) -> Bool { used.contains(name) }
}

extension KeptResources {
  /// The most names that are listed. More names become a wildcard, because people have to copy the list.
  private static let listedNameLimit = 20

  /// Returns the value of `tools:keep` that keeps resources.
  static func list(of names: [String]) -> String {
    names.count > listedNameLimit
      ? "@raw/*" : names.sorted().map { "@raw/\($0)" }.joined(separator: ",")
  }

  static func xml(keeping list: String) -> String {
    "<resources xmlns:tools=\"http://schemas.android.com/tools\" tools:keep=\"\(list)\" />"
  }

  /// Returns how to keep resources, in words.
  static func step(keeping list: String, inNewFile isNew: Bool) -> String {
    "keep it: add \(list) to tools:keep in res/raw/keep.xml"
      + (isNew ? ", a new file: \(xml(keeping: list))" : "")
  }

  /// Returns the names after `@raw/` in an XML file; empty if the file lists resources to keep or to discard.
  private static func references(inXML bytes: [UInt8]) -> Set<String> {
    guard bytes.contains("@raw/"), !bytes.contains("tools:keep"), !bytes.contains("tools:discard")
    else { return [] }
    let parts = bytes.split(separator: UInt8(ascii: "@"))
    return Set(
      parts.lazy.filter { $0.starts(with: "raw/".utf8) }.map {
        String(decoding: $0.dropFirst(4).prefix(255).prefix(while: \.isWordPart), as: UTF8.self)
      })
  }

  /// Returns the names and patterns of raw resources in the attributes `tools:keep` of an XML file.
  static func patterns(inXML bytes: [UInt8]) -> [String] {
    let prefix = "@raw/"
    return XMLTags(bytes).compactMap { $0.attributes["tools:keep"] }.flatMap { list in
      list.split(separator: ",").compactMap { item in
        let item = item.filter { !$0.isWhitespace }
        guard item.hasPrefix(prefix), item.utf8.count <= patternByteLimit,
          // Skip a pattern with `[`, `\` or a character that isn't ASCII: such a pattern matches no resource's name.
          item.utf8.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "[") && $0 != UInt8(ascii: "\\") })
        else { return nil }
        return String(item.dropFirst(prefix.count))
      }
    }
  }
}
