import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import AlertSound

/// Untrusted names never lead out of a folder, and opening them never blocks.
struct AnchoredFolderTests {
  private let directory: TemporaryDirectory
  private let root: AnchoredFolder

  init() throws {
    directory = try TemporaryDirectory()
    for folder in ["root/sub/deep", "outside"] {
      try FileManager.default.createDirectory(
        atPath: directory.path(folder), withIntermediateDirectories: true)
    }
    for name in ["root/a", "root/sub/deep/b", "outside/c"] {
      try directory.write([1, 2], to: name)
    }
    for (name, target) in [
      ("root/link", "a"), ("root/away", "../outside"), ("root/sub/deep/up", "../.."),
    ] {
      try FileManager.default.createSymbolicLink(
        atPath: directory.path(name), withDestinationPath: target)
    }
    #expect(unsafe mkfifo(directory.path("root/pipe"), 0o600) == 0)
    root = try AnchoredFolder(FilePath(directory.path("root")))
  }

  @Test(arguments: [
    "link", "away/c", "sub/deep/up/a", "../outside/c", "sub/../a", "/etc/passwd", ".", "", "sub",
    "pipe", "a/b", "nowhere", "away",
  ])
  func rejectsEverythingElse(name: String) {
    #expect(throws: Errno.self) { _ = try root.file(at: FilePath(name)) }
  }

  @Test func removesOnlyTheFileThatWasOpened() throws {
    let file = try root.file(at: "a")
    try FileManager.default.moveItem(
      atPath: directory.path("root/a"), toPath: directory.path("root/old"))
    try directory.write([3], to: "root/a")
    #expect(try !file.remove())
    #expect(try directory.read("root/a") == [3])
    let other = try root.file(at: "a")
    try directory.write([4, 5], to: "root/a")
    #expect(try !other.remove())
    #expect(try root.file(at: "a").remove())
    #expect(try !root.names().contains("a"))
  }
}

struct TemporaryNameTests {
  @Test func onlyAbandonedFilesAreRemoved() throws {
    let folder = try TemporaryDirectory()
    let path = FilePath(folder.url.path(percentEncoded: false))
    let open = try AnchoredFolder(path)
    let live = try TemporaryName.create(in: open)
    let dead = try TemporaryName.create(in: open)
    try dead.descriptor.close()
    let others = [
      ".alertsound-records", ".alertsound-.part", ".alertsound-0123456789abC.part",
      ".alertsound-0123456789abcd.part", ".alertsound-0123456789abc.part.caf", "ring.caf",
    ]
    for name in others { try folder.write([], to: name) }
    TemporaryName.removeAbandoned(in: open)
    #expect(try folder.names == (others + [live.name.string]).sorted())
    try live.descriptor.close()
    TemporaryName.removeAbandoned(in: open)
    #expect(try folder.names == others.sorted())
  }

  /// Until an output gets its final name, its temporary file is never removed as abandoned.
  @Test func anOutputIsNeverTakenForAbandoned() throws {
    let folder = try TemporaryDirectory()
    let path = FilePath(try folder.write([1], to: "ring.caf"))
    for byte in 2..<50 as Range<UInt8> {
      let file = try OutputFile(for: path)
      try file.write([byte])
      TemporaryName.removeAbandoned(in: try AnchoredFolder(path.folder))
      try file.commit(replacing: true)
      #expect(try file.stamp() == FileStamp(of: path))
      #expect(try folder.read("ring.caf") == [byte])
    }
    #expect(try folder.names == ["ring.caf"])
  }
}
