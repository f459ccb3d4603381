extension Unicode.Scalar {
  /// Whether a report must not print this as it is: an ASCII control character, or one of the 32 C1 controls after it,
  /// which terminals interpret, too; a separator of lines; a character that changes the direction of text, which can
  /// make a name look like another one; or a tag, which isn't seen at all.
  package var isUnprintable: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069,
      0xE0000...0xE007F:
      true
    default: false
    }
  }
}
