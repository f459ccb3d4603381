internal import CZlib
internal import Platform

/// The functions of zlib that inflating needs.
///
/// Source: zlib.h.
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

  /// The library, or nil if it isn't installed.
  static let installed = ZLibrary()

  private init?() {
    guard let library = DynamicLibrary(.zlib),
      let begin = unsafe library.function("inflateInit2_", as: Begin.self),
      let step = unsafe library.function("inflate", as: Step.self),
      let end = unsafe library.function("inflateEnd", as: End.self),
      let checksum = unsafe library.function("crc32", as: Checksum.self)
    else { return nil }
    unsafe self.begin = begin
    unsafe self.step = step
    unsafe self.end = end
    unsafe self.checksum = checksum
  }

  /// Returns the CRC-32, as in zip archives, of bytes that continue others with a known checksum. The
  /// checksum of no bytes is 0. There must be less than 4 GiB of bytes.
  func crc32(_ bytes: [UInt8], after beginning: UInt32) -> UInt32 {
    // Given a null pointer, zlib would return the initial value.
    guard !bytes.isEmpty else { return beginning }
    return unsafe bytes.withUnsafeBufferPointer {
      UInt32(
        truncatingIfNeeded: unsafe checksum(
          CUnsignedLong(beginning), $0.baseAddress, CUnsignedInt($0.count)))
    }
  }
}
