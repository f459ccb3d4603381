#if !LINKED_LIBRARIES
  #if canImport(Glibc)
    internal import Glibc
  #elseif canImport(Musl)
    internal import CZlib
    internal import CZlibFunctions
    internal import Musl
  #elseif canImport(Darwin)
    internal import Darwin
  #endif

  extension DynamicLibrary {
    /// Whether this program can load libraries. One that is linked statically with musl can't.
    static let canLoad: Bool = unsafe dlopen(nil, RTLD_NOW) != nil

    /// Loads a library, and returns how to look its functions up; nil if it isn't installed.
    static func functions(of library: SystemLibrary) -> Lookup? {
      #if canImport(Musl)
        if !canLoad {
          guard let functions = unsafe library.linkedFunctions else { return nil }
          nonisolated(unsafe) let linked = unsafe functions
          return { unsafe linked[$0] }
        }
      #endif
      for name in library.fileNames {
        guard let handle = unsafe dlopen(name, RTLD_NOW | RTLD_LOCAL) else { continue }
        nonisolated(unsafe) let loaded = unsafe handle
        return { unsafe dlsym(loaded, $0) }
      }
      return nil
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
#endif
