import SoundFormat
import TestSupport
import Testing

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
