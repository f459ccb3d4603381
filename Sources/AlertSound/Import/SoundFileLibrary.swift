internal import CSndFile
internal import Platform

/// The functions of libsndfile that reading, and writing Ogg Vorbis, need.
///
/// Source: sndfile.h.
@safe struct SoundFileLibrary: Sendable {
  typealias OpenVirtual =
    @convention(c) (
      UnsafeMutablePointer<SF_VIRTUAL_IO>?, CInt, UnsafeMutablePointer<SF_INFO>?,
      UnsafeMutableRawPointer?
    ) -> OpaquePointer?
  typealias Close = @convention(c) (OpaquePointer?) -> CInt
  typealias Text = @convention(c) (OpaquePointer?, CInt) -> UnsafePointer<CChar>?
  typealias ByteRate = @convention(c) (OpaquePointer?) -> CInt
  typealias Command = @convention(c) (OpaquePointer?, CInt, UnsafeMutableRawPointer?, CInt) -> CInt
  /// `sf_readf_short` and its variants, which differ in the type of the samples.
  typealias Read =
    @convention(c) (
      OpaquePointer?, UnsafeMutableRawPointer?, sf_count_t
    ) -> sf_count_t
  typealias Write =
    @convention(c) (OpaquePointer?, UnsafeRawPointer?, sf_count_t) -> sf_count_t

  let openVirtual: OpenVirtual
  let close: Close
  /// Returns the last error; takes nil after a failed opening.
  let error: Close
  let text: Text
  let byteRate: ByteRate
  let command: Command
  let readInt16: Read
  let readInt32: Read
  let readFloat: Read
  let readDouble: Read
  let writeInt16: Write

  /// The library, or nil if it isn't installed.
  static let installed = SoundFileLibrary()

  private init?() {
    guard let library = DynamicLibrary(.sndfile),
      let openVirtual = unsafe library.function("sf_open_virtual", as: OpenVirtual.self),
      let close = unsafe library.function("sf_close", as: Close.self),
      let error = unsafe library.function("sf_error", as: Close.self),
      let text = unsafe library.function("sf_get_string", as: Text.self),
      let byteRate = unsafe library.function("sf_current_byterate", as: ByteRate.self),
      let command = unsafe library.function("sf_command", as: Command.self),
      let readInt16 = unsafe library.function("sf_readf_short", as: Read.self),
      let readInt32 = unsafe library.function("sf_readf_int", as: Read.self),
      let readFloat = unsafe library.function("sf_readf_float", as: Read.self),
      let readDouble = unsafe library.function("sf_readf_double", as: Read.self),
      let writeInt16 = unsafe library.function("sf_writef_short", as: Write.self)
    else { return nil }
    unsafe self.openVirtual = openVirtual
    unsafe self.close = close
    unsafe self.error = error
    unsafe self.text = text
    unsafe self.byteRate = byteRate
    unsafe self.command = command
    unsafe self.readInt16 = readInt16
    unsafe self.readInt32 = readInt32
    unsafe self.readFloat = readFloat
    unsafe self.readDouble = readDouble
    unsafe self.writeInt16 = writeInt16
  }
}
