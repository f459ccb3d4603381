internal import CZlib
internal import SoundFormat

/// A deflated stream without a header (RFC 1951), inflated piece by piece.
///
/// Use it from one thread at a time.
@safe final class InflatingStream {
  /// Whether all of it has been inflated.
  private(set) var isAtEnd = false
  /// The part of the source still to be consumed; it must be empty at the end.
  private(set) var rest: Range<Int>
  private let library: ZLibrary
  private let source: any ByteSource & Sendable
  // inflate() checks that its address hasn't changed, so it must not move.
  private let stream: UnsafeMutablePointer<z_stream>

  private static let inputByteCount = 1 << 16
  private static let (ok, streamEnd) = (CInt(Z_OK), CInt(Z_STREAM_END))

  /// Begins a stream.
  ///
  /// - Parameter range: The stream's range in the source.
  init(
    _ library: ZLibrary, _ source: any ByteSource & Sendable, _ range: Range<Int>
  ) throws(SoundFileError) {
    self.library = library
    self.source = source
    rest = range
    unsafe stream = .allocate(capacity: 1)
    unsafe stream.initialize(to: z_stream())
    // Negative window bits mean a stream without a header. zlib compares only the version's first digit.
    let size = unsafe CInt(MemoryLayout<z_stream>.size)
    guard unsafe library.begin(stream, -15, "1", size) == Self.ok else {
      throw SoundFileError(.unsupported, "zlib ran out of memory or is incompatible")
    }
  }

  deinit {
    // If the stream was never begun, this only returns an error.
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
      // Z_BUF_ERROR isn't fatal: it only means that nothing is left to do for now.
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

  /// Calls inflate() once. Input that it doesn't consume is read again: a few pages at most.
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
