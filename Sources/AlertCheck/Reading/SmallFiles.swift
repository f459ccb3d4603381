internal import Platform
internal import SystemPackage

/// Reads many small files of a folder into memory. Follows no links inside the folder.
///
/// The last file's folder stays open, because the next file is usually in the same folder. Use each value on only one
/// thread at a time.
struct SmallFiles {
  private let root: AnchoredFolder
  private var folder: (path: FilePath, open: AnchoredFolder)

  init(in root: AnchoredFolder) {
    self.root = root
    folder = (FilePath(), root)
  }

  /// Reads a file.
  ///
  /// - Returns: The file's bytes; nil if it can't be read, isn't a regular file or has more than `limit` bytes.
  mutating func bytes(of path: FilePath, atMost limit: Int) -> [UInt8]? {
    let parent = path.removingLastComponent()
    if parent != folder.path {
      guard let open = try? root.folder(at: parent) else { return nil }
      folder = (parent, open)
    }
    guard let name = path.lastComponent, name.kind == .regular,
      let descriptor = try? folder.open.descriptor.openFile(FilePath(root: nil, [name]))
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

  /// Whether the bytes contain a text of 1 to 255 bytes. Horspool's algorithm skips most bytes.
  ///
  /// This compares bytes, because comparing untrusted strings can take very long.
  ///
  /// - Parameter predecessors: One of these bytes must precede the text; nil if the text may be anywhere.
  func contains(_ text: StaticString, after predecessors: [UInt8]? = nil) -> Bool {
    let text = Array("\(text)".utf8)
    var steps = [UInt8](repeating: UInt8(text.count), count: 256)
    for (index, byte) in text.dropLast().enumerated() {
      steps[Int(byte)] = UInt8(text.count - 1 - index)
    }
    let last = text[text.count - 1]
    var index = text.count - 1
    while index < count {
      let byte = self[index]
      let start = index - text.count + 1
      if byte == last, self[start...index].elementsEqual(text),
        predecessors.map({ start > 0 && $0.contains(self[start - 1]) }) ?? true
      {
        return true
      }
      index += Int(steps[Int(byte)])
    }
    return false
  }
}
