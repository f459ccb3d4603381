import SoundFormat
import TestSupport
import Testing

/// False packet tables, and false frame counts elsewhere.
struct HostilePacketTableTests {
  private static let counts: [Int64] = [.min, -1, 0, 1, 70, 128, 1 << 31, 1 << 53, .max]
  private static let paddings: [Int32] = [.min, -1, 0, 1, 64, 128, .max]

  private static func table(
    _ packets: Int64, _ valid: Int64, _ priming: Int32, _ remainder: Int32
  ) -> [UInt8] {
    packets.big() + valid.big() + priming.big() + remainder.big()
  }

  @Test(arguments: ["CAF ima4", "CAF ima4 stereo", "CAF AAC"], counts)
  func everyTableOfExtremes(description: String, packets: Int64) throws {
    var run = HostileRun(.sound)
    let file = try #require(SmallFile.all.first { $0.description == description })
    let chunk = try #require(
      try SoundFile(parsing: file.bytes).chunks.first { $0.identifier == "pakt" })
    for valid in Self.counts {
      for priming in Self.paddings {
        for remainder in Self.paddings {
          let table = Self.table(packets, valid, priming, remainder)
          run.attempt(
            file.bytes.replacing(at: chunk.bodyOffset, with: table),
            "\(packets) packets, \(valid) frames between \(priming) and \(remainder)")
        }
      }
    }
  }

  /// A file whose packets vary in size, in length or in both, with the given entries in its table.
  private func file(
    bytesPerPacket: String, framesPerPacket: String, count: Int64, entries: [UInt8],
    audio: [UInt8] = [1, 2, 3, 4, 5, 6, 7]
  ) -> [UInt8] {
    func size(_ count: Int) -> String { hexText(UInt64(count).big(byteCount: 8)) }
    return hex(
      """
      'caff' 0001 0000 'desc' 0000000000000020 40BF400000000000 'aac ' 00000000
      \(bytesPerPacket) \(framesPerPacket) 00000001 00000000 'pakt' \(size(24 + entries.count))
      """) + Self.table(count, 1500, 0, 0) + entries
      + hex("'data' \(size(4 + audio.count)) 00000001") + audio
  }

  /// Variable-length numbers that never end, that are too long, or that the file's end cuts off.
  @Test func entriesThatNeverEnd() {
    var run = HostileRun(.sound)
    let entries: [[UInt8]] = [
      [], [0x80], [0xFF], .init(repeating: 0x80, count: 100), .init(repeating: 0xFF, count: 5000),
      [0x8F, 0xFF, 0xFF, 0xFF, 0x7F], [0x80, 0x80, 0x80, 0x80, 0x01],
      [0x80, 0x80, 0x80, 0x80, 0x80, 0x01], [1, 0x80], [0xFF, 0xFF, 0xFF, 0xFF, 0x7F, 1, 1],
    ]
    for (bytesPerPacket, framesPerPacket) in [
      ("00000000", "00000400"), ("00000001", "00000000"), ("00000000", "00000000"),
      ("FFFFFFFF", "00000000"), ("00000000", "FFFFFFFF"), ("FFFFFFFF", "FFFFFFFF"),
    ] {
      for count in Self.counts + [2, 3] {
        for entry in entries {
          run.attempt(
            file(
              bytesPerPacket: bytesPerPacket, framesPerPacket: framesPerPacket, count: count,
              entries: entry),
            "\(count) packets of \(bytesPerPacket) bytes, \(framesPerPacket) frames: \(hexText(entry.prefix(9)))"
          )
        }
      }
    }
  }

  /// Any number of empty packets would fit into a file, so the reader counts only the listed
  /// packets.
  @Test func packetsOfNothing() throws {
    var run = HostileRun(.sound)
    let bytes = file(
      bytesPerPacket: "00000000", framesPerPacket: "FFFFFFFF", count: .max,
      entries: [UInt8](repeating: 0, count: 5000))
    run.attempt(bytes, "packets of nothing")
    #expect(try SoundFile(parsing: bytes).packetCount == 5000)
  }

  /// The frame counts in the headers of AIFF and WAVE. With ima4, AIFF's field counts packets.
  @Test(arguments: ["AIFF I8", "AIFC ima4", "AIFC fl32", "WAVE MS ADPCM"])
  func countsOfFrames(description: String) throws {
    var run = HostileRun(.sound)
    let file = try #require(SmallFile.all.first { $0.description == description })
    let sound = try SoundFile(parsing: file.bytes)
    let chunk = try #require(sound.chunks.first { ["COMM", "fact"].contains($0.identifier) })
    let offset = chunk.bodyOffset + (chunk.identifier == "COMM" ? 2 : 0)
    for value in PowersOfTwo.neighbours(bitCount: 32) {
      let bytes =
        chunk.identifier == "COMM" ? value.big(byteCount: 4) : value.little(byteCount: 4)
      run.attempt(file.bytes.replacing(at: offset, with: bytes), "\(value) frames")
    }
  }
}
