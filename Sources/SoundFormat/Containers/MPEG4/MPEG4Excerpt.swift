/// An MPEG-4 file with the packets of one sound and nothing else, so that a decoder sees as little as possible of an
/// untrusted file.
///
/// The header comes before the packets, so that the file can be piped. There are no edits, so a decoder returns all
/// frames.
package struct MPEG4Excerpt {
  /// Everything before the packets.
  package let header: [UInt8]
  /// Where the packets are in the sound's file. In the excerpt, they follow the header.
  package let packets: AudioRuns

  /// At most this many packets, enough for days of sound. Limits memory, because the header lists all sizes.
  private static let packetLimit: UInt32 = 1 << 24

  /// Creates an excerpt; nil if the file doesn't state the packets' sizes or coding.
  package init?(of sound: SoundFile, in source: some ByteSource) throws(SoundFileError) {
    guard sound.packetList != nil, let entry = try Self.sampleEntry(of: sound, in: source) else {
      return nil
    }
    packets = sound.audioRuns
    var cursor = PacketCursor(sound)
    var sizes = ByteWriter(order: .big)
    var count: UInt32 = 0
    while let packet = try cursor.next(in: source) {
      guard count < Self.packetLimit else {
        throw SoundFileError(.tooLong, "the sound has more than \(Self.packetLimit) packets")
      }
      sizes.write(UInt32(clamping: packet.count))
      count += 1
    }
    guard packets.byteCount < UInt32.max / 2 else {
      throw SoundFileError(.tooLong, "the sound has more than 2 GB")
    }
    let timescale = UInt32(sound.format.sampleRate)
    // Clamp to `Int32`, so that machines with 32-bit and 64-bit `Int`s write the same bytes.
    let duration = UInt32(Int32(clamping: sound.decodedFrameCount))
    var file = ByteWriter(order: .big)
    file.writeBox("ftyp") { box in
      box.write(sound.container == .quickTime ? "qt  " : "isom" as FourCharCode)
      box.write(UInt32(0x200))
      box.write("isom" as FourCharCode)
    }
    file.writeBox("moov") { movie in
      movie.writeFullBox("mvhd") { box in
        box.write([0, 0, timescale, duration, 0x1_0000, 0x100_0000, 0, 0])
        box.writeMatrix()
        box.writeZeros(24)
        box.write(UInt32(2))
      }
      movie.writeBox("trak") { track in
        track.writeFullBox("tkhd", flags: 7) { box in
          box.write([0, 0, 1, 0, duration, 0, 0, 0, 0x100_0000])
          box.writeMatrix()
          box.writeZeros(8)
        }
        track.writeBox("mdia") { media in
          media.writeFullBox("mdhd") { $0.write([0, 0, timescale, duration, 0x55C4_0000]) }
          media.writeFullBox("hdlr") { box in
            box.write(UInt32(0))
            box.write("soun" as FourCharCode)
            box.writeZeros(13)
          }
          media.writeBox("minf") { information in
            information.writeFullBox("smhd") { $0.write(UInt32(0)) }
            information.writeBox("dinf") { data in
              data.writeFullBox("dref") { box in
                box.write(UInt32(1))
                box.writeFullBox("url ", flags: 1) { _ in }
              }
            }
            information.writeBox("stbl") { tables in
              tables.writeFullBox("stsd", version: sound.sampleEntryVersion) { box in
                box.write(UInt32(1))
                box.write(entry)
              }
              tables.writeFullBox("stts") { box in
                box.write([1, count, UInt32(clamping: sound.format.framesPerPacket)])
              }
              tables.writeFullBox("stsc") { $0.write([1, 1, count, 1]) }
              tables.writeFullBox("stsz") { box in
                box.write([0, count])
                box.write(sizes.bytes)
              }
              tables.writeFullBox("stco") { $0.write([1, 0]) }
            }
          }
        }
      }
    }
    // Fill in the packets' offset, which is known now. It is the only entry of `stco`, and the movie's last field.
    let moviesEnd = file.bytes.count
    file.write(UInt32(8 + packets.byteCount))
    file.write("mdat" as FourCharCode)
    file.overwrite(UInt32(file.bytes.count), at: moviesEnd - 4)
    header = file.bytes
  }

  /// How the packets are coded: an entry of a `stsd` box; nil if that isn't known.
  private static func sampleEntry(
    of sound: SoundFile, in source: some ByteSource
  ) throws(SoundFileError) -> [UInt8]? {
    if let range = sound.sampleEntry {
      let entry = try source.bytes(at: range.lowerBound, count: range.count)
      return entry.count == range.count ? entry : nil
    }
    guard sound.format.dataFormat.isAAC, !sound.magicCookie.isEmpty else { return nil }
    var entry = ByteWriter(order: .big)
    entry.writeBox("mp4a") { box in
      box.writeZeros(6)
      box.write(UInt16(1))
      box.writeZeros(8)
      box.write(UInt16(clamping: sound.format.channelCount))
      box.write(UInt16(16))
      box.write(UInt32(0))
      let rate = UInt32(sound.format.sampleRate)
      box.write(rate < 1 << 16 ? rate << 16 : 0)
      box.writeFullBox("esds") { $0.write(sound.magicCookie) }
    }
    return entry.bytes
  }
}

extension ByteWriter {
  /// Writes a box: its size, its type and its content.
  fileprivate mutating func writeBox(_ type: FourCharCode, _ body: (inout ByteWriter) -> Void) {
    var box = ByteWriter(order: .big)
    body(&box)
    write(UInt32(8 + box.bytes.count))
    write(type)
    write(box.bytes)
  }

  /// Writes a box whose content begins with a version and flags.
  fileprivate mutating func writeFullBox(
    _ type: FourCharCode, version: UInt8 = 0, flags: UInt32 = 0,
    _ body: (inout ByteWriter) -> Void
  ) {
    writeBox(type) { box in
      box.write(UInt32(version) << 24 | flags)
      body(&box)
    }
  }

  fileprivate mutating func write(_ numbers: [UInt32]) {
    for number in numbers { write(number) }
  }

  /// Writes the identity matrix, which leaves pictures unchanged.
  fileprivate mutating func writeMatrix() {
    write([0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000])
  }
}
