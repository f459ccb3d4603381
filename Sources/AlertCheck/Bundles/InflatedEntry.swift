internal import CZlib
internal import Platform
internal import SoundFormat

/// A deflated file in an archive. Reading inflates the file as far as needed, and keeps the bytes in memory.
final class InflatedEntry: ByteSource, Sendable {
  let byteCount: Int
  private let archive: ZipArchive
  private let entry: ZipEntry
  /// The offset of the deflated data in the archive.
  private let offset: Int
  private let stream: Locked<InflatingStream>

  private static let pieceByteCount = 1 << 18

  /// Inflates the first piece, so that damage in a small file is reported at once.
  ///
  /// - Parameter range: The range of the deflated data in the archive.
  init(
    _ entry: ZipEntry, of archive: ZipArchive, _ range: Range<Int>, by library: ZLibrary
  ) throws(SoundFileError) {
    byteCount = entry.byteCount
    self.archive = archive
    self.entry = entry
    offset = range.lowerBound
    stream = Locked(try InflatingStream(library, archive.source, range))
    try inflate(to: min(Self.pieceByteCount, byteCount))
  }

  /// Returns up to `count` of the file's bytes.
  ///
  /// - Throws: `SoundFileError`, always with the code `inputOutput`, even if the data is damaged.
  func bytes(at offset: Int, count: Int) throws(SoundFileError) -> [UInt8] {
    guard offset >= 0, offset < byteCount, count > 0 else { return [] }
    let end = offset + min(count, byteCount - offset)
    do throws(SoundFileError) {
      try inflate(to: end)
    } catch {
      throw SoundFileError(.inputOutput, error.reason, at: error.offset)
    }
    return stream.withLock { Array($0.output[offset..<end]) }
  }

  /// Inflates the first `count` bytes. At the end of the file, checks the length and checksum that the archive states.
  private func inflate(to count: Int) throws(SoundFileError) {
    try stream.withLock { stream throws(SoundFileError) in
      // At the end, ask for one byte more than the stated length, to detect data that is too long.
      let wanted = count < byteCount ? count : byteCount + 1
      while stream.output.count < wanted, !stream.isAtEnd {
        try archive.checkBudget()
        let (written, unread) = (stream.output.count, stream.rest.count)
        try stream.inflate(atMost: min(Self.pieceByteCount, byteCount + 1 - written))
        // Count the larger of input and output towards the limit, because hostile data may inflate to nothing.
        archive.spend(max(stream.output.count - written, unread - stream.rest.count))
        guard !stream.isAtEnd || stream.checksum == entry.crc32 || stream.output.count != byteCount
        else {
          throw SoundFileError(
            .malformed, "it is damaged: the archive's checksum differs", at: entry.headerOffset)
        }
      }
      guard stream.output.count <= byteCount else {
        throw SoundFileError(.malformed, "it is longer than the archive says", at: offset)
      }
      guard !stream.isAtEnd || stream.output.count == byteCount && stream.rest.isEmpty else {
        throw SoundFileError(.malformed, "it is shorter than the archive says", at: offset)
      }
    }
  }
}

/// A deflated stream without a header (RFC 1951), inflated piece by piece.
///
/// Use a stream on only one thread at a time.
@safe private final class InflatingStream {
  /// The inflated bytes.
  private(set) var output: [UInt8] = []
  /// Whether the stream has been inflated to its end.
  private(set) var isAtEnd = false
  /// The unread range of the source. At the end of the stream, the range must be empty.
  private(set) var rest: Range<Int>
  private let library: ZLibrary
  private let source: any ByteSource
  // Allocated, because inflate() requires that the z_stream's address never changes.
  private let stream: UnsafeMutablePointer<z_stream>

  private static let inputByteCount = 1 << 16
  private static let (ok, streamEnd) = (CInt(Z_OK), CInt(Z_STREAM_END))

  /// - Parameter range: The stream's range in the source.
  init(_ library: ZLibrary, _ source: any ByteSource, _ range: Range<Int>) throws(SoundFileError) {
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
    // Call inflateEnd even if inflateInit2 failed: inflateEnd then only returns an error.
    _ = unsafe library.end(stream)
    unsafe stream.deallocate()
  }

  var checksum: UInt32 { library.crc32(output) }

  /// Calls inflate() once, with at most 64 KiB of input. The next call reads again what inflate() left of the input.
  func inflate(atMost capacity: Int) throws(SoundFileError) {
    let input = try source.bytes(at: rest.lowerBound, count: min(rest.count, Self.inputByteCount))
    guard !input.isEmpty else {
      throw SoundFileError(.truncated, "the deflated data ends too early", at: rest.lowerBound)
    }
    var status = Self.ok
    var consumed = 0
    let piece = unsafe input.withUnsafeBufferPointer { input in
      unsafe stream.pointee.next_in = input.baseAddress
      unsafe stream.pointee.avail_in = CUnsignedInt(input.count)
      let piece = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { piece, count in
        unsafe stream.pointee.next_out = piece.baseAddress
        unsafe stream.pointee.avail_out = CUnsignedInt(capacity)
        status = unsafe library.step(stream, CInt(Z_NO_FLUSH))
        count = capacity - Int(unsafe stream.pointee.avail_out)
      }
      consumed = input.count - Int(unsafe stream.pointee.avail_in)
      unsafe stream.pointee.next_in = nil
      unsafe stream.pointee.next_out = nil
      return piece
    }
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
}

/// The functions of zlib that are necessary for inflating. Source: zlib.h.
@safe struct ZLibrary: Sendable {
  let begin:
    @convention(c) (UnsafeMutablePointer<z_stream>?, CInt, UnsafePointer<CChar>?, CInt) -> CInt
  let step: @convention(c) (UnsafeMutablePointer<z_stream>?, CInt) -> CInt
  let end: @convention(c) (UnsafeMutablePointer<z_stream>?) -> CInt
  private let checksum:
    @convention(c) (CUnsignedLong, UnsafePointer<UInt8>?, CUnsignedInt) -> CUnsignedLong

  static let installed = try? ZLibrary()

  private init() throws(DynamicLibrary.Missing) {
    let library = try DynamicLibrary(.zlib)
    unsafe begin = try library.function("inflateInit2_")
    unsafe step = try library.function("inflate")
    unsafe end = try library.function("inflateEnd")
    unsafe checksum = try library.function("crc32")
  }

  /// Returns the CRC-32 of fewer than 4 GiB of bytes, as zip archives store it.
  func crc32(_ bytes: [UInt8]) -> UInt32 {
    // The CRC-32 of no bytes is 0. Don't pass the pointer of an empty array to zlib, because it may be null.
    guard !bytes.isEmpty else { return 0 }
    return unsafe bytes.withUnsafeBufferPointer {
      UInt32(truncatingIfNeeded: unsafe checksum(0, $0.baseAddress, CUnsignedInt($0.count)))
    }
  }
}
