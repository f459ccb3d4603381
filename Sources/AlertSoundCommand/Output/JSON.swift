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

/// Decodes JSON in UTF-8.
///
/// - Throws: `DecodingError`.
func decoded<Value: Decodable>(_ type: Value.Type, fromJSON bytes: [UInt8]) throws -> Value {
  try JSONDecoder().decode(type, from: Data(bytes))
}
