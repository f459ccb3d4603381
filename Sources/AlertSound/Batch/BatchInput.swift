internal import SoundFormat
internal import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// An input as it was read: its bytes count, not when they were written.
struct BatchInput {
  let path: FilePath
  let byteCount: Int
  /// The stamp; nil where the file is so young that a later change might leave it the same.
  let stamp: FileStamp?
  /// The digest of the bytes; nil where it isn't needed.
  let digest: UInt64?
  private let bytes: any ByteSource & Sendable

  /// Files up to this size are read at once: nearly all alerts are far below it.
  static let memoryByteCount = 1 << 24
  /// A file system's clock ticks every few milliseconds; network and other ones every two seconds.
  private static let settlingTime: Int64 = 2_000_000_000

  /// Reads a file, or opens it where it is long or needs no digest: of a sound that is too long, conversion
  /// doesn't read everything.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - byteLimit: The largest number of bytes that it may have.
  ///   - digests: Whether the digest of all bytes is needed.
  ///   - now: In nanoseconds since 1970.
  ///   - isCancelled: Polled periodically; return true to cancel.
  init(
    _ path: FilePath, byteLimit: Int? = nil, digests: Bool = true, now: Int64 = Self.now,
    _ isCancelled: () -> Bool
  ) throws(ConversionError) {
    self.path = path
    let file = try InputFile(path: path, waitingForPipes: true, byteLimit: byteLimit)
    do {
      let latest = max(file.stamp.changeTime, file.stamp.modificationTime)
      // The stamp of a descriptor's file says nothing of where reading begins.
      let isSettled = latest < now - Self.settlingTime && path.ownDescriptor == nil
      stamp = isSettled ? file.stamp : nil
      byteCount = file.byteCount
      if !digests {
        bytes = file
        digest = nil
      } else if byteCount <= Self.memoryByteCount {
        let content = try file.bytes(at: 0, count: byteCount)
        bytes = content
        digest = ContentDigest.value(of: content)
      } else {
        bytes = file
        digest = try file.digest(isCancelled)
      }
    } catch {
      throw ConversionError(wrapping: error, .reading, path)
    }
  }

  /// The sound.
  func source(_ policy: InputPolicy) throws(ConversionError) -> SoundSource {
    try SoundSource(bytes: bytes, of: path, policy: policy)
  }

  private static var now: Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

extension AlertConversion {
  /// Whether the output is small enough to be made in memory, which needs fewer calls of the system.
  var fitsIntoMemory: Bool {
    conversion.source.statesExactLength
      && conversion.header.audioByteCount <= BatchInput.memoryByteCount
  }
}
