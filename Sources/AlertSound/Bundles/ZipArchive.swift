internal import SoundFormat
internal import SystemPackage

/// A zip archive, read in place: nothing is unpacked but in memory.
///
/// Source: PKWARE's APPNOTE.TXT 6.3.10.
struct ZipArchive: Sendable {
  /// What the directory lists, in its order, without what is refused and what is listed again.
  let entries: [ZipEntry]
  /// What was left out, and other deviations.
  let notes: [Note]
  let source: any ByteSource & Sendable
  let limits: Limits
  /// As many bytes as may still be inflated.
  private let budget: Locked<Int>

  /// How much is inflated and kept at most, so that a small archive can't take hours or gigabytes.
  struct Limits: Sendable {
    /// A longer file is not inflated.
    var fileByteCount = 256 << 20
    /// As much is inflated of all files together, those that are inflated twice counted twice.
    var totalByteCount = 1 << 30
    /// How long the paths of all folders may be together. The directory lists a file's path once, but each
    /// folder in it is a path of its own.
    var folderPathByteCount = 32 << 20
  }

  /// A directory of more bytes, about half a million entries, is not read.
  private static let directoryByteLimit = 64 << 20

  /// Reads an archive's directory.
  init(
    _ source: any ByteSource & Sendable, limits: Limits = Limits()
  ) throws(SoundFileError) {
    self.source = source
    self.limits = limits
    budget = Locked(limits.totalByteCount)
    let directory = try Self.directory(of: source)
    guard directory.count <= Self.directoryByteLimit else {
      throw SoundFileError(.unsupported, "the archive has too many entries")
    }
    var reader = ByteReader(
      try source.bytes(at: directory.lowerBound, count: directory.count),
      at: directory.lowerBound, order: .little)
    var entries: [ZipEntry] = []
    var notes: [Note] = []
    while reader.remainingByteCount > 0 {
      guard try reader.read(UInt32.self) == Signature.entry else {
        throw SoundFileError(
          .malformed, "the archive's directory is damaged", at: reader.offset - 4)
      }
      switch try ZipEntry.parse(&reader) {
      case .success(let entry): entries.append(entry)
      case .failure(let refusal): notes.append(refusal.note)
      }
    }
    Self.findEnds(of: &entries, directoryOffset: directory.lowerBound)
    (self.entries, self.notes) = Self.withoutRepetitions(entries, notes)
  }

  /// Finds where each entry must end, at the next one's beginning, so that none can share another's
  /// bytes: that is how a small archive inflates to petabytes.
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

  /// Whoever unpacks the archive writes the last of a name over the others.
  private static func withoutRepetitions(
    _ entries: [ZipEntry], _ notes: [Note]
  ) -> ([ZipEntry], [Note]) {
    var notes = notes
    var seen: Set<FilePath> = []
    var kept: [ZipEntry] = []
    for entry in entries.reversed() {
      if seen.insert(entry.path).inserted {
        kept.append(entry)
      } else if entry.kind != .folder {
        notes.append(Note("\(entry.path) is in the archive more than once: the last one counts"))
      }
    }
    return (kept.reversed(), notes)
  }
}

extension ZipArchive {
  /// A file's bytes: in place where they are stored as they are, otherwise inflated as they are read.
  ///
  /// - Throws: `unsupported` where there is no way to read them, `malformed` or `truncated` where the
  ///   archive is damaged.
  func contents(of entry: ZipEntry) throws(SoundFileError) -> any ByteSource & Sendable {
    // Bit 0 is encryption, bit 13 that of the directory.
    guard entry.flags & 0x2001 == 0 else {
      throw SoundFileError(.unsupported, "it is encrypted in the archive")
    }
    let range = try dataRange(of: entry)
    switch entry.method {
    case 0:
      guard entry.byteCount == range.count else {
        throw SoundFileError(
          .malformed, "the archive contradicts itself about its length", at: entry.headerOffset)
      }
      return ByteSourcePart(of: source, range)
    case 8:
      return try inflated(entry, range)
    default:
      throw SoundFileError(
        .unsupported, "it is compressed by method \(entry.method), which is not deflate")
    }
  }

  private func inflated(
    _ entry: ZipEntry, _ range: Range<Int>
  ) throws(SoundFileError) -> InflatedEntry {
    guard entry.byteCount <= limits.fileByteCount else {
      throw SoundFileError(
        .unsupported, "it has more than \(limits.fileByteCount >> 20) MiB when inflated")
    }
    // The best there is are runs of 258 bytes in two bits each (RFC 1951, 3.2.5).
    guard entry.byteCount / 1032 <= range.count else {
      throw SoundFileError(.malformed, "it is shorter than the archive says", at: range.lowerBound)
    }
    guard let library = ZLibrary.installed else {
      throw SoundFileError(
        .libraryMissing, "zlib, which inflates it, is not installed (zlib1g)")
    }
    return try InflatedEntry(entry, of: self, range, by: library)
  }

