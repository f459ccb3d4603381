internal import CZlib
internal import Platform
internal import SoundFormat

/// A deflated file in an archive. Reading it inflates it piece by piece.
///
/// The beginning of the file and the last inflated piece stay in memory. Reading bytes between the two inflates the
/// file again.
final class InflatedEntry: ByteSource, Sendable {
  let byteCount: Int
  private let archive: ZipArchive
  private let entry: ZipEntry
  private let range: Range<Int>
  private let library: ZLibrary
  private let state: Locked<State>

  private struct State {
    var stream: InflatingStream
    /// The number of inflated bytes.
    var offset = 0
    var checksum: UInt32 = 0
    var beginning: [UInt8] = []
    /// The last inflated piece, which ends at `offset`.
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

  /// Returns up to `count` of the file's bytes.
  ///
  /// - Throws: `SoundFileError`, always with the code `inputOutput`, even if the data is damaged.
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

  /// Inflates the next piece. At the end of the file, checks the length and checksum that the archive states.
  private func inflate(_ state: inout State) throws(SoundFileError) {
    try archive.checkBudget()
    // At the end, ask for one byte more than the stated length, to detect data that is too long.
    let rest = byteCount - state.offset
    let unread = state.stream.rest.count
    state.piece = []
    let piece = try state.stream.next(
      rest <= Self.pieceByteCount ? rest + 1 : Self.pieceByteCount)
    // Count the input towards the limit if it is larger than the output, because hostile data may inflate to nothing.
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

/// A deflated stream without a header (RFC 1951), inflated piece by piece.
///
/// Use a stream on only one thread at a time.
@safe final class InflatingStream {
  /// Whether the stream has been inflated to its end.
  private(set) var isAtEnd = false
  /// The range in the source that is still unread. It must be empty at the end of the stream.
  private(set) var rest: Range<Int>
  private let library: ZLibrary
  private let source: any ByteSource & Sendable
  // Allocated, because inflate() requires that the z_stream's address never changes.
  private let stream: UnsafeMutablePointer<z_stream>

  private static let inputByteCount = 1 << 16
  private static let (ok, streamEnd) = (CInt(Z_OK), CInt(Z_STREAM_END))

  /// - Parameter range: The stream's range in the source.
  init(
    _ library: ZLibrary, _ source: any ByteSource & Sendable, _ range: Range<Int>
  ) throws(SoundFileError) {
    self.library = library
    self.source = source
    rest = range
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    // Pass negative window bits, because the stream has no header. Pass one digit as the version: zlib reads no more.
    let size = unsafe CInt(MemoryLayout<z_stream>.size)
    guard unsafe library.begin(stream, -15, "1", size) == Self.ok else {
      throw SoundFileError(.unsupported, "zlib ran out of memory or is incompatible")
    }
  }

  deinit {
    // Call inflateEnd even if inflateInit2 failed. It then only returns an error.
    _ = unsafe library.end(stream)
    unsafe stream.deallocate()
  }

  /// Inflates the next `count` bytes, or fewer at the end.
  func next(_ count: Int) throws(SoundFileError) -> [UInt8] {
    var output: [UInt8] = []
    while output.count < count, !isAtEnd {
      let input = try source.bytes(
        at: rest.lowerBound, count: min(rest.count, Self.inputByteCount))
      guard !input.isEmpty else {
        throw SoundFileError(.truncated, "the deflated data ends too early", at: rest.lowerBound)
      }
      let (status, consumed, piece) = unsafe step(input, count - output.count)
      // Throw if inflate() failed or made no progress. Z_BUF_ERROR says only that there was no progress.
      guard [Self.ok, Self.streamEnd, CInt(Z_BUF_ERROR)].contains(status),
        consumed > 0 || !piece.isEmpty || status == Self.streamEnd
      else {
        throw SoundFileError(.malformed, "the deflated data is damaged", at: rest.lowerBound)
      }
      output += piece
      rest.removeFirst(consumed)
      isAtEnd = status == Self.streamEnd
    }
    return output
  }

  /// Calls inflate() once. Input that it doesn't consume, at most 64 KiB, is read again for the next call.
  @unsafe private func step(
    _ input: [UInt8], _ capacity: Int
  ) -> (status: CInt, consumedByteCount: Int, output: [UInt8]) {
    unsafe input.withUnsafeBufferPointer { input in
      unsafe stream.pointee.next_in = input.baseAddress
      unsafe stream.pointee.avail_in = CUnsignedInt(input.count)
      var status = Self.ok
      let output = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { piece, count in
        unsafe stream.pointee.next_out = piece.baseAddress
        unsafe stream.pointee.avail_out = CUnsignedInt(capacity)
        status = unsafe library.step(stream, CInt(Z_NO_FLUSH))
        count = capacity - Int(unsafe stream.pointee.avail_out)
      }
      unsafe stream.pointee.next_in = nil
      unsafe stream.pointee.next_out = nil
      return (status, input.count - Int(unsafe stream.pointee.avail_in), output)
    }
  }
}

/// The functions of zlib that are necessary for inflating. Source: zlib.h.
@safe struct ZLibrary: Sendable {
  typealias Begin =
    @convention(c) (UnsafeMutablePointer<z_stream>?, CInt, UnsafePointer<CChar>?, CInt) -> CInt
  typealias Step = @convention(c) (UnsafeMutablePointer<z_stream>?, CInt) -> CInt
  typealias End = @convention(c) (UnsafeMutablePointer<z_stream>?) -> CInt
  typealias Checksum =
    @convention(c) (CUnsignedLong, UnsafePointer<UInt8>?, CUnsignedInt)
    -> CUnsignedLong

  let begin: Begin
  let step: Step
  let end: End
  private let checksum: Checksum

  static let installed = try? ZLibrary()

  private init() throws(DynamicLibrary.Missing) {
    let library = try DynamicLibrary(.zlib)
    unsafe begin = try library.function("inflateInit2_")
    unsafe step = try library.function("inflate")
    unsafe end = try library.function("inflateEnd")
    unsafe checksum = try library.function("crc32")
  }

  /// Returns the CRC-32, as zip archives store it, of data that ends with `bytes`.
  ///
  /// - Parameters:
  ///   - bytes: The end of the data, less than 4 GiB.
  ///   - beginning: The checksum of the data before `bytes`; 0 if there is none.
  func crc32(_ bytes: [UInt8], after beginning: UInt32) -> UInt32 {
    // Return early for an empty array. Its pointer may be null, and then zlib would return the initial checksum.
    guard !bytes.isEmpty else { return beginning }
    return unsafe bytes.withUnsafeBufferPointer {
      UInt32(
        truncatingIfNeeded: unsafe checksum(
          CUnsignedLong(beginning), $0.baseAddress, CUnsignedInt($0.count)))
    }
  }
}
