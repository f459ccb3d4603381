import Platform
import SystemPackage
import TestSupport
import Testing

struct FileTests {
  private let directory: TemporaryDirectory
  private let folder: FilePath

  init() throws {
    directory = try TemporaryDirectory()
    folder = FilePath(directory.path(""))
  }

  @Test func movingReplacesOnlyWhenAsked() throws {
    let (old, new) = (folder.appending("old"), folder.appending("new"))
    try directory.write([1], to: "old")
    try old.moveWithoutReplacing(to: new)
    #expect(try directory.names == ["new"])
    try directory.write([2], to: "old")
    #expect(throws: Errno.fileExists) { try old.moveWithoutReplacing(to: new) }
    #expect(try directory.names == ["new", "old"])
    #expect(try directory.read("new") == [1])
    let lost = folder.appending("lost")
    #expect(throws: Errno.noSuchFileOrDirectory) {
      try lost.moveWithoutReplacing(to: folder.appending("newer"))
    }
    #expect(try directory.names == ["new", "old"])
    try old.move(to: new)
    #expect(try directory.names == ["new"])
    #expect(try directory.read("new") == [2])
  }

  @Test(.enabled(if: FileDescriptor.canLinkUnnamed, "files can't be linked later here"))
  func unnamedFilesTakeOnlyUnusedNames() throws {
    let file = try #require(FileDescriptor.openUnnamed(in: folder, permissions: .ownerReadWrite))
    defer { try? file.close() }
    _ = try file.writeAll([1, 2])
    #expect(try directory.names == [])
    try file.linkUnnamed(to: folder.appending("file"))
    #expect(try directory.read("file") == [1, 2])
    #expect(throws: Errno.fileExists) { try file.linkUnnamed(to: folder.appending("file")) }
  }

  /// Listings by path and by descriptor have every name once, with its type if the file system states it.
  @Test func listingsHaveTypes() throws {
    try directory.write([], to: "file")
    try folder.appending("folder").makeFolder()
    let opened = try FileDescriptor.open(folder, .readOnly, options: .directory)
    defer { try? opened.close() }
    // The descriptor is listed twice, because the second listing must start at the beginning again.
    for listing in [try folder.listing(), try opened.listing(), try opened.listing()] {
      let sorted = listing.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
      #expect(sorted.map { String(decoding: $0.bytes, as: UTF8.self) } == ["file", "folder"])
      for (name, type) in zip(sorted, [FileType.regular, .directory]) {
        #expect(name.type == nil || name.type == type)
      }
    }
    #expect(throws: Errno.noSuchFileOrDirectory) { try folder.appending("none").listing() }
    #expect(throws: Errno.notDirectory) { try folder.appending("file").listing() }
  }

  @Test func locksExclude() throws {
    let first = try FileDescriptor.open(folder, .readOnly, options: .directory)
    let second = try FileDescriptor.open(folder, .readOnly, options: .directory)
    defer { try? second.close() }
    first.lock()
    try first.lockAtOnce()
    #expect(throws: Errno.wouldBlock) { try second.lockAtOnce() }
    try first.close()
    try second.lockAtOnce()
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
