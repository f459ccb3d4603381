/// Numbers and choices taken from bytes, the first ones first; zeros where they end.
struct FuzzInput {
  private(set) var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  mutating func bit() -> Bool { byte() & 1 == 1 }

  /// A number of two bytes.
  mutating func short() -> Int { Int(byte()) << 8 | Int(byte()) }

  /// A number that is small as a rule, and now and then any there is.
  mutating func number() -> Int {
    switch byte() {
    case 0xFF: (0..<8).reduce(0) { number, _ in number << 8 | Int(byte()) }
    case 0xFE: (0..<4).reduce(0) { number, _ in number << 8 | Int(byte()) }
    case 0xFD: -Int(byte())
    case let small: Int(small)
    }
  }

  mutating func choice<Element>(of elements: [Element]) -> Element {
    elements[Int(byte()) % elements.count]
  }

  /// What `make` makes of the bytes, or nothing.
  mutating func optional<Value>(_ make: (inout FuzzInput) -> Value) -> Value? {
    bit() ? make(&self) : nil
  }

  /// A few of what `make` makes.
  mutating func list<Value>(_ make: (inout FuzzInput) -> Value) -> [Value] {
    (0..<byte() % 4).map { _ in make(&self) }
  }

  /// A text of at most 63 bytes.
  mutating func text() -> String {
    let count = Int(byte() & 0x3F)
    let bytes = rest.prefix(count)
    rest = rest.dropFirst(bytes.count)
    return String(decoding: bytes, as: UTF8.self)
  }
}
