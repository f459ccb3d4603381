import CFuzzer
import Foundation
import TestSupport

@testable import Promises
@testable import SoundFormat

/// A fuzz target: a function of any bytes that throws if a promise is broken.
enum FuzzTarget: String, CaseIterable {
  case caf, aiff, wave, mpeg4
  case alac, aac, flac, mp3
  case ima4
  case header, conversion
  case afconvert, afinfo, options
  case records, payload, archive, foreign
  case project
  case projectFile = "project-file"

  func run(_ bytes: [UInt8]) throws {
    switch self {
    case .caf: try run(bytes, beginning: "caff")
    case .aiff: try run(bytes, beginning: "FORM")
    case .wave: try run(bytes, beginning: "R")
    case .mpeg4:
      let container = MPEG4Reader.container(ofFile: Array(bytes.prefix(12)), byteCount: bytes.count)
      let isStream = bytes.first == 0xFF || bytes.starts(with: "ID3".utf8)
      if container != nil || isStream { try Promise.sound.keep(for: bytes) }
    case .alac: try AppleLosslessTarget.run(bytes)
    case .aac: try AACTarget.run(bytes)
    case .flac:
      let isFile = bytes.starts(with: "fLaC".utf8)
      if isFile { try Promise.sound.keep(for: bytes) } else { FLACTarget.run(bytes) }
    case .mp3: try MP3Target.run(bytes)
    case .ima4: try IMA4Target.run(bytes)
    case .header: try HeaderTarget.run(bytes)
    case .conversion: try ConversionRequestTarget.run(bytes)
    case .afconvert: try AfconvertTarget.run(bytes)
    case .afinfo: try AfinfoTarget.run(bytes)
    case .options: try Promise.options.keep(for: bytes)
    case .records: try Promise.records.keep(for: bytes)
    case .payload: try Promise.payload.keep(for: bytes)
    case .archive: try Promise.archive.keep(for: bytes)
    case .foreign: try Promise.foreign.keep(for: bytes)
    case .projectFile: try Promise.projectFile.keep(for: bytes)
    case .project: try Promise.project.keep(for: bytes)
    }
  }

  /// Checks a sound file. Skips bytes with another beginning, which belong to another target or aren't a sound.
  private func run(_ bytes: [UInt8], beginning: String) throws {
    if bytes.starts(with: beginning.utf8) { try Promise.sound.keep(for: bytes) }
  }

  /// Returns the limit, in bytes, on the memory that an input may take: a multiple of the input's size, plus a
  /// constant for the work.
  func memoryLimit(byteCount: Int) -> Int {
    switch self {
    case .archive: Promise.archive.memoryLimit(byteCount: byteCount)
    case .ima4: 8 << 20 + 32 * byteCount
    // Allow much memory for any input, because the default sound, which is longer, may replace the input.
    case .conversion: 32 << 20 + 32 * byteCount
    default: Promise.sound.memoryLimit(byteCount: byteCount)
    }
  }
}

extension FuzzTarget {
  private static let chosen = CommandLine.arguments.dropFirst().first.flatMap {
    FuzzTarget(rawValue: $0.hasPrefix("--") ? String($0.dropFirst(2)) : $0)
  }

  /// Passes the command line to libFuzzer, and returns its exit status.
  static func runDriver(chosenBy word: String) -> CInt {
    guard AllocationMeter.isAvailable else { fatalError("the allocator doesn't support hooks") }
    var words = CommandLine.arguments
    words[1] = word
    var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
    return unsafe arguments.withUnsafeMutableBufferPointer { arguments in
      var count = CInt(words.count)
      var start = arguments.baseAddress
      return unsafe LLVMFuzzerRunDriver(&count, &start) { start, count in
        FuzzTarget.test(unsafe Array(UnsafeBufferPointer(start: start, count: count)))
        return 0
      }
    }
  }

  private static func test(_ bytes: [UInt8]) {
    guard let chosen else { return }
    // libFuzzer keeps an input only if it traps, so failures must trap.
    let (failure, peak) = AllocationMeter.measure { () -> (any Error)? in
      do {
        try chosen.run(bytes)
        return nil
      } catch {
        return error
      }
    }
    if let failure { fatalError("\(failure)") }
    let limit = chosen.memoryLimit(byteCount: bytes.count)
    guard peak <= limit else {
      fatalError("\(peak) bytes of memory for \(bytes.count) of input, not \(limit)")
    }
  }
}
