import Foundation
import SoundFormat
import SystemPackage

@testable import AlertSound

/// Records are written back as they were read. Whatever a record names, a file is removed only if it
/// is inside the folder and has the recorded bytes. All other sounds in the folder are still inputs.
/// The bytes are tried as a complete file, and as the records after a valid first line.
enum RecordsPromise {
  static func keep(for bytes: [UInt8]) throws {
    try check(bytes)
    try check(Array("alertsound.records/2\n".utf8) + bytes)
  }

  private static func check(_ bytes: [UInt8]) throws {
    let records: BatchRecords
    do {
      records = try BatchRecords(parsing: bytes)
    } catch {
      return try expect(!error.reason.isEmpty, "rejected without a message")
    }
    let written = try self.bytes(of: records)
    guard let again = try? BatchRecords(parsing: written) else {
      throw BrokenPromise("written, but not read")
    }
    try expect(try self.bytes(of: again) == written, "read otherwise than written")
    try expect(again.count == records.count, "records are lost")
    try RecordsFolder().check(bytes, records)
  }

  private static func bytes(of records: BatchRecords) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try records.write(with: [:]) { bytes += $0 }
    return bytes
  }
}

/// A folder of outputs with an untrusted records file. Sounds that the batch didn't write are
/// beside the folder, inside it, and where a link in it leads.
struct RecordsFolder {
  private let root: FilePath
  private var folder: FilePath { root.appending("out") }

  /// An output's bytes. A sound outside the folder has equal bytes.
  static let output = ShortSounds.padded
  /// The files by their paths from the folder.
  private static let files: [(name: FilePath, bytes: [UInt8])] = [
    ("../ring.caf", output), ("own.wav", ShortSounds.all[0]), ("mine.caf", output),
    ("ring.caf", output), ("sub/ring.caf", output), ("sub/own.txt", Array("no sound".utf8)),
  ]

  /// Records of outputs and of other files. Only the record of `own.wav` has another file's digest.
  static var records: [String] {
    [
      ("ring.caf", output), ("sub/ring.caf", output), ("mine.caf", output), ("../ring.caf", output),
      ("away/ring.caf", output), ("sub/../../ring.caf", output), ("own.wav", output),
      ("sub/own.txt", Array("no sound".utf8)),
    ].map { name, bytes in
      HostileTexts.record([
        name, "gone",
        "0 0 0 0 \(String(bytes.count, radix: 36)) 0 0 0 0 0"
          + " \(String(ContentDigest.value(of: bytes), radix: 36))",
        "converted" + String(repeating: " -", count: 22),
      ])
    }.sorted()
  }

  /// Creates the folder, or the files that are missing in it.
  init() throws {
    root = ScratchFile.folderOfThread
    try folder.appending("sub").createFolders()
    for (name, bytes) in Self.files {
      let path = folder.pushing(name)
      if FileIdentity(of: path) == nil { try WholeFile.write(bytes, to: path) }
    }
    let link = folder.appending("away")
    if (try? link.stat(followTargetSymlink: false)) == nil {
      try FileManager.default.createSymbolicLink(
        atPath: link.string, withDestinationPath: "..")
    }
  }

  func check(_ bytes: [UInt8], _ records: BatchRecords) throws {
    try WholeFile.write(bytes, to: BatchRecords.path(in: folder))
    func isRecorded(_ name: FilePath) -> Bool {
      guard let file = Self.files.first(where: { $0.name == name }), let record = records[name]
      else { return false }
      let stamp = FileStamp(of: folder.pushing(name))
      return record.outputStamp == stamp
        || record.outputStamp.byteCount == Int64(file.bytes.count)
          && record.outputDigest == ContentDigest.value(of: file.bytes)
    }
    let listing = BatchListing(of: [folder], into: folder, container: .caf)
    for name in ["own.wav", "mine.caf", "ring.caf", "sub/ring.caf"] as [FilePath] {
      try expect(
        isRecorded(name) || listing.items.contains { $0.input == folder.pushing(name) },
        "\(name) is hidden")
    }
    var batch = try Batch(
      [], into: folder,
      by: AlertConverter(
        to: ConversionTarget(container: .caf, dataFormat: .ima4), limit: LengthLimit(.fail)))
    batch.prunes = true
    let run = BatchRun(batch)
    var saving = RecordSaving(of: run)
    _ = run.handleOrphans(besides: [], noting: &saving)
    for (name, bytes) in Self.files where !isRecorded(name) {
      let file = try? InputFile(path: folder.pushing(name))
      try expect((try? file?.bytes(at: 0, count: bytes.count + 1)) == bytes, "\(name) is gone")
    }
  }
}
