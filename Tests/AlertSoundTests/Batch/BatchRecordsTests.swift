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
    byteCount: 3, modificationTime: -1, changeTime: .max - 1, inode: .max)

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
      var record = BatchRecord(input: FilePath("../Sounds").pushing(name))
      if index != 1 { record.inputStamp = stamp }
      record.recipeDigest = .max
      if ![0, 4].contains(index) { record.outputStamp = stamp }
      record.outputDigest = 0xFEDC_BA98_7654_3210
      record.facts.outcome = outcome
      records[name] = record
    }
    var arrangement = ArrangementChange()
    (arrangement.trimmedAtStart, arrangement.silenceTrimmedAtStart) = (0.75, 0.1 + 0.2)
    (arrangement.playCount, arrangement.gap, arrangement.fadesBetweenPlays) = (7, 0.25, true)
    records["a.caf"]?.facts.arrangement = arrangement
    records["a.caf"]?.facts.signalToNoise = 38.2
    records["a.caf"]?.facts.warnings = [
      AlertFinding(.truncated, "496 bytes\t\"are\" missing"),
      AlertFinding(.unread, "another file follows"), AlertFinding(.dropped, "the mix is silent"),
    ]
    records["呼び鈴/é.caf"]?.facts.signalToNoise = .infinity
    records["呼び鈴/é.caf"]?.facts.levels = LevelChange(
      loudnessBefore: -23, loudnessAfter: nil, truePeakBefore: -.infinity, truePeakAfter: -1,
      gain: 7, limiting: 1.5, shortfall: 2)
    return records
  }()

  private static func bytes(
    of records: [FilePath: BatchRecord], besides saved: BatchRecords = BatchRecords(),
    removing removed: [FilePath] = [], countLimit: Int = BatchRecords.countLimit
  ) throws -> [UInt8] {
    var changes: [FilePath: [UInt8]] = [:]
    for (path, record) in records { changes[path] = record.fields(of: path) }
    for path in removed { changes[path] = [] }
    var bytes: [UInt8] = []
    try saved.write(with: changes, countLimit: countLimit) { bytes += $0 }
    return bytes
  }

  private static func all(_ records: BatchRecords) -> [FilePath: BatchRecord] {
    Dictionary(
      uniqueKeysWithValues: records.outputs.compactMap { path in records[path].map { (path, $0) } })
  }

  @Test func readsWhatItWrote() throws {
    let records = try BatchRecords(parsing: Self.bytes(of: Self.records))
    #expect(records.count == 5)
    #expect(Self.all(records) == Self.records)
    for (path, record) in Self.records { #expect(records[path] == record) }
    #expect(records["b.caf"] == nil)
    #expect(try BatchRecords(parsing: Self.bytes(of: [:])).count == 0)
  }

  /// Facts that can't be recorded as they are don't damage the file.
  @Test func extremeFactsAreReadBack() throws {
    var record = BatchRecord(input: "a.wav")
    record.facts.signalToNoise = -.infinity
    record.facts.warnings = [AlertFinding(.unread, "a\0b\nc\r\nd")]
    let read = try #require(try BatchRecords(parsing: Self.bytes(of: ["a.caf": record]))["a.caf"])
    #expect(read.facts.signalToNoise == -.infinity)
    #expect(read.facts.warnings == [AlertFinding(.unread, "abc\rd")])
  }

  /// A write within the tick in which the records were written might not change the output's stamp. So the record of
  /// such an output gets the change time 0, which no file has.
  @Test func recentStampsAreNotTrusted() throws {
    var record = BatchRecord(input: "a.wav")
    record.outputStamp = FileStamp(byteCount: 3, modificationTime: 5, changeTime: 10, inode: 1)
    let bytes = try Self.bytes(of: ["a": record])
    for time in [9, 10, 11] as [Int64] {
      let stamp = try BatchRecords(parsing: bytes, writtenAt: time)["a"]?.outputStamp
      #expect(stamp?.changeTime == (time == 11 ? 10 : 0))
    }
  }

  private static let firstLine = "alertsound.records/2\n"
  /// The fields of a valid record, after the output's path.
  private static let fields = ["b", numbers.joined(separator: " "), facts.joined(separator: " ")]
  private static let numbers = ["1", "2", "3", "4", "0", "0", "0", "0", "5", "z", "10"]
  private static let facts = [
    "omitted", "exact", "31.0", "0.0", "1.0", "0.0", "0.0", "0.0", "0.0", "0.0", "0.0", "0.0",
    "0.0", "1.0", "41.0", "1.0", "-inf", "-1.0", "0.0", "0.0", "-", "-2.0", "-\nunread i",
  ]

  private static func file(_ outputs: [String] = ["a"], _ fields: [String] = fields) -> [UInt8] {
    Array((firstLine + outputs.map { $0 + "\0" + fields.map { $0 + "\0" }.joined() }.joined()).utf8)
  }

  @Test func theFormatIsFixed() throws {
    let records = try BatchRecords(parsing: Self.file())
    let record = try #require(records["a"])
    #expect(record.input == "b" && record.inputStamp.inode == 4 && record.inputDigest == 5)
    #expect(record.recipeDigest == 35 && record.outputDigest == 36)
    #expect(record.facts.outcome == .omitted(from: .exactly(seconds: 31)))
    #expect(record.facts.warnings == [AlertFinding(.unread, "i")])
    #expect(record.facts.arrangement?.fadesBetweenPlays == true)
    #expect(record.facts.fillFrameCount == 41)
    #expect(record.facts.levels?.loudnessAfter == -2)
    let written = try BatchRecords(parsing: Self.bytes(of: ["a": record]))
    #expect(written["a"] == record)
  }

  /// Each field takes only values that this library writes.
  @Test func rejectsInvalidFields() throws {
    func expectRejected(_ index: Int, _ value: String) {
      var fields = Self.fields
      fields[index] = value
      #expect(throws: SoundFileError.self, "\(index): \(value)") {
        try BatchRecords(parsing: Self.file(["a"], fields))
      }
    }
    func expectRejected(_ index: Int, _ words: [String], _ invalid: [Int: [String]]) {
      for (place, values) in invalid {
        for value in values {
          var words = words
          words[place] = value
          expectRejected(index, words.joined(separator: " "))
        }
      }
    }
    expectRejected(
      1, Self.numbers,
      [0: ["!", "3w5e11264sgsg", "", "1 1"], 5: ["-1"], 10: ["1.0"]])
    expectRejected(
      2, Self.facts,
      [
        0: ["converted", "kept"], 1: ["exactly"], 2: ["-1", "nan"], 3: ["-0.1", "inf"],
        4: ["0.0", "-5.0", "1.5", "1e99"], 5: ["-1", "inf", "nan", "x"],
        14: ["-1", "nan"], 15: ["nan"], 16: ["nan", "1e5", "-1e5"],
        22: ["-\nunread", "-\nother i", "1.0 2.0"],
      ])
  }

  /// A file that is cut anywhere is rejected, but for one that ends with a record. Each path occurs once.
  @Test func rejectsOtherOrdersAndFormats() {
    let bytes = Self.file()
    for count in 0..<bytes.count where count != Self.firstLine.utf8.count {
      #expect(throws: SoundFileError.self) {
        try BatchRecords(parsing: Array(bytes.prefix(count)))
      }
    }
    for outputs in [["a", "a"], ["a//b"], ["a/"], [""]] {
      #expect(throws: SoundFileError.self) { try BatchRecords(parsing: Self.file(outputs)) }
    }
    for other in [bytes + [0], bytes + [0x20], bytes.map { _ in 0 }, bytes.map { _ in 0x20 }] {
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
      try BatchRecords(parsing: Self.file(["!", path]))
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
    let saved = try BatchRecords(parsing: Self.file(["b", "d%", "f", "h"]))
    let record = try #require(Self.records["a.caf"])
    let bytes = try Self.bytes(
      of: ["a": record, "d%": record, "e": record, "g": record], besides: saved,
      removing: ["b", "h", "nothing"])
    let again = try BatchRecords(parsing: bytes)
    #expect(Set(Self.all(again).keys) == ["a", "d%", "e", "f", "g"])
    #expect(again["d%"] == record)
    #expect(again["f"]?.outputDigest == 36)
  }

  /// If the file changes after it was checked, its records can't be read.
  @Test func aFileThatChangesLaterIsNotTrusted() throws {
    let directory = try TemporaryDirectory()
    let bytes = Self.file(["a", "b"])
    let path = try directory.write(bytes, to: BatchRecords.fileName.string)
    let records = try BatchRecords(in: OutputFolder(FilePath(directory.path(""))))
    #expect(records["a"] != nil)
    for later in [Array(bytes.dropLast(100)), bytes.map { _ in 0x20 }, bytes.map { _ in 0 }] {
      // Overwrite the file instead of replacing it.
      let descriptor = try FileDescriptor.open(FilePath(path), .writeOnly, options: .truncate)
      try descriptor.closeAfter { _ = try descriptor.writeAll(later) }
      #expect(records["b"] == nil)
    }
  }

  /// A sparse file takes no space on the disk.
  @Test func aFileThatIsTooLargeIsNotRead() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write([], to: BatchRecords.fileName.string)
    let file = try FileDescriptor.open(FilePath(path), .writeOnly)
    try file.closeAfter { try file.resize(to: Int64(BatchRecords.byteLimit) + 1) }
    let error = #expect(throws: SoundError.self) {
      try BatchRecords(in: OutputFolder(FilePath(directory.path(""))))
    }
    #expect(error?.reason.hasSuffix("the file is larger than 128 MiB") == true)
  }

  /// The limits for reading and writing are the same, so that every written file can be read.
  @Test func theNumberOfRecordsIsLimited() throws {
    let bytes = Self.file(["x", "y", "z"])
    #expect(try BatchRecords(parsing: bytes, countLimit: 3).count == 3)
    let reading = #expect(throws: SoundFileError.self) {
      try BatchRecords(parsing: bytes, countLimit: 2)
    }
    #expect(reading?.code == .tooLong)
    let saved = try BatchRecords(parsing: bytes)
    #expect(try Self.bytes(of: [:], besides: saved, countLimit: 3) == bytes)
    let writing = #expect(throws: SoundFileError.self) {
      try Self.bytes(of: [:], besides: saved, countLimit: 2)
    }
    #expect(writing?.reason == "there are more than 2 records")
  }

  /// No file has such a size, no fill takes a whole packet, and a sound that is left out has no output.
  @Test(
    arguments: [
      { $0.inputStamp.byteCount = .max }, { $0.inputStamp.byteCount = -1 },
      { $0.outputStamp.byteCount = .max }, { $0.outputStamp.byteCount = -1 },
      { $0.facts.fillFrameCount = 64 },
      {
        $0.facts.outcome = .omitted(from: .atLeast(seconds: 30))
        $0.outputStamp.byteCount = 1
      },
    ] as [@Sendable (inout BatchRecord) -> Void])
  func impossibleRecordsAreRejected(change: @Sendable (inout BatchRecord) -> Void) throws {
    var record = BatchRecord(input: "a.wav")
    #expect(try BatchRecords(parsing: Self.bytes(of: ["a.caf": record])).count == 1)
    change(&record)
    #expect(throws: SoundFileError.self) {
      try BatchRecords(parsing: Self.bytes(of: ["a.caf": record]))
    }
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
    #expect(try BatchRecords(in: OutputFolder(folder)).count == 5)
  }
}
