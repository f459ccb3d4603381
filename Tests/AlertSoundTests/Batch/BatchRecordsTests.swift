import Foundation
import Platform
import SoundFormat
import SystemPackage
import TestSupport
import Testing

@testable import AlertSound

/// Reading and writing the file of a batch's records.
struct BatchRecordsTests {
  private static let stamp = FileStamp(
    byteCount: 3, modificationTime: -1, changeTime: .max, inode: .max)

  private static let records: [FilePath: BatchRecord] = {
    var records: [FilePath: BatchRecord] = [:]
    let outcomes: [AlertOutcome] = [
      .converted, .convertedTooLong(seconds: 31.2),
      .trimmed(from: .exactly(seconds: 0.1), to: 29.9),
      .replacedByDefault(from: .about(seconds: 1e300)), .omitted(from: .atLeast(seconds: 30)),
    ]
    let names: [FilePath] = [
      "a.caf", "ring \"tone\\.caf", "line\nbreak\t%.caf", "呼び鈴/é.caf",
      FilePath(bytes: [0xFF, 0x0A, 0x25, 0x80]),
    ]
    for (index, (name, outcome)) in zip(names, outcomes).enumerated() {
      records[name] = BatchRecord(
        input: FilePath("../Sounds").pushing(name), inputStamp: index == 1 ? nil : stamp,
        inputDigest: 0, recipeDigest: .max, outputStamp: index == 0 ? nil : stamp,
        outputByteCount: index == 0 || outcome.isOmitted ? 0 : .max,
        outputDigest: 0xFEDC_BA98_7654_3210,
        outcome: outcome)
    }
    var arrangement = ArrangementChange()
    (arrangement.trimmedAtStart, arrangement.silenceTrimmedAtStart) = (0.75, 0.1 + 0.2)
    (arrangement.playCount, arrangement.gap, arrangement.fadesBetweenPlays) = (7, 0.25, true)
    records["a.caf"]?.arrangement = arrangement
    records["a.caf"]?.signalToNoise = 38.2
    records["a.caf"]?.warnings = [
      SoundWarning(.truncated, "496 bytes\t\"are\" missing"),
      SoundWarning(.unread, "another file follows"), SoundWarning(.dropped, "the mix is silent"),
    ]
    records["呼び鈴/é.caf"]?.signalToNoise = .infinity
    records["呼び鈴/é.caf"]?.levels = LevelChange(
      loudnessBefore: -23, loudnessAfter: nil, truePeakBefore: -.infinity, truePeakAfter: -1,
      gain: 7, limiting: 1.5, shortfall: 2)
    return records
  }()

  private static func bytes(
    of records: [FilePath: BatchRecord], besides saved: BatchRecords = BatchRecords(),
    removing removed: [FilePath] = [], countLimit: Int = BatchRecords.countLimit,
    byteLimit: Int = BatchRecords.byteLimit
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var changes = records.mapValues(BatchRecords.Change.set)
    for path in removed { changes[path] = .removed }
    try saved.write(with: changes, countLimit: countLimit, byteLimit: byteLimit) { bytes += $0 }
    return bytes
  }

  private static func all(_ records: BatchRecords) throws -> [FilePath: BatchRecord] {
    var all: [FilePath: BatchRecord] = [:]
    try records.each { all[$0] = $1 }
    return all
  }

