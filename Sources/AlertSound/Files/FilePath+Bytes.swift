package import SystemPackage

extension FilePath {
  /// Creates the path with these bytes, up to the first zero. They needn't be valid Unicode.
  init(bytes: some Collection<UInt8>) {
    let string = bytes.map(CChar.init(bitPattern:)) + [0]
    self = unsafe string.withUnsafeBufferPointer {
      unsafe FilePath(platformString: $0.baseAddress!)
    }
  }

  /// The path's bytes.
  package var bytes: [UInt8] {
    unsafe withPlatformString { start in
      unsafe [UInt8](
        UnsafeRawBufferPointer(start: start, count: length))
    }
  }

  /// Returns the path with a name appended, which may be any bytes.
  package func appending(_ name: [UInt8]) -> FilePath { pushing(FilePath(bytes: name)) }

  /// The last component as text, with replacement characters for what isn't UTF-8.
  var name: String { lastComponent?.string ?? "" }

  /// Whether the path comes before another when both are sorted component by component, byte by byte.
  package func precedes(_ other: FilePath) -> Bool {
    // A slash ends a component, so it sorts before every other byte.
    bytes.lazy.map { $0 == 0x2F ? 0 : $0 }
      .lexicographicallyPrecedes(other.bytes.lazy.map { $0 == 0x2F ? 0 : $0 })
  }
}
