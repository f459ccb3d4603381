import SystemPackage
import Testing

@testable import AlertSound

struct PathCoverTests {
  private static let cover = PathCover(["in/a", "in/a/b", "in/a!", "top", "../x", "in/a b/c", "é"])

  @Test(arguments: [
    "in/a", "in/a/b", "in/a/z/y", "in/a!", "in/a!/x", "top", "top/in", "../x/y", "in/a b/c/d",
    "é/f",
  ])
  func coversPathsAndAllInside(path: FilePath) {
    #expect(Self.cover.covers(path))
  }

  @Test(arguments: [
    "in", "in/ab", "in/a b", "in/a\"", "to", "topp", "..", "../xy", "x", "", "e", "in/A",
  ])
  func coversNothingElse(path: FilePath) {
    #expect(!Self.cover.covers(path))
  }

  @Test func theRootCoversEverythingAndNothingCoversNothing() {
    #expect(PathCover(["/", "/a"]).covers("/b/c"))
    #expect(!PathCover(["/"]).covers("b"))
    #expect(!PathCover([]).covers("a"))
  }
}
