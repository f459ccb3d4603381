#if LINKED_LIBRARIES
  internal import CDecoders
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import CZlib
  internal import CZlibFunctions
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A C library that is loaded when it is first needed, and stays loaded.
///
/// libsndfile loads eight more libraries. Converting a WAVE file to CAF neither loads nor requires any library. A
/// program built with `make release CODECS=1` contains all libraries, and loads nothing.
@safe package struct DynamicLibrary: @unchecked Sendable {
  /// Returns the address of the function with a name; nil if the library lacks the function.
  typealias Lookup = @Sendable (String) -> UnsafeMutableRawPointer?

  private let address: Lookup

  /// The error if the library isn't installed, or lacks a function.
  package struct Missing: Error {}

  package init(_ library: SystemLibrary) throws(Missing) {
    guard let address = unsafe Self.functions(of: library) else { throw Missing() }
    unsafe self.address = address
  }

  /// Looks a function up by its name. `Function` must be a `@convention(c)` type that matches the library's header.
  @unsafe package func function<Function>(_ name: String) throws(Missing) -> Function {
    guard let symbol = unsafe address(name) else { throw Missing() }
    return unsafe unsafeBitCast(symbol, to: Function.self)
  }
}

/// A C library that a system may have, and that is loaded when it is first needed.
package enum SystemLibrary: Sendable {
  case sndfile, samplerate, zlib

  /// How to install the library, in words; nil if installing it wouldn't help.
  package var installationAdvice: String? {
    #if os(macOS)
      "install it (brew install \(names.project))"
    #elseif canImport(Darwin)
      nil
    #elseif canImport(Musl)
      DynamicLibrary.canLoad ? "install it (\(names.project))" : nil
    #else
      "install it (\(names.debian))"
    #endif
  }

  /// Why the library can't be used, in words.
  package var absence: String {
    DynamicLibrary.canLoad
      ? "is not installed" : "can't be loaded: this program is linked statically with musl"
  }

  /// The name of the project, which is also the package's name in Homebrew and Alpine; the package's name in Debian;
  /// and the parts of the library file's name. `version` is the number of the library's interface.
  private var names: (project: String, debian: String, file: (stem: String, version: Int)) {
    switch self {
    case .sndfile: ("libsndfile", "libsndfile1", ("libsndfile", 1))
    case .samplerate: ("libsamplerate", "libsamplerate0", ("libsamplerate", 0))
    case .zlib: ("zlib", "zlib1g", ("libz", 1))
    }
  }

  /// The file names or paths to pass to the system's loader.
  var fileNames: [String] {
    let (stem, version) = names.file
    #if canImport(Darwin)
      // Return paths: dyld would look a bare name up in the working directory, but not in the folders of Homebrew
      // and MacPorts. Source: dyld(1) and dlopen(3).
      return ["/usr/lib", "/opt/homebrew/lib", "/usr/local/lib", "/opt/local/lib"].map {
        "\($0)/\(stem).\(version).dylib"
      }
    #else
      return ["\(stem).so.\(version)"]
    #endif
  }
}

#if LINKED_LIBRARIES
  extension DynamicLibrary {
    /// Whether this program can use libraries.
    static let canLoad = true

    /// Returns a lookup of a library's functions, which this program contains.
    static func functions(of library: SystemLibrary) -> Lookup? {
      { name in unsafe decoders_function(name) }
    }
  }
#else
  extension DynamicLibrary {
    /// Whether this program can load libraries. A program linked statically with musl can't.
    static let canLoad: Bool = unsafe dlopen(nil, RTLD_NOW) != nil

    /// Loads a library, and returns a lookup of its functions; nil if the library isn't installed.
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
      /// For each function's name: the function's address. Nil if the program isn't linked with the library.
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
