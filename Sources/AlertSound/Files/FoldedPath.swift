internal import SoundFormat
package import SystemPackage

/// A path for comparing names on a case-insensitive file system, as APFS is by default.
///
/// APFS compares names after Unicode's full case folding and canonical normalization, so `straße` and
/// `STRASSE`, `ΟΔΟΣ` and `οδος`, and both ways to write `é` are the same. Source: Apple File System
/// Reference, "Directory File Hash"; Unicode Standard, 3.13, "Default Case Folding", D144 and D145.
package struct FoldedPath: Hashable, Sendable {
  /// Strings that are canonically equivalent are equal, so they needn't be normalized.
  private let text: String
  /// The bytes of a path that isn't UTF-8. They have no case.
  private let bytes: [UInt8]

  /// Folds a path.
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
    var folded = ""
    for scalar in unicodeScalars { folded += scalar.caseFolded }
    return folded
  }
}

extension Unicode.Scalar {
  /// The scalar's full case folding, up to the choice of a representative.
  ///
  /// The standard library has case mappings, but no foldings. CaseFolding.txt follows from the mappings: take
  /// the lower case of the upper case, twice because of ẞ, whose own upper case isn't SS.
  fileprivate var caseFolded: String {
    // ı is the only letter that shares its upper case with another and isn't folded to it.
    if value == 0x131 { return String(self) }
    return String(self).mapped(\.uppercaseMapping).mapped(\.lowercaseMapping)
      .mapped(\.uppercaseMapping).mapped(\.lowercaseMapping)
  }
}

extension String {
  fileprivate func mapped(
    _ mapping: KeyPath<Unicode.Scalar.Properties, String>
  ) -> String {
    var result = ""
    for scalar in unicodeScalars { result += scalar.properties[keyPath: mapping] }
    return result
  }
}
