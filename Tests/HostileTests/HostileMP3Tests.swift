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
    _ = try? SoundFile(in: counted)
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

  @Test func tagsWithoutEnd() {
    var run = HostileRun(.sound)
    for (name, file) in EndlessTags.files(around: Self.stream(3)) {
      Self.attempt(file, name, &run)
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
    let values: [[UInt8]] = [[0], [1], [0x7F], [0x80], [0xFF]]
    run.attempt(file, setting: start + 4..<start + 60, to: values)
  }
}
