import Foundation
import SoundFormat
import TestSupport
import Testing

/// A failed conversion leaves everything as it was.
struct SafetyTests {
  private static let old: [UInt8] = Array("what was there before".utf8)

  /// Conversions through the system's copy, a change of byte order, and the codecs.
  private static let conversions = [
    "-f caff -d LEI16", "-f AIFF -d BEI16", "-f caff -d ima4", "-f WAVE -d ulaw --no-filler",
  ]

  /// Where writing stops, in blocks of 512 bytes: inside the header, right after it, and early and late in
  /// the audio. The shortest output has 65 blocks.
  private static let limits = [1, 8, 9, 50, 64]

  private static func folder() throws -> TemporaryDirectory {
    let wave = try soundFile(.wave, .pcm(.int16), channels: [.bell, .noise], frameCount: 33_000)
    return try TemporaryDirectory(["in.wav": wave, "out": old])
  }

  private func expectNothingHappened(in folder: TemporaryDirectory, to input: [UInt8]) throws {
    #expect(try folder.names == ["in.wav", "out"])
    #expect(try folder.read("out") == Self.old)
    #expect(try folder.read("in.wav") == input)
  }

  @Test(arguments: conversions)
  func failedWriteLeavesTheOldFile(options: String) throws {
    let folder = try Self.folder()
    let input = try folder.read("in.wav")
    for limit in Self.limits {
      let outcome = try folder.shell(
        "ulimit -f \(limit); trap '' XFSZ; exec afconvert \(options) in.wav out")
      #expect(outcome.ending == .exit(74), "\(limit) blocks")
      #expect(outcome.outputText == "")
      let lines = outcome.errors.split(separator: "\n")
      #expect(lines.count == 2)
      #expect(lines.first == "Error: ExtAudioFileWrite failed (-36)")
      #expect(lines.last?.hasPrefix("out: error: ") == true)
      try expectNothingHappened(in: folder, to: input)
    }
  }

  /// The limit allows the smallest output, so that only the second one fails.
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
    expectSilentSuccess(
      try folder.shell("umask \(mask.0); afconvert -f caff -d ima4 in.wav new"))
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.path("new"))
    #expect(attributes[.posixPermissions] as? Int == mask.permissions)
  }

  @Test func linkAsInputIsFollowed() throws {
    let folder = try Self.folder()
    expectSilentSuccess(
      try folder.shell("ln -s in.wav link.wav && afconvert -f caff -d ima4 link.wav"))
    #expect(try folder.names == ["in.wav", "link.caf", "link.wav", "out"])
  }
}
