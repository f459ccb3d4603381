import ConversionSupport
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import AlertSound

struct FolderTreeTests {
  /// Makes a folder with the given files. A path that ends with a slash becomes a folder.
  private func folder(_ paths: String...) throws -> TemporaryDirectory {
    let folder = try TemporaryDirectory()
    for path in paths { try folder.make(path) }
    return folder
  }

  private func listing(_ folder: TemporaryDirectory) -> [String] {
    let root = folder.filePath("")
    return FolderTree(root).map { item in
      switch item {
      case .success(let entry): "\(entry.kind) \(entry.path.inside(root))"
      case .failure(let error): "failure \(error.path!.inside(root)): \(error.reason)"
      }
    }
  }

  @Test func orderIsThatOfTheBytes() throws {
    let folder = try folder("b", "a/2", "a/1", "a-b", "a.b", "C", "ж", "z/", ".hidden")
    #expect(
      listing(folder) == [
        "file .hidden", "file C", "folder a", "file a/1", "file a/2", "file a-b", "file a.b",
        "file b", "folder z", "file ж",
      ])
  }

  @Test func linksAreNotFollowed() throws {
    let folder = try folder("a/1")
    for (name, target) in [("up", ".."), ("self", "self"), ("a/back", "../a"), ("gone", "x")] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path(name), withDestinationPath: target)
    }
    #expect(
      listing(folder) == [
        "folder a", "file a/1", "link a/back", "link gone", "link self", "link up",
      ])
  }

  @Test func depthIsLimited() throws {
    let path = Array(repeating: "1", count: 65).joined(separator: "/")
    let folder = try folder(path + "/2/x", "b")
    #expect(
      listing(folder).suffix(3) == [
        "folder \(path)", "failure \(path): folders are nested more than 64 deep", "file b",
      ])
  }

  @Test func missingFolderIsAFailure() throws {
    let folder = try folder("file")
    for (name, reason) in [
      ("x", "there is no such file or folder"),
      ("file", "part of the path is a file, not a folder"),
    ] {
      let items = Array(FolderTree(folder.filePath(name)))
      #expect(items.count == 1)
      let error = #expect(throws: SoundError.self) { try items[0].get() }
      #expect(error?.reason == reason)
    }
  }

  @Test(.enabled(if: geteuid() != 0, "root may read everything"))
  func unreadableFolderIsAFailureInItsPlace() throws {
    let folder = try folder("a/1", "b/1", "c")
    #expect(unsafe chmod(folder.path("a"), 0) == 0)
    defer { unsafe chmod(folder.path("a"), 0o700) }
    #expect(
      listing(folder) == [
        "folder a", "failure a: permission denied", "folder b", "file b/1", "file c",
      ])
  }

  @Test func foldersCanBeSkipped() throws {
    let folder = try folder("a/1", "b/1", "c")
    var tree = FolderTree(folder.filePath("")).makeIterator()
    var names: [String] = []
    while let entry = try tree.next()?.get() {
      names.append(entry.path.name)
      if entry.path.name == "a" { tree.skipDescendants() }
    }
    #expect(names == ["a", "b", "1", "c"])
  }

  @Test(.enabled(if: TestSystem.takesAnyName, "file names must be text here"))
  func namesAreBytes() throws {
    let folder = try folder()
    let names: [[UInt8]] = [[0x61, 0x0A], [0xFF, 0xFE], Array("ж".utf8), Array("%s".utf8)]
    for name in names {
      let path = folder.filePath("").appending(name)
      try FileDescriptor.open(path, .writeOnly, options: .create, permissions: .ownerReadWrite)
        .close()
    }
    let entries = try FolderEntry.entries(of: AnchoredFolder(folder.filePath("")))
    let sorted = names.sorted { $0.lexicographicallyPrecedes($1) }
    #expect(entries.map { $0.path.inside(folder.filePath("")).bytes } == sorted)
  }
}

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
}

/// Names that are equal on a case-insensitive file system.
///
/// Source: Unicode's CaseFolding.txt, lines of status C and F.
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

  /// Names that aren't valid UTF-8 have no case, so no two are equal.
  @Test func bytesThatAreNotUTF8() {
    let names: [[UInt8]] = [[0xFF], [0xFE], [0xFF, 0x41], [0xFF, 0x61], [0xEF, 0xBF, 0xBD]]
    #expect(Set(names.map { FoldedPath(FilePath(bytes: $0)) }).count == names.count)
  }
}

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
    ("*" + String(repeating: "[", count: 60_000), String(repeating: "[", count: 200), false),
    ("[a][", "a[", true), ("[\\]]", "]", true), ("[a-]x", "-x", true),
  ])
  func patternsMatch(pattern: String, path: String, fits: Bool) {
    #expect(PathPattern(FilePath(pattern)).matches(FilePath(path)) == fits)
  }
}
