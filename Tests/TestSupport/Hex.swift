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

extension FixedWidthInteger {
  /// The number's low bytes in little-endian order.
  public func little(byteCount: Int = Self.bitWidth / 8) -> [UInt8] {
    (0..<byteCount).map { UInt8(truncatingIfNeeded: self >> (8 * $0)) }
  }

  /// The number's low bytes in big-endian order.
  public func big(byteCount: Int = Self.bitWidth / 8) -> [UInt8] {
    little(byteCount: byteCount).reversed()
  }
}

extension [UInt8] {
  /// Returns the bytes with `bytes` written over them from `offset` on.
  public func replacing(at offset: Int, with bytes: [UInt8]) -> [UInt8] {
    var changed = self
    changed.replaceSubrange(offset..<offset + bytes.count, with: bytes)
    return changed
  }
}

/// An ID3 tag of version 2.
public func id3Tag(_ frames: [UInt8], version: UInt8 = 3, flags: UInt8 = 0) -> [UInt8] {
  let size = [21, 14, 7, 0].map { UInt8(frames.count >> $0 & 0x7F) }
  return Array("ID3".utf8) + [version, 0, flags] + size + frames
}

/// A frame of an ID3 tag. In version 2.2, the name has three letters.
public func id3Frame(_ name: String, _ body: [UInt8]) -> [UInt8] {
  Array(name.utf8) + body.count.big(byteCount: name.utf8.count)
    + (name.utf8.count == 4 ? [0, 0] : []) + body
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
