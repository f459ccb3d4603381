import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import AlertSound

struct TemporaryNameTests {
  @Test func onlyAbandonedFilesAreRemoved() throws {
    let folder = try TemporaryDirectory()
    let path = FilePath(folder.url.path(percentEncoded: false))
    let live = try TemporaryName.create(in: path)
    let dead = try TemporaryName.create(in: path)
    try dead.descriptor.close()
    let others = [
      ".alertsound-records", ".alertsound-.part", ".alertsound-0123456789abC.part",
      ".alertsound-0123456789abcd.part", ".alertsound-0123456789abc.part.caf", "ring.caf",
    ]
    for name in others { try folder.write([], to: name) }
    TemporaryName.removeAbandoned(in: try AnchoredFolder(path))
    let liveName = try #require(live.path.lastComponent?.string)
    #expect(try folder.names == (others + [liveName]).sorted())
    try live.descriptor.close()
    TemporaryName.removeAbandoned(in: try AnchoredFolder(path))
    #expect(try folder.names == others.sorted())
  }

  /// An output is protected from the moment it has a temporary name until it has its own.
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
