import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import AlertSound

struct FolderTreeTests {
  /// A folder with these contents. A path with a slash at its end is a folder.
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

  @Test func pipeIsReportedAsOther() throws {
    let folder = try folder()
    #expect(unsafe mkfifo(folder.path("pipe"), 0o600) == 0)
    #expect(listing(folder) == ["other pipe"])
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
    let entries = try FolderEntry.entries(of: folder.filePath(""))
    let sorted = names.sorted { $0.lexicographicallyPrecedes($1) }
    #expect(entries.map { $0.path.inside(folder.filePath("")).bytes } == sorted)
  }
}
