#if LINKED_LIBRARIES
  internal import CDecoders

  extension DynamicLibrary {
    /// Whether this program could have a library.
    static let canLoad = true

    /// Returns how to look up a library's functions, which are part of this program.
    static func functions(of library: SystemLibrary) -> Lookup? {
      { name in unsafe decoders_function(name) }
    }
  }
#endif
