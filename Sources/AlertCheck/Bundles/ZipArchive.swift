internal import AlertCore
internal import Platform
internal import SoundFormat
internal import SystemPackage

/// A zip archive. Its files are unpacked only in memory.
///
/// Source: PKWARE's APPNOTE.TXT 6.3.10.
struct ZipArchive: Sendable {
  /// The directory's valid entries in order. If several entries have the same name, only the last is kept.
  let entries: [ZipEntry]
  /// Notes on the entries that were left out: refused entries, and entries whose name a later entry repeats.
  let notes: [Note]
  let source: AnyByteSource
  let limits: Limits
  /// The number of bytes that may still be inflated.
  private let budget: Locked<Int>
  /// The number of bytes that the paths of folders may still take.
  let folderBudget: Locked<Int>

  /// Limits on inflating. Without them, a small untrusted archive could take hours or gigabytes.
  struct Limits: Sendable {
    /// The most entries that are read. In memory, an entry takes more bytes than in the directory.
    var entryCount = 100_000
    /// The size of the largest file that is inflated.
    var fileByteCount = 256 << 20
    /// The limit on the inflated bytes of all files together. A file that is inflated twice counts twice.
    var totalByteCount = 1 << 30
    /// The limit on the bytes of all folders' paths together. The archive's directory stores only the path of a file,
    /// but a ``FileTree`` also stores the path of each folder around the file.
    var folderPathByteCount = 32 << 20
  }

  /// The largest directory that is read, in bytes.
  private static let directoryByteLimit = 32 << 20

  init(_ source: any ByteSource, limits: Limits = Limits()) throws(SoundFileError) {
    self.source = AnyByteSource(source)
    self.limits = limits
    budget = Locked(limits.totalByteCount)
    folderBudget = Locked(limits.folderPathByteCount)
    let directory = try Self.directory(of: source)
    guard directory.count <= Self.directoryByteLimit else {
      throw SoundFileError(
        .unsupported, "the archive's directory has more than \(Self.directoryByteLimit >> 20) MiB")
    }
    var reader = ByteReader(
      try source.bytes(at: directory.lowerBound, count: directory.count),
      at: directory.lowerBound, order: .little)
    var entries: [ZipEntry] = []
    var notes: [Note] = []
    while reader.remainingByteCount > 0 {
      guard entries.count + notes.count < limits.entryCount else {
        throw SoundFileError(
          .unsupported, "the archive has more than \(grouped(limits.entryCount, "file"))")
      }
      guard try reader.read(UInt32.self) == Signature.entry else {
        throw SoundFileError(
          .malformed, "the archive's directory is damaged", at: reader.offset - 4)
      }
      if let entry = try ZipEntry.parse(&reader, &notes) { entries.append(entry) }
    }
    Self.findEnds(of: &entries, directoryOffset: directory.lowerBound)
    Self.removeRepetitions(from: &entries, &notes)
    (self.entries, self.notes) = (entries, notes)
  }

  /// Sets each entry's end to the next entry's beginning, so that entries can't overlap. With overlapping entries, a
  /// small archive could inflate to petabytes.
  private static func findEnds(of entries: inout [ZipEntry], directoryOffset: Int) {
    var next = directoryOffset
    var end = directoryOffset
    for index in entries.indices.sorted(by: {
      (entries[$0].headerOffset, $0) > (entries[$1].headerOffset, $1)
    }) {
      let offset = entries[index].headerOffset
      if offset != next { end = next }
      entries[index].endOffset = offset == next ? offset : min(end, directoryOffset)
      next = offset
    }
  }

  /// Keeps only the last entry with each name, because unpacking overwrites the earlier entries.
  private static func removeRepetitions(from entries: inout [ZipEntry], _ notes: inout [Note]) {
    var seen: Set<FilePath> = []
    var kept: [ZipEntry] = []
    for entry in entries.reversed() {
      if seen.insert(entry.path).inserted {
        kept.append(entry)
      } else if entry.kind != .folder {
        notes.append(Note("\(entry.path) is in the archive more than once: the last one is used"))
      }
    }
    entries = kept.reversed()
  }
}

extension ZipArchive {
  /// Returns a source of a file's bytes. If the bytes are compressed, reading from the source inflates them.
  ///
  /// - Throws: `unsupported` or `libraryMissing` if the bytes can't be read, `malformed` or `truncated` if the archive
  ///   is damaged.
  func contents(of entry: ZipEntry) throws(SoundFileError) -> any ByteSource {
    // Refuse an encrypted file (bit 0) or an encrypted directory (bit 13).
    guard entry.flags & 0x2001 == 0 else {
      throw SoundFileError(.unsupported, "it is encrypted in the archive")
    }
    let range = try dataRange(of: entry)
    switch entry.method {
    case 0:
      guard entry.byteCount == range.count else {
        throw SoundFileError(
          .malformed, "the archive states two lengths for it", at: entry.headerOffset)
      }
      return AnyByteSource(source, range)
    case 8: break
    default:
      throw SoundFileError(
        .unsupported, "it is compressed with method \(entry.method), which is not deflate")
    }
    guard entry.byteCount <= limits.fileByteCount else {
      throw SoundFileError(
        .unsupported, "it has more than \(limits.fileByteCount >> 20) MiB when inflated")
    }
    // Reject an impossible length. Two bits give at most 258 bytes (RFC 1951, 3.2.5), so one byte gives at most 1032.
    guard entry.byteCount / 1032 <= range.count else {
      throw SoundFileError(.malformed, "it is shorter than the archive says", at: range.lowerBound)
    }
    guard let library = ZLibrary.installed else {
      throw SoundFileError(
        .libraryMissing,
        SoundError.sentence(
          "zlib, which inflates it, \(SystemLibrary.zlib.absence)",
          SystemLibrary.zlib.installationAdvice))
    }
    return try InflatedEntry(entry, of: self, range, by: library)
  }

