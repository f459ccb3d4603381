import Foundation
import Platform
import TestSupport
import Testing

/// Hostile inputs of one kind, tried one after the other.
struct HostileRun {
  private let promise: Promise
  /// Hashes of the sounds: sounds themselves would take more memory than an input may.
  private var heard: Set<Int> = []
  private var listed: Set<ListedArchive> = []

  init(_ promise: Promise) {
    self.promise = promise
  }

  /// Expects that the package keeps its promise for some bytes, and its memory limit.
  ///
  /// - Parameter name: What is wrong with the bytes, in words.
  mutating func attempt(
    _ bytes: [UInt8], _ name: @autoclosure @escaping @Sendable () -> String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let (failure, peak) = HostileWatch.shared.watch("\(name()): \(sourceLocation)", bytes) {
      AllocationMeter.measure { violation(for: bytes) }
    }
    HostileCount.add(peak: peak)
    let limit = promise.memoryLimit(byteCount: bytes.count)
    let excess = peak > limit ? "\(peak) bytes of memory, not \(limit)" : nil
    guard let failure = failure ?? excess else { return }
    Issue.record(
      "\(name()): \(failure)\n\(Self.text(of: bytes))", sourceLocation: sourceLocation)
  }

  /// How a message shows an input.
  static func text(of bytes: [UInt8]) -> String {
    "\(bytes.count) bytes: \(hexText(bytes.prefix(2000)))"
  }

  private mutating func violation(for bytes: [UInt8]) -> String? {
    do {
      // An input that reads the same as an earlier one needn't be converted or checked again.
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

/// How many hostile inputs were tried. The process prints it when it ends.
enum HostileCount {
  private struct State {
    var caseCount = 0
    var peakByteCount = 0
  }

  private static let state = Locked(State())

  /// Counts inputs that were tried.
  ///
  /// - Parameter peak: The most memory that one of them took, in bytes.
  static func add(cases count: Int = 1, peak: Int = 0) {
    let isFirst = state.withLock { state in
      let isFirst = state.caseCount == 0
      state.caseCount += count
      state.peakByteCount = max(state.peakByteCount, peak)
      return isFirst
    }
    if isFirst { atexit { HostileCount.report() } }
  }

  private static func report() {
    let (caseCount, peak) = state.withLock { ($0.caseCount, $0.peakByteCount) }
    print("hostile suite: \(caseCount) inputs; one took \(kilobytes(peak)) of the heap at most")
    if let resident = peakResidentByteCount {
      print("hostile suite: \(kilobytes(resident)) of memory for the whole process at most")
    }
  }

  private static func kilobytes(_ byteCount: Int) -> String { "\((byteCount + 1023) / 1024) KiB" }

  /// The process's high-water mark, or nil if the system doesn't report it.
  private static var peakResidentByteCount: Int? {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
      let kibibytes = line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap({
        Int($0)
      })
    else { return nil }
    return kibibytes * 1024
  }
}
