import TestSupport
import Testing

/// Files in foreign formats that state a false length.
struct HostileStatedLengthTests {
  private struct Beginning {
    let name: String
    let bytes: [UInt8]
    /// The offset of the stated length.
    let offset: Int
    var byteCount = 4
    var isLittle = false
  }

  private static let frame = hex("FFFB9064") + [UInt8](repeating: 0, count: 413)

  private static let beginnings = [
    Beginning(name: "AU's offset", bytes: hex("'.snd' 00000018 00000100 00000003"), offset: 4),
    Beginning(name: "AU's size", bytes: hex("'.snd' FFFFFFFF 00000100 00000003"), offset: 8),
    Beginning(
      name: "AU's channels",
      bytes: hex("'.snd' 00000018 00000100 00000003 00001F40 00000001"), offset: 20),
    Beginning(
      name: "swapped AU's size", bytes: hex("'dns.' 18000000 00010000 03000000"), offset: 8,
      isLittle: true),
    Beginning(name: "8SVX's size", bytes: hex("'FORM' 00000100 '8SVX'"), offset: 4),
    Beginning(
      name: "Wave 64's size",
      bytes: hex("72696666 2E91CF11 A5D628DB 04C10000 0000000000000000"), offset: 16, byteCount: 8,
      isLittle: true),
    Beginning(
      name: "Xing's size",
      bytes: frame.replacing(at: 36, with: hex("'Xing' 00000003 00000001 00000000")), offset: 48),
    Beginning(
      name: "Xing's flags",
      bytes: frame.replacing(at: 36, with: hex("'Info' 00000003 00010001 00010000")), offset: 40),
    Beginning(
      name: "Fraunhofer's size",
      bytes: frame.replacing(at: 36, with: hex("'VBRI' 0001 0000 0000 00000000 00000001")),
      offset: 46),
  ]

  /// Powers of two and their neighbours, in complete files and in files that end after the stated
  /// length.
  @Test func everySizeAtEveryPowerOfTwo() {
    var run = HostileRun(.foreign)
    for beginning in Self.beginnings {
      for value in PowersOfTwo.neighbours(bitCount: 8 * beginning.byteCount) {
        let size =
          beginning.isLittle
          ? value.little(byteCount: beginning.byteCount)
          : value.big(byteCount: beginning.byteCount)
        let bytes = beginning.bytes.replacing(at: beginning.offset, with: size)
        for file in [bytes, bytes + Self.frame, hex("'ID3' 0300 00000000 0000") + bytes] {
          run.attempt([0, 0, 0, 0x40] + file, "\(beginning.name): \(value)")
        }
      }
    }
  }

  /// Each beginning, cut after any byte.
  @Test func everyEnd() {
    var run = HostileRun(.foreign)
    for beginning in Self.beginnings {
      run.attempt([0, 0, 0, 0x40] + beginning.bytes.prefix(70), cutTo: 4...74, beginning.name)
    }
  }
}
