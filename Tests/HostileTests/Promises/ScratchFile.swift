import Foundation
import SystemPackage
import TestSupport

/// Writes each input to a file, for code that only reads files. Each thread has its own file.
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

  /// A folder for several files. It doesn't exist until something is written to it.
  static var folderOfThread: FilePath {
    FilePath(folder.appendingPathComponent("folder-\(TestSystem.threadNumber)").path)
  }

  /// Writes the bytes to the file and returns its path.
  static func holding(_ bytes: [UInt8]) -> FilePath {
    let input = FilePath(folder.appendingPathComponent("input-\(TestSystem.threadNumber)").path)
    do {
      let file = try FileDescriptor.open(
        input, .writeOnly, options: .create, permissions: .ownerReadWrite)
      try file.closeAfter {
        // Don't truncate first, because ext4 would then flush the file to the disk when it is
        // closed, and that is slow.
        _ = try file.writeAll(bytes)
        try file.resize(to: Int64(bytes.count))
      }
    } catch {
      fatalError("\(error)")
    }
    return input
  }

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
