extension String {
  /// Decodes UTF-8; nil if the bytes aren't valid.
  ///
  /// The standard library's `init(validating:as:)` needs macOS 15 and iOS 18.
  package init?(validUTF8 bytes: [UInt8]) {
    self.init(decoding: bytes, as: UTF8.self)
    // If the decoder replaced invalid bytes, the text differs from the bytes.
    guard utf8.elementsEqual(bytes) else { return nil }
  }
}
