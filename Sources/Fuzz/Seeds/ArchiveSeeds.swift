import TestSupport

@testable import Promises

/// Archives and MP3s to begin with.
enum ArchiveSeeds {
  static let all: [[UInt8]] = {
    var long = ZipWriter(ShortSounds.appEntries)
    long.usesLongNumbers = true
    var foreign = ZipWriter.Entry("Payload/App.app/zeros.caf", [])
    let (deflated, byteCount) = Deflate.zeros(runCount: 8)
    foreign.stored = deflated
    foreign.byteCount = byteCount
    foreign.crc32 = CRC32.checksum(of: [UInt8](repeating: 0, count: byteCount))
    foreign.method = 8
    let cycle = [
      ZipWriter.Entry("Payload/App.app/ring.caf", linkTo: "./link.caf"),
      ZipWriter.Entry("Payload/App.app/link.caf", linkTo: "../App.app/ring.caf"),
      ZipWriter.Entry("Payload/App.app/../out.caf", []),
    ]
    return [ZipWriter(ShortSounds.appEntries), long, ZipWriter([foreign]), ZipWriter(cycle)].map(
      \.bytes)
  }()

  /// Where to read, and a stream of layer III between tags.
  static let mpeg: [[UInt8]] = {
    let frame = [0xFF, 0xFB, 0x90, 0x64] + [UInt8](repeating: 0, count: 413)
    let identification =
      Array("ID3".utf8) + [4, 0, 0x10, 0, 0, 0, 4] + [UInt8](repeating: 0, count: 14)
    let trailer = Array("TAG".utf8) + [UInt8](repeating: 0x20, count: 125)
    return [frame, identification + frame + trailer, [0xFF, 0xF3, 0x40, 0xC0] + frame].map {
      [0, 8, 1, 0] + $0
    }
  }()
}