  @Test func readsWhatItWrote() throws {
    let records = try BatchRecords(parsing: Self.bytes(of: Self.records))
    #expect(records.count == 5)
    #expect(try Self.all(records) == Self.records)
    for (path, record) in Self.records { #expect(records[path] == record) }
    #expect(records["b.caf"] == nil)
    #expect(try BatchRecords(parsing: Self.bytes(of: [:])).count == 0)
  }

  /// Each line of the file is a JSON object, so that any program can read the records.
  @Test func eachLineIsJSON() throws {
    let text = String(decoding: try Self.bytes(of: Self.records), as: UTF8.self)
    let lines = text.split(separator: "\n")
    #expect(lines.count == 6)
    for line in lines {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      if line != lines[0] { #expect(object?["output"] is String) }
    }
  }

  @Test func theFormatIsFixed() throws {
    let record = BatchRecord(
      input: "../b.wav", inputStamp: Self.stamp, inputDigest: 255, recipeDigest: 16,
      outputStamp: nil, outputByteCount: 7, outputDigest: 1,
      outcome: .trimmed(from: .about(seconds: 30), to: 29.9), signalToNoise: 38.25)
    #expect(
      String(decoding: try Self.bytes(of: ["b%.caf": record]), as: UTF8.self) == """
        {"schema":"alertsound.records/1"}
        {"output":"b%25.caf","input":"../b.wav","inputStamp":[3,-1,9223372036854775807,18446744073709551615],\
        "inputDigest":"ff","recipeDigest":"10","outputByteCount":7,"outputDigest":"1","outcome":"trimmed",\
        "length":30.0,"lengthIs":"about","kept":29.9,"signalToNoise":38.25}

        """)
  }

  /// A file of valid records, with a text replaced in each line.
  private static func file(
    replacing old: String = "", with new: String = "", outputs: [String] = ["a"]
  ) -> [UInt8] {
    let lines = outputs.map { output in
      let line =
        "{\"output\":\"\(output)\",\"input\":\"b\",\"inputStamp\":[1,2,3,4],\"inputDigest\":\"1\","
        + "\"recipeDigest\":\"1\",\"outputStamp\":[1,2,3,4],\"outputByteCount\":0,"
        + "\"outputDigest\":\"1\",\"outcome\":\"omitted\",\"length\":31.0,\"lengthIs\":\"exact\","
        + "\"signalToNoise\":1.0,\"warnings\":\"unread i\","
        + "\"arrangement\":[0,0,0,0,0,0,0,1,0,1],\"levels\":[null,null,null,-1,0,0,null]}\n"
      return old.isEmpty ? line : line.replacing(old, with: new, maxReplacements: 1)
    }
    return Array("{\"schema\":\"alertsound.records/1\"}\n\(lines.joined())".utf8)
  }

  @Test(arguments: [
    ("}", ""), ("}", "}}"), ("}", ",\"more\":1}"), ("{", " {"), ("\"input\"", "\"Input\""),
    (":\"b\"", ":\"\""), (":\"b\"", ":\"/b\""), (":\"b\"", ":\"../a/../b\""),
    (":\"b\"", ":\"b%0\""),
    (":\"b\"", ":\"b%00\""), (":\"b\"", ":\"\u{1}\""), (":\"b\"", ":\"\\n\""), (":\"b\"", ":b"),
    ("[1,2,3,4]", "[1,2,3]"), ("[1,2,3,4]", "[1,2,3,4,5]"), ("[1,2,3,4]", "[1,2,3,-4]"),
    ("[1,2,3,4]", "[1,2,3,99999999999999999999]"), ("[1,2,3,4]", "null"),
    ("Digest\":\"1\"", "Digest\":\"g\""), ("Digest\":\"1\"", "Digest\":\"00000000000000001\""),
    ("Digest\":\"1\"", "Digest\":1"), ("Count\":0", "Count\":-1"), ("Count\":0", "Count\":x"),
    ("Count\":0", "Count\":1"), ("Count\":0", "Count\":9223372036854775808"),
    ("omitted", "converted"), ("omitted", "kept"),
    ("omitted", "trimmed"), ("31.0", "-1"), ("31.0", "1e999"), ("31.0", "nan"),
    ("exact", "exactly"),
    ("Noise\":1.0", "Noise\":10000"), ("Noise\":1.0", "Noise\":inf"), ("unread i", "unread"),
    ("unread i", "other i"),
    ("[0,0,0,0,0,0,0,1,0,1]", "[0,0,0,0,0,0,0,1,0]"),
    ("[0,0,0,0,0,0,0,1,0,1]", "[0,0,0,0,0,0,0,0,0,1]"),
    ("[0,0,0,0,0,0,0,1,0,1]", "[-1,0,0,0,0,0,0,1,0,1]"),
    ("[0,0,0,0,0,0,0,1,0,1]", "[0,0,0,0,0,0,0,1e99,0,1]"), ("[0,0,0,0,0,0,0,1,0,1]", "[]"),
    ("[null,null,null,-1,0,0,null]", "[null,null,null,-1,0,0]"),
    ("[null,null,null,-1,0,0,null]", "[null,null,null,-1,null,0,null]"),
    ("[null,null,null,-1,0,0,null]", "[null,null,null,-1e5,0,0,null]"),
    ("alertsound.records/1", "alertsound.records/2"),
  ])
  func rejectsInvalidRecords(old: String, new: String) throws {
    #expect(try BatchRecords(parsing: Self.file()).count == 1)
    let isHeader = old.hasPrefix("alertsound")
    let bytes = Self.file(replacing: old, with: new, outputs: ["A", "a"])
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(throws: SoundFileError.self) {
      try BatchRecords(parsing: isHeader ? Array(text.replacing(old, with: new).utf8) : bytes)
    }
  }

  /// Lines are sorted by path, each path occurs once, and each line ends with a line feed.
  @Test func rejectsOtherOrdersAndFormats() {
    for outputs in [["b", "a"], ["a", "a"], ["a", "%61"], ["a//b"], ["a/"]] {
      #expect(throws: SoundFileError.self) {
        try BatchRecords(parsing: Self.file(outputs: outputs))
      }
    }
    let bytes = Self.file()
    for other in [
      [], [0x0A], Array(bytes.dropLast()), bytes + [0x0A], bytes + [0x20], Array(bytes.dropFirst()),
      Array("alertsound state 5\n".utf8), bytes.map { _ in 0x20 },
    ] {
      #expect(throws: SoundFileError.self) { try BatchRecords(parsing: other) }
    }
  }

