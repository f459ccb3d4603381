import SoundFormat
import TestSupport
import Testing

/// Streams of MP3 with false headers.
struct HostileMP3Tests {
  private static func stream(_ count: Int, bitRateIndex: UInt32 = 1) -> [UInt8] {
    var stream = RandomMP3(seed: UInt64(count))
    (stream.extensionBits, stream.bitRateIndex) = (3, bitRateIndex)
    return Array(stream.packets(count).joined())
  }

  /// Reads and decodes a file. Opening it may read each byte a few times at most.
  private static func attempt(_ file: [UInt8], _ words: String, _ run: inout HostileRun) {
    run.attempt(file, words)
    let counted = CountedFile(file)
    _ = try? SoundFile(parsing: counted)
    #expect(counted.readByteCount <= 16 * file.count + 200_000)
  }

  /// All values of the header's bytes and of the first bytes of side information.
  @Test func everyHeader() {
    var run = HostileRun(.sound)
    let stream = Self.stream(3)
    for offset in 0..<36 {
      for value in UInt8.min ... .max where offset < 4 || value.nonzeroBitCount % 7 < 2 {
        var bytes = stream
        for place in [0, 104, 208] { bytes[place + offset] = value }
        run.attempt(bytes, "\(value) at \(offset) in all packets")
        bytes = stream
        bytes[104 + offset] = value
        run.attempt(bytes, "\(value) at \(offset) in the second packet")
      }
    }
  }

  /// Thousands of tags before the first packet, between packets and after the last, of any size.
  @Test func tagsWithoutEnd() throws {
    var run = HostileRun(.sound)
    let stream = Self.stream(3)
    for size in [0, 1, 127, 0x7F7F_7F7F, 0xFFFF_FFFF] {
      let bytes = [24, 16, 8, 0].map { UInt8(size >> $0 & 0xFF) }
      let content = zeros(size < 128 ? size : 0)
      for tag in [
        Array("ID3".utf8) + [4, 0, 0] + bytes + content,
        Array("APETAGEX".utf8) + zeros(4) + bytes.reversed() + zeros(16) + content,
      ] {
        let tags = Array(repeatElement(tag, count: 3000).joined())
        for file in [
          tags + stream, stream + tags, stream + tags.prefix(500) + stream, tags,
          Array(repeatElement(stream + tag, count: 1000).joined()),
        ] {
          Self.attempt(file, "tags of \(size) bytes", &run)
        }
      }
    }
  }

  /// Packets, junk that looks like headers, and both in turn.
  @Test func junkWithoutEnd() throws {
    var run = HostileRun(.sound)
    let stream = Self.stream(2)
    let junk: [[UInt8]] = [
      [0xFF], [0xFF, 0xFB], [0xFF, 0xFB, 0x90, 0], [0xFF, 0xFB, 0, 0],
      [0xFF, 0xFB, 0x10, 0xC0] + zeros(99), Array(stream.prefix(103)), Array("TAG".utf8),
    ]
    for part in junk {
      let long = Array(repeatElement(part, count: 200_000 / part.count).joined())
      for file in [
        long, stream + long, long + stream, stream + long + stream,
        Array(repeatElement(stream + part, count: 500).joined()),
      ] {
        Self.attempt(file, "junk \(part.prefix(4))", &run)
      }
    }
  }

  /// Indexes with any number in each of their fields.
  @Test func everyIndex() throws {
    var run = HostileRun(.sound)
    let file = try #require(SmallFile.movies.first { $0.description == "MP3 with tags" }).bytes
    let start = try #require(file.firstRange(of: Array("Info".utf8))?.lowerBound)
    for offset in 4..<60 {
      for value in [0, 1, 0x7F, 0x80, 0xFF] as [UInt8] {
        var bytes = file
        bytes[start + offset] = value
        run.attempt(bytes, "\(value) at \(offset) of the index")
      }
    }
  }
}
