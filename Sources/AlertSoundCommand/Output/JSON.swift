import SoundFormat

// Apple's systems have all of Foundation in one module. On Linux its smaller part starts faster.
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Decodes JSON in UTF-8.
func decoded<Value: Decodable>(_ type: Value.Type, fromJSON bytes: [UInt8]) throws -> Value {
  try JSONDecoder().decode(type, from: Data(bytes))
}

extension JSON {
  /// Bytes in base64, which needs no escapes.
  init(base64 bytes: [UInt8]) {
    self = .literal("\"\(Data(bytes).base64EncodedString())\"")
  }

  var text: String { String(decoding: lines, as: UTF8.self) }
}

/// Returns how many characters of base64 this many bytes take.
func base64Count(_ byteCount: Int) -> Int { (byteCount + 2) / 3 * 4 }
