import AlertCore
import SoundFormat

/// Writes JSON (RFC 8259), which Embedded Swift has no encoder for.
struct JSONText {
  private(set) var bytes: [UInt8] = []
  private var needsComma = false

  mutating func object(_ members: (inout JSONText) -> Void) {
    enclose("{", "}", members)
  }

  mutating func array(_ elements: (inout JSONText) -> Void) {
    enclose("[", "]", elements)
  }

  /// Adds a member whose value is an object.
  mutating func object(_ name: String, _ members: (inout JSONText) -> Void) {
    key(name)
    object(members)
  }

  /// Adds a member whose value is an array.
  mutating func array(_ name: String, _ elements: (inout JSONText) -> Void) {
    key(name)
    array(elements)
  }

  /// Adds a member; nil becomes null.
  mutating func add(_ name: String, _ value: String?) {
    key(name)
    if let value { add(value) } else { literal("null") }
  }

  mutating func add(_ name: String, _ value: Int?) {
    key(name)
    literal(value.map { String($0) } ?? "null")
  }

  /// Adds a member; infinities and NaN become null.
  mutating func add(_ name: String, _ value: Double?) {
    key(name)
    add(value)
  }

  mutating func add(_ name: String, _ value: Bool) {
    key(name)
    literal(value ? "true" : "false")
  }

  /// Adds a number with at most six decimals; infinities and NaN become null.
  mutating func add(_ value: Double?) {
    guard let value, value.isFinite, value.magnitude < 1e15 else { return literal("null") }
    literal(decimalText(value, decimals: 6))
  }

  mutating func add(_ text: String) {
    separate()
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0..<0x20: bytes += "\\u00".utf8 + [Self.digit(byte >> 4), Self.digit(byte & 15)]
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func enclose(
    _ opening: String, _ closing: String, _ content: (inout JSONText) -> Void
  ) {
    separate()
    bytes += opening.utf8
    needsComma = false
    content(&self)
    bytes += closing.utf8
    needsComma = true
  }

  private mutating func key(_ name: String) {
    add(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  private mutating func literal(_ text: String) {
    separate()
    bytes += text.utf8
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value + (value < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
  }
}

extension JSONText {
  init(_ error: SoundError) {
    object { json in
      json.add("error", error.reason)
      json.add("advice", error.remedy?.pageWords)
    }
  }
}

extension Remedy {
  /// The remedy in terms of the page's controls.
  fileprivate var pageWords: String {
    switch self {
    case .acceptTruncation: "export or copy it again"
    case .mixDown: "choose Stereo or Mono under “Channels”"
    case .shorten, .trim: "choose “Trim and fade out” under “If it is too long”"
    default: words
    }
  }
}
