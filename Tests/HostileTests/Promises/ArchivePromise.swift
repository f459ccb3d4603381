import SoundFormat
import SystemPackage

@testable import AlertCheck

/// An `.ipa` archive's sounds are checked and searched for, and deflated sounds are inflated. No
/// name in the archive leads out of it.
enum ArchivePromise {
  /// - Parameter isNew: Returns whether the archive must be checked: false if the check would read
  ///   the same data as from an earlier archive.
  static func keep(
    for bytes: [UInt8], isNew: (ListedArchive) -> Bool = { _ in true }
  ) throws {
    guard isNew(ListedArchive(bytes)) else { return }
    let path = ScratchFile.holding(bytes)
    guard let apps = try? AppBundle.apps(in: InputFile(path: path)) else { return }
    for app in apps {
      try expect(app.path.starts(with: path), "an app outside its archive: \(app.path)")
      for file in app.files.filePaths {
        try expect(file.staysInside, "a file outside its archive: \(file)")
        if case .file(let target) = app.files.target(of: file) {
          try expect(target.staysInside, "a link out of its archive: \(file) to \(target)")
        }
      }
    }
    try checkFindings(path)
    guard let search = try? SoundSearch(bundle: path) else { return }
    for name in ["ring.caf", "../ring.caf"] {
      for interface in [SoundRequest.Interface.notification, .localNotification] {
        var request = SoundRequest(name: name)
        request.interface = interface
        _ = search.resolve(request)
      }
    }
  }

  /// Every sound that gets a verdict is in the archive.
  private static func checkFindings(_ path: FilePath) throws {
    var check = SoundCheck()
    check.listens = true
    try check.check(path) { finding in
      guard case .sound(let sound) = finding else { return }
      try expect(
        sound.path.starts(with: path) && sound.path.lexicallyNormalized() == sound.path,
        "a sound outside the archive: \(sound.path)")
    }
  }
}

/// The data that a check reads from an archive. Archives with equal data have equal results.
struct ListedArchive: Hashable {
  private let isRecognized: Bool
  private var entries: [Entry] = []
  private var failure: String?

  private struct Entry: Hashable {
    let path: FilePath
    let kind: FolderEntry.Kind
    let byteCount: Int
    var contents: [UInt8] = []
    var failure: String?
  }

  init(_ bytes: [UInt8]) {
    isRecognized = ZipArchive.isRecognized(in: bytes)
    do throws(SoundFileError) {
      let archive = try ZipArchive(bytes)
      entries = archive.entries.map { Self.entry($0, of: archive) }
    } catch {
      failure = error.reason
    }
  }

  private static func entry(_ entry: ZipEntry, of archive: ZipArchive) -> Entry {
    var listed = Entry(path: entry.path, kind: entry.kind, byteCount: entry.byteCount)
    do throws(SoundFileError) {
      listed.contents = try archive.contents(of: entry).bytes(at: 0, count: 1 << 12)
    } catch {
      listed.failure = error.reason
    }
    return listed
  }
}

extension FilePath {
  /// Whether the path, relative to a folder, can't lead out of it.
  fileprivate var staysInside: Bool {
    isRelative && !components.contains { $0.kind == .parentDirectory }
  }
}
