import Foundation
import SoundFormat
import TestSupport
import Testing

/// Tries hostile inputs of one kind, one after the other.
struct HostileRun {
  private let promise: Promise
  /// Hashes of the sounds so far. The sounds themselves could exceed an input's memory limit.
  private var heard: Set<Int> = []
  private var listed: Set<ListedArchive> = []

  init(_ promise: Promise) {
    self.promise = promise
  }

  /// Expects that the package keeps its promise and its memory limit for the given bytes.
  ///
  /// - Parameter name: How the bytes are wrong, in words.
  mutating func attempt(
    _ bytes: [UInt8], _ name: @autoclosure () -> String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let (failure, peak) = AllocationMeter.measure { violation(for: bytes) }
    let limit = promise.memoryLimit(byteCount: bytes.count)
    let excess = peak > limit ? "\(peak) bytes of memory, not \(limit)" : nil
    guard let failure = failure ?? excess else { return }
    Issue.record(
      "\(name()): \(failure)\n\(bytes.count) bytes: \(hexText(bytes.prefix(2000)))",
      sourceLocation: sourceLocation)
  }

  /// Tries the beginnings of a file that have the given lengths.
  mutating func attempt(
    _ bytes: [UInt8], cutTo counts: some Sequence<Int>, _ name: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for count in counts {
      attempt(
        Array(bytes.prefix(count)), "\(name) cut to \(count) bytes",
        sourceLocation: sourceLocation)
    }
  }

  /// Tries a file with each of the values at each of the offsets.
  mutating func attempt(
    _ bytes: [UInt8], setting offsets: some Sequence<Int>, to values: [[UInt8]],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for offset in offsets {
      for value in values {
        attempt(
          bytes.replacing(at: offset, with: value), "\(hexText(value)) at byte \(offset)",
          sourceLocation: sourceLocation)
      }
    }
  }

  private mutating func violation(for bytes: [UInt8]) -> String? {
    do {
      // Don't convert or check an input if readers get the same data from an earlier input.
      switch promise {
      case .sound: try SoundPromise.keep(for: bytes) { heard.insert($0.hashValue).inserted }
      case .archive: try ArchivePromise.keep(for: bytes) { listed.insert($0).inserted }
      default: try promise.keep(for: bytes)
      }
      return nil
    } catch {
      return "\(error)"
    }
  }
}

/// Streams with thousands of tags.
enum EndlessTags {
  /// Files with ID3 or APE tags before the first packet of a stream, between packets and after the last, of any size. A
  /// tag may claim 256 MB.
  static func files(around stream: [UInt8]) -> [(name: String, bytes: [UInt8])] {
    var files: [(name: String, bytes: [UInt8])] = []
    for size: UInt64 in [0, 1, 127, 0x7F7F_7F7F, 0xFFFF_FFFF] {
      let (bytes, content) = (size.big(byteCount: 4), zeros(size < 128 ? Int(size) : 0))
      let id3: [UInt8] = Array("ID3".utf8) + [4, 0, 0] + bytes + content
      let ape: [UInt8] = Array("APETAGEX".utf8) + zeros(4) + bytes.reversed() + zeros(16) + content
      for tag in [id3, ape] {
        let tags = Array(repeatElement(tag, count: 3000).joined())
        for file in [
          tags + stream, stream + tags, stream + tags.prefix(500) + stream, tags,
          Array(repeatElement(stream + tag, count: 1000).joined()),
        ] {
          files.append(("tags of \(size) bytes", file))
        }
      }
    }
    return files
  }
}

/// Powers of two and their neighbours, as numbers in files.
enum PowersOfTwo {
  /// Every power of two that fits in the given number of bits, and its neighbours.
  static func neighbours(bitCount: Int) -> [UInt64] {
    (0..<bitCount).flatMap { exponent in
      let power = UInt64(1) << UInt64(exponent)
      return [power - 1, power, power + 1]
    }
  }
}

/// Runs this package's programs in a folder, with limited memory if the system allows limits.
struct HostileShell {
  private let folder: TemporaryDirectory
  private let dataKibibytes: Int

  /// - Parameter dataKibibytes: The size limit of a program's data segment.
  init(_ folder: TemporaryDirectory, dataKibibytes: Int) {
    self.folder = folder
    self.dataKibibytes = dataKibibytes
  }

  func run(_ line: String) throws -> Tool.Outcome {
    let limit = AllocationMeter.limitsArePossible ? "ulimit -d \(dataKibibytes); " : ""
    return try Tool("sh").outcome(
      of: ["-c", limit + line], in: folder.url, environment: ["PATH": TestSystem.searchPath])
  }
}
