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
        isOutputYoung: name == "z", outputByteCount: name == "a.caf" ? nil : .max,
        outputDigest: 0xFEDC_BA98_7654_3210, outcome: outcome,
        signalToNoise: name == "a.caf" ? 38.2 : name == "z" ? .infinity : nil,
        truncation: name == "z" ? "496 bytes\tare missing" : nil)
    }
    return state
  }()

  @Test func readsWhatItWrote() throws {
    #expect(try BatchState(parsing: Self.state.fileBytes()).all == Self.state.all)
    #expect(try Self.state.all.count == 5)
    #expect(try BatchState(parsing: BatchState().fileBytes()).all.isEmpty)
  }

  @Test func namesMayBeAnyBytes() throws {
    var state = BatchState()
    let name = FilePath(bytes: [0xFF, 0x0A, 0x25, 0x80])
    state.records[name] = Self.state.records["z"]
    #expect(try BatchState(parsing: state.fileBytes()).all == state.all)
    #expect(name.bytes == [0xFF, 0x0A, 0x25, 0x80])
  }

  @Test func theFormatIsFixed() throws {
    var state = BatchState()
    state.records["b.caf"] = BatchRecord(
      input: "../b.wav", inputStamp: Self.stamp, inputDigest: 255, recipeDigest: 16,
      outputStamp: nil, outputByteCount: 7, outputDigest: 1,
      outcome: .omitted(from: .exactly(seconds: 30)))
    let lines = String(decoding: try state.fileBytes(), as: UTF8.self).split(separator: "\n")
    #expect(lines[0] == "alertsound state 5")
    #expect(
      lines[1] == "b.caf\t../b.wav\t3 -1 9223372036854775807 18446744073709551615\tff\t10\t-\t7\t1"
        + "\tomitted 403e000000000000\t-\t-\t-\t-\t-\t-\t-\t-\t-\t-")
    #expect(lines.count == 3)
    state.records["b.caf"]?.outputStamp = Self.stamp
    state.records["b.caf"]?.isOutputYoung = true
    state.records["b.caf"]?.truncation = "1 byte missing"
    state.records["b.caf"]?.decoder = "ffmpeg 7.1"
    #expect(
      String(decoding: try state.fileBytes(), as: UTF8.self).contains(
        "\t3 -1 9223372036854775807 18446744073709551615 young\t7\t1\tomitted 403e000000000000\t-"
          + "\t1 byte missing\tffmpeg 7.1\t-\t-\t-\t-\t-\t-\t-\n"))
  }

  @Test func rejectsEveryTruncation() throws {
    let bytes = try Self.state.fileBytes()
    for count in 0..<bytes.count {
      #expect(throws: SoundFileError.self, "\(count)") {
        try BatchState(parsing: Array(bytes.prefix(count)))
      }
    }
  }

  @Test func rejectsEveryChangedByte() throws {
    let bytes = try Self.state.fileBytes()
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

  /// A valid record, except for the fields that are replaced.
  private static func line(_ changes: [Int: String] = [:]) -> String {
    var fields = ["a", "b", "-", "1", "1", "-", "1", "1", "converted", "-", "-"]
    for (index, field) in changes { fields[index] = field }
    return fields.joined(separator: "\t")
  }

  private static func file(_ lines: [String], version: Int = 2) -> [UInt8] {
    let bytes =
      Array("alertsound state \(version)\n".utf8) + lines.flatMap { Array("\($0)\n".utf8) }
    let digest = ContentDigest.value(of: bytes)
    return bytes + Array("digest \(String(digest, radix: 16))\n".utf8)
  }

  @Test(arguments: [
    "", "a", "a\t", "\t\t\t\t\t\t\t\t\t", line() + "\t", line([3: "zz"]), line([2: "1 2 3"]),
    line([8: "converted 1"]), line([8: "trimmed"]), line([0: "a%"]), line([0: "a%00"]),
    line([7: "00000000000000001"]), line([1: "\0b"]), line([0: "a\u{1}"]), line([6: ""]),
    line([8: "omitted bff0000000000000"]), line([9: "7ff8000000000000"]), line([6: "-1"]),
    line([6: "9223372036854775808"]), line([5: " young"]), line([5: "- young"]), line([0: ""]),
    line([0: String(repeating: "x", count: 1 << 16)]),
    line([5: "1 2 3 4 old"]), line([2: "1 2 3 4 young"]), line([10: ""]), line([10: "%ff"]),
    line([10: String(repeating: "x", count: 2000)]), line([1: "/b"]), line([1: "../a/../b"]),
  ])
  func rejectsInvalidRecords(line: String) throws {
    #expect(throws: SoundFileError.self) { try BatchState(parsing: Self.file([line])) }
    #expect(throws: SoundFileError.self) {
      try BatchState(parsing: Self.file([Self.line([0: "A"]), line]))
    }
    #expect(try BatchState(parsing: Self.file([Self.line()])).records.count == 1)
  }

  /// Lines are sorted by their paths, which all differ, and a path is written in one way only.
  @Test(arguments: [
    ["b", "a"], ["a", "a"], ["a/b", "a.b"], ["a%61"], ["%C3%A9"], ["a", "%61"], ["a//b"], ["a/"],
    ["a//b", "a/b"],
  ])
  func rejectsOtherOrdersAndSpellings(paths: [String]) {
    #expect(throws: SoundFileError.self) {
      try BatchState(parsing: Self.file(paths.map { Self.line([0: $0]) }))
    }
  }

  /// Changes are merged with the saved records, in the order of their paths.
  @Test(arguments: [2, 1])
  func changesAreMergedWithSavedRecords(version: Int) throws {
    let names = ["b", "d%25", "f", "h"]
    let fields = version == 1 ? "\tb\t-\t1\t1\t-\t1\tconverted\t-" : Self.line([0: ""])
    let bytes = Self.file(names.map { $0 + fields }, version: version)
    var state = try BatchState(parsing: bytes)
    let record = try #require(Self.state.records["z"])
    for name in ["a", "d%", "e", "z"] as [FilePath] { state.records[name] = record }
    for name in ["b", "h", "nothing"] as [FilePath] { state.records[name] = nil }
    state.records["z"] = nil
    state.records["g"] = nil
    state.records["g"] = record
    #expect(state.records.count == 5)
    let again = try BatchState(parsing: state.fileBytes())
    #expect(try again.all == state.all)
    #expect(try Set(again.all.keys) == ["a", "d%", "e", "f", "g"])
    #expect(again.records["d%"] == record)
    #expect(again.records["f"]?.outputDigest == 1)
    #expect(again.records["b"] == nil)
  }

  /// If the file changes after it was checked, records are missing, and none is written.
  @Test func aFileThatChangesLaterIsNotTrusted() throws {
    let directory = try TemporaryDirectory()
    let bytes = Self.file(["a", "b"].map { Self.line([0: $0]) })
    let path = try directory.write(bytes, to: BatchState.fileName.string)
    let state = try BatchState(in: FilePath(directory.path("")))
    #expect(state.records["a"] != nil)
    for later in [bytes.map { $0 == 0x61 ? 0x62 : $0 }, bytes.map { _ in 0x20 }, []] {
      // The same file, not one in its place.
      let descriptor = try FileDescriptor.open(FilePath(path), .writeOnly, options: .truncate)
      try descriptor.closeAfter { _ = try descriptor.writeAll(later) }
      #expect(state.records["a"] == nil)
      #expect(throws: SoundFileError.self) { try state.fileBytes() }
    }
  }

  /// One record that names a file outside the folder rejects all records, by the rule that a
  /// batch's own outputs obey.
  @Test(arguments: [
    "../victim.caf", "/etc/passwd", "sub/../../v.caf", "sub/../v.caf", "./v.caf", "..", ".",
    "a//b/..",
    ".alertsound-state", ".alertsound-state/a",
  ])
  func rejectsPathsOutsideTheFolder(path: String) {
    let error = #expect(throws: SoundFileError.self) {
      try BatchState(parsing: Self.file([Self.line([0: "!"]), Self.line([0: path])]))
    }
    #expect(error?.reason.hasSuffix("is not a path inside the folder") == true)
    #expect(throws: SoundError.self) {
      try Batch(
        [BatchItem(input: "a.wav", output: FilePath(path))], into: "out",
        to: ConversionTarget(container: .caf, dataFormat: .ima4), limit: LengthLimit(.fail))
    }
  }

  /// The result doesn't depend on how the file is split into blocks.
  @Test(arguments: [1, 2, 3, 7, 64, 100, 1000])
  func blockSizeDoesNotMatter(byteCount: Int) throws {
    let bytes = try Self.state.fileBytes()
    #expect(try BatchState(parsing: bytes, blockByteCount: byteCount).all == Self.state.all)
    for damaged in [
      Array(bytes.dropLast()), bytes + [0x0A], bytes + bytes, Array(bytes.dropFirst()),
    ] {
      #expect(throws: SoundFileError.self) {
        try BatchState(parsing: damaged, blockByteCount: byteCount)
      }
    }
  }

  /// A path may begin like the last line.
  @Test func pathsAndDigestsAreDistinguished() throws {
    let bytes = Self.file([Self.line(), Self.line([0: "digest 1"])])
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
    #expect(error?.reason == "the file is larger than 128 MiB")
  }

  @Test func theNumberOfRecordsIsLimited() throws {
    let bytes = Self.file(["x", "y", "z"].map { Self.line([0: $0]) })
    #expect(try BatchState(parsing: bytes, recordLimit: 3).records.count == 3)
    let error = #expect(throws: SoundFileError.self) {
      try BatchState(parsing: bytes, recordLimit: 2)
    }
    #expect(error?.code == .tooLong)
    #expect(error?.reason == "there are more than 2 records")
  }

  /// What can be read can be written, and what can't be read isn't written.
  @Test func theLimitsAlsoApplyToWriting() throws {
    var state = BatchState()
    for name in ["x", "y", "z"] as [FilePath] { state.records[name] = Self.state.records["z"] }
    #expect(try state.fileBytes(recordLimit: 3).count > 0)
    let error = #expect(throws: SoundFileError.self) { try state.fileBytes(recordLimit: 2) }
    #expect(error?.code == .tooLong)
    #expect(error?.reason == "there are more than 2 records")
    // Each byte is written as three.
    let name = FilePath(bytes: Array(repeating: 1, count: 5600))
    var long = BatchState()
    long.records[name] = Self.state.records["z"]
    let byteCount = try long.fileBytes().count
    #expect(byteCount > 3 * 5600)
    #expect(throws: SoundFileError.self) { try long.fileBytes(byteLimit: byteCount - 1) }
    long.records[name]?.input = name
    #expect(throws: SoundFileError.self) { try long.fileBytes() }
  }

  /// In the first version, only the stamp states an output's length.
  @Test func readsTheFirstVersion() throws {
    let lines = [
      "a.caf\t../a.wav\t-\tff\t10\t3 5 7 9\t1\ttrimmed 403e000000000000 403d000000000000\t-",
      "b.caf\tb.wav\t1 2 3 4\tff\t10\t-\t1\tconverted\t4043000000000000",
    ]
    func file(_ lines: [String]) -> [UInt8] {
      Self.file(lines, version: 1)
    }
    let state = try BatchState(parsing: file(lines))
    let expected = BatchRecord(
      input: "../a.wav", inputStamp: nil, inputDigest: 255, recipeDigest: 16,
      outputStamp: FileStamp(byteCount: 3, modificationTime: 5, changeTime: 7, inode: 9),
      outputByteCount: 3, outputDigest: 1, outcome: .trimmed(from: .exactly(seconds: 30), to: 29))
    #expect(state.records["a.caf"] == expected)
    #expect(state.records["b.caf"]?.outputByteCount == nil)
    #expect(state.records["b.caf"]?.signalToNoise == 38)
    // It is written back in the latest version.
    #expect(try BatchState(parsing: state.fileBytes()).all == state.all)
    for lines in [[Self.line()], ["../" + lines[0]], [lines[0] + "\t-"], [lines[0] + "\t-\t-"]] {
      #expect(throws: SoundFileError.self) { try BatchState(parsing: file(lines)) }
    }
    #expect(throws: SoundFileError.self) { try BatchState(parsing: Self.file(lines, version: 2)) }
    #expect(throws: SoundFileError.self) { try BatchState(parsing: Self.file([], version: 6)) }
  }

  /// The second version has no decoders.
  @Test func readsTheSecondVersion() throws {
    let line = "a.caf\t../a.wav\t-\tff\t10\t3 5 7 9\t3\t1\tconverted\t-\t1 byte missing"
    let state = try BatchState(parsing: Self.file([line], version: 2))
    #expect(state.records["a.caf"]?.truncation == "1 byte missing")
    #expect(state.records["a.caf"]?.decoder == nil)
    #expect(try BatchState(parsing: state.fileBytes()).all == state.all)
    for line in [line + "\t-", line + "\tffmpeg 7.1"] {
      #expect(throws: SoundFileError.self) {
        try BatchState(parsing: Self.file([line], version: 2))
      }
    }
    #expect(throws: SoundFileError.self) { try BatchState(parsing: Self.file([line], version: 3)) }
  }

  /// The third version has no siblings for Android.
  @Test func readsTheThirdVersion() throws {
    let line = Self.line() + "\t-"
    let state = try BatchState(parsing: Self.file([line], version: 3))
    #expect(state.records["a"] != nil)
    #expect(state.records["a"]?.sibling == nil)
    #expect(try BatchState(parsing: state.fileBytes()).all == state.all)
    #expect(throws: SoundFileError.self) { try BatchState(parsing: Self.file([line], version: 4)) }
  }

  /// The fourth version doesn't say what was done to the sound.
  @Test func readsTheFourthVersion() throws {
    let line = Self.line() + "\t-\t-\t-\t-\t-\t-"
    let state = try BatchState(parsing: Self.file([line], version: 4))
    #expect(state.records["a"] != nil)
    #expect(state.records["a"]?.arrangement == nil)
    #expect(state.records["a"]?.levels == nil)
    #expect(try BatchState(parsing: state.fileBytes()).all == state.all)
    #expect(throws: SoundFileError.self) { try BatchState(parsing: Self.file([line], version: 5)) }
  }

  @Test func preparationIsRecorded() throws {
    var arrangement = ArrangementChange()
    (arrangement.trimmedAtStart, arrangement.silenceTrimmedAtStart) = (0.75, 0.5)
    (arrangement.playCount, arrangement.gap, arrangement.fadesBetweenPlays) = (7, 0.25, true)
    let levels = LevelChange(
      loudnessBefore: -23, loudnessAfter: nil, truePeakBefore: -.infinity, truePeakAfter: -1,
      gain: 7, limiting: 1.5, shortfall: 2)
    var state = Self.state
    state.records["z"]?.arrangement = arrangement
    state.records["z"]?.levels = levels
    state.records["z"]?.sibling = Self.sibling
    let bytes = try state.fileBytes()
    #expect(try BatchState(parsing: bytes).records["z"]?.arrangement == arrangement)
    #expect(try BatchState(parsing: bytes).records["z"]?.levels == levels)
    #expect(try BatchState(parsing: bytes).all == state.all)
  }

  /// Numbers are those of a sound: no length is negative, and no level is absurd.
  @Test(arguments: [
    ("0 0 0 0 0 0 0", "-"), ("0 0 0 0 0 0 0 0", "-"), ("0 0 0 0 0 0 0 -1", "-"),
    ("bff0000000000000 0 0 0 0 0 0 1", "-"), ("7ff0000000000000 0 0 0 0 0 0 1", "-"),
    ("0 0 0 0 0 0 0 1 loud", "-"), ("x 0 0 0 0 0 0 1", "-"), ("", "-"),
    ("-", "0 0 0 0 0 0"), ("-", "0 0 none 0 0 0 0"), ("-", "0 0 0 0 none 0 0"),
    ("-", "0 0 0 0 7ff0000000000000 0 0"), ("-", "0 0 0 0 7ff8000000000000 0 0"),
    ("-", "0 0 0 0 0 0 0 0"), ("-", "0 0 0 0 0 0 nil"), ("-", ""),
  ])
  func hostilePreparationIsRejected(arrangement: String, levels: String) throws {
    func file(_ fields: String...) -> [UInt8] {
      let line = [Self.line(), "-"] + fields + Array(repeating: "-", count: 5)
      return Self.file([line.joined(separator: "\t")], version: 5)
    }
    #expect(throws: SoundFileError.self) { try BatchState(parsing: file(arrangement, levels)) }
    let valid = file("0 0 0 0 0 0 0 1 silent", "none none fff0000000000000 0 0 0 none")
    #expect(try BatchState(parsing: valid).records["a"]?.levels?.gain == 0)
  }

  private static let sibling = SiblingRecord(
    file: AndroidFile(name: AndroidSoundName(nearestTo: "ring"), format: .ogg), workDigest: 0xA1,
    written: RecordedFile(stamp: stamp, isYoung: true, byteCount: 3, digest: .max))

  @Test func siblingsAreRecorded() throws {
    var state = Self.state
    state.records["z"]?.sibling = Self.sibling
    let bytes = try state.fileBytes()
    #expect(try BatchState(parsing: bytes).records["z"]?.sibling == Self.sibling)
    #expect(try BatchState(parsing: bytes).all == state.all)
    #expect(
      String(decoding: bytes, as: UTF8.self).contains(
        "\tring.ogg\ta1\t3 -1 9223372036854775807 18446744073709551615 young\t3\tffffffffffffffff\n"
      ))
  }

  /// A sibling's name can't lead out of its folder, and has an extension of a sound.
  @Test(arguments: [
    ["../x", "1", "-", "1", "1"], ["a/b.ogg", "1", "-", "1", "1"], ["ring.sh", "1", "-", "1", "1"],
    ["/ring.ogg", "1", "-", "1", "1"], ["..", "1", "-", "1", "1"], ["", "1", "-", "1", "1"],
    ["Ring.ogg", "1", "-", "1", "1"], ["ring%2e.ogg", "1", "-", "1", "1"],
    ["-", "1", "-", "1", "1"], ["ring.ogg", "-", "-", "1", "1"], ["ring.ogg", "1", "", "1", "1"],
    ["ring.ogg", "1", "- young", "1", "1"], ["ring.ogg", "1", "-", "-1", "1"],
    ["ring.ogg", "1", "-", "-", "1"], ["ring.ogg", "1", "-", "1", "-"],
    ["ring.ogg", "1", "-", "1"], ["ring.ogg", "1", "-", "1", "1", "-"],
  ])
  func hostileSiblingsAreRejected(fields: [String]) throws {
    let line = ([Self.line(), "-"] + fields).joined(separator: "\t")
    #expect(throws: SoundFileError.self) { try BatchState(parsing: Self.file([line], version: 4)) }
    let valid = [Self.line(), "-", "ring.ogg", "1", "-", "1", "1"].joined(separator: "\t")
    #expect(try BatchState(parsing: Self.file([valid], version: 4)).records["a"]?.sibling != nil)
  }

  /// A record whose path goes through a link inside the folder rejects all records, even if the
  /// link is several folders up. Links that no record goes through don't matter.
  @Test(arguments: [
    ("away/a.caf", true), ("away/sub/a.caf", true), ("sub/up/out/sub/a.caf", true),
    ("sub/a.caf", false), ("nowhere/a.caf", false), ("file/a.caf", false), ("link.caf", false),
  ])
  func linksWithinThePathAreRejected(name: String, isLinked: Bool) throws {
    let directory = try TemporaryDirectory()
    let folder = FilePath(directory.path("out"))
    try folder.appending("sub").createFolders()
    try directory.write([1], to: "out/file")
    for (name, target) in [("away", ".."), ("sub/up", "../.."), ("link.caf", "file")] {
      try FileManager.default.createSymbolicLink(
        atPath: directory.path("out/" + name), withDestinationPath: target)
    }
    try directory.write(
      Self.file([Self.line(), Self.line([0: name])]), to: "out/.alertsound-state")
    guard isLinked else {
      #expect(try BatchState(in: folder).records.count == 2)
      return
    }
    let error = #expect(throws: SoundError.self) { try BatchState(in: folder) }
    #expect(
      error?.sentence == "the records of earlier runs can't be used: \(name) is reached through"
        + " a symbolic link inside the folder; everything is converted again")
    #expect(try BatchState(replacingIn: folder).all.isEmpty)
  }

  /// Only a regular file in the folder itself is read.
  @Test func otherFilesAreNotRead() throws {
    let directory = try TemporaryDirectory()
    try directory.write(Self.state.fileBytes(), to: "state")
    let folder = FilePath(directory.path("out"))
    #expect(try BatchState(in: folder).all.isEmpty)
    try folder.createFolders()
    #expect(try BatchState(in: folder).all.isEmpty)
    let path = directory.path("out/.alertsound-state")
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "../state")
    let error = #expect(throws: SoundError.self) { try BatchState(in: folder) }
    #expect(
      error?.sentence == "the records of earlier runs can't be used: this is not a regular file;"
        + " everything is converted again")
    try FileManager.default.removeItem(atPath: path)
    #expect(unsafe mkfifo(path, 0o600) == 0)
    #expect(throws: SoundError.self) { try BatchState(in: folder) }
    try FileManager.default.removeItem(atPath: path)
    try directory.write(Self.state.fileBytes(), to: "out/.alertsound-state")
    #expect(try BatchState(in: folder).all == Self.state.all)
  }
}

extension BatchState {
  /// All records.
  fileprivate var all: [FilePath: BatchRecord] {
    get throws {
      var all: [FilePath: BatchRecord] = [:]
      try records.forEachPath { all[$0] = records[$0] }
      return all
    }
  }
}
