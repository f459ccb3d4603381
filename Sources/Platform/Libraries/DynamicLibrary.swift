#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import CZlib
  internal import CZlibFunctions
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A C library that is loaded when it is first needed, and stays.
///
/// libsndfile brings eight more libraries with it. A tool that converts a WAVE file into a CAF needs
/// none of them, so it neither waits for them to load nor requires that they are installed.
@safe package struct DynamicLibrary: @unchecked Sendable {
  /// Looks a function up.
  private let address: @Sendable (String) -> UnsafeMutableRawPointer?

  /// Loads a library; nil if it isn't installed.
  package init?(_ library: SystemLibrary) {
    #if canImport(Musl)
      if !Self.canLoad {
        guard let functions = unsafe library.linkedFunctions else { return nil }
        nonisolated(unsafe) let linked = unsafe functions
        unsafe address = { unsafe linked[$0] }
        return
      }
    #endif
    for name in library.fileNames {
      guard let handle = unsafe dlopen(name, RTLD_NOW | RTLD_LOCAL) else { continue }
      nonisolated(unsafe) let loaded = unsafe handle
      unsafe address = { unsafe dlsym(loaded, $0) }
      return
    }
    return nil
  }

  /// Whether this program can load libraries. One that is linked statically with musl can't.
  static let canLoad: Bool = unsafe dlopen(nil, RTLD_NOW) != nil

  /// Looks a function up.
  ///
  /// - Parameter type: Its `@convention(c)` type, which must match the library's header.
  @unsafe package func function<Function>(_ name: String, as type: Function.Type = Function.self)
    -> Function?
  {
    guard let symbol = unsafe address(name) else { return nil }
    return unsafe unsafeBitCast(symbol, to: type)
  }
}

#if canImport(Musl)
  extension SystemLibrary {
    /// The library's functions by name, if the program is linked with it.
    fileprivate var linkedFunctions: [String: UnsafeMutableRawPointer]? {
      switch self {
      case .zlib:
        unsafe [
          "inflateInit2_": unsafeBitCast(
            inflateInit2_
              as @convention(c) (
                UnsafeMutablePointer<z_stream>?, CInt, UnsafePointer<CChar>?, CInt
              ) -> CInt, to: UnsafeMutableRawPointer.self),
          "inflate": unsafeBitCast(
            inflate as @convention(c) (UnsafeMutablePointer<z_stream>?, CInt) -> CInt,
            to: UnsafeMutableRawPointer.self),
          "inflateEnd": unsafeBitCast(
            inflateEnd as @convention(c) (UnsafeMutablePointer<z_stream>?) -> CInt,
            to: UnsafeMutableRawPointer.self),
          "crc32": unsafeBitCast(
            crc32
              as @convention(c) (CUnsignedLong, UnsafePointer<UInt8>?, CUnsignedInt)
              -> CUnsignedLong, to: UnsafeMutableRawPointer.self),
        ]
      case .sndfile, .samplerate: nil
      }
    }
  }
#endif
