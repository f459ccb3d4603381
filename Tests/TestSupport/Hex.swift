/// Bytes as hexadecimal pairs, and as ASCII text in single quotes.
///
///     hex("'caff' 0001 0000")
///
/// White space is ignored, so a test can lay a file out as its specification does.
public func hex(_ text: String) -> [UInt8] {
  var bytes: [UInt8] = []
  var high: UInt8?
  var isQuoted = false
  for character in text.utf8 {
    if character == UInt8(ascii: "'") {
      precondition(high == nil, "a lone digit before a quote")
      isQuoted.toggle()
    } else if isQuoted {
      bytes.append(character)
    } else if let digit = Character(UnicodeScalar(character)).hexDigitValue {
      if let first = high {
        bytes.append(first << 4 | UInt8(digit))
        high = nil
      } else {
        high = UInt8(digit)
      }
    } else {
      precondition([0x20, 0x0A].contains(character), "'\(character)' is no hexadecimal digit")
    }
  }
  precondition(high == nil && !isQuoted, "unfinished: \(text)")
  return bytes
}

/// The bytes' hex text for messages, in groups of four bytes.
public func hexText(_ bytes: some Collection<UInt8>) -> String {
  var text = ""
  for (index, byte) in bytes.enumerated() {
    if index > 0, index % 4 == 0 { text += " " }
    text += (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }
  return text
}

extension [UInt8] {
  /// Returns the bytes with `bytes` written over them from `offset` on.
  public func replacing(at offset: Int, with bytes: [UInt8]) -> [UInt8] {
    var changed = self
    changed.replaceSubrange(offset..<offset + bytes.count, with: bytes)
    return changed
  }
}

/// A sentence about the first byte that differs from the expected bytes, or nil if all are equal.
///
/// In a message, two files of thousands of bytes would be too long.
public func firstDifference(of bytes: [UInt8], from expected: [UInt8]) -> String? {
  guard bytes != expected else { return nil }
  let offset = zip(bytes, expected).prefix { $0 == $1 }.count
  let (got, wanted) = (bytes.dropFirst(offset).prefix(16), expected.dropFirst(offset).prefix(16))
  return """
    at byte \(offset): \(hexText(got)), not \(hexText(wanted)); \
    \(bytes.count) bytes, not \(expected.count)
    """
}
