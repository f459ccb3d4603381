internal import Platform
package import SystemPackage

extension FilePath {
  /// The descriptor of this process that the path names; nil for any other path.
  ///
  /// Use the descriptor itself. Reopening its path would overwrite a file that a shell appends to, and
  /// would make a pipe whose writer has exited look like one that is still waiting for a writer.
  package var ownDescriptor: FileDescriptor? {
    switch string {
    case "/dev/stdin": return .standardInput
    case "/dev/stdout": return .standardOutput
    case "/dev/stderr": return .standardError
    default:
      guard ["/dev/fd", "/proc/self/fd"].contains(removingLastComponent().string) else {
        return nil
      }
      return lastComponent.flatMap { CInt($0.string) }.map { FileDescriptor(rawValue: $0) }
    }
  }
}

extension FileDescriptor {
  private static let copiedByteCount = 1 << 16

  /// Appends everything from a stream, until its end.
  ///
  /// - Parameter byteLimit: Stops once more bytes than this have arrived.
  /// - Returns: Whether the stream ended within the limit.
  /// - Throws: `Errno`; `interrupted` if a signal arrived while waiting for data.
  func append(allOf stream: FileDescriptor, upTo byteLimit: Int) throws -> Bool {
    var buffer = [UInt8](repeating: 0, count: Self.copiedByteCount)
    var byteCount = 0
    while true {
      try stream.waitUntilReadable()
      let count = try unsafe buffer.withUnsafeMutableBytes { try unsafe stream.read(into: $0) }
      guard count > 0 else { return true }
      byteCount += count
      guard byteCount <= byteLimit else { return false }
      _ = try writeAll(buffer.prefix(count))
    }
  }

  /// Writes the whole file to a stream.
  ///
  /// - Throws: `Errno`; `interrupted` if a signal arrived while waiting for the reader.
  func copyAll(into stream: FileDescriptor) throws {
    let isFile = try stream.stat().type == .regular
    let count = isFile ? Self.copiedByteCount : Self.pipeByteCount
    var offset = 0
    while true {
      let block = try bytes(at: offset, count: count)
      guard !block.isEmpty else { return }
      // Signals don't interrupt a blocking write, so wait before it.
      if !isFile { try stream.waitUntilWritable() }
      _ = try stream.writeAll(block)
      offset += block.count
    }
  }
}
