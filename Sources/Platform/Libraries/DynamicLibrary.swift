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
@safe package struct DynamicLibrary: @unchecked Sendable {
  private let handle: UnsafeMutableRawPointer

  /// Loads an installed library; nil if there is none.
  ///
  /// - Parameters:
  ///   - name: The name without prefix and suffix: `sndfile`.
  ///   - version: The number in its file's name, which changes with its interface.
  package init?(_ name: String, version: Int) {
    let handles = unsafe Self.fileNames(name, version).lazy.compactMap {
      unsafe dlopen($0, RTLD_NOW | RTLD_LOCAL)
    }
    guard let handle = unsafe handles.first else { return nil }
    unsafe self.handle = handle
  }

  private static func fileNames(_ name: String, _ version: Int) -> [String] {
    #if canImport(Darwin)
      // dyld would look a bare name up in the working directory, and not where Homebrew and MacPorts
      // install.
      return ["/usr/lib", "/opt/homebrew/lib", "/usr/local/lib", "/opt/local/lib"].map {
        "\($0)/lib\(name).\(version).dylib"
      }
    #else
      return ["lib\(name).so.\(version)"]
    #endif
  }

  /// Looks a function up.
  ///
  /// - Parameter type: Its `@convention(c)` type, which must match the library's header.
  @unsafe package func function<Function>(_ name: String, as type: Function.Type = Function.self)
    -> Function?
  {
    guard let symbol = unsafe dlsym(handle, name) else { return nil }
    return unsafe unsafeBitCast(symbol, to: type)
  }
}
