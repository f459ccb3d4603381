internal import SoundFormat
internal import SystemPackage

/// The symbolic links on the way from an open folder to files inside it.
struct FolderLinks {
  private let root: AnchoredFolder
  /// The first link on the way to each folder that was asked for; nil if there is none.
  private var known: [FilePath: FilePath?] = [:]

  init(in root: AnchoredFolder) { self.root = root }

  /// The first folder on the way to a file that is a link; nil if there is none. What the path itself leads to doesn't
  /// count.
  ///
  /// - Parameter path: A path of regular components.
  mutating func link(onTheWayTo path: FilePath) throws(Errno) -> FilePath? {
    let folder = path.removingLastComponent()
    guard !folder.isEmpty else { return nil }
    if let known = known[folder] { return known }
    let link = try root.link(onTheWayTo: folder)
    known[folder] = .some(link)
    return link
  }

  /// Refuses to write a file through a link. A link that comes with a checkout could lead anywhere; only the folder
  /// itself, which the user names, may be reached by links.
  ///
  /// - Parameters:
  ///   - path: A path of regular components.
  ///   - folder: The folder's path, for messages.
  /// - Throws: `SoundError` of the step `creatingOutput`.
  mutating func checkWriting(_ path: FilePath, in folder: FilePath) throws(SoundError) {
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
