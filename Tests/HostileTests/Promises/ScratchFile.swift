import Foundation
import SystemPackage
import TestSupport

/// A file that each input is written to, for code that only reads files. Each thread has its own.
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

  /// A folder for more than one file. It exists once something has been written to it.
  static var folderOfThread: FilePath {
    FilePath(folder.appendingPathComponent("folder-\(TestSystem.threadNumber)").path)
  }

  /// The file, containing these bytes.
  static func holding(_ bytes: [UInt8]) -> FilePath {
    let input = FilePath(folder.appendingPathComponent("input-\(TestSystem.threadNumber)").path)
    do {
      let file = try FileDescriptor.open(
        input, .writeOnly, options: .create, permissions: .ownerReadWrite)
      try file.closeAfter {
        // Don't truncate first: ext4 then flushes the file to the disk when it is closed, which is
        // slow.
        _ = try file.writeAll(bytes)
        try file.resize(to: Int64(bytes.count))
      }
    } catch {
      fatalError("\(error)")
    }
    return input
  }

  /// An app that contains sounds.
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
