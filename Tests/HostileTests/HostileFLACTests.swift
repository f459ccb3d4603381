import SoundFormat
import TestSupport
import Testing

@testable import AlertSound

/// FLAC files whose metadata or packets lie. The checksums are right, so that the lies count.
struct HostileFLACTests {
  private static let file = SmallFile.movies.first { $0.description == "FLAC" }!

  /// Corrects the checksum of the only packet's header, and the packet's.
  private static func corrected(_ file: [UInt8]) -> [UInt8] {
    let start = Self.file.audioOffset
    let (size, rate) = (file[start + 2] >> 4, file[start + 2] & 15)
    let end =
      start + 5 + (size == 6 ? 1 : size == 7 ? 2 : 0) + (rate == 12 ? 1 : rate > 12 ? 2 : 0)
    return file[..<start]
      + RandomFLAC.packet(
        header: Array(file[start..<end]), audio: Array(file[(end + 1)..<(file.count - 2)]))
  }

  /// Every length, rate, number of channels and depth.
  @Test(arguments: 1...4)
  func everyHeader(offset: Int) {
    var run = HostileRun(.sound)
    for value in UInt8.min ... .max {
      let bytes = Self.file.bytes.replacing(at: Self.file.audioOffset + offset, with: [value])
      run.attempt(Self.corrected(bytes), "\(value) at \(offset)")
    }
  }

  /// Every predictor, coefficient and code.
  @Test func everyParameter() {
    var run = HostileRun(.sound)
    for offset in 6..<40 where Self.file.audioOffset + offset < Self.file.bytes.count - 2 {
      for bit in 0..<8 {
        var bytes = Self.file.bytes
        bytes[Self.file.audioOffset + offset] ^= 1 << UInt8(bit)
        run.attempt(Self.corrected(bytes), "bit \(bit) at \(offset)")
      }
    }
  }

  /// Every number of channels and every depth of the stream.
  @Test func everyStream() {
    var run = HostileRun(.sound)
    let values: [[UInt8]] = [[0], [1], [0x0F], [0x7F], [0x80], [0xF0], [0xFE], [0xFF]]
    run.attempt(Self.file.bytes, setting: 8..<30, to: values)
    for channels in 0..<8 {
      for depth in 0..<32 {
        let fields = [UInt8(channels << 1 | depth >> 4), UInt8(depth << 4 & 0xF0)]
        var bytes = Self.file.bytes
        bytes[20] = bytes[20] & 0xF0 | fields[0]
        bytes[21] = fields[1]
        run.attempt(bytes, "\(channels) channels, \(depth) bits")
      }
    }
  }

  /// Thousands of blocks, of texts and of packets. Each byte is read a few times at most.
  @Test func everythingWithoutEnd() throws {
    var run = HostileRun(.sound)
    let parameters = Array(Self.file.bytes[4..<42])
    let packet = Array(Self.file.bytes[Self.file.audioOffset...])
    func block(_ kind: UInt8, _ body: [UInt8]) -> [UInt8] {
      [kind, UInt8(body.count >> 16), UInt8(body.count >> 8 & 0xFF), UInt8(body.count & 0xFF)]
        + body
    }
    let many = Array(repeatElement(UInt8(0), count: 100_000))
    for blocks in [
      Array(repeatElement(block(1, []), count: 20_000).joined()), block(4, many), block(6, many),
      Array(repeatElement(block(4, hex("00000000 FFFFFFFF") + zeros(64)), count: 2000).joined()),
      Array(repeatElement(Array(parameters), count: 3000).joined()),
    ] {
      let file =
        Array("fLaC".utf8) + parameters.replacing(at: 0, with: [0]) + blocks + block(0x81, [])
        + packet
      run.attempt(file, "\(blocks.count) bytes of blocks")
      let counted = CountedFile(file)
      _ = try? SoundFile(in: counted)
      #expect(counted.readByteCount <= 12 * file.count)
    }
    var unstated = Array(Self.file.bytes[..<Self.file.audioOffset])
    unstated.replaceSubrange(22..<26, with: zeros(4))
    for count in [1000, 1001] {
      let packets = Array(repeatElement(packet, count: count).joined())
      for end in [[], [0xFF], zeros(3000)] {
        run.attempt(unstated + packets + end, "\(count) packets, and \(end.count) bytes")
      }
    }
  }
}
