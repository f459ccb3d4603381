/// The encoding of a file's text. This library guesses the encoding if the file format specifies none, or if few
/// programs use the specified encoding.
enum TextEncoding: String {
  case utf8 = "UTF-8"
  /// ISO 8859-1, as found in WAVE files. Apple's library also reads AIFF's texts in it. Source: Toisto's
  /// unspecified-chunk-name-non-ascii.aiff (https://github.com/karip/toisto-aiff-test-suite).
  case latin1 = "Latin-1"

  /// Decodes bytes up to the first zero, as UTF-8 if they are valid UTF-8, else in the fallback
  /// encoding. Latin-1 text is hardly ever valid UTF-8, unless it is ASCII.
  static func decode(
    _ bytes: some Sequence<UInt8>, otherwise fallback: TextEncoding
  ) -> (text: String, encoding: TextEncoding) {
    let bytes = Array(bytes.prefix { $0 != 0 })
    if let text = String(validUTF8: bytes) { return (text, .utf8) }
    if fallback == .utf8 { return (String(decoding: bytes, as: UTF8.self), .utf8) }
    var scalars = String.UnicodeScalarView()
    for byte in bytes { scalars.append(Unicode.Scalar(byte)) }
    return (String(scalars), fallback)
  }
}

extension String {
  /// Returns the text in UTF-8, up to the first zero and in at most `byteCount` bytes, without
  /// splitting a character.
  func utf8Prefix(_ byteCount: Int = .max) -> [UInt8] {
    let bytes = Array(utf8.prefix { $0 != 0 })
    guard bytes.count > byteCount else { return bytes }
    var end = byteCount
    // Go back over continuation bytes, which begin with the bits 10.
    while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return Array(bytes[..<end])
  }

  /// Decodes UTF-8; nil if the bytes aren't valid.
  ///
  /// The standard library's `init(validating:as:)` needs macOS 15 and iOS 18.
  package init?(validUTF8 bytes: [UInt8]) {
    self.init(decoding: bytes, as: UTF8.self)
    // Compare, because the decoder replaces invalid bytes.
    guard utf8.elementsEqual(bytes) else { return nil }
  }
}
