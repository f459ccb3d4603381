import Foundation
import SoundFormat
import SystemPackage

@testable import AlertSound

/// A batch's state file. What is read is written back the same. Whatever a record names, no file is
/// removed and no sound is hidden. A record that isn't forged has the stamp of its output. The
/// bytes are a whole file, or the lines of one without its digest.
enum StatePromise {
  static func keep(for bytes: [UInt8]) throws {
    try check(bytes)
    for version in BatchStateVersion.allCases {
      var file = version.firstLine + "\n".utf8 + bytes
      if file.last != UInt8(ascii: "\n") { file.append(UInt8(ascii: "\n")) }
      let digest = ContentDigest.value(of: file)
      try check(file + Array("digest \(String(digest, radix: 16))\n".utf8))
    }
  }

  private static func check(_ bytes: [UInt8]) throws {
    let state: BatchState
    do throws(SoundFileError) {
      state = try BatchState(parsing: bytes)
    } catch {
      return try expect(!error.reason.isEmpty, "rejected without a message")
    }
    let written = try state.fileBytes()
    guard let again = try? BatchState(parsing: written) else {
      throw BrokenPromise("written, but not read")
    }
    try expect((try? again.fileBytes()) == written, "read otherwise than written")
    try expect(again.records.count == state.records.count, "records are lost")
    try expect(
      (try? BatchState(parsing: bytes, blockByteCount: 7).fileBytes()) == written,
      "blocks make a difference")
    try StateFolder().check(bytes)
  }
}

/// A folder of outputs with an untrusted state file. Beside the folder, inside it, and where a link
/// in it leads, there are sounds that aren't the batch's.
struct StateFolder {
  private let root: FilePath
  private var folder: FilePath { root.appending("out") }

  /// An output. A sound outside the folder has the same bytes.
  static let output = ShortSounds.padded
  /// A sound that another program wrote.
  static let sound = ShortSounds.all[0]
  /// What must stay unchanged, by its path from the folder. All but one of the sounds are laid out
  /// like outputs, as a user's own sounds from Apple's tools are.
  private static let kept: [(name: FilePath, bytes: [UInt8])] = [
    ("../ring.caf", output), ("own.wav", sound), ("mine.caf", output), ("ring.caf", output),
    ("sub/ring.caf", output), ("sub/own.txt", Array("no sound".utf8)),
    ("../raw/ring.wav", sibling), ("../raw/ring.ogg", output), ("../raw/own.txt", output),
  ]

  /// The Android folder, which has the user's own sounds.
  private var android: FilePath { root.appending("raw") }

  /// A sound that is laid out like a sibling.
  private static let sibling = ShortSounds.all[0]

  /// Lines with the right digests that name outputs, and a file that isn't one, in a valid order.
  static var lines: [String] {
    [
      ("ring.caf", output), ("sub/ring.caf", output), ("mine.caf", output), ("../ring.caf", output),
      ("away/ring.caf", output), ("sub/../../ring.caf", output), ("own.wav", sound),
      ("sub/own.txt", Array("no sound".utf8)),
    ].flatMap { name, bytes in
      let digest = String(ContentDigest.value(of: bytes), radix: 16)
      let line = "\(name)\tgone\t-\t0\t0\t-\t\(bytes.count)\t\(digest)\tconverted\t-\t-"
      return [line + "\n"] + siblings.map { "\(line)\t-\t\($0)\n" }
    }.sorted()
  }

  /// The fields of siblings: the user's own sounds with their right digests, and files that aren't siblings.
  private static var siblings: [String] {
    [
      ("ring.wav", sibling), ("ring.ogg", output), ("own.txt", output), ("../out/ring.caf", output),
      ("../raw/ring.wav", sibling),
    ].map { name, bytes in
      let digest = String(ContentDigest.value(of: bytes), radix: 16)
      return "\(name)\t0\t\(bytes.count) 0 0 0\t\(bytes.count)\t\(digest)"
    }
  }

  /// Creates the folder, or what is missing in it.
  init() throws {
    root = ScratchFile.folderOfThread
    try folder.appending("sub").createFolders()
    try android.createFolders()
    for (name, bytes) in Self.kept {
      let path = folder.pushing(name)
      if FileIdentity(of: path) == nil { try WholeFile.write(bytes, to: path) }
    }
    let link = folder.appending("away")
    if (try? link.stat(followTargetSymlink: false)) == nil {
      try FileManager.default.createSymbolicLink(
        atPath: link.string, withDestinationPath: "..")
    }
  }

  func check(_ state: [UInt8]) throws {
    try WholeFile.write(state, to: BatchState.path(in: folder))
    let listing = BatchListing(of: [folder], into: folder, container: .caf)
    for name in ["own.wav", "mine.caf", "ring.caf", "sub/ring.caf"] as [FilePath] {
      try expect(
        listing.items.contains { $0.input == folder.pushing(name) }, "\(name) is hidden")
    }
    var batch = try Batch(
      [], into: folder, to: ConversionTarget(container: .caf, dataFormat: .ima4),
      limit: LengthLimit(.fail))
    batch.removesOrphans = true
    // WAVE, so that no library is needed.
    batch.android = AndroidOutput(folder: android, format: .wav)
    let run = BatchRun(batch)
    var ledger = BatchLedger(of: batch)
    let orphans = run.handleOrphans(besides: [], noting: &ledger)
    for orphan in orphans {
      try expect(orphan.fate != .removed, "\(orphan.output) was removed")
    }
    try checkMerging()
    for (name, bytes) in Self.kept {
      let file = try? InputFile(path: folder.pushing(name))
      try expect((try? file?.bytes(at: 0, count: bytes.count + 1)) == bytes, "\(name) is gone")
    }
  }

  /// Merging the folder into another one copies only sounds inside the folder, and only those laid out as outputs.
  private func checkMerging() throws {
    let merged = root.appending("merged")
    let report = try BatchMerge(of: [folder], into: merged).run()
    guard report.mergedCount > 0 else { return }
    for entry in FolderTree(merged) {
      let path = try entry.get().path
      guard path.lastComponent != BatchState.fileName, try path.stat().type == .regular else {
        continue
      }
      let file = try InputFile(path: path)
      let bytes = try file.bytes(at: 0, count: Self.output.count + 1)
      try expect(bytes == Self.output, "\(path) was copied")
    }
    try FileManager.default.removeItem(atPath: merged.string)
  }
}
