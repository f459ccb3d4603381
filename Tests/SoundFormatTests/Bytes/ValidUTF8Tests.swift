import TestSupport
import Testing

@testable import SoundFormat

@Suite struct ValidUTF8Tests {
  @Test(arguments: ["", "key", "é", "e\u{301}", "\u{FEFF}a", "\u{FFFD}", "\0", "\u{10FFFF}"])
  func keepsValidText(text: String) throws {
    let decoded = try #require(String(validUTF8: Array(text.utf8)))
    #expect(decoded.unicodeScalars.elementsEqual(text.unicodeScalars))
  }

  /// A stray continuation byte, a truncated sequence, an overlong one, a surrogate, and a number above
  /// Unicode's.
  @Test(arguments: ["80", "'a' C3", "C0 80", "E0 80 80", "ED A0 80", "F4 90 80 80", "FF"])
  func rejectsWhatIsNotUTF8(bytes: String) {
    #expect(String(validUTF8: hex(bytes)) == nil)
  }
}
