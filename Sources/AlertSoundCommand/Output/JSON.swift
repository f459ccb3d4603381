// Apple's systems have all of Foundation in one module. On Linux its smaller part starts faster.
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Returns a value as indented JSON with sorted keys.
func jsonText(_ value: some Encodable) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
  return String(decoding: try encoder.encode(value), as: UTF8.self)
}

/// Tells JSON's structure from the text in its strings, byte by byte.
struct JSONStructure {
  private var isQuoted = false
  private var isEscaped = false
  /// How many arrays and dictionaries the byte before is in.
  private(set) var depth = 0

  /// Whether the next byte is outside of strings. Their opening quotes are, too.
  mutating func isOutside(_ byte: UInt8) -> Bool {
    if isQuoted {
      if byte == UInt8(ascii: "\""), !isEscaped { isQuoted = false }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
      return false
    }
    switch byte {
    case UInt8(ascii: "\""): isQuoted = true
    case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
    case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
    default: break
    }
    return true
  }
}

extension JSONStructure {
  /// In bytes, as they are written: several times the longest path.
  static let stringByteLimit = 1 << 14

  /// Whether a string in JSON is too long to be compared.
  ///
  /// Strings are compared by canonical equivalence, for which a long run of combining characters is sorted.
  static func hasEndlessString(_ bytes: [UInt8]) -> Bool {
    var structure = JSONStructure()
    var byteCount = 0
    for byte in bytes {
      byteCount = structure.isOutside(byte) ? 0 : byteCount + 1
      if byteCount > stringByteLimit { return true }
    }
    return false
  }
}

/// Any JSON value, to be written as it was read. Numbers are written in their shortest form.
enum JSONValue: Codable {
  case text(String)
  case integer(Int)
  case number(Double)
  case truth(Bool)
  case list([JSONValue])
  case dictionary([String: JSONValue])
  case null

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let text = try? value.decode(String.self) {
      self = .text(text)
    } else if let integer = try? value.decode(Int.self) {
      self = .integer(integer)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let truth = try? value.decode(Bool.self) {
      self = .truth(truth)
    } else if value.decodeNil() {
      self = .null
    } else if let list = try? value.decode([JSONValue].self) {
      self = .list(list)
    } else {
      self = .dictionary(try value.decode([String: JSONValue].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let text): try container.encode(text)
    case .integer(let integer): try container.encode(integer)
    case .number(let number): try container.encode(number)
    case .truth(let truth): try container.encode(truth)
    case .list(let list): try container.encode(list)
    case .dictionary(let values): try container.encode(values)
    case .null: try container.encodeNil()
    }
  }
}

/// Decodes JSON in UTF-8.
///
/// - Throws: `DecodingError`.
func decoded<Value: Decodable>(_ type: Value.Type, fromJSON bytes: [UInt8]) throws -> Value {
  try JSONDecoder().decode(type, from: Data(bytes))
}

/// Returns a value as JSON on one line, with sorted keys.
func jsonBytes(_ value: some Encodable) throws -> [UInt8] {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  return Array(try encoder.encode(value))
}

/// Bytes that JSON holds as base64.
struct Base64: Encodable {
  let bytes: [UInt8]

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Data(bytes).base64EncodedString())
  }

  /// The number of characters for this many bytes.
  static func characterCount(byteCount: Int) -> Int { (byteCount + 2) / 3 * 4 }
}
