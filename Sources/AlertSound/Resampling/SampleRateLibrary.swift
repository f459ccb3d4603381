internal import CSampleRate
internal import Platform

/// The functions of libsamplerate that resampling needs.
///
/// Source: samplerate.h, "full API".
@safe struct SampleRateLibrary: Sendable {
  typealias New = @convention(c) (CInt, CInt, UnsafeMutablePointer<CInt>?) -> OpaquePointer?
  typealias Process = @convention(c) (OpaquePointer?, UnsafeMutablePointer<SRC_DATA>?) -> CInt
  typealias Delete = @convention(c) (OpaquePointer?) -> OpaquePointer?

  let new: New
  let process: Process
  let delete: Delete

  /// The library, or nil if it isn't installed.
  static let installed = SampleRateLibrary()

  private init?() {
    guard let library = DynamicLibrary(.samplerate),
      let new = unsafe library.function("src_new", as: New.self),
      let process = unsafe library.function("src_process", as: Process.self),
      let delete = unsafe library.function("src_delete", as: Delete.self)
    else { return nil }
    unsafe (self.new, self.process, self.delete) = (new, process, delete)
  }
}
