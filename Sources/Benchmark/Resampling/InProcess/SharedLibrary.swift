import Foundation

/// A C library that is loaded if it is installed. It stays loaded.
@safe struct SharedLibrary {
  private let handle: UnsafeMutableRawPointer

  /// Loads the library with the first name that is found; nil if there is none.
  init?(_ names: [String]) {
    guard let handle = unsafe names.lazy.compactMap({ unsafe dlopen($0, RTLD_NOW) }).first else {
      return nil
    }
    unsafe self.handle = handle
  }

  /// Returns a function; nil if the library has none of that name.
  ///
  /// - Parameter type: The C function's own type, or calling it is undefined.
  @unsafe func function<Function>(_ name: String, as type: Function.Type) -> Function? {
    unsafe dlsym(handle, name).map { unsafe unsafeBitCast($0, to: type) }
  }
}
