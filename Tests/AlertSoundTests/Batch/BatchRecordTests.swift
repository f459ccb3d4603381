import Foundation
import SoundFormat
import SystemPackage
import TestSupport
import Testing

@testable import AlertSound

struct BatchRecordTests {
  private func record(
    _ stamp: FileStamp?, of bytes: [UInt8], _ outcome: AlertOutcome = .converted
  ) -> BatchRecord {
    BatchRecord(
      input: "../a.wav", inputStamp: nil, inputDigest: 1, recipeDigest: 2, outputStamp: stamp,
      outputByteCount: Int64(bytes.count), outputDigest: ContentDigest.value(of: bytes),
      outcome: outcome)
  }

  @Test func outputsInPlaceAreRecognized() throws {
    let folder = try TemporaryDirectory()
    let path = FilePath(try folder.write([1, 2, 3], to: "a.caf"))
    let stamp = try #require(FileStamp(of: path))
    func outputState(_ record: BatchRecord) -> BatchRecord.OutputState {
      record.outputState(of: "a.caf", in: path.folder, Monitor())
    }
    // If the record has a stamp, the stamp is enough. Otherwise, the bytes are.
    #expect(outputState(record(stamp, of: [])) == .intact(stamp))
    var young = record(stamp, of: [3, 2, 1])
    young.isOutputYoung = true
    #expect(outputState(young) == .altered)
    #expect(outputState(record(nil, of: [1, 2, 3])) == .intact(stamp))
    var other = stamp
    other.inode ^= 1
    #expect(outputState(record(other, of: [1, 2, 3])) == .intact(stamp))
    #expect(outputState(record(other, of: [1, 2, 4])) == .altered)
    #expect(outputState(record(nil, of: [1, 2])) == .altered)
    #expect(outputState(record(nil, of: [], .omitted(from: .exactly(seconds: 31)))) == .altered)
    try path.removeFile()
    #expect(outputState(record(stamp, of: [])) == .empty)
    #expect(outputState(record(nil, of: [], .omitted(from: .exactly(seconds: 31)))) == .intact(nil))
  }

  /// A record may name anything. Only a file of the recorded length inside the folder is read.
  @Test func otherFilesAreNotTakenForOutputs() throws {
    let folder = try TemporaryDirectory()
    try folder.write([1, 2, 3], to: "b")
    let root = FilePath(folder.path("out"))
    try root.createFolders()
    for (name, target) in [("link", "../b"), ("away", "..")] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path("out/" + name), withDestinationPath: target)
    }
    #expect(unsafe mkfifo(folder.path("out/pipe"), 0o600) == 0)
    for name in ["link", "away/b", "pipe", "."] as [FilePath] {
      #expect(record(nil, of: [1, 2, 3]).outputState(of: name, in: root, Monitor()) == .altered)
    }
    // Reading this much would take far too long.
    let large = try FileDescriptor.open(
      root.appending("large"), .writeOnly, options: .create, permissions: .ownerReadWrite)
    try large.closeAfter { try large.resize(to: 1 << 40) }
    #expect(record(nil, of: [1, 2, 3]).outputState(of: "large", in: root, Monitor()) == .altered)
  }

  /// A large file is only read in full if it is also laid out like an output.
  @Test func aLargeFileOfAnotherLayoutIsNotRead() throws {
    let folder = try TemporaryDirectory()
    let path = FilePath(folder.path("large.caf"))
    let file = try FileDescriptor.open(
      path, .writeOnly, options: .create, permissions: .ownerReadWrite)
    try file.closeAfter { try file.resize(to: 1 << 40) }
    var record = record(nil, of: [])
    for byteCount in [1 << 40, nil] as [Int64?] {
      record.outputByteCount = byteCount
      #expect(record.outputState(of: "large.caf", in: path.folder, Monitor()) == .altered)
      let large = try AnchoredFolder(path.folder).file(at: "large.caf")
      #expect(!record.isOutput(large, Monitor()))
    }
  }

  /// Only properties that a checkout can't set prove that a file is the output.
  @Test func evidenceThatAFileIsAnOutput() {
    let stamp = FileStamp(
      byteCount: 3, modificationTime: 1_700_000_000_123_456_789, changeTime: 10, inode: 1)
    let record = record(stamp, of: [])
    #expect(record.isOutput(by: stamp))
    var copy = stamp
    (copy.inode, copy.changeTime) = (2, 20)
    #expect(record.isOutput(by: copy))
    copy.byteCount = 4
    #expect(!record.isOutput(by: copy))
    copy = stamp
    copy.modificationTime += 1
    #expect(!record.isOutput(by: copy))
    // A timestamp of whole seconds may be a commit's.
    var coarse = stamp
    coarse.modificationTime = 1_700_000_000_000_000_000
    var coarseRecord = record
    coarseRecord.outputStamp = coarse
    #expect(coarseRecord.isOutput(by: coarse))
    coarse.inode = 2
    #expect(!coarseRecord.isOutput(by: coarse))
    #expect(!self.record(nil, of: []).isOutput(by: stamp))
    #expect(!self.record(stamp, of: [], .omitted(from: .exactly(seconds: 31))).isOutput(by: stamp))
    var young = record
    young.isOutputYoung = true
    #expect(young.isOutput(by: stamp))
  }

  /// A file written within the same clock tick as the records may be rewritten within it.
  @Test func recentStampsAreNotTrusted() {
    let stamp = FileStamp(byteCount: 3, modificationTime: 5, changeTime: 10, inode: 1)
    let record = record(stamp, of: [])
    #expect(!record.settled(at: 11).isOutputYoung)
    #expect(record.settled(at: 10).isOutputYoung)
    #expect(record.settled(at: 9).isOutputYoung)
    #expect(record.settled(at: 9).outputStamp == stamp)
    #expect(!self.record(nil, of: []).settled(at: 11).isOutputYoung)
  }
}
