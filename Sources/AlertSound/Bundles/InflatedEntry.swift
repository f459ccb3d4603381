internal import Platform
internal import SoundFormat

/// A deflated file of an archive, inflated only as far as it is read.
///
/// Its beginning and the piece inflated last stay in memory. Reading between them inflates it again.
final class InflatedEntry: ByteSource, Sendable {
  let byteCount: Int
  private let archive: ZipArchive
  private let entry: ZipEntry
  private let range: Range<Int>
  private let library: ZLibrary
  private let state: Locked<State>

  private struct State {
    var stream: InflatingStream
    /// How many bytes of the file have been inflated.
    var offset = 0
    var checksum: UInt32 = 0
    var beginning: [UInt8] = []
    /// The piece inflated last, which ends at the offset.
    var piece: [UInt8] = []

    var pieceOffset: Int { offset - piece.count }
  }

  private static let pieceByteCount = 1 << 18
  private static let beginningByteCount = 8 << 20

  /// Inflates the first piece, so that damage in a small file is reported at once.
  ///
  /// - Parameter range: The range of the deflated data in the archive.
  init(
    _ entry: ZipEntry, of archive: ZipArchive, _ range: Range<Int>, by library: ZLibrary
  ) throws(SoundFileError) {
    byteCount = entry.byteCount
    self.archive = archive
    self.entry = entry
    self.range = range
    self.library = library
    state = Locked(State(stream: try InflatingStream(library, archive.source, range)))
    try state.withLock { state throws(SoundFileError) in try inflate(&state) }
  }

  /// Reports damage found only now as a failure to read.
  func bytes(at offset: Int, count: Int) throws(SoundFileError) -> [UInt8] {
    guard offset >= 0, offset < byteCount, count > 0 else { return [] }
    do throws(SoundFileError) {
      return try state.withLock { state throws(SoundFileError) in
        try bytes(offset..<offset + min(count, byteCount - offset), &state)
      }
    } catch {
      throw SoundFileError(.inputOutput, error.reason, at: error.offset)
    }
  }

  private func bytes(_ wanted: Range<Int>, _ state: inout State) throws(SoundFileError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < wanted.count {
      let position = wanted.lowerBound + bytes.count
      if position < state.beginning.count {
        bytes += state.beginning[position...].prefix(wanted.count - bytes.count)
      } else if position >= state.offset {
        try inflate(&state)
      } else if position >= state.pieceOffset {
        bytes += state.piece[(position - state.pieceOffset)...].prefix(wanted.count - bytes.count)
      } else {
        state = State(
          stream: try InflatingStream(library, archive.source, range), beginning: state.beginning)
      }
    }
    return bytes
  }

  /// Inflates the next piece. At the end, checks the length and checksum stated in the archive.
  private func inflate(_ state: inout State) throws(SoundFileError) {
    try archive.checkBudget()
    // Ask for one byte too many at the end, to detect data that is too long.
    let rest = byteCount - state.offset
    let unread = state.stream.rest.count
    state.piece = []
    let piece = try state.stream.next(
      rest <= Self.pieceByteCount ? rest + 1 : Self.pieceByteCount)
    // Charge the input if it is larger: data may inflate to nothing.
    archive.spend(max(piece.count, unread - state.stream.rest.count))
    state.checksum = library.crc32(piece, after: state.checksum)
    if state.offset == state.beginning.count, state.offset < Self.beginningByteCount {
      state.beginning += piece
    }
    state.offset += piece.count
    state.piece = piece
    guard state.offset <= byteCount else {
      throw SoundFileError(.malformed, "it is longer than the archive says", at: range.lowerBound)
    }
    guard state.stream.isAtEnd else { return }
    guard state.offset == byteCount, state.stream.rest.isEmpty else {
      throw SoundFileError(.malformed, "it is shorter than the archive says", at: range.lowerBound)
    }
    guard state.checksum == entry.crc32 else {
      throw SoundFileError(
        .malformed, "it is damaged: the archive's checksum differs", at: entry.headerOffset)
    }
  }
}
