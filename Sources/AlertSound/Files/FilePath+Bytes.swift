internal import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

extension FilePath {
  /// The path's bytes, whatever their encoding.
  var bytes: [UInt8] {
    unsafe withPlatformString { text in
      let characters = unsafe UnsafeBufferPointer(start: text, count: unsafe strlen(text))
      return unsafe characters.map { UInt8(bitPattern: $0) }
    }
  }

  /// Creates a path from its bytes, none of which may be 0.
  init(bytes: some Sequence<UInt8>) {
    let text = bytes.map { CChar(bitPattern: $0) } + [0]
    self = unsafe text.withUnsafeBufferPointer { unsafe FilePath(platformString: $0.baseAddress!) }
  }
}
