internal import SoundFormat
internal import SystemPackage

/// A zip archive's directory entry for one file, folder or link.
struct ZipEntry: Sendable {
  /// The path in the archive, which never leads out of the archive.
  let path: FilePath
  let kind: FolderEntry.Kind
  /// The bytes of the name in the archive. The local header must repeat them.
  let name: [UInt8]
  let flags: UInt16
  let method: UInt16
  let crc32: UInt32
  let storedByteCount: Int
  let byteCount: Int
  /// The offset of the local header in the archive.
  let headerOffset: Int
  /// The offset of the next entry or the directory. This entry's bytes must end before that offset.
  var endOffset = 0
}

extension ZipEntry {
  /// Parses an entry of the directory. The reader has already read the entry's signature.
  ///
  /// - Returns: The entry; nil if the entry is refused. The reason is then added to `notes`.
  /// - Throws: `truncated` if the directory ends inside the entry.
  ///
  /// Source: APPNOTE.TXT 6.3.10, 4.3.12 "Central directory structure".
  static func parse(
    _ reader: inout ByteReader, _ notes: inout [Note]
  ) throws(SoundFileError) -> ZipEntry? {
    let offset = reader.offset
    let creator = try reader.read(UInt16.self)
    _ = try reader.read(UInt16.self)
    let flags = try reader.read(UInt16.self)
    let method = try reader.read(UInt16.self)
    _ = try reader.read(UInt32.self)
    let crc32 = try reader.read(UInt32.self)
    let stored = try reader.read(UInt32.self)
    let inflated = try reader.read(UInt32.self)
    let nameByteCount = try reader.read(UInt16.self)
    let extraByteCount = try reader.read(UInt16.self)
    let commentByteCount = try reader.read(UInt16.self)
    _ = try reader.read(UInt32.self)
    let attributes = try reader.read(UInt32.self)
    let header = try reader.read(UInt32.self)
    let name = Array(try reader.readBytes(Int(nameByteCount)))
    let extra = Array(try reader.readBytes(Int(extraByteCount)))
    _ = try reader.readBytes(Int(commentByteCount))

    let long = longNumbers(extra, instead: [inflated, stored, header])?.map { Int(exactly: $0) }
    let refusal = reasonToRefuse(name)
    guard refusal == nil, let byteCount = long?[0], let storedCount = long?[1],
      let headerOffset = long?[2]
    else {
      let text = String(decoding: name, as: UTF8.self).shortened(to: 256)
      notes.append(Note("\(text) is left out: \(refusal ?? "its sizes are invalid")", at: offset))
      return nil
    }
    // If Unix wrote the attributes, take the Unix mode from their upper half. The upper byte of `creator` is then 3.
    let mode = creator >> 8 == 3 ? attributes >> 16 : 0
    let kind: FolderEntry.Kind =
      switch mode & 0o170000 {
      case 0o120000: .link
      case 0o040000: .folder
      case 0, 0o100000: name.last == UInt8(ascii: "/") ? .folder : .file
      default: .other
      }
    return ZipEntry(
      path: FilePath(bytes: name), kind: kind, name: name, flags: flags, method: method,
      crc32: crc32, storedByteCount: storedCount, byteCount: byteCount, headerOffset: headerOffset)
  }

  /// The most components in a name. A ``FileTree`` stores a path for each folder in a name.
  private static let depthLimit = 64

  private static func reasonToRefuse(_ name: [UInt8]) -> String? {
    if name.isEmpty { return "it has no name" }
    if name.contains(0) { return "its name contains a null byte" }
    // Refuse names above Linux's PATH_MAX of 4096 bytes. Darwin's PATH_MAX is smaller.
    if name.count > 4096 { return "its name is too long" }
    if name.first == UInt8(ascii: "/") { return "its name is an absolute path" }
    let components = name.split(separator: UInt8(ascii: "/"))
    if components.contains(Array("..".utf8)[...]) { return "its name leads out of the archive" }
    if components.contains(Array(".".utf8)[...]) { return "its name contains the folder '.'" }
    if components.count > depthLimit { return "it is nested too deeply" }
    return nil
  }

  /// Returns an entry's sizes and offset in 64 bits. If all bits of a 32-bit field are ones, the number is in the
  /// extra field. Returns nil if the extra field lacks a number.
  ///
  /// Source: APPNOTE.TXT 6.3.10, 4.5.3 "Zip64 Extended Information Extra Field".
  private static func longNumbers(_ extra: [UInt8], instead short: [UInt32]) -> [UInt64]? {
    guard short.contains(.max) else { return short.map(UInt64.init) }
    var reader = ByteReader(extra, order: .little)
    while let identifier = try? reader.read(UInt16.self), let count = try? reader.read(UInt16.self)
    {
      guard let body = try? reader.readBytes(Int(count)) else { return nil }
      guard identifier == 1 else { continue }
      var numbers = ByteReader(Array(body), order: .little)
      var long: [UInt64] = []
      for number in short {
        guard number == .max else {
          long.append(UInt64(number))
          continue
        }
        guard let number = try? numbers.read(UInt64.self) else { return nil }
        long.append(number)
      }
      return long
    }
    return nil
  }
}
