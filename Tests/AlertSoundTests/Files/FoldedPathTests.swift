import SystemPackage
import Testing

@testable import AlertSound

/// Names that are equal on a case-insensitive file system. The pairs are lines of Unicode's
/// CaseFolding.txt, statuses C and F.
struct FoldedPathTests {
  @Test(arguments: [
    ("Ring.CAF", "ring.caf"), ("straße", "STRASSE"), ("\u{1E9E}", "ss"), ("ΟΔΟΣ", "οδος"),
    ("ς", "σ"), ("\u{FB01}", "fi"), ("\u{FB03}", "FFI"), ("é", "E\u{301}"), ("\u{212B}", "å"),
    ("\u{17F}", "s"), ("K", "\u{212A}"), ("\u{130}", "i\u{307}"), ("\u{149}", "\u{2BC}N"),
    ("\u{1F0}", "J\u{30C}"), ("ǅ", "ǆ"), ("\u{390}", "\u{1FD3}"), ("\u{1F80}", "\u{1F00}ι"),
    ("Ꭰ", "ꭰ"), ("\u{10400}", "\u{10428}"), ("a/B", "A/b"),
  ])
  func equal(first: String, second: String) {
    #expect(FoldedPath(FilePath(first)) == FoldedPath(FilePath(second)))
  }

  @Test(arguments: [
    ("a", "b"), ("ı", "i"), ("ı", "I"), ("é", "e"), ("ø", "o"), ("a/b", "a:b"), ("ß", "s"),
  ])
  func different(first: String, second: String) {
    #expect(FoldedPath(FilePath(first)) != FoldedPath(FilePath(second)))
  }

  /// Bytes that aren't valid text have no case, and each is only equal to itself.
  @Test func bytesThatAreNotUTF8() {
    let names: [[UInt8]] = [[0xFF], [0xFE], [0xFF, 0x41], [0xFF, 0x61], [0xEF, 0xBF, 0xBD]]
    #expect(Set(names.map { FoldedPath(FilePath(bytes: $0)) }).count == names.count)
  }
}
