import TestSupport
import Testing

@testable import SoundFormat

@Suite struct ByteWriterTests {
  private func written(_ order: ByteOrder, _ body: (inout ByteWriter) -> Void) -> [UInt8] {
    var writer = ByteWriter(order: order)
    body(&writer)
    return writer.bytes
  }

  @Test func writesNumbersInItsByteOrder() {
    let body = { (writer: inout ByteWriter) in
      writer.write(UInt8(0x81))
      writer.write(UInt16(0x8283))
      writer.write(Int32(-2))
      writer.write(UInt64(0x0102_0304_0506_0708))
    }
    #expect(written(.big, body) == hex("81 8283 FFFFFFFE 0102030405060708"))
    #expect(written(.little, body) == hex("81 8382 FEFFFFFF 0807060504030201"))
  }

  @Test func writesCodesInReadingOrder() {
    #expect(written(.big) { $0.write("data" as FourCharCode) } == hex("'data'"))
    #expect(written(.little) { $0.write("data" as FourCharCode) } == hex("'data'"))
  }

  @Test func writesDoubles() {
    #expect(written(.big) { $0.write(44_100.0) } == hex("40E5888000000000"))
  }

  @Test func writesAChunksSize() {
    let narrow = written(.little) {
      $0.writeChunk("fact", sizedBy: UInt32.self) { $0.write(UInt16(0x0102)) }
    }
    #expect(narrow == hex("'fact' 02000000 0201"))
    let wide = written(.big) {
      $0.writeChunk("free", sizedBy: Int64.self) { $0.writeZeros(3) }
    }
    #expect(wide == hex("'free' 0000000000000003 000000"))
  }

  @Test func overwritesInPlace() {
    let bytes = written(.little) {
      $0.write(UInt32(0))
      $0.write(UInt32(0x0A0B_0C0D))
      $0.overwrite(UInt32(0x0102_0304), at: 0)
    }
    #expect(bytes == hex("04030201 0D0C0B0A"))
  }

  /// Each case: the bytes before the filler, the bytes to write after it, and the page boundary where they end.
  @Test(arguments: [
    (before: 0, following: 8, end: 4096), (before: 52, following: 16, end: 4096),
    // The page is exactly full, so the filler has an empty body.
    (before: 4096 - 8 - 16, following: 16, end: 4096),
    (before: 4096 - 8 - 15, following: 16, end: 8192),
    (before: 9000, following: 16, end: 12_288),
  ])
  func padsToAPage(before: Int, following: Int, end: Int) {
    let bytes = written(.big) {
      $0.writeZeros(before)
      $0.writeFiller("FLLR", sizedBy: UInt32.self, before: following)
    }
    #expect(bytes.count + following == end)
    let size = UInt32(end - following - before - 8)
    #expect(Array(bytes[before..<before + 8]) == hex("'FLLR'") + written(.big) { $0.write(size) })
    #expect(bytes.dropFirst(before + 8).allSatisfy { $0 == 0 })
  }
}
