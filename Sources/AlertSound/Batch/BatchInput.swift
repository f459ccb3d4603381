internal import Platform
internal import SoundFormat
internal import SystemPackage

/// An input as it was read. It is identified by its bytes, not by its times.
struct BatchInput {
  let path: FilePath
  let byteCount: Int
  /// The stamp; nil if the file is so new that a later change might leave the stamp the same, or if it was
  /// read through a descriptor's path.
  let stamp: FileStamp?
  /// The digest of the bytes; nil if it isn't needed.
  let digest: UInt64?
  private let bytes: any ByteSource & Sendable

  /// Files up to this size are read at once. Nearly all alerts are far smaller.
  static let memoryByteCount = 1 << 24
  /// The longest tick of a file system's clock, in nanoseconds. Most tick every few milliseconds; network
  /// file systems and some others tick every two seconds.
  private static let settlingTime: Int64 = 2_000_000_000

  /// Reads a file. Only opens it if it is long or needs no digest: converting a sound that is too long
  /// doesn't read all of it.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - byteLimit: The largest accepted size in bytes.
  ///   - digests: Whether the digest of all bytes is needed.
  ///   - now: The current time, in nanoseconds since 1970.
  ///   - monitor: Can cancel reading the file.
  init(
    _ path: FilePath, byteLimit: Int? = nil, digests: Bool = true, now: Int64 = SystemClock.now,
    _ monitor: Monitor
  ) throws(SoundError) {
    self.path = path
    let file = try InputFile(path: path, waitingForPipes: true, byteLimit: byteLimit)
    do {
      let latest = max(file.stamp.changeTime, file.stamp.modificationTime)
      // The stamp of a descriptor's file doesn't tell where reading begins.
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
        digest = try file.digest(monitor)
      }
    } catch {
      throw SoundError(wrapping: error, .reading, path)
    }
  }

  /// The sound.
  func source(_ policy: InputPolicy) throws(SoundError) -> SoundSource {
    try SoundSource(bytes: bytes, of: path, policy: policy)
  }
}

extension Conversion {
  /// Whether the output is small enough to be made in memory, which takes fewer system calls.
  var fitsIntoMemory: Bool {
    source.statesExactLength && header.audioByteCount <= BatchInput.memoryByteCount
  }
}
