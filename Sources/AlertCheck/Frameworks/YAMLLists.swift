internal import SystemPackage

/// The lists and values in a YAML file, by the keys that lead to them: `flutter.assets`.
///
/// This parser reads only lists whose items are on lines of their own. A YAML library would need all of Foundation,
/// which adds tens of megabytes to a static program.
struct YAMLLists: Sendable {
  /// For each path of keys, such as `flutter.assets`: the items of its list, with quotes and comments.
  private(set) var items: [String: [Substring]] = [:]
  /// For each path of keys: what follows the last key on its line.
  private(set) var values: [String: Substring] = [:]

  /// The most keys in a path. Deeper keys aren't read.
  private static let depthLimit = 8

  init(parsing bytes: [UInt8]) {
    var keys: [(indent: Int, path: String)] = []
    for bytes in bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D })
    // Skip lines that are too long for a path, because comparing long untrusted strings can take very long.
    where bytes.count <= FilePath.lengthLimit {
      let line = String(decoding: bytes, as: UTF8.self)
      let text = line.drop { $0 == " " }
      guard let first = text.first, first != "#" else { continue }
      let indent = line.count - text.count
      while let last = keys.last, last.indent > indent || last.indent == indent && first != "-" {
        keys.removeLast()
      }
      let path = keys.last.map(\.path)
      if first == "-" {
        items[path ?? "", default: []].append(text.dropFirst().drop { $0 == " " })
      } else if let colon = text.firstIndex(of: ":"), keys.count < Self.depthLimit {
        let key = (path.map { "\($0)." } ?? "") + text[..<colon]
        keys.append((indent, key))
        values[key] = text[colon...].dropFirst().drop { $0 == " " }
      }
    }
  }
}

extension Substring {
  /// A value of YAML without the quotes around it, and without a comment after it.
  var plainYAML: String {
    if let quote = first, quote == "\"" || quote == "'" {
      return String(dropFirst().prefix { $0 != quote })
    }
    var plain = split(separator: " #", maxSplits: 1, omittingEmptySubsequences: false).first ?? ""
    while plain.last == " " { plain.removeLast() }
    return String(plain)
  }
}
