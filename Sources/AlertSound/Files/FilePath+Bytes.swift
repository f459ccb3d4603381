internal import SystemPackage

extension FilePath {
  /// The path of these bytes up to the first zero, whatever they are in Unicode.
  init(bytes: some Collection<UInt8>) {
    let string = bytes.map(CChar.init(bitPattern:)) + [0]
    self = unsafe string.withUnsafeBufferPointer {
      unsafe FilePath(platformString: $0.baseAddress!)
    }
  }

  /// The path's bytes.
  var bytes: [UInt8] {
    unsafe withPlatformString { start in
      unsafe [UInt8](
        UnsafeRawBufferPointer(start: start, count: length))
    }
  }

  /// The path with a name of any bytes behind it.
  func appending(_ name: [UInt8]) -> FilePath { pushing(FilePath(bytes: name)) }

  /// The last component as text, with replacement characters for what isn't UTF-8.
  var name: String { lastComponent?.string ?? "" }

  /// Whether the path comes before another when both are sorted component by component, byte by byte.
  func precedes(_ other: FilePath) -> Bool {
    // A slash ends a component as the end of the path does.
    bytes.lazy.map { $0 == 0x2F ? 0 : $0 }
      .lexicographicallyPrecedes(other.bytes.lazy.map { $0 == 0x2F ? 0 : $0 })
  }
}
