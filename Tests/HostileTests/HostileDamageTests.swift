import Foundation
import SoundFormat
import TestSupport
import Testing

/// Small files, damaged everywhere.
struct HostileDamageTests {
  private static let extremes: [UInt8] = [0, 0x7F, 0x80, 0xFF]

  /// The whole files, which the other tests damage, are valid.
  @Test(arguments: SmallFile.all + SmallFile.movies)
  func everyTruncation(file: SmallFile) {
    var run = HostileRun(.sound)
    run.attempt(file.bytes, cutTo: 0...file.bytes.count)
  }

  @Test(arguments: SmallFile.all + SmallFile.movies)
  func everyHeaderByteAtItsExtremes(file: SmallFile) {
    var run = HostileRun(.sound)
    run.attempt(file.bytes, setting: file.headerOffsets, to: Self.extremes.map { [$0] })
  }

  /// Sets all four bytes of a 32-bit field, so sizes, counts and rates reach their limits. Fields
  /// have even offsets.
  @Test(arguments: SmallFile.all + SmallFile.movies)
  func everyWordAtItsExtremes(file: SmallFile) {
    var run = HostileRun(.sound)
    let offsets = file.headerOffsets.filter { $0 % 2 == 0 && $0 + 4 <= file.bytes.count }
    run.attempt(file.bytes, setting: offsets, to: ["FFFFFFFF", "7FFFFFFF"].map { hex($0) })
  }

  /// Set `ALERTSOUND_SEED` to try other inputs, or to reproduce a failure.
  private static let firstSeed =
    ProcessInfo.processInfo.environment["ALERTSOUND_SEED"].flatMap(UInt64.init) ?? 1

  @Test(arguments: SmallFile.all + SmallFile.movies)
  func severalBytesAtRandom(file: SmallFile) throws {
    var run = HostileRun(.sound)
    for seed in Self.firstSeed..<Self.firstSeed + 60 {
      var generator = SeededGenerator(seed: seed)
      var bytes = file.bytes
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        // Keep the identifiers at the beginning. Otherwise hardly anything would be parsed.
        let offset = try #require(file.headerOffsets.dropFirst(12).randomElement(using: &generator))
        bytes[offset] =
          Bool.random(using: &generator) ? 0xFF : .random(in: 0...255, using: &generator)
      }
      // Sometimes remove or repeat some bytes, so that chunks move.
      let part = Int.random(in: 0..<bytes.count, using: &generator)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: bytes.removeSubrange(part..<min(bytes.count, part + 7))
      case 1: bytes.insert(contentsOf: bytes[part...].prefix(20), at: part)
      default: break
      }
      run.attempt(bytes, "ALERTSOUND_SEED=\(seed)")
    }
  }

  /// The audio is hostile instead of the headers. Every codec decodes any bytes, and floats of any
  /// bits become samples.
  @Test(arguments: SmallFile.all + SmallFile.movies)
  func anyAudio(file: SmallFile) {
    var run = HostileRun(.sound)
    var generator = SeededGenerator(seed: Self.firstSeed)
    for value in Self.extremes.map(Optional.init) + [nil] {
      var bytes = file.bytes
      for offset in file.audioBytes {
        bytes[offset] = value ?? .random(in: 0...255, using: &generator)
      }
      run.attempt(bytes, "audio of \(value.map(String.init) ?? "noise")")
    }
  }
}
