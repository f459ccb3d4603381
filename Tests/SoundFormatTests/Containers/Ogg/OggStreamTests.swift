import TestSupport
import Testing

@testable import SoundFormat

/// The pages of Ogg files, and the serial number that they get.
struct OggStreamTests {
  /// A page with one segment of three bytes. The checksums were computed separately, by a bitwise
  /// division of the page as one large integer in Python.
  private static func page(
    _ serial: [UInt8], checksum: [UInt8], kind: UInt8 = 6, number: UInt8 = 0
  ) -> [UInt8] {
    Array("OggS".utf8) + [0, kind] + [UInt8](repeating: 0, count: 8) + serial + [number, 0, 0, 0]
      + checksum + [1, 3] + [1, 2, 3]
  }

  private static let random = page([1, 2, 3, 4], checksum: [0x58, 0x3D, 0x25, 0x3F])
  private static let fixed = page(Array("aSnd".utf8), checksum: [0xB2, 0x7B, 0x51, 0x40])

  @Test func parsesAPage() throws {
    let page = try #require(try OggPage(parsing: Self.random[...]))
    #expect(page.kind == [.first, .last])
    #expect(page.serialNumber == 0x0403_0201)
    #expect(page.sequenceNumber == 0)
    #expect(page.byteCount == Self.random.count)
    #expect(page.checksum == OggPage.checksum(of: Self.random))
  }

  @Test func renumbersPages() throws {
    var renumbering = OggRenumbering()
    #expect(try renumbering.append(Self.random) == Self.fixed)
    #expect(renumbering.isComplete)
  }

  /// Encoders write a page's header and its body separately.
  @Test(arguments: 1..<31) func renumbersPagesInParts(byteCount: Int) throws {
    var renumbering = OggRenumbering()
    var rest = (Self.random + Self.random)[...]
    var written: [UInt8] = []
    while !rest.isEmpty {
      written += try renumbering.append(rest.prefix(byteCount))
      rest = rest.dropFirst(byteCount)
    }
    #expect(written == Self.fixed + Self.fixed)
    #expect(renumbering.isComplete)
  }

  @Test func refusesToRenumberAnythingElse() {
    var renumbering = OggRenumbering()
    let error = #expect(throws: SoundFileError.self) {
      try renumbering.append([UInt8](repeating: 0, count: 27))
    }
    #expect(error?.code == .malformed)
  }

  @Test func knowsItsOwnFiles() throws {
    #expect(try OggStream.isAsWritten(in: Self.fixed))
    #expect(try !OggStream.isAsWritten(in: Self.random))
    #expect(try !OggStream.isAsWritten(in: [UInt8]()))
    // A second stream, or anything else, follows.
    #expect(try !OggStream.isAsWritten(in: Self.fixed + Self.fixed))
    #expect(try !OggStream.isAsWritten(in: Self.fixed + [0]))
  }

  @Test(arguments: fixed.indices) func everyChangedByteIsNoticed(index: Int) throws {
    var bytes = Self.fixed
    bytes[index] ^= 0x10
    #expect(try !OggStream.isAsWritten(in: bytes))
    #expect(try !OggStream.isAsWritten(in: Array(Self.fixed.prefix(index))))
  }

  @Test func missingPagesAreNoticed() throws {
    var pages: [[UInt8]] = []
    for (number, kind) in [(0, 2), (1, 0), (2, 4)] as [(UInt8, UInt8)] {
      var page = Self.page([0, 0, 0, 0], checksum: [0, 0, 0, 0], kind: kind, number: number)
      OggPage.renumber(&page, as: OggStream.serialNumber)
      pages.append(page)
    }
    #expect(try OggStream.isAsWritten(in: pages[0] + pages[1] + pages[2]))
    #expect(try !OggStream.isAsWritten(in: pages[0] + pages[2]))
    #expect(try !OggStream.isAsWritten(in: pages[0] + pages[1]))
    #expect(try !OggStream.isAsWritten(in: pages[1] + pages[2]))
  }

  /// libsndfile checks each page's checksum.
  @Test func libsndfileReadsRenumberedFiles() throws {
    let samples = (0..<20_000).map { Int16(truncatingIfNeeded: $0 * 37 % 8000) }
    let vorbis = 0x20_0060
    let original = try Libsndfile.write(
      samples, format: vorbis, channelCount: 1, sampleRate: 44_100)
    var renumbering = OggRenumbering()
    let renumbered = try renumbering.append(original)
    #expect(renumbering.isComplete)
    #expect(try OggStream.isAsWritten(in: renumbered))
    #expect(try !OggStream.isAsWritten(in: original))
    let decoded = try Libsndfile.read(renumbered, as: Int16.self).samples
    #expect(decoded.count == samples.count)
    #expect(try decoded == Libsndfile.read(original, as: Int16.self).samples)
  }
}
