extension String {
  /// Decodes a text in a file up to the first zero byte: as UTF-8 if the bytes are valid UTF-8, otherwise as Latin-1
  /// (ISO 8859-1). Text in Latin-1 is hardly ever valid UTF-8, except pure ASCII.
  ///
  /// Some file formats specify no encoding. Others specify an encoding that few programs use. Apple's library reads
  /// AIFF's texts as Latin-1. Source: Toisto's unspecified-chunk-name-non-ascii.aiff
  /// (https://github.com/karip/toisto-aiff-test-suite).
  static func decoding(_ bytes: some Sequence<UInt8>) -> (text: String, isLatin1: Bool) {
    let bytes = Array(bytes.prefix { $0 != 0 })
    if let text = String(validUTF8: bytes) { return (text, false) }
    return (bytes.reduce(into: "") { $0.unicodeScalars.append(Unicode.Scalar($1)) }, true)
  }

  /// The text in UTF-8, up to the first zero.
  var utf8Prefix: [UInt8] { Array(utf8.prefix { $0 != 0 }) }

  /// The parts between blanks.
  var words: [String] { utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) } }

  /// Decodes UTF-8; nil if the bytes aren't valid.
  ///
  /// The standard library's `init(validating:as:)` needs macOS 15 and iOS 18.
  package init?(validUTF8 bytes: [UInt8]) {
    self.init(decoding: bytes, as: UTF8.self)
    // Compare, because the decoder replaces invalid bytes.
    guard utf8.elementsEqual(bytes) else { return nil }
  }
}
