import SoundFormat
import SystemPackage
import TestSupport
import Testing

@testable import AlertSound

struct BatchStateTests {
  private static let stamp = FileStamp(
    byteCount: 3, modificationTime: -1, changeTime: .max, inode: .max)

  private static let state: BatchState = {
    var state = BatchState()
    let outcomes: [AlertOutcome] = [
      .converted, .convertedTooLong(seconds: 31.2),
      .trimmed(from: .exactly(seconds: 0.1), to: -0.0),
      .replacedByDefault(from: .about(seconds: 1e300)), .omitted(from: .atLeast(seconds: 30)),
    ]
    let names: [FilePath] = ["a.caf", "ring tone.caf", "line\nbreak\t%.caf", "呼び鈴/é.caf", "z"]
    for (name, outcome) in zip(names, outcomes) {
      state.records[name] = BatchRecord(
        input: FilePath("../Sounds").pushing(name), inputStamp: name == "z" ? nil : stamp,
        inputDigest: 0, recipeDigest: .max, outputStamp: name == "a.caf" ? nil : stamp,
        outputDigest: 0xFEDC_BA98_7654_3210, outcome: outcome,
        signalToNoise: name == "a.caf" ? 38.2 : name == "z" ? .infinity : nil)
    }
    return state
  }()

  @Test func readsWhatItWrote() {
    #expect(BatchState(fileBytes: Self.state.fileBytes) == Self.state)
    #expect(BatchState(fileBytes: BatchState().fileBytes) == BatchState())
  }

  @Test func namesMayBeAnyBytes() {
    var state = BatchState()
    let name = FilePath(bytes: [0xFF, 0x0A, 0x25, 0x80])
    state.records[name] = Self.state.records["z"]
    #expect(BatchState(fileBytes: state.fileBytes) == state)
    #expect(name.bytes == [0xFF, 0x0A, 0x25, 0x80])
  }

  @Test func theFormIsFixed() {
    var state = BatchState()
    state.records["b.caf"] = BatchRecord(
      input: "../b.wav", inputStamp: Self.stamp, inputDigest: 255, recipeDigest: 16,
      outputStamp: nil, outputDigest: 1, outcome: .omitted(from: .exactly(seconds: 30)))
    let lines = String(decoding: state.fileBytes, as: UTF8.self).split(separator: "\n")
    #expect(lines[0] == "alertsound state 1")
    #expect(
      lines[1] == "b.caf\t../b.wav\t3 -1 9223372036854775807 18446744073709551615\tff\t10\t-\t1"
        + "\tomitted 403e000000000000\t-")
    #expect(lines.count == 3)
  }

  @Test func rejectsEveryTruncation() {
    let bytes = Self.state.fileBytes
    for count in 0..<bytes.count {
      #expect(BatchState(fileBytes: Array(bytes.prefix(count))) == nil, "\(count)")
    }
  }

  @Test func rejectsEveryChangedByte() {
    let bytes = Self.state.fileBytes
    for index in bytes.indices {
      for change: UInt8 in [0x01, 0x20, 0x80] {
        var changed = bytes
        changed[index] ^= change
        #expect(BatchState(fileBytes: changed) == nil, "\(index) \(change)")
      }
    }
  }

  @Test(arguments: [
    "a", "a\t", "\t\t\t\t\t\t\t", "a\tb\t-\tzz\t1\t-\t1\tconverted",
    "a\tb\t1 2 3\t1\t1\t-\t1\tconverted", "a\tb\t-\t1\t1\t-\t1\tconverted 1",
    "a\tb\t-\t1\t1\t-\t1\ttrimmed", "a%\tb\t-\t1\t1\t-\t1\tconverted",
    "a%00\tb\t-\t1\t1\t-\t1\tconverted", "a\tb\t-\t1\t1\t-\t00000000000000001\tconverted",
    "a\t\0b\t-\t1\t1\t-\t1\tconverted", "a\u{1}\tb\t-\t1\t1\t-\t1\tconverted",
  ])
  func rejectsRecordsThatAreNone(line: String) {
    var bytes = Array("alertsound state 1\n\(line)\n".utf8)
    bytes += Array("digest \(String(digest(of: bytes), radix: 16))\n".utf8)
    #expect(BatchState(fileBytes: bytes) == nil)
  }

  /// The digest of a file that is well formed but for its records.
  private func digest(of bytes: [UInt8]) -> UInt64 {
    ContentDigest.value(of: bytes)
  }
}
