internal import Platform
internal import SystemPackage

/// Reads many small files of a folder into memory. Follows no links inside the folder.
///
/// The folders around a file stay open until the next file is read, because that file is usually in the same folders.
/// Use each value on only one thread at a time.
struct SmallFiles {
  private let root: AnchoredFolder
  private var open: [(name: FilePath.Component, folder: AnchoredFolder)] = []
  /// The most folders that stay open. Few files are nested more deeply.
  private static let depthLimit = 32
  /// The default limit on a file's size, in bytes. People rarely write larger files, but programs generate them.
  static let byteLimit = 1 << 20

  init(in root: AnchoredFolder) {
    self.root = root
  }

  /// Returns a file's bytes; nil if the file can't be read, isn't a regular file or has more than `limit` bytes.
  mutating func bytes(of path: FilePath, atMost limit: Int = byteLimit) -> [UInt8]? {
    let names = Array(path.components.dropLast())
    let near = Array(names.prefix(Self.depthLimit))
    open.removeLast(open.count - zip(open, near).prefix { $0.name == $1 }.count)
    for name in near[open.count...] {
      guard name.kind == .regular,
        let folder = try? (open.last?.folder ?? root).folder(named: FilePath(root: nil, [name]))
      else { return nil }
      open.append((name, folder))
    }
    let nearest = open.last?.folder ?? root
    let rest = FilePath(root: nil, names.dropFirst(near.count))
    guard let folder = rest.isEmpty ? nearest : try? nearest.folder(at: rest) else { return nil }
    guard let name = path.lastComponent, name.kind == .regular,
      let descriptor = try? folder.descriptor.openFile(FilePath(root: nil, [name]))
    else { return nil }
    defer { try? descriptor.close() }
    guard let status = try? descriptor.stat(), status.type == .regular, status.size <= limit
    else { return nil }
    return try? descriptor.bytes(at: 0, count: Int(status.size))
  }
}

extension [UInt8] {
  /// Returns the number of the first line that contains a text; 1 if no line does.
  func line(of text: String) -> Int {
    1
      + (split(separator: 0x0A, omittingEmptySubsequences: false)
        .firstIndex { $0.firstRange(of: text.utf8) != nil } ?? 0)
  }

  /// Whether the bytes contain a text.
  ///
  /// - Parameter predecessors: Characters of which one must precede the text; nil if the text may be anywhere.
  func contains(_ text: StaticString, after predecessors: String? = nil) -> Bool {
    var start = 0
    while let offset = offset(of: text, from: start) {
      guard let predecessors else { return true }
      if offset > 0, predecessors.utf8.contains(self[offset - 1]) { return true }
      start = offset + 1
    }
    return false
  }
}
