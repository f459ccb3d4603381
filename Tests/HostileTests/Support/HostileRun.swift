import Foundation
import Platform
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

  /// An input's text in messages.
  static func text(of bytes: [UInt8]) -> String {
    "\(bytes.count) bytes: \(hexText(bytes.prefix(2000)))"
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

/// Prints the name of an input that has taken a minute. After an hour, crashes the process, because
/// the backtrace may show where the input hangs.
///
/// The watch counts its own one-second sleeps instead of reading a clock. So no input seems late
/// after the process was stopped for a while.
final class HostileWatch: Sendable {
  private struct State {
    var lookCount = 0
    var attemptCount = 0
    /// The running inputs. `firstLook` is `lookCount` when the input began.
    var attempts: [Int: (firstLook: Int, text: @Sendable () -> String)] = [:]
  }

  static let shared = HostileWatch()

  private let state = Locked(State())

  private init() {
    // Use a separate thread, because inputs that hang may occupy all threads of a queue.
    Thread.detachNewThread { [state] in
      while true {
        Thread.sleep(forTimeInterval: 1)
        let late = state.withLock { state in
          state.lookCount += 1
          return state.attempts.values.map { (state.lookCount - $0.firstLook, $0.text) }
        }
        for case (60, let text) in late {
          try? FileHandle.standardError.write(
            contentsOf: Data("hostile suite: not done yet: \(text())\n".utf8))
        }
        for case (3600, let text) in late { fatalError("never done: \(text())") }
      }
    }
  }

  /// Runs an input under the watch.
  func watch<Outcome>(
    _ name: @autoclosure @escaping @Sendable () -> String, _ bytes: [UInt8],
    _ attempt: () -> Outcome
  ) -> Outcome {
    let number = state.withLock { state in
      state.attemptCount += 1
      let text: @Sendable () -> String = { "\(name())\n\(HostileRun.text(of: bytes))" }
      state.attempts[state.attemptCount] = (state.lookCount, text)
      return state.attemptCount
    }
    defer { state.withLock { _ = $0.attempts.removeValue(forKey: number) } }
    return attempt()
  }
}

/// Counts the hostile inputs, and prints the count when the process ends.
enum HostileCount {
  private struct State {
    var caseCount = 0
    var peakByteCount = 0
  }

  private static let state = Locked(State())

  /// Adds to the number of inputs. `peak` is the most memory that one of them took, in bytes; the largest
  /// peak is kept.
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

  /// The most resident memory that the process has had, or nil if the system doesn't report it.
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

extension UInt64 {
  /// The number's low bytes in big-endian order.
  func big(byteCount: Int) -> [UInt8] { little(byteCount: byteCount).reversed() }

  /// The number's low bytes in little-endian order.
  func little(byteCount: Int) -> [UInt8] {
    (0..<byteCount).map { UInt8(truncatingIfNeeded: self >> UInt64(8 * $0)) }
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
