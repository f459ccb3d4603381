import CommandSupport

@testable import Promises
@testable import afinfo

/// Numbers and choices derived from bytes, in order; zeros once the bytes run out.
struct FuzzInput {
  private(set) var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

  mutating func bit() -> Bool { byte() & 1 == 1 }

  mutating func short() -> Int { Int(byte()) << 8 | Int(byte()) }

  /// Returns a number that is usually small, and occasionally any integer.
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

  /// Returns what `make` derives from the bytes, or nil.
  mutating func optional<Value>(_ make: (inout FuzzInput) -> Value) -> Value? {
    bit() ? make(&self) : nil
  }

  /// Returns up to three values from `make`.
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

extension [CommandArgument] {
  /// Splits bytes into the words of a command line, one per line. No system passes a word that contains a
  /// zero, so a zero also ends a word.
  init(lines bytes: [UInt8]) {
    self = bytes.split(omittingEmptySubsequences: false) { $0 == 0 || $0 == UInt8(ascii: "\n") }
      .map { CommandArgument(bytes: [UInt8]($0)) }
  }
}

/// Takes a command line of `afinfo`, one word per line.
enum AfinfoTarget {
  static func run(_ bytes: [UInt8]) throws {
    let arguments: Arguments
    do throws(CommandLineError) {
      arguments = try Arguments(parsing: [CommandArgument](lines: bytes))
    } catch {
      return try expect(!error.message.isEmpty, "rejected without a message")
    }
    try expect(arguments.answer != nil || !arguments.files.isEmpty, "nothing to do")
  }
}
