import TestSupport

@testable import Promises

/// Seeds: archives, and the beginnings of foreign files.
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

  /// Seeds that begin with four bytes that say what to read. An MPEG layer III stream follows, which may be
  /// between tags, or another file that states its length.
  static let mpeg: [[UInt8]] = {
    let frame = [0xFF, 0xFB, 0x90, 0x64] + [UInt8](repeating: 0, count: 413)
    let identification =
      Array("ID3".utf8) + [4, 0, 0x10, 0, 0, 0, 4] + [UInt8](repeating: 0, count: 14)
    let trailer = Array("TAG".utf8) + [UInt8](repeating: 0x20, count: 125)
    let index = Array("Xing".utf8) + [0, 0, 0, 3, 0, 0, 0, 1, 0, 0, 0x20, 0]
    let indexed = Array(frame.prefix(36)) + index + frame.dropFirst(36 + index.count)
    let fraunhofers = Array("VBRI".utf8) + [0, 1, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1]
    let au = Array(".snd".utf8) + [0, 0, 0, 24, 0, 0, 1, 0, 0, 0, 0, 3]
    let svx = Array("FORM".utf8) + [0, 0, 1, 0] + Array("8SVX".utf8)
    let wave64 =
      Array("riff".utf8) + [0x2E, 0x91, 0xCF, 0x11, 0xA5, 0xD6, 0x28, 0xDB, 4, 0xC1, 0, 0]
    return [
      frame, identification + frame + trailer, [0xFF, 0xF3, 0x40, 0xC0] + frame, indexed,
      Array(frame.prefix(36)) + fraunhofers + frame, au + frame, svx + frame,
      wave64 + [0, 1, 0, 0, 0, 0, 0, 0] + frame,
    ].map { [0, 8, 1, 0] + $0 }
  }()
}
