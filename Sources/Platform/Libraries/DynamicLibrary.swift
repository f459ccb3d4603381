/// A C library that is loaded when it is first needed, and stays.
///
/// libsndfile brings eight more libraries with it. A tool that converts a WAVE file into a CAF needs
/// none of them, so it neither waits for them to load nor requires that they are installed. In a program that
/// all of them are linked into (`make release CODECS=1`), nothing is loaded.
@safe package struct DynamicLibrary: @unchecked Sendable {
  /// Looks a function up.
  typealias Lookup = @Sendable (String) -> UnsafeMutableRawPointer?

  private let address: Lookup

  /// Loads a library; nil if it isn't installed.
  package init?(_ library: SystemLibrary) {
    guard let address = unsafe Self.functions(of: library) else { return nil }
    unsafe self.address = address
  }

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
