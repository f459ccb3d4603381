import Foundation
import SystemPackage
import TestSupport

/// A file that each input is written to, for what reads files only; each thread has its own.
enum ScratchFile {
  private static let folder: URL = {
    let name = "alertsound-hostile-\(ProcessInfo.processInfo.processIdentifier)"
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(name)
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      fatalError("\(error)")
    }
    atexit { try? FileManager.default.removeItem(at: ScratchFile.folder) }
    return folder
  }()

  /// A folder for more than a file, which exists once something was put into it.
  static var folderOfThread: FilePath {
    FilePath(folder.appendingPathComponent("folder-\(pthread_self())").path)
  }

  /// The file, with these bytes in it.
  static func holding(_ bytes: [UInt8]) -> FilePath {
    let input = FilePath(folder.appendingPathComponent("input-\(pthread_self())").path)
    do {
      let file = try FileDescriptor.open(
        input, .writeOnly, options: .create, permissions: .ownerReadWrite)
      try file.closeAfter {
        // ext4 writes a file that was made empty to the disk when it is closed, which takes its time.
        _ = try file.writeAll(bytes)
        try file.resize(to: Int64(bytes.count))
      }
    } catch {
      fatalError("\(error)")
    }
    return input
  }

  /// An app with sounds in it.
  static let app: FilePath = {
    let file = folder.appendingPathComponent("App.ipa")
    let archive = ZipWriter(ShortSounds.appEntries)
    do {
      try Data(archive.bytes).write(to: file)
    } catch {
      fatalError("\(error)")
    }
    return FilePath(file.path)
  }()
}
