internal import CPlatform

extension [UInt8] {
  /// Returns the offset of a text's first occurrence at or after `start`; nil if there is none.
  ///
  /// Compares bytes, because comparing untrusted strings can take very long.
  package func offset(of text: StaticString, from start: Int = 0) -> Int? {
    unsafe withUnsafeBytes { bytes -> Int? in
      guard let base = bytes.baseAddress, start < bytes.count else { return nil }
      let found = unsafe findBytes(
        base + start, UInt(bytes.count - start), text.utf8Start, UInt(text.utf8CodeUnitCount))
      return unsafe found.map { unsafe $0 - base }
    }
  }
}
