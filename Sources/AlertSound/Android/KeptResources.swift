internal import SoundFormat
public import SystemPackage

/// The raw resources that an Android app keeps although nothing but strings names them.
///
/// A release build may shrink resources: it removes those that no code refers to. It can't know that a string in a
/// payload or a plug-in's call names a sound. The attribute `tools:keep` in an XML file below `res` lists what to keep.
/// Source: Android developers, "Customize which resources to keep",
/// https://developer.android.com/topic/performance/app-optimization/customize-which-resources-to-keep.
public struct KeptResources: Sendable {
  /// Names of raw resources.
  private let names: Set<[UInt8]>
  /// Names with wildcards.
  private let patterns: [[UInt8]]

  /// The kinds of resources whose files may have the attribute.
  private static let folderKinds: Set = ["raw", "values", "xml"]
  /// More than an app has. Each is compared with each sound.
  private static let wildcardLimit = 200
  /// In bytes: the longest name of a file. What is longer matches none.
  private static let patternByteLimit = 255
  /// Far more than an app has. Resources may come with an untrusted checkout.
  private static let fileLimit = 2000
  /// In bytes; a list of ten thousand names.
  private static let byteLimit = 1 << 18

  /// Reads the files below a folder of resources. Links in it aren't followed. What can't be read keeps nothing.
  ///
  /// - Parameter folder: The folder `res` of an Android module.
  public init(resFolder folder: FilePath) {
    var patterns: [[UInt8]] = []
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
    func hasWildcard(_ pattern: [UInt8]) -> Bool {
      pattern.contains(UInt8(ascii: "*")) || pattern.contains(UInt8(ascii: "?"))
    }
    names = Set(patterns.filter { !hasWildcard($0) })
    let wildcards = patterns.filter(hasWildcard).map(Self.withoutRepeatedAsterisks)
      .filter { $0.count <= Self.patternByteLimit }
    // Of too many, some may keep a sound.
    self.patterns = wildcards.count > Self.wildcardLimit ? [[UInt8(ascii: "*")]] : wildcards
  }

  private static func withoutRepeatedAsterisks(_ pattern: [UInt8]) -> [UInt8] {
    let asterisk = UInt8(ascii: "*")
    return pattern.enumerated().filter { index, byte in
      byte != asterisk || index == 0 || pattern[index - 1] != asterisk
    }.map(\.element)
  }

  private static func names(in folder: AnchoredFolder?) -> [FilePath] {
    ((try? folder?.names()) ?? []).sorted { $0.string < $1.string }
  }

  /// Whether a raw resource is kept.
  ///
  /// - Parameter name: Its name, such as `ring`.
  public func keeps(_ name: String) -> Bool {
    let name = Array(name.utf8)
    return names.contains(name) || patterns.contains { name[...].fits($0[...]) }
  }
}

extension KeptResources {
  /// Returns the names of raw resources in the attributes of a file.
  static func patterns(inXML bytes: [UInt8]) -> [[UInt8]] {
    let prefix = "@raw/"
    return XMLTags(bytes).compactMap { $0.attributes["tools:keep"] }.flatMap { list in
      list.split(separator: ",").compactMap { item in
        let item = item.filter { !$0.isWhitespace }
        return item.hasPrefix(prefix) ? Array(item.dropFirst(prefix.count).utf8) : nil
      }
    }
  }
}

extension ArraySlice<UInt8> {
  /// Whether a pattern with the wildcards `*` and `?` matches all of it.
  ///
  /// Only the last asterisk is ever extended, so the time grows with the product of the lengths at most.
  fileprivate func fits(_ pattern: ArraySlice<UInt8>) -> Bool {
    var (index, place) = (startIndex, pattern.startIndex)
    var lastAsterisk: (place: Int, index: Int)?
    while index < endIndex {
      if place < pattern.endIndex, pattern[place] == UInt8(ascii: "*") {
        lastAsterisk = (place, index)
        place += 1
      } else if place < pattern.endIndex,
        pattern[place] == UInt8(ascii: "?") || pattern[place] == self[index]
      {
        index += 1
        place += 1
      } else if let asterisk = lastAsterisk {
        lastAsterisk = (asterisk.place, asterisk.index + 1)
        index = asterisk.index + 1
        place = asterisk.place + 1
      } else {
        return false
      }
    }
    return pattern[place...].allSatisfy { $0 == UInt8(ascii: "*") }
  }
}