  /// Sees whether more may be inflated.
  func checkBudget() throws(SoundFileError) {
    guard budget.withLock({ $0 > 0 }) else {
      throw SoundFileError(
        .unsupported,
        "the sounds of the archive have more than \(limits.totalByteCount >> 20) MiB when inflated")
    }
  }

  /// Counts what has been inflated.
  func spend(_ byteCount: Int) {
    budget.withLock { $0 -= byteCount }
  }

  /// Where an entry's data is, by its local header (4.3.7), whose lengths may differ from those in the
  /// directory.
  private func dataRange(of entry: ZipEntry) throws(SoundFileError) -> Range<Int> {
    let error = SoundFileError(
      .malformed, "the archive is damaged where it should be", at: entry.headerOffset)
    guard entry.headerOffset < entry.endOffset else {
      throw SoundFileError(
        .malformed, "the archive contradicts itself about where it is", at: entry.headerOffset)
    }
    var reader = ByteReader(
      try source.bytes(at: entry.headerOffset, count: 30 + entry.name.count),
      at: entry.headerOffset, order: .little)
    guard try reader.read(UInt32.self) == Signature.header else { throw error }
    // Version, flags, method, time, date, checksum and sizes, which the directory repeats; an archive
    // that was written on the fly has only there what they are.
    _ = try reader.readBytes(22)
    let nameByteCount = try reader.read(UInt16.self)
    let extraByteCount = try reader.read(UInt16.self)
    guard Int(nameByteCount) == entry.name.count,
      Array(try reader.readBytes(entry.name.count)) == entry.name
    else { throw error }
    let start = reader.offset + Int(extraByteCount)
    guard start <= entry.endOffset, entry.storedByteCount <= entry.endOffset - start else {
      throw SoundFileError(
        .malformed, "the archive contradicts itself about where it is", at: entry.headerOffset)
    }
    return start..<start + entry.storedByteCount
  }
}

extension ZipArchive {
  private enum Signature {
    static let header: UInt32 = 0x0403_4B50
    static let entry: UInt32 = 0x0201_4B50
    static let end: UInt32 = 0x0605_4B50
    static let longEnd: UInt32 = 0x0606_4B50
    static let locator: UInt32 = 0x0706_4B50
  }

  /// Whether a file begins like an archive.
  static func isRecognized(in beginning: [UInt8]) -> Bool {
    beginning.starts(with: [0x50, 0x4B, 3, 4]) || beginning.starts(with: [0x50, 0x4B, 5, 6])
  }

  /// Where the directory is: 4.3.16 "End of central directory record".
  private static func directory(of source: some ByteSource) throws(SoundFileError) -> Range<Int> {
    let endByteCount = 22
    let start = max(0, source.byteCount - endByteCount - Int(UInt16.max))
    let tail = try source.bytes(at: start, count: source.byteCount - start)
    // The comment behind it may hold anything, but it ends where the file ends.
    let positions = stride(from: tail.count - endByteCount, through: 0, by: -1)
    let position = positions.first { position in
      tail[position] == 0x50 && tail[(position + 1)...].starts(with: [0x4B, 5, 6])
        && position + endByteCount + Int(tail[position + 20]) + Int(tail[position + 21]) << 8
          == tail.count
    }
    guard let position else {
      throw SoundFileError(
        .truncated, "the archive has no directory at its end: it was cut short")
    }
    let offset = start + position
    var reader = ByteReader(
      Array(tail[position...]), at: offset, order: .little)
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
      throw SoundFileError(.malformed, "the archive's directory is not where it should be")
    }
    return Int(directoryOffset)..<Int(directoryOffset + byteCount)
  }

  /// 4.3.14 "Zip64 end of central directory record", found by the locator before the short one.
  private static func longEnd(
    before end: Int, in source: some ByteSource
  ) throws(SoundFileError) -> (byteCount: UInt64, offset: UInt64, limit: Int)? {
    guard end >= 20 else { return nil }
    var locator = ByteReader(try source.bytes(at: end - 20, count: 20), order: .little)
    guard try locator.read(UInt32.self) == Signature.locator else { return nil }
    _ = try locator.read(UInt32.self)
    guard let offset = Int(exactly: try locator.read(UInt64.self)), offset <= end - 20 else {
      throw SoundFileError(.malformed, "the archive's directory is not where it should be")
    }
    var reader = ByteReader(
      try source.bytes(at: offset, count: 56), at: offset, order: .little)
    guard try reader.read(UInt32.self) == Signature.longEnd else {
      throw SoundFileError(.malformed, "the archive's directory is damaged", at: offset)
    }
    _ = try reader.readBytes(36)
    return (try reader.read(UInt64.self), try reader.read(UInt64.self), offset)
  }
}
