/// Reports are encoded as the JSON that the commands print.
extension JSON: Encodable {
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  package func encode(to encoder: any Encoder) throws {
    switch self {
    case .text(let text):
      var container = encoder.singleValueContainer()
      try container.encode(text)
    case .literal(let literal):
      var container = encoder.singleValueContainer()
      if let number = Int(literal) {
        try container.encode(number)
      } else if let number = Double(literal) {
        try container.encode(number)
      } else if let truth = Bool(literal) {
        try container.encode(truth)
      } else {
        try container.encodeNil()
      }
    case .list(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(element) }
    case .object(let members):
      var container = encoder.container(keyedBy: Key.self)
      for (name, value) in members { try container.encode(value, forKey: Key(stringValue: name)) }
    }
  }
}
