import SoundFormat
import TestSupport
import Testing

@Suite struct ByteSourceTests {
  private let source: any ByteSource = hex("00010203 04")

  @Test(arguments: [
    (offset: 0, count: 5, bytes: [0, 1, 2, 3, 4] as [UInt8]), (1, 2, [1, 2]), (4, 1, [4]),
    // At the end and beyond: whatever is left.
    (3, 9, [3, 4]), (0, .max, [0, 1, 2, 3, 4]), (5, 1, []), (6, 1, []), (.max, 1, []),
    // A negative offset, or no positive count: nothing.
    (-1, 1, []), (0, 0, []), (0, -1, []),
  ])
  func anArrayReadsAvailableBytes(offset: Int, count: Int, bytes: [UInt8]) throws {
    #expect(try source.bytes(at: offset, count: count) == bytes)
  }

  @Test func anArrayCountsItsBytes() {
    #expect(source.byteCount == 5)
    #expect(([UInt8]() as any ByteSource).byteCount == 0)
  }
}
