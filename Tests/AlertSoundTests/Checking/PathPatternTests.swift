import AlertSound
import SystemPackage
import Testing

struct PathPatternTests {
  @Test(arguments: [
    ("*.mp3", "a.mp3", true), ("*.mp3", "Music/a.mp3", true), ("*.mp3", "a.mp3.caf", false),
    ("Music", "Music", true), ("Music/*", "Music/a/b.caf", true), ("Music/*", "Music", false),
    ("a?.caf", "ab.caf", true), ("[ab].caf", "c.caf", false), ("ring.caf", "x/ring.caf", true),
    ("x/ring.caf", "ring.caf", false), ("*", "new\nline", true), ("\\*", "a", false),
  ])
  func patternsMatch(pattern: String, path: String, fits: Bool) {
    #expect(PathPattern(FilePath(pattern)).matches(FilePath(path)) == fits)
  }
}
