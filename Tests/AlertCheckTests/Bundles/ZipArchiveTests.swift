import Foundation
import SoundFormat
import SystemPackage
import TestSupport
import Testing

@testable import AlertCheck

struct ZipArchiveTests {
  private static let text = Array("Hear, hear. Hear, hear.".utf8)

  private func contents(_ entries: [ZipWriter.Entry], of name: FilePath = "a") throws -> [UInt8] {
    try contents(ZipWriter(entries).bytes, of: name)
  }

  private func contents(_ file: [UInt8], of name: FilePath = "a") throws -> [UInt8] {
    let archive = try ZipArchive(file)
    let entry = try #require(archive.entries.first { $0.path == name })
    let source = try archive.contents(of: entry)
    return try source.bytes(at: 0, count: source.byteCount)
  }

  private func expectError(
    _ code: SoundFileError.Code, _ reason: String, _ entries: [ZipWriter.Entry],
    of name: FilePath = "a", sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let error = #expect(throws: SoundFileError.self, sourceLocation: sourceLocation) {
      try contents(entries, of: name)
    }
    #expect(error?.code == code, sourceLocation: sourceLocation)
    #expect(error?.reason == reason, sourceLocation: sourceLocation)
  }

  @Test func storedAndDeflatedFilesAreRead() throws {
    let long = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 3) }
    let entries = [
      ZipWriter.Entry("a", Self.text), ZipWriter.Entry(deflating: Self.text, as: "b"),
      ZipWriter.Entry(deflating: long, as: "folder/c"), ZipWriter.Entry("empty", []),
      ZipWriter.Entry(deflating: [], as: "d"),
    ]
    for usesLongNumbers in [false, true] {
      var writer = ZipWriter(entries)
      writer.comment = Array("PK\u{5}\u{6} is no end".utf8)
      writer.usesLongNumbers = usesLongNumbers
      let file = writer.bytes
      #expect(try contents(file) == Self.text)
      #expect(try contents(file, of: "b") == Self.text)
      #expect(try contents(file, of: "folder/c") == long)
      #expect(try contents(file, of: "empty") == [])
      #expect(try contents(file, of: "d") == [])
      #expect(try ZipArchive(file).notes == [])
    }
  }

  @Test(.enabled(if: Tool("zip").isInstalled, "zip is not installed"))
  func archivesOfInfoZIPAreRead() throws {
    let folder = try TemporaryDirectory()
    let sound = try soundFile(.caf, .ima4, frameCount: 5000)
    try folder.write(sound, to: "sound.caf")
    let outcome = try Tool("zip").outcome(of: ["-q", "x.zip", "sound.caf"], in: folder.url)
    #expect(outcome.ending == .exit(0))
    let archive = try ZipArchive(folder.read("x.zip"))
    #expect(archive.entries.map(\.method) == [8])
    #expect(try contents(folder.read("x.zip"), of: "sound.caf") == sound)
  }

  @Test func extraFieldOfTheLocalHeaderIsSkipped() throws {
    var entry = ZipWriter.Entry("a", Self.text)
    entry.localExtra = [1, 2, 3, 4, 5]
    #expect(try contents([entry]) == Self.text)
  }

  @Test func entryTypesAreRecognized() throws {
    var folder = ZipWriter.Entry("f/", [])
    folder.mode = 0o040755
    var device = ZipWriter.Entry("device", [])
    device.mode = 0o020644
    let archive = try ZipArchive(
      ZipWriter([folder, device, ZipWriter.Entry("a", []), ZipWriter.Entry("l", linkTo: "a")]).bytes
    )
    #expect(archive.entries.map(\.kind) == [.folder, .other, .file, .link])
    #expect(archive.entries.map(\.path) == ["f", "device", "a", "l"])
  }

  @Test(arguments: [
    ("../a", "its name leads out of the archive"),
    ("b/../../a", "its name leads out of the archive"),
    ("/etc/a", "its name is an absolute path"), ("./a", "its name contains the folder '.'"),
    ("", "it has no name"), ("a\0b", "its name contains a null byte"),
    (String(repeating: "x/", count: 2049), "its name is too long"),
  ])
  func unusableNamesAreRejected(name: String, reason: String) throws {
    let archive = try ZipArchive(
      ZipWriter([ZipWriter.Entry(name, Self.text), ZipWriter.Entry("fine", [])]).bytes)
    #expect(archive.entries.map(\.path) == ["fine"])
    let shown = name.count > 256 ? name.prefix(255) + "…" : name
    #expect(archive.notes.map(\.message) == ["\(shown) is left out: \(reason)"])
  }

  /// Refused entries count, too.
  @Test func entriesAreLimited() throws {
    let names = ["a", "/b", "c"]
    let file = ZipWriter(names.map { ZipWriter.Entry($0, []) }).bytes
    var limits = ZipArchive.Limits()
    limits.entryCount = 3
    #expect(try ZipArchive(file, limits: limits).entries.count == 2)
    limits.entryCount = 2
    let error = #expect(throws: SoundFileError.self) { try ZipArchive(file, limits: limits) }
    #expect(error == SoundFileError(.unsupported, "the archive has more than 2 files"))
  }

  @Test func lastEntryOfANameWins() throws {
    let entries = [ZipWriter.Entry("a", [1]), ZipWriter.Entry("a", [2])]
    #expect(try contents(entries) == [2])
    #expect(
      try ZipArchive(ZipWriter(entries).bytes).notes.map(\.message)
        == ["a is in the archive more than once: the last one is used"])
  }

  @Test func damageIsDetected() {
    let stored = ZipWriter.Entry("a", Self.text)
    let deflated = ZipWriter.Entry(deflating: Self.text, as: "a")
    let shorter = "it is shorter than the archive says"
    let faults:
      [(
        entry: ZipWriter.Entry, code: SoundFileError.Code, reason: String,
        damage: (inout ZipWriter.Entry) -> Void
      )] = [
        (stored, .unsupported, "it is encrypted in the archive", { $0.flags = 1 }),
        (
          stored, .unsupported, "it is compressed with method 99, which is not deflate",
          { $0.method = 99 }
        ),
        (deflated, .malformed, "it is damaged: the archive's checksum differs", { $0.crc32 ^= 1 }),
        (stored, .malformed, "the archive states two lengths for it", { $0.byteCount += 1 }),
        (deflated, .malformed, shorter, { $0.byteCount += 1 }),
        (deflated, .malformed, "it is longer than the archive says", { $0.byteCount -= 1 }),
        (deflated, .malformed, shorter, { $0.stored += [0] }),
        (deflated, .malformed, "the deflated data is damaged", { $0.stored[3] ^= 1 }),
        (
          deflated, .truncated, "the deflated data ends too early",
          { $0.stored = Array(Deflate.stored(Self.text).dropLast(3)) }
        ),
      ]
    for (entry, code, reason, damage) in faults {
      var entry = entry
      damage(&entry)
      expectError(code, reason, [entry])
    }
  }

  /// A length or checksum that is possible but wrong is detected only at the end of the data.
  @Test func endOfALongFileIsChecked() throws {
    let (deflated, byteCount) = Deflate.zeros(runCount: 4000)
    var entry = ZipWriter.Entry("a", [])
    (entry.stored, entry.byteCount, entry.method) = (deflated, byteCount, 8)
    expectError(.inputOutput, "it is damaged: the archive's checksum differs", [entry])
    entry.byteCount += 1
    expectError(.inputOutput, "it is shorter than the archive says", [entry])
    entry.byteCount -= 2
    expectError(.inputOutput, "it is longer than the archive says", [entry])
    let archive = try ZipArchive(ZipWriter([entry]).bytes)
    #expect(try archive.contents(of: archive.entries[0]).bytes(at: 1000, count: 2) == [0, 0])
  }

  @Test func longFileIsReadInAnyOrder() throws {
    var long = [UInt8](repeating: 0, count: 9_000_000)
    for index in stride(from: 0, to: long.count, by: 997) {
      long[index] = UInt8(truncatingIfNeeded: index >> 3)
    }
    var entry = ZipWriter.Entry("a", [])
    (entry.stored, entry.byteCount, entry.method) = (Deflate.stored(long), long.count, 8)
    entry.crc32 = try #require(ZLibrary.installed).crc32(long)
    let archive = try ZipArchive(ZipWriter([entry]).bytes)
    let source = try archive.contents(of: archive.entries[0])
    #expect(source.byteCount == long.count)
    for (offset, count) in [
      (0, 8), (8_999_990, 100), (8_500_000, 300_000), (0, 8), (8_388_600, 1000),
      (8_300_000, 900_000), (262_140, 8), (8_999_999, 1), (9_000_000, 1), (-1, 1), (5, 0),
    ] {
      let part = offset < 0 ? [] : Array(long.dropFirst(offset).prefix(count))
      let isSame = try source.bytes(at: offset, count: count) == part
      #expect(isSame, "\(offset)")
    }
  }

  /// A file of zeros, about four pieces long.
  private static let zeros: ZipWriter.Entry = {
    let (deflated, byteCount) = Deflate.zeros(runCount: 4000)
    var entry = ZipWriter.Entry("a", [])
    (entry.stored, entry.byteCount, entry.method) = (deflated, byteCount, 8)
    entry.crc32 = CRC32.checksum(of: repeatElement(0, count: byteCount))
    return entry
  }()

  private static func zeros(_ name: String) -> ZipWriter.Entry {
    var entry = zeros
    entry.name = Array(name.utf8)
    return entry
  }

  @Test func totalInflatedSizeIsLimited() throws {
    let names = ["a", "b", "c"]
    let file = ZipWriter(names.map(Self.zeros)).bytes
    // Allow reading the first file completely, but only the first piece of each other file.
    let pieceByteCount = 1 << 18
    var limits = ZipArchive.Limits()
    limits.totalByteCount = Self.zeros("a").byteCount + 2 * pieceByteCount
    let archive = try ZipArchive(file, limits: limits)
    let sources = try archive.entries.map { entry in try archive.contents(of: entry) }
    #expect(try sources[0].bytes(at: 0, count: .max).count == sources[0].byteCount)
    #expect(try sources[1].bytes(at: 0, count: 100).count == 100)
    let error = #expect(throws: SoundFileError.self) { try sources[1].bytes(at: 500_000, count: 1) }
    #expect(error?.code == .inputOutput)
    #expect(error?.reason == "the sounds of the archive have more than 1 MiB when inflated")
    // The bytes inflated before the limit can still be read.
    #expect(try sources[2].bytes(at: 0, count: 100).count == 100)
    #expect(throws: SoundFileError(.unsupported, "")) {
      try archive.contents(of: archive.entries[0])
    }
  }

  @Test func overlappingFilesAreRejected() throws {
    let reason = "the archive states an invalid position for it"
    // Let all entries have the first entry's bytes.
    var second = ZipWriter.Entry("a", Self.text)
    second.headerOffset = 0
    expectError(
      .malformed, reason,
      [second, second].enumerated().map {
        var entry = $1
        entry.name = Array("\($0 == 0 ? "a" : "b")".utf8)
        return entry
      })
    // Let an entry's data contain the next entry.
    let inner = ZipWriter.Entry("b", Self.text)
    let innerFile = ZipWriter([inner]).bytes
    let outer = ZipWriter.Entry("a", innerFile)
    var listed = inner
    listed.headerOffset = 31
    expectError(.malformed, reason, [outer, listed])
    #expect(try contents([outer, listed], of: "b") == Self.text)
  }

  @Test func differentNameInTheLocalHeaderIsDetected() {
    for name in ["b", "ab"] {
      var entry = ZipWriter.Entry("a", Self.text)
      entry.localName = Array(name.utf8)
      expectError(.malformed, "the archive is damaged at its position", [entry])
    }
  }
}
