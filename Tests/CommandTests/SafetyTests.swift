import AlertSound
import Foundation
import SoundFormat
import TestSupport
import Testing

/// A failed conversion leaves everything as it was.
struct SafetyTests {
  private static let old: [UInt8] = Array("what was there before".utf8)

  /// Options for a copy by the system, for a byte swap, and for two codecs.
  private static let conversions = [
    "-f caff -d LEI16", "-f AIFF -d BEI16", "-f caff -d ima4", "-f WAVE -d ulaw --no-filler",
  ]

  /// Where writing stops, in blocks of 512 bytes: in the header, right after it, and late in the audio. The shortest
  /// output has 65 blocks.
  private static let limits = [1, 9, 64]

  private static func folder() throws -> TemporaryDirectory {
    let wave = try soundFile(.wave, .pcm(.int16), channels: [.bell, .noise], frameCount: 33_000)
    return try TemporaryDirectory(["in.wav": wave, "out": old])
  }

  @Test(arguments: conversions, ["out", "in.wav"])
  func failedWriteLeavesTheOldFile(options: String, output: String) throws {
    let folder = try Self.folder()
    let input = try folder.read("in.wav")
    for limit in Self.limits {
      let outcome = try folder.shell(
        "ulimit -f \(limit); trap '' XFSZ; exec afconvert \(options) in.wav \(output)")
      #expect(outcome.ending == .exit(74), "\(limit) blocks")
      #expect(outcome.outputText == "")
      let lines = outcome.errorLines
      #expect(lines.count == 2)
      #expect(lines.first == "Error: ExtAudioFileWrite failed (-36)")
      #expect(lines.last?.hasPrefix("\(output): error: ") == true)
      #expect(try folder.names == ["in.wav", "out"])
      #expect(try folder.read("out") == Self.old)
      #expect(try folder.read("in.wav") == input)
    }
  }

  /// The limit allows the first output, but not the second.
  @Test func severalOutputsAreWrittenTogetherOrNotAtAll() throws {
    let folder = try Self.folder()
    let outcome = try folder.shell(
      "ulimit -f 100; trap '' XFSZ; exec afconvert in.wav -f caff -o 1 -d ima4 -o out -d LEI16")
    #expect(outcome.ending == .exit(74))
    #expect(try folder.names == ["in.wav", "out"])
    #expect(try folder.read("out") == Self.old)
  }

  @Test(arguments: [("022", 0o644), ("077", 0o600), ("002", 0o664), ("0", 0o666)])
  func permissionsOfANewFileFollowTheUmask(mask: (String, permissions: Int)) throws {
    let folder = try Self.folder()
    expectSilentSuccess(try folder.shell("umask \(mask.0); afconvert -f caff -d ima4 in.wav new"))
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("new"))
    #expect(attributes[.posixPermissions] as? Int == mask.permissions)
  }
}

/// Memory doesn't grow with a sound's length: files may be many times larger than the memory limit.
@Suite(
  .serialized,
  .enabled(if: AllocationMeter.limitsArePossible, "memory can't be limited here"))
struct MemoryTests {
  @Test(arguments: [
    (200_000_000, "-f caff -d LEI16"),  // the system copies
    (32_000_000, "-f caff -d BEI16"),
    (16_000_000, "-f caff -d ima4"),
    (16_000_000, "-f caff -d LEF64"),
  ])
  func longSoundNeedsLittleMemory(byteCount: Int, options: String) throws {
    let folder = try TemporaryDirectory()
    try folder.writeSilence(byteCount: byteCount, to: "in.wav")
    // Limit the data segment to 12 MB. Even for a short sound, the process needs some 4 MB.
    let kibibytes = 12_000
    let outcome = try folder.shell("ulimit -d \(kibibytes); exec afconvert \(options) in.wav out")
    #expect(outcome.ending == .exit(0))
    #expect(outcome.outputText == "")
    #expect(outcome.errors.hasPrefix("out: warning: "))
    #expect(outcome.errorLines.count == 1)
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("out"))
    #expect((attributes[.size] as? Int ?? 0) > byteCount / 4)
  }
}

extension TemporaryDirectory {
  /// Writes a 16-bit stereo WAVE whose samples take no disk space.
  func writeSilence(byteCount: Int, to name: String) throws {
    func size(_ count: Int) -> String { hexText(count.little(byteCount: 4)) }
    let header = hex(
      """
      'RIFF' \(size(36 + byteCount)) 'WAVE' 'fmt ' 10000000 0100 0200 44AC0000 10B10200 0400 1000
      'data' \(size(byteCount))
      """)
    try write(header, to: name)
    let file = try FileHandle(forWritingTo: url.appending(path: name))
    try file.truncate(atOffset: UInt64(header.count + byteCount))
    try file.close()
  }
}
