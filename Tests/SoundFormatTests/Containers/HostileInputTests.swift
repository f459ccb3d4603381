import Foundation
import SoundFormat
import TestSupport
import Testing

/// Damaged files are rejected or survived: nothing traps, nothing reads outside the file, and
/// memory follows the bytes that are there.
@Suite struct HostileInputTests {
  /// What is wrong with how the library took a file, or nil.
  private func violation(_ bytes: [UInt8]) -> String? {
    guard let sound = try? SoundFile(parsing: bytes) else { return nil }
    guard 0 <= sound.audioBytes.lowerBound, sound.audioBytes.upperBound <= bytes.count else {
      return "audio at \(sound.audioBytes) of \(bytes.count) bytes"
    }
    guard
      sound.chunks.allSatisfy({
        0 <= $0.byteCount && 0 <= $0.bodyOffset && $0.bodyOffset + $0.byteCount <= bytes.count
      })
    else { return "chunks outside the file: \(sound.chunks)" }
    guard sound.missingByteCount >= 0, sound.frameCount >= 0, sound.packetCount >= 0 else {
      return "negative: \(sound.missingByteCount) \(sound.frameCount) \(sound.packetCount)"
    }
    guard var decoder = try? FrameDecoder(for: sound) else { return nil }
    guard sound.frameCount <= sound.decodedFrameCount else {
      return "\(sound.frameCount) frames of \(sound.decodedFrameCount)"
    }
    let block = decoder.decode(Array(bytes[sound.audioBytes]))
    let channelCount = sound.format.channelCount
    guard block.sampleCount <= sound.frameCount * channelCount,
      block.sampleCount % channelCount == 0
    else {
      return "\(block.sampleCount) samples of \(sound.frameCount) frames, \(channelCount) channels"
    }
    // An ima4 packet's 34 bytes decode to 64 samples; nothing else grows as much.
    guard block.sampleCount <= 2 * bytes.count else { return "\(block.sampleCount) samples" }
    return nil
  }

  @Test(arguments: SmallFile.all)
  func theFilesAreValid(file: SmallFile) throws {
    #expect(violation(file.bytes) == nil)
    let sound = try SoundFile(parsing: file.bytes)
    #expect(sound.audioBytes.lowerBound == file.audioOffset)
    #expect(sound.missingByteCount == 0)
    let isUnpadded = file.description == "WAVE µ-law"
    #expect(sound.notes.count == (isUnpadded ? 1 : 0))
  }

  @Test(arguments: SmallFile.all)
  func survivesEveryTruncation(file: SmallFile) {
    for byteCount in 0..<file.bytes.count {
      if let violation = violation(Array(file.bytes.prefix(byteCount))) {
        Issue.record("cut to \(byteCount) bytes: \(violation)")
      }
    }
  }

  @Test(arguments: SmallFile.all)
  func survivesEveryByteAtItsExtremes(file: SmallFile) {
    for offset in 0..<file.audioOffset {
      for value: UInt8 in [0, 0x7F, 0x80, 0xFF] {
        if let violation = violation(file.bytes.replacing(at: offset, with: [value])) {
          Issue.record("byte \(offset) set to \(value): \(violation)")
        }
      }
    }
  }

  /// The four bytes of a 32-bit field at once: sizes, counts and rates at their limits.
  @Test(arguments: SmallFile.all)
  func survivesEveryWordAtItsExtremes(file: SmallFile) {
    let words = ["00000000", "FFFFFFFF", "7FFFFFFF", "80000000", "FFFFFF7F", "00000080"].map(hex)
    for offset in 0..<file.audioOffset - 4 {
      for word in words {
        if let violation = violation(file.bytes.replacing(at: offset, with: word)) {
          Issue.record("\(hexText(word)) at byte \(offset): \(violation)")
        }
      }
    }
  }

  /// Set `ALERTSOUND_SEED` to look elsewhere, or where a failure was.
  private static let firstSeed =
    ProcessInfo.processInfo.environment["ALERTSOUND_SEED"].flatMap(UInt64.init) ?? 1

  @Test(arguments: SmallFile.all)
  func survivesRandomDamage(file: SmallFile) {
    for seed in Self.firstSeed..<Self.firstSeed + 500 {
      var generator = SeededGenerator(seed: seed)
      var bytes = file.bytes
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        let offset = Int.random(in: 0..<file.audioOffset, using: &generator)
        bytes[offset] = .random(in: 0...255, using: &generator)
      }
      // Now and then a part is lost or doubled, so that chunks stand elsewhere.
      let part = Int.random(in: 0..<bytes.count, using: &generator)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: bytes.removeSubrange(part..<min(bytes.count, part + 7))
      case 1: bytes.insert(contentsOf: bytes[part...].prefix(20), at: part)
      default: break
      }
      if let violation = violation(bytes) {
        Issue.record("ALERTSOUND_SEED=\(seed): \(violation)\n\(hexText(bytes))")
      }
    }
  }

  /// Hostile audio, not headers: every codec decodes any bytes.
  @Test(arguments: SmallFile.all)
  func decodesAnyBytes(file: SmallFile) throws {
    var generator = SeededGenerator(seed: Self.firstSeed)
    for value: UInt8? in [0, 0x7F, 0x80, 0xFF, nil] {
      var bytes = file.bytes
      for offset in file.audioOffset..<bytes.count {
        bytes[offset] = value ?? .random(in: 0...255, using: &generator)
      }
      #expect(violation(bytes) == nil)
      // Floats of any bits become samples of any kind.
      #expect(try decoded(bytes).int16Samples.isEmpty == false)
    }
  }

  @Test(arguments: ["'RIFF' 00000000 'WAVE'", "'FORM' 00000000 'AIFF'"])
  func endsQuicklyOnEmptyChunks(beginning: String) {
    let chunks = repeatElement(hex("'junk' 00000000"), count: 20_000).joined()
    #expect(throws: SoundFileError.self) { try SoundFile(parsing: hex(beginning) + chunks) }
  }

  @Test
  func endsQuicklyOnEmptyCAFChunks() {
    let chunks = repeatElement(hex("'junk' 0000000000000000"), count: 20_000).joined()
    #expect(throws: SoundFileError.self) {
      try SoundFile(parsing: hex("'caff' 0001 0000") + chunks)
    }
  }

  /// 65,535 channels are as many as any header may state, and cost no more than their bytes.
  @Test func manyChannelsCostNothing() throws {
    let sound = try parsed(
      """
      'caff' 0001 0000
      'desc' 0000000000000020 40BF400000000000 'ima4' 00000000 0021FFDE 00000040 0000FFFF 00000000
      'data' 0000000000000008 00000001 00000000
      """)
    #expect(sound.packetCount == 0)
    var decoder = try FrameDecoder(for: sound)
    #expect(decoder.decode([]).sampleCount == 0)
  }
}
