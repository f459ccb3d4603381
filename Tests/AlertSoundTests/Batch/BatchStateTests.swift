import Foundation
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
        outputByteCount: .max, outputDigest: 0xFEDC_BA98_7654_3210, outcome: outcome,
        signalToNoise: name == "a.caf" ? 38.2 : name == "z" ? .infinity : nil)
    }
    return state
  }()

  @Test func readsWhatItWrote() throws {
    #expect(try BatchState(parsing: Self.state.fileBytes) == Self.state)
    #expect(try BatchState(parsing: BatchState().fileBytes) == BatchState())
  }

  @Test func namesMayBeAnyBytes() throws {
    var state = BatchState()
    let name = FilePath(bytes: [0xFF, 0x0A, 0x25, 0x80])
    state.records[name] = Self.state.records["z"]
    #expect(try BatchState(parsing: state.fileBytes) == state)
    #expect(name.bytes == [0xFF, 0x0A, 0x25, 0x80])
  }

  @Test func theFormIsFixed() {
    var state = BatchState()
    state.records["b.caf"] = BatchRecord(
      input: "../b.wav", inputStamp: Self.stamp, inputDigest: 255, recipeDigest: 16,
      outputStamp: nil, outputByteCount: 7, outputDigest: 1,
      outcome: .omitted(from: .exactly(seconds: 30)))
    let lines = String(decoding: state.fileBytes, as: UTF8.self).split(separator: "\n")
    #expect(lines[0] == "alertsound state 2")
    #expect(
      lines[1] == "b.caf\t../b.wav\t3 -1 9223372036854775807 18446744073709551615\tff\t10\t-\t7\t1"
        + "\tomitted 403e000000000000\t-")
    #expect(lines.count == 3)
  }

  @Test func rejectsEveryTruncation() {
    let bytes = Self.state.fileBytes
    for count in 0..<bytes.count {
      #expect(throws: SoundFileError.self, "\(count)") {
        try BatchState(parsing: Array(bytes.prefix(count)))
      }
    }
  }

  @Test func rejectsEveryChangedByte() {
    let bytes = Self.state.fileBytes
    for index in bytes.indices {
      for change: UInt8 in [0x01, 0x20, 0x80] {
        var changed = bytes
        changed[index] ^= change
        #expect(throws: SoundFileError.self, "\(index) \(change)") {
          try BatchState(parsing: changed)
        }
      }
    }
  }

  /// A record without faults, but for what takes the place of some of its fields.
  private static func line(_ changes: [Int: String] = [:]) -> String {
    var fields = ["a", "b", "-", "1", "1", "-", "1", "1", "converted", "-"]
    for (index, field) in changes { fields[index] = field }
    return fields.joined(separator: "\t")
  }

  private static func file(_ lines: [String]) -> [UInt8] {
    let bytes = Array("alertsound state 2\n".utf8) + lines.flatMap { Array("\($0)\n".utf8) }
    let digest = ContentDigest.value(of: bytes)
    return bytes + Array("digest \(String(digest, radix: 16))\n".utf8)
  }

  @Test(arguments: [
    "", "a", "a\t", "\t\t\t\t\t\t\t\t\t", line() + "\t", line([3: "zz"]), line([2: "1 2 3"]),
    line([8: "converted 1"]), line([8: "trimmed"]), line([0: "a%"]), line([0: "a%00"]),
    line([7: "00000000000000001"]), line([1: "\0b"]), line([0: "a\u{1}"]), line([6: "-"]),
    line([6: "-1"]), line([6: "9223372036854775808"]), line([0: ""]),
    line([0: String(repeating: "x", count: 1 << 16)]),
  ])
  func rejectsRecordsThatAreNone(line: String) throws {
    #expect(throws: SoundFileError.self) { try BatchState(parsing: Self.file([line])) }
    #expect(throws: SoundFileError.self) {
      try BatchState(parsing: Self.file([Self.line([0: "x"]), line]))
    }
    #expect(try BatchState(parsing: Self.file([Self.line()])).records.count == 1)
  }

  /// One record that names a file outside, and all are rejected: by the rule that a batch's own outputs obey.
  @Test(arguments: [
    "../victim.caf", "/etc/passwd", "sub/../../v.caf", "sub/../v.caf", "./v.caf", "..", ".",
    "a//b/..",
    ".alertsound-state", ".alertsound-state/a",
  ])
  func rejectsPathsOutsideTheFolder(path: String) {
    let error = #expect(throws: SoundFileError.self) {
      try BatchState(parsing: Self.file([Self.line(), Self.line([0: path])]))
    }
    #expect(error?.reason.hasSuffix("is not a path inside the folder") == true)
    #expect(throws: ConversionError.self) {
      try Batch(
        [BatchItem(input: "a.wav", output: FilePath(path))], into: "out",
        to: ConversionTarget(container: .caf, dataFormat: .ima4), limit: LengthLimit(.fail))
    }
  }

  /// However the file is cut into blocks.
  @Test(arguments: [1, 2, 3, 7, 64, 100, 1000])
  func blocksDontMatter(byteCount: Int) throws {
    let bytes = Self.state.fileBytes
    #expect(try BatchState(parsing: bytes, blockByteCount: byteCount) == Self.state)
    for damaged in [
      Array(bytes.dropLast()), bytes + [0x0A], bytes + bytes, Array(bytes.dropFirst()),
    ] {
      #expect(throws: SoundFileError.self) {
        try BatchState(parsing: damaged, blockByteCount: byteCount)
      }
    }
  }

  /// A path may begin as the last line does.
  @Test func aPathIsNotTheDigest() throws {
    let bytes = Self.file([Self.line([0: "digest 1"]), Self.line()])
    #expect(try BatchState(parsing: bytes).records.count == 2)
  }

  @Test func aFileThatIsTooLargeIsNotRead() throws {
    struct Endless: ByteSource {
      let byteCount: Int

      func bytes(at offset: Int, count: Int) throws(SoundFileError) -> [UInt8] {
        Issue.record("it was read")
        return []
      }
    }
    let error = #expect(throws: SoundFileError.self) {
      try BatchState(parsing: Endless(byteCount: BatchState.byteLimit + 1))
    }
    #expect(error?.code == .tooLong)
    #expect(error?.reason == "the file is larger than 64 MiB")
  }

  @Test func thereIsALimitOnRecords() throws {
    let bytes = Self.file(["x", "y", "z"].map { Self.line([0: $0]) })
    #expect(try BatchState(parsing: bytes, recordLimit: 3).records.count == 3)
    let error = #expect(throws: SoundFileError.self) {
      try BatchState(parsing: bytes, recordLimit: 2)
    }
    #expect(error?.code == .tooLong)
    #expect(error?.reason == "there are more than 2 records")
  }

  /// Only a regular file in the folder itself is read.
  @Test func otherFilesAreNotRead() throws {
    let directory = try TemporaryDirectory()
    try directory.write(Self.state.fileBytes, to: "state")
    let folder = FilePath(directory.path("out"))
    #expect(try BatchState(in: folder) == BatchState())
    try folder.createFolders()
    #expect(try BatchState(in: folder) == BatchState())
    let path = directory.path("out/.alertsound-state")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "../state")
    let error = #expect(throws: ConversionError.self) { try BatchState(in: folder) }
    #expect(
      error?.sentence == "the records of earlier runs can't be used: this is not a regular file;"
        + " everything is converted again")
    try FileManager.default.removeItem(atPath: path)
    #expect(unsafe mkfifo(path, 0o600) == 0)
    #expect(throws: ConversionError.self) { try BatchState(in: folder) }
    try FileManager.default.removeItem(atPath: path)
    try directory.write(Self.state.fileBytes, to: "out/.alertsound-state")
    #expect(try BatchState(in: folder) == Self.state)
  }
}
