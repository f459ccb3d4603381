internal import CSampleRate
internal import Platform

/// The functions of libsamplerate that resampling needs.
///
/// Source: samplerate.h, "full API" and "miscellaneous functions".
@safe struct SampleRateLibrary: Sendable {
  typealias New = @convention(c) (CInt, CInt, UnsafeMutablePointer<CInt>?) -> OpaquePointer?
  typealias Process = @convention(c) (OpaquePointer?, UnsafeMutablePointer<SRC_DATA>?) -> CInt
  typealias Delete = @convention(c) (OpaquePointer?) -> OpaquePointer?
  typealias Version = @convention(c) () -> UnsafePointer<CChar>?

  let new: New
  let process: Process
  let delete: Delete
  /// The library's name and version: `libsamplerate-0.2.2 (c) 2002-2021 Erik de Castro Lopo`.
  let version: String

  /// The library, or nil if it isn't installed.
  static let installed = SampleRateLibrary()

  private init?() {
    guard let library = DynamicLibrary(.samplerate),
      let new = unsafe library.function("src_new", as: New.self),
      let process = unsafe library.function("src_process", as: Process.self),
      let delete = unsafe library.function("src_delete", as: Delete.self),
      let version = unsafe library.function("src_get_version", as: Version.self)
    else { return nil }
    unsafe (self.new, self.process, self.delete) = (new, process, delete)
    self.version = unsafe version().map { unsafe String(cString: $0) } ?? ""
  }
}
