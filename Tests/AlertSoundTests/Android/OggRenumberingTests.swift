import SoundFormat
import TestSupport
import Testing

@testable import AlertSound

/// Gives the pages of Ogg files a new serial number.
struct OggRenumberingTests {
  /// A page with one segment of three bytes. Python computed the checksums, by bitwise division of
  /// the page as one large integer.
  private static func page(_ serial: [UInt8], checksum: [UInt8]) -> [UInt8] {
    Array("OggS".utf8) + [0, 6] + [UInt8](repeating: 0, count: 8) + serial + [0, 0, 0, 0]
      + checksum + [1, 3] + [1, 2, 3]
  }

  private static let random = page([1, 2, 3, 4], checksum: [0x58, 0x3D, 0x25, 0x3F])
  private static let fixed = page(Array("aSnd".utf8), checksum: [0xB2, 0x7B, 0x51, 0x40])

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
    #expect(throws: SoundFileError(.malformed, "")) {
      try renumbering.append([UInt8](repeating: 0, count: 27))
    }
  }
}
