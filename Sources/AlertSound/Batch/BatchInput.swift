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
  let digest: UInt64
  private let bytes: any ByteSource & Sendable
  private let importsForeignFormats: Bool

  /// Files up to this size are read at once: nearly all alerts are far below it.
  static let memoryByteCount = 1 << 24
  /// A file system's clock ticks every few milliseconds; network and other ones every two seconds.
  private static let settlingTime: Int64 = 2_000_000_000

  init(
    _ path: FilePath, importsForeignFormats: Bool, _ isCancelled: () -> Bool
  ) throws(ConversionError) {
    self.path = path
    self.importsForeignFormats = importsForeignFormats
    let file = try InputFile(path: path)
    do {
      let stamp = FileStamp(try file.descriptor.stat())
      let latest = max(stamp.changeTime, stamp.modificationTime)
      self.stamp = latest < Self.now - Self.settlingTime ? stamp : nil
      byteCount = file.byteCount
      if byteCount <= Self.memoryByteCount {
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
  func source() throws(ConversionError) -> SoundSource {
    try SoundSource(
      bytes: bytes, of: path, importsForeignFormats: importsForeignFormats)
  }

  private static var now: Int64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

extension InputFile {
  private static let digestedByteCount = 1 << 20

  /// The digest of all bytes.
  func digest(_ isCancelled: () -> Bool) throws(ConversionError) -> UInt64 {
    var digest = ContentDigest()
    var offset = 0
    do {
      while offset < byteCount {
        if Task.isCancelled || isCancelled() {
          throw ConversionError(.reading, path, .cancelled)
        }
        let block = try bytes(at: offset, count: Self.digestedByteCount)
        guard !block.isEmpty else { break }
        digest.update(block)
        offset += block.count
      }
    } catch {
      throw ConversionError(wrapping: error, .reading, path)
    }
    return digest.value
  }
}

extension AlertConversion {
  /// Whether the output is small enough to be made in memory, which needs fewer calls of the system.
  var fitsIntoMemory: Bool {
    conversion.source.statesExactLength
      && conversion.header.audioByteCount <= BatchInput.memoryByteCount
  }
}