  /// Throws `unsupported` if the inflated bytes of all files have reached the limit.
  func checkBudget() throws(SoundFileError) {
    guard budget.withLock({ $0 > 0 }) else {
      throw SoundFileError(
        .unsupported,
        "the sounds of the archive have more than \(limits.totalByteCount >> 20) MiB when inflated")
    }
  }

  /// Counts bytes towards the limit on all files together.
  func spend(_ byteCount: Int) {
    budget.withLock { $0 -= byteCount }
  }

  /// Locates an entry's data by the local header (4.3.7). Only this header's lengths say where the data begins. The
  /// lengths in the directory may differ.
  private func dataRange(of entry: ZipEntry) throws(SoundFileError) -> Range<Int> {
    func malformed(_ reason: String) -> SoundFileError {
      SoundFileError(.malformed, reason, at: entry.headerOffset)
    }
    let damaged = malformed("the archive is damaged at its position")
    let invalid = malformed("the archive states an invalid position for it")
    guard entry.headerOffset < entry.endOffset else { throw invalid }
    var reader = ByteReader(
      try source.bytes(at: entry.headerOffset, count: 30 + entry.name.count),
      at: entry.headerOffset, order: .little)
    guard try reader.read(UInt32.self) == Signature.header else { throw damaged }
    // Skip version, flags, method, time, date, checksum and sizes. The directory repeats these fields, and only the
    // directory's values are right in an archive that was written to a stream.
    _ = try reader.readBytes(22)
    let nameByteCount = try reader.read(UInt16.self)
    let extraByteCount = try reader.read(UInt16.self)
    guard Int(nameByteCount) == entry.name.count,
      Array(try reader.readBytes(entry.name.count)) == entry.name
    else { throw damaged }
    let start = reader.offset + Int(extraByteCount)
    guard start <= entry.endOffset, entry.storedByteCount <= entry.endOffset - start else {
      throw invalid
    }
    return start..<start + entry.storedByteCount
  }
}

extension ZipArchive {
  private enum Signature {
    static let header: UInt32 = 0x0403_4B50
    static let entry: UInt32 = 0x0201_4B50
    static let longEnd: UInt32 = 0x0606_4B50
    static let locator: UInt32 = 0x0706_4B50
  }

  /// Whether the first bytes of a file are the signature of an archive.
  static func isRecognized(in beginning: [UInt8]) -> Bool {
    beginning.starts(with: [0x50, 0x4B, 3, 4]) || beginning.starts(with: [0x50, 0x4B, 5, 6])
  }

  /// Locates the directory. Source: 4.3.16 "End of central directory record".
  private static func directory(of source: some ByteSource) throws(SoundFileError) -> Range<Int> {
    let endByteCount = 22
    let start = max(0, source.byteCount - endByteCount - Int(UInt16.max))
    let tail = try source.bytes(at: start, count: source.byteCount - start)
    // Find the record whose comment ends at the end of the file. The comment may contain anything, even a signature.
    let positions = stride(from: tail.count - endByteCount, through: 0, by: -1)
    let position = positions.first { position in
      tail[position] == 0x50 && tail[(position + 1)...].starts(with: [0x4B, 5, 6])
        && position + endByteCount + Int(tail[position + 20]) + Int(tail[position + 21]) << 8
          == tail.count
    }
    guard let position else {
      throw SoundFileError(.truncated, "the archive has no directory at its end: it is truncated")
    }
    let offset = start + position
    var reader = ByteReader(Array(tail[position...]), at: offset, order: .little)
    _ = try reader.read(UInt32.self)
    let diskNumbers = try reader.read(UInt32.self)
    _ = try reader.read(UInt32.self)
    var byteCount = UInt64(try reader.read(UInt32.self))
    var directoryOffset = UInt64(try reader.read(UInt32.self))
    var limit = offset
    if byteCount == UInt32.max || directoryOffset == UInt32.max,
      let long = try longEnd(before: offset, in: source)
    {
      (byteCount, directoryOffset, limit) = long
    } else if diskNumbers != 0 {
      throw SoundFileError(.unsupported, "the archive is one part of several")
    }
    guard byteCount <= UInt64(limit), directoryOffset <= UInt64(limit) - byteCount else {
      throw SoundFileError(.malformed, "the archive's directory is not at the stated position")
    }
    return Int(directoryOffset)..<Int(directoryOffset + byteCount)
  }

  /// Reads the directory's size and offset in the "Zip64 end of central directory record" (4.3.14). `limit` is the
  /// offset of this record. A locator just before the short record at `end` states `limit`. Nil without a locator.
  private static func longEnd(
    before end: Int, in source: some ByteSource
  ) throws(SoundFileError) -> (byteCount: UInt64, offset: UInt64, limit: Int)? {
    guard end >= 20 else { return nil }
    var locator = ByteReader(try source.bytes(at: end - 20, count: 20), order: .little)
    guard try locator.read(UInt32.self) == Signature.locator else { return nil }
    _ = try locator.read(UInt32.self)
    guard let offset = Int(exactly: try locator.read(UInt64.self)), offset <= end - 20 else {
      throw SoundFileError(.malformed, "the archive's directory is not at the stated position")
    }
    var reader = ByteReader(try source.bytes(at: offset, count: 56), at: offset, order: .little)
    guard try reader.read(UInt32.self) == Signature.longEnd else {
      throw SoundFileError(.malformed, "the archive's directory is damaged", at: offset)
    }
    _ = try reader.readBytes(36)
    return (try reader.read(UInt64.self), try reader.read(UInt64.self), offset)
  }
}
