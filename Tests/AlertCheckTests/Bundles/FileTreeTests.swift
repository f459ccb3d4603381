import Foundation
import SoundFormat
import SystemPackage
import TestSupport
import Testing

@testable import AlertCheck

/// Tests links in a folder and in an archive.
struct FileTreeTests {
  private static let links = [
    ("ring.caf", "Sounds/ring.caf"), ("Sounds/back", "../top.caf"), ("chain", "ring.caf"),
    ("folder", "Sounds"), ("out", "../x"), ("far/out", "../../x"), ("absolute", "/etc/passwd"),
    ("gone", "nothing"), ("self", "self"), ("a", "b"), ("b", "a"), ("under", "top.caf/x"),
    ("around", "Sounds/./../Sounds/ring.caf"), ("here", "."), ("outAndIn", "../Demo.app/top.caf"),
    ("deep", "folder/ring.caf"),
  ]
  private static let files = ["top.caf", "Sounds/ring.caf", "far/x"]

  private static let targets: [(path: FilePath, target: FileTree.Target)] = [
    ("top.caf", .file("top.caf")), ("ring.caf", .file("Sounds/ring.caf")),
    ("Sounds/back", .file("top.caf")), ("chain", .file("Sounds/ring.caf")),
    ("folder", .folder("Sounds")), ("folder/ring.caf", .file("Sounds/ring.caf")),
    ("out", .outside("../x")), ("far/out", .outside("../../x")),
    ("absolute", .outside("/etc/passwd")), ("gone", .nothing), ("self", .cycle), ("a", .cycle),
    ("under", .nothing), ("around", .file("Sounds/ring.caf")), ("here", .folder("")),
    ("outAndIn", .outside("../Demo.app/top.caf")), ("deep", .file("Sounds/ring.caf")),
    ("no/thing", .nothing), ("Sounds", .folder("Sounds")), ("", .folder("")),
    ("folder/../top.caf", .file("top.caf")), ("../top.caf", .outside("../top.caf")),
  ]

  @Test func linksInAFolder() throws {
    let folder = try TemporaryDirectory()
    for name in Self.files { try folder.make("Demo.app/\(name)", Array(name.utf8)) }
    for (name, target) in Self.links {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path("Demo.app/\(name)"), withDestinationPath: target)
    }
    try expectTargets(in: try FileTree(folder: FolderTree(folder.filePath("Demo.app"))))
  }

  @Test func linksInAnArchive() throws {
    let prefix = "Payload/Demo.app/"
    let writer = ZipWriter(
      Self.files.map { ZipWriter.Entry(prefix + $0, Array($0.utf8)) }
        + Self.links.map { ZipWriter.Entry(prefix + $0.0, linkTo: $0.1) }
        + [ZipWriter.Entry("Payload/x", []), ZipWriter.Entry("Payload/Demo.application/y", [])])
    try expectTargets(in: Self.tree(writer, below: FilePath(prefix)))
  }

  private static func tree(
    _ writer: ZipWriter, below folder: FilePath = "P", limits: ZipArchive.Limits = .init()
  ) throws -> FileTree {
    let archive = try ZipArchive(writer.bytes, limits: limits)
    return try FileTree(archive: archive, archive.entries, at: "x.ipa", below: folder)
  }

  private func expectTargets(
    in tree: FileTree, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let names = (Self.files + Self.links.map(\.0)).map { FilePath($0) }
    #expect(tree.filePaths == names.sorted { $0.precedes($1) }, sourceLocation: sourceLocation)
    for (path, target) in Self.targets {
      #expect(tree.target(of: path) == target, "\(path)", sourceLocation: sourceLocation)
    }
    let source = try tree.open("Sounds/ring.caf")
    #expect(
      try source.bytes(at: 0, count: 100) == Array("Sounds/ring.caf".utf8),
      sourceLocation: sourceLocation)
  }

  /// Linux also follows no more than 40 links. Source: `man 7 path_resolution`. If they have more than 256 components
  /// together, it is unknown where they lead.
  @Test func fortyLinksAreFollowed() throws {
    let links = (1...100).map { ZipWriter.Entry("P/\($0)", linkTo: "\($0 - 1)") }
    let detours = [127, 128].map {
      ZipWriter.Entry("P/detour\($0).caf", linkTo: String(repeating: "d/../", count: $0) + "0")
    }
    let files = ["P/0", "P/d/x"].map { ZipWriter.Entry($0, []) }
    let tree = try Self.tree(ZipWriter(files + links + detours))
    for count in 1...100 {
      let target = tree.target(of: FilePath("\(count)"))
      #expect(target == (count <= 40 ? .file("0") : .cycle), "\(count) links")
    }
    #expect(tree.target(of: "detour127.caf") == .file("0"))
    #expect(tree.target(of: "detour128.caf") == .tooLong)
    let outcome = AppBundle(tree, notes: []).check("detour128.caf", by: .iOS).outcome
    #expect("\(outcome)".hasPrefix("unknown(") && "\(outcome)".contains("is too long to follow"))
  }

  /// An entry's name has at most 64 components. Without a limit on all entries' folders together, the
  /// folders' paths could still take gigabytes.
  @Test func foldersOfAnArchiveAreLimited() throws {
    let entries = (0..<4).map { index in
      ZipWriter.Entry("P/" + String(repeating: "\(index)/", count: 40) + "x.caf", [1])
    }
    var limits = ZipArchive.Limits()
    // The paths of an entry's 40 folders take 1, 3, 5, … 79 bytes: 1600 bytes in all.
    limits.folderPathByteCount = 4 * 1600
    #expect(try Self.tree(ZipWriter(entries), limits: limits).filePaths.count == 4)
    limits.folderPathByteCount -= 1
    let error = #expect(throws: SoundFileError.self) {
      try Self.tree(ZipWriter(entries), limits: limits)
    }
    #expect(error?.reason == "the archive has too many folders")
  }
}
