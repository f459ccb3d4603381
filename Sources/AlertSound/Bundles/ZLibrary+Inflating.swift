internal import CZlib
internal import SoundFormat

extension ZLibrary {
  private static let inputByteCount = 1 << 16
  private static let outputByteCount = 1 << 18
  private static let (ok, streamEnd) = (CInt(Z_OK), CInt(Z_STREAM_END))

  /// Inflates a deflated stream without a header (RFC 1951).
  ///
  /// Memory grows with what is inflated, not with what is said.
  ///
  /// - Parameters:
  ///   - range: Where the stream is in the source; it must end where that ends.
  ///   - byteCount: How long the result must be.
  func inflated(
    _ source: any ByteSource, _ range: Range<Int>, byteCount: Int
  ) throws(SoundFileError) -> [UInt8] {
    var stream = unsafe z_stream()
    // inflate() compares the stream's address with that at the beginning: it must not move.
    return try unsafe withUnsafeMutablePointer(to: &stream) { stream throws(SoundFileError) in
      try unsafe inflate(stream, source, range, byteCount: byteCount)
    }
  }

  @unsafe private func inflate(
    _ stream: UnsafeMutablePointer<z_stream>, _ source: any ByteSource, _ range: Range<Int>,
    byteCount: Int
  ) throws(SoundFileError) -> [UInt8] {
    // Negative bits mean a stream without a header; of the version only the first digit is compared.
    let size = unsafe CInt(MemoryLayout<z_stream>.size)
    guard unsafe begin(stream, -15, "1", size) == Self.ok else {
      throw SoundFileError(.unsupported, "zlib has no memory, or is of another version")
    }
    defer { _ = unsafe end(stream) }
    var output: [UInt8] = []
    var rest = range
    var status = Self.ok
    while status != Self.streamEnd {
      let input = try source.bytes(
        at: rest.lowerBound, count: min(rest.count, Self.inputByteCount))
      guard !input.isEmpty else {
        throw SoundFileError(.truncated, "the deflated data ends too early", at: rest.lowerBound)
      }
      status = unsafe feed(input, to: stream, into: &output, byteCount: byteCount)
      let consumedByteCount = input.count - Int(unsafe stream.pointee.avail_in)
      // Z_BUF_ERROR only says that there is nothing left to do for now.
      guard [Self.ok, Self.streamEnd, CInt(Z_BUF_ERROR)].contains(status), consumedByteCount > 0
      else {
        throw SoundFileError(.malformed, "the deflated data is damaged", at: rest.lowerBound)
      }
      guard output.count <= byteCount else {
        throw SoundFileError(.malformed, "it is longer than the archive says", at: range.lowerBound)
      }
      rest.removeFirst(consumedByteCount)
    }
    guard rest.isEmpty, output.count == byteCount else {
      throw SoundFileError(.malformed, "it is shorter than the archive says", at: range.lowerBound)
    }
    return output
  }

  /// Inflates as much as there is input for, and at most a byte more than `byteCount` in all.
  ///
  /// - Returns: zlib's status.
  @unsafe private func feed(
    _ input: [UInt8], to stream: UnsafeMutablePointer<z_stream>, into output: inout [UInt8],
    byteCount: Int
  ) -> CInt {
    unsafe input.withUnsafeBufferPointer { input in
      unsafe stream.pointee.next_in = input.baseAddress
      unsafe stream.pointee.avail_in = CUnsignedInt(input.count)
      var status: CInt
      repeat {
        status = Self.ok
        // One byte more than there may be shows that there are too many.
        let capacity = min(Self.outputByteCount, byteCount - output.count + 1)
        output += unsafe [UInt8](unsafeUninitializedCapacity: capacity) { piece, count in
          unsafe stream.pointee.next_out = piece.baseAddress
          unsafe stream.pointee.avail_out = CUnsignedInt(capacity)
          status = unsafe step(stream, CInt(Z_NO_FLUSH))
          count = capacity - Int(unsafe stream.pointee.avail_out)
        }
        // A full piece may not have been all.
      } while status == Self.ok && output.count <= byteCount
        && (unsafe stream.pointee.avail_out == 0)
      unsafe stream.pointee.next_in = nil
      return status
    }
  }
}
