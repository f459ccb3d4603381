import AlertSound
import SystemPackage
import Testing

struct PathPatternTests {
  @Test(arguments: [
    ("*.mp3", "a.mp3", true), ("*.mp3", "Music/a.mp3", true), ("*.mp3", "a.mp3.caf", false),
    ("Music", "Music", true), ("Music/*", "Music/a/b.caf", true), ("Music/*", "Music", false),
    ("a?.caf", "ab.caf", true), ("[ab].caf", "c.caf", false), ("ring.caf", "x/ring.caf", true),
    ("x/ring.caf", "ring.caf", false), ("*", "new\nline", true), ("\\*", "a", false),
    ("\\*", "*", true), ("[a-c]1", "b1", true), ("[a-c]1", "d1", false), ("[!a-c]1", "d1", true),
    ("[^a]", "a", false), ("[]x]", "]", true), ("[", "[", true), ("a[", "a[", true),
    ("*[0-9].caf", "ring 7.caf", true), ("a*b*c", "aXbXbXc", true), ("a*b*c", "aXcXb", false),
    (String(repeating: "*a", count: 500), String(repeating: "a", count: 499), false),
    (String(repeating: "*a", count: 500) + "b", String(repeating: "a", count: 5000), false),
  ])
  func patternsMatch(pattern: String, path: String, fits: Bool) {
    #expect(PathPattern(FilePath(pattern)).matches(FilePath(path)) == fits)
  }
}
