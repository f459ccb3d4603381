import Platform
import SystemPackage
import TestSupport
import Testing

@testable import AlertSound

struct FileTests {
  private let directory: TemporaryDirectory
  private let folder: FilePath
  private let open: AnchoredFolder

  init() throws {
    directory = try TemporaryDirectory()
    folder = FilePath(directory.path(""))
    open = try AnchoredFolder(folder)
  }

  @Test func movingReplacesOnlyWhenAsked() throws {
    let open = open.descriptor
    try directory.write([1], to: "old")
    try open.renameEntryWithoutReplacing("old", to: "new")
    #expect(try directory.names == ["new"])
    try directory.write([2], to: "old")
    #expect(throws: Errno.fileExists) { try open.renameEntryWithoutReplacing("old", to: "new") }
    #expect(try directory.names == ["new", "old"])
    #expect(try directory.read("new") == [1])
    #expect(throws: Errno.noSuchFileOrDirectory) {
      try open.renameEntryWithoutReplacing("lost", to: "newer")
    }
    #expect(try directory.names == ["new", "old"])
    try open.renameEntry("old", to: "new")
    #expect(try directory.names == ["new"])
    #expect(try directory.read("new") == [2])
  }

  @Test(.enabled(if: FileDescriptor.canLinkUnnamed, "files can't be linked later here"))
  func unnamedFilesTakeOnlyUnusedNames() throws {
    let open = open.descriptor
    let file = try #require(open.openUnnamed(permissions: .ownerReadWrite))
    defer { try? file.close() }
    _ = try file.writeAll([1, 2])
    #expect(try directory.names == [])
    try file.linkUnnamed(as: "file", in: open)
    #expect(try directory.read("file") == [1, 2])
    #expect(throws: Errno.fileExists) { try file.linkUnnamed(as: "file", in: open) }
  }

  /// Listings have every name once, with its type if the file system states it.
  @Test func listingsHaveTypes() throws {
    try directory.write([], to: "file")
    try open.descriptor.makeFolder("folder")
    // List twice, because the second listing must start at the beginning again.
    for listing in [try open.descriptor.listing(), try open.descriptor.listing()] {
      let sorted = listing.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
      #expect(sorted.map { String(decoding: $0.bytes, as: UTF8.self) } == ["file", "folder"])
      for (name, type) in zip(sorted, [FileType.regular, .directory]) {
        #expect(name.type == nil || name.type == type)
      }
    }
    #expect(throws: Errno.noSuchFileOrDirectory) { try open.folder(named: "none") }
    #expect(throws: Errno.notDirectory) { try open.folder(named: "file") }
  }

  @Test func copiesWhatThereIs() throws {
    try directory.write(Array(0..<10), to: "source")
    let source = try FileDescriptor.open(folder.appending("source"), .readOnly)
    defer { try? source.close() }
    let copy = try FileDescriptor.open(
      folder.appending("copy"), .writeOnly, options: .create, permissions: .ownerReadWrite)
    defer { try? copy.close() }
    let rest = copy.append(4..<12, of: source)
    #if os(Linux)
      #expect(rest == 10..<12)
    #else
      #expect(rest == 4..<12)
    #endif
    #expect(try directory.read("copy") == Array(4..<UInt8(rest.lowerBound)))
  }
}