  /// If one record names a file outside the folder, all records are rejected. The rule is the same as for the outputs
  /// of a batch.
  @Test(arguments: [
    "../victim.caf", "/etc/passwd", "sub/../../v.caf", "sub/../v.caf", "./v.caf", "..", ".",
    ".alertsound-records", ".alertsound-records/a",
  ])
  func rejectsPathsOutsideTheFolder(path: String) {
    let error = #expect(throws: SoundFileError.self) {
      try BatchRecords(parsing: Self.file(outputs: ["!", path]))
    }
    #expect(error?.reason.hasSuffix("is not a path inside the folder") == true)
    #expect(throws: SoundError.self) {
      try Batch(
        [BatchItem(input: "a.wav", output: FilePath(path))], into: "out",
        by: AlertConverter(
          to: ConversionTarget(container: .caf, dataFormat: .ima4), limit: LengthLimit(.fail)))
    }
  }

  @Test func changesAreMergedWithSavedRecords() throws {
    let saved = try BatchRecords(parsing: Self.file(outputs: ["b", "d%25", "f", "h"]))
    let record = try #require(Self.records["a.caf"])
    let bytes = try Self.bytes(
      of: ["a": record, "d%": record, "e": record, "g": record], besides: saved,
      removing: ["b", "h", "nothing"])
    let again = try BatchRecords(parsing: bytes)
    #expect(try Set(Self.all(again).keys) == ["a", "d%", "e", "f", "g"])
    #expect(again["d%"] == record)
    #expect(again["f"]?.outputDigest == 1)
  }

  /// If the file changes after it was checked, its records can't be read, and no new file is written.
  @Test func aFileThatChangesLaterIsNotTrusted() throws {
    let directory = try TemporaryDirectory()
    let bytes = Self.file(outputs: ["a", "b"])
    let path = try directory.write(bytes, to: BatchRecords.fileName.string)
    let records = try BatchRecords(in: OutputFolder(FilePath(directory.path(""))))
    #expect(records["a"] != nil)
    for later in [bytes.map { $0 == 0x22 ? 0x62 : $0 }, bytes.map { _ in 0x20 }] {
      // Overwrite the file instead of replacing it.
      let descriptor = try FileDescriptor.open(FilePath(path), .writeOnly, options: .truncate)
      try descriptor.closeAfter { _ = try descriptor.writeAll(later) }
      #expect(records["a"] == nil)
      #expect(throws: SoundFileError.self) { try Self.bytes(of: [:], besides: records) }
    }
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
      try BatchRecords(parsing: Endless(byteCount: BatchRecords.byteLimit + 1))
    }
    #expect(error?.code == .tooLong)
    #expect(error?.reason == "the file is larger than 128 MiB")
  }

  /// The limits for reading and writing are the same, so that every written file can be read.
  @Test func theNumberOfRecordsIsLimited() throws {
    let bytes = Self.file(outputs: ["x", "y", "z"])
    #expect(try BatchRecords(parsing: bytes, countLimit: 3).count == 3)
    let reading = #expect(throws: SoundFileError.self) {
      try BatchRecords(parsing: bytes, countLimit: 2)
    }
    #expect(reading?.code == .tooLong)
    let saved = try BatchRecords(parsing: bytes)
    let written = try Self.bytes(of: [:], besides: saved, countLimit: 3)
    #expect(try BatchRecords(parsing: written).count == 3)
    let writing = #expect(throws: SoundFileError.self) {
      try Self.bytes(of: [:], besides: saved, countLimit: 2)
    }
    #expect(writing?.reason == "there are more than 2 records")
    #expect(throws: SoundFileError.self) {
      try Self.bytes(of: [:], besides: saved, byteLimit: written.count - 1)
    }
    // Each of these bytes is written as three characters, such as %01.
    let name = FilePath(bytes: Array(repeating: 1, count: 5200))
    var record = try #require(Self.records["a.caf"])
    #expect(try Self.bytes(of: [name: record]).count > 3 * 5200)
    record.input = name
    #expect(try Self.bytes(of: [name: record]).count > 6 * 5200)
    record.input = name.appending("more").pushing(name)
    #expect(throws: SoundFileError.self) { try Self.bytes(of: [name: record]) }
  }

  /// Only a regular file in the folder itself is read.
  @Test func otherFilesAreNotRead() throws {
    let directory = try TemporaryDirectory()
    try directory.write(Self.bytes(of: Self.records), to: "records")
    let folder = FilePath(directory.path("out"))
    #expect(try BatchRecords(in: OutputFolder(folder)).count == 0)
    try folder.createFolders()
    #expect(try BatchRecords(in: OutputFolder(folder)).count == 0)
    let path = directory.path("out/.alertsound-records")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "../records")
    let error = #expect(throws: SoundError.self) { try BatchRecords(in: OutputFolder(folder)) }
    #expect(
      error?.sentence == "the records of earlier runs can't be used: this is not a regular file;"
        + " everything is converted again")
    try FileManager.default.removeItem(atPath: path)
    #expect(unsafe mkfifo(path, 0o600) == 0)
    #expect(throws: SoundError.self) { try BatchRecords(in: OutputFolder(folder)) }
    try FileManager.default.removeItem(atPath: path)
    try directory.write(Self.bytes(of: Self.records), to: "out/.alertsound-records")
    #expect(try Self.all(BatchRecords(in: OutputFolder(folder))) == Self.records)
  }
}
