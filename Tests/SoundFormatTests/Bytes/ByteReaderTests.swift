import TestSupport
import Testing

@testable import SoundFormat

@Suite struct ByteReaderTests {
  @Test func errorsNameTheOffsetInTheFile() throws {
    var reader = ByteReader(hex("00010203 04"), at: 100, order: .big)
    _ = try reader.read(UInt32.self)
    let error = #expect(throws: SoundFileError.self) { try reader.read(UInt16.self) }
    #expect(error?.code == .truncated)
    #expect(error?.offset == 104)
    #expect(error?.reason == "2 bytes expected, 1 left")
  }

  @Test(arguments: [-1, Int.min, 5, Int.max])
  func rejectsCountsBeyondTheEnd(byteCount: Int) {
    var reader = ByteReader(hex("00010203"), order: .big)
    #expect(throws: SoundFileError(.truncated, "")) { try reader.readBytes(byteCount) }
    #expect(reader.remainingByteCount == 4)
  }

  /// Reads values of 4, 2, 8 and 3 bytes. Every shorter buffer must throw.
  @Test(arguments: 0..<17)
  func rejectsEveryTruncation(byteCount: Int) {
    let whole = hex("'data' 0102 4059000000000000 AABBCC")
    var reader = ByteReader(Array(whole.prefix(byteCount)), order: .big)
    #expect(throws: SoundFileError(.truncated, "")) {
      _ = try reader.readCode()
      _ = try reader.read(UInt16.self)
      _ = try reader.readDouble()
      _ = try reader.readBytes(3)
    }
  }
}

@Suite struct ByteSourceTests {
  private let source: any ByteSource = hex("00010203 04")

  @Test(arguments: [
    (offset: 0, count: 5, bytes: [0, 1, 2, 3, 4] as [UInt8]), (1, 2, [1, 2]), (4, 1, [4]),
    // At the end and beyond: the bytes that remain.
    (3, 9, [3, 4]), (0, .max, [0, 1, 2, 3, 4]), (5, 1, []), (6, 1, []), (.max, 1, []),
    // A negative offset, or a count that isn't positive, gives nothing.
    (-1, 1, []), (0, 0, []), (0, -1, []),
  ])
  func anArrayReadsAvailableBytes(offset: Int, count: Int, bytes: [UInt8]) throws {
    #expect(try source.bytes(at: offset, count: count) == bytes)
  }
}

@Suite struct TerminatedTextTests {
  /// Each case: bytes and their texts. A text ends at a zero byte or at the end of the data.
  @Test(arguments: [
    ("'key' 00 'value' 00", ["key", "value"]), ("'key' 00 'val'", ["key", "val"]),
    ("00 00 'x' 00", ["", "", "x"]), ("", []), ("'a' FF 'b' 00", ["a\u{FFFD}b"]),
    ("C3A9 00", ["é"]),
  ])
  func readsTexts(bytes: String, expected: [String]) {
    var reader = ByteReader(hex(bytes), order: .big)
    var texts: [String] = []
    while reader.remainingByteCount > 0 { texts.append(reader.readTerminatedText()) }
    #expect(texts == expected)
  }
}

struct ContentDigestTests {
  /// Values from xxhsum 0.8.1, `printf … | xxhsum -H64`.
  @Test(
    arguments: [
      ("", 0xEF46_DB37_51D8_E999),
      ("a", 0xD24E_C4F1_A98C_6E5B),
      ("abc", 0x44BC_2CF5_AD77_0999),
    ] as [(String, UInt64)])
  func knownValues(text: String, value: UInt64) {
    #expect(ContentDigest.value(of: Array(text.utf8)) == value)
  }

  @Test(.enabled(if: Tool("xxhsum").isInstalled, "xxhsum is not installed"))
  func agreesWithXxhsum() throws {
    let folder = try TemporaryDirectory()
    for byteCount in Array(0..<100) + [1000, 4096, 100_003] {
      var generator = SeededGenerator(seed: UInt64(byteCount))
      let bytes = (0..<byteCount).map { _ in UInt8.random(in: 0...255, using: &generator) }
      let path = try folder.write(bytes, to: "bytes")
      let printed = String(decoding: try Tool("xxhsum").run(["-H64", path]), as: UTF8.self)
      let value = UInt64(printed.prefix { $0 != " " }, radix: 16)
      #expect(ContentDigest.value(of: bytes) == value, "\(byteCount) bytes")
    }
  }

  @Test func partsGiveTheSameDigestAsTheWhole() {
    let bytes = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    for size in [1, 7, 31, 32, 33, 64, 999] {
      var digest = ContentDigest()
      for start in stride(from: 0, to: bytes.count, by: size) {
        digest.update(Array(bytes[start..<min(start + size, bytes.count)]))
      }
      #expect(digest.value == ContentDigest.value(of: bytes), "\(size)")
    }
  }
}
