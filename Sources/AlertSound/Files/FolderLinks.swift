internal import SoundFormat
internal import SystemPackage

/// The symbolic links on the way from a folder to files inside it.
struct FolderLinks {
  private enum Root {
    case open(AnchoredFolder)
    /// A folder that can't be opened, by its path.
    case closed(FilePath)
  }

  private let root: Root
  /// The first link on the way to each folder that was asked for; nil if there is none.
  private var known: [FilePath: FilePath?] = [:]

  init(in root: AnchoredFolder) { self.root = .open(root) }

  /// Files can be written to a folder that can't be read, such as a drop box. Its path then has to do.
  private init(in folder: FilePath) throws {
    do {
      root = .open(try AnchoredFolder(folder))
    } catch Errno.permissionDenied {
      root = .closed(folder)
    }
  }

  /// The first folder on the way to a file that is a link; nil if there is none. What the path itself leads to doesn't
  /// count.
  ///
  /// - Parameter path: A path of regular components.
  mutating func link(onTheWayTo path: FilePath) throws(Errno) -> FilePath? {
    let folder = path.removingLastComponent()
    guard !folder.isEmpty else { return nil }
    if let known = known[folder] { return known }
    let link =
      switch root {
      case .open(let root): try root.link(onTheWayTo: folder)
      case .closed(let root): try Self.link(onTheWayTo: folder, from: root)
      }
    known[folder] = .some(link)
    return link
  }

  /// The first of the components of a path that is a link, found by name; nil if none is.
  private static func link(
    onTheWayTo path: FilePath, from folder: FilePath
  ) throws(Errno) -> FilePath? {
    var way = FilePath()
    for component in path.components {
      way.append(component)
      do {
        let type = try folder.pushing(way).stat(followTargetSymlink: false).type
        if type == .symbolicLink { return way }
      } catch {
        switch error {
        case .noSuchFileOrDirectory, .notDirectory, .fileNameTooLong, .permissionDenied: return nil
        default: throw error
        }
      }
    }
    return nil
  }

  private mutating func checkWriting(_ path: FilePath, in folder: FilePath) throws(SoundError) {
    let link: FilePath?
    do {
      link = try self.link(onTheWayTo: path)
    } catch {
      throw SoundError(wrapping: error, .creatingOutput, folder.pushing(path))
    }
    guard let link else { return }
    throw SoundError(
      .creatingOutput, folder.pushing(path),
      .sound(
        .unsupported,
        reason:
          "\(folder.pushing(link)) is a symbolic link, and nothing is written through a link inside the"
          + " output folder"),
      advice: "replace the link with a folder")
  }
}

extension FolderLinks {
  /// Refuses to write files through a link. A link that comes with a checkout could lead anywhere; only the folder
  /// itself, which the user names, may be reached by links.
  ///
  /// The first link is reported for all: thousands of files may be below it.
  ///
  /// - Parameters:
  ///   - paths: Paths of regular components.
  ///   - folder: The folder. It may be missing.
  /// - Throws: `SoundError` of the step `creatingOutput`.
  static func checkWriting(
    _ paths: some Sequence<FilePath>, in folder: FilePath
  ) throws(SoundError) {
    var links: FolderLinks?
    for path in paths where path.components.count > 1 {
      if links == nil {
        do {
          links = try FolderLinks(in: folder)
        } catch Errno.noSuchFileOrDirectory, Errno.notDirectory {
          return
        } catch {
          throw SoundError(wrapping: error, .creatingOutput, folder)
        }
      }
      try links?.checkWriting(path, in: folder)
    }
  }
}
