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
      outputDigest: ContentDigest.value(of: bytes), outcome: outcome)
  }

  @Test func whatIsInPlace() throws {
    let folder = try TemporaryDirectory()
    let path = FilePath(try folder.write([1, 2, 3], to: "a.caf"))
    let stamp = try #require(FileStamp(of: path))
    // The stamp is enough where it is on record, and bytes are where it isn't.
    #expect(record(stamp, of: []).place(at: path, { false }) == .intact(stamp))
    #expect(record(nil, of: [1, 2, 3]).place(at: path, { false }) == .intact(stamp))
    var other = stamp
    other.inode ^= 1
    #expect(record(other, of: [1, 2, 3]).place(at: path, { false }) == .intact(stamp))
    #expect(record(other, of: [1, 2, 4]).place(at: path, { false }) == .altered)
    #expect(record(nil, of: [1, 2]).place(at: path, { false }) == .altered)
    let omitted = AlertOutcome.omitted(from: .exactly(seconds: 31))
    #expect(record(nil, of: [], omitted).place(at: path, { false }) == .altered)
    try path.removeFile()
    #expect(record(stamp, of: []).place(at: path, { false }) == .empty)
    #expect(record(nil, of: [], omitted).place(at: path, { false }) == .intact(nil))
  }

  /// What was written within the clock's tick in which the records are may be written again in it.
  @Test func youngStampsAreNotTrusted() {
    let stamp = FileStamp(byteCount: 3, modificationTime: 5, changeTime: 10, inode: 1)
    let record = record(stamp, of: [])
    #expect(record.settled(at: 11).outputStamp == stamp)
    #expect(record.settled(at: 10).outputStamp == nil)
    #expect(record.settled(at: 9).outputStamp == nil)
    #expect(self.record(nil, of: []).settled(at: 11).outputStamp == nil)
  }
}
