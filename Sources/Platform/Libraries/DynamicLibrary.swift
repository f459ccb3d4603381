#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A C library that is loaded when it is first needed, and stays.
///
/// libsndfile brings eight more libraries with it. A tool that converts a WAVE file into a CAF needs
/// none of them, so it neither waits for them to load nor requires that they are installed.
@safe struct DynamicLibrary: @unchecked Sendable {
  private let handle: UnsafeMutableRawPointer

  /// Loads the first of the named files that is found.
  init?(_ fileNames: String...) {
    let handles = unsafe fileNames.lazy.compactMap { unsafe dlopen($0, RTLD_NOW | RTLD_LOCAL) }
    guard let handle = unsafe handles.first else { return nil }
    unsafe self.handle = handle
  }

  /// Looks a function up.
  ///
  /// - Parameter type: Its `@convention(c)` type, which must match the library's header.
  @unsafe func function<Function>(_ name: String, as type: Function.Type = Function.self)
    -> Function?
  {
    guard let symbol = unsafe dlsym(handle, name) else { return nil }
    return unsafe unsafeBitCast(symbol, to: type)
  }
}
