import SoundFormat
import TestSupport
import Testing

/// Every small file, damaged everywhere.
struct HostileDamageTests {
  @Test(arguments: ShortSounds.all)
  func everyTruncation(file: [UInt8]) {
    var run = HostileRun(.sound)
    for count in 0..<file.count { run.attempt(Array(file.prefix(count)), "cut to \(count) bytes") }
  }
  @Test(arguments: ShortSounds.all)
  func everyHeaderByte(file: [UInt8]) throws {
    var run = HostileRun(.sound)
    for offset in 0..<(try SoundFile(parsing: file).audioBytes.lowerBound) {
      for value: UInt8 in [0, 0x7F, 0x80, 0xFF] {
        run.attempt(file.replacing(at: offset, with: [value]), "\(value) at byte \(offset)")
      }
    }
  }
}
