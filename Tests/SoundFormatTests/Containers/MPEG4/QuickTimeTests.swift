import TestSupport
import Testing

@testable import SoundFormat

/// Sound descriptions of QuickTime's versions, and uncompressed sound.
///
/// Layout: QuickTime File Format, "Sound Sample Descriptions".
@Suite struct QuickTimeTests {
  /// A file with the given bytes as three frames of mono.
  private static func movie(_ entry: [UInt8], _ audio: [UInt8], sampleByteCount: UInt32) -> [UInt8]
  {
    var movie = SmallMovie(entry: entry, runs: [[audio]], durations: [(3, 1)])
    movie.brand = "qt  "
    movie.tables["stsz"] = fullBox("stsz", numbers([sampleByteCount, 3]))
    movie.tables["stsc"] = fullBox("stsc", numbers([1, 1, 3, 1]))
    return movie.bytes
  }

  /// The box that QuickTime adds to the entry of little-endian samples.
  private static let littleEndian = box("wave", box("enda", [0, 1]))

  @Test(
    arguments: [
      ("twos", 16, [], PCMEncoding(.int16, .big)), ("sowt", 16, [], PCMEncoding(.int16, .little)),
      ("twos", 8, [], PCMEncoding(.int8)), ("raw ", 8, [], PCMEncoding(.uint8)),
      ("NONE", 16, [], PCMEncoding(.int16, .big)), ("in24", 24, [], PCMEncoding(.int24, .big)),
      ("in24", 24, littleEndian, PCMEncoding(.int24, .little)),
      ("in32", 32, [], PCMEncoding(.int32, .big)), ("fl32", 32, [], PCMEncoding(.float32, .big)),
      ("fl32", 32, littleEndian, PCMEncoding(.float32, .little)),
      ("fl64", 64, [], PCMEncoding(.float64, .big)),
      ("ipcm", 16, fullBox("pcmC", [1, 24]), PCMEncoding(.int24, .little)),
      ("fpcm", 16, fullBox("pcmC", [0, 32]), PCMEncoding(.float32, .big)),
    ] as [(String, UInt16, [UInt8], PCMEncoding)])
  func readsLinearPCM(type: String, bits: UInt16, boxes: [UInt8], encoding: PCMEncoding) throws {
    let byteCount = encoding.bytesPerSample
    let audio = (0..<3 * byteCount).map { UInt8($0 * 7 & 0xFF) }
    let entry = SmallMovie.entry(type, bits: bits, boxes)
    // Old files state 1 instead of a frame's size.
    for size in [1, UInt32(byteCount)] {
      let bytes = Self.movie(entry, audio, sampleByteCount: size)
      let sound = try SoundFile(parsing: bytes)
      #expect(sound.container == .quickTime)
      #expect(sound.format.dataFormat == .linearPCM(encoding))
      #expect(sound.frameCount == 3)
      #expect(sound.packetTable == nil)
      #expect(Array(bytes[sound.audioBytes]) == audio)
    }
  }

  /// Version 2 has a fractional rate, and Core Audio's flags.
  @Test func readsVersion2() throws {
    let entry = box(
      "lpcm", zeros(6), [0, 1], [0, 2], zeros(6), [0, 3, 0, 16],
      numbers([0xFFFE_0000, 0x1_0000, 72]),
      hex("40E7700000000000"), numbers([1, 0x7F00_0000, 32, 9, 4, 1]))
    let audio = hex("0000803F 000000BF 00000000")
    let sound = try SoundFile(parsing: Self.movie(entry, audio, sampleByteCount: 4))
    #expect(
      sound.format
        == StreamFormat(
          sampleRate: 48_000, channelCount: 1,
          dataFormat: .pcm(.float32, .little)))
    #expect(sound.frameCount == 3)
  }

  /// Version 1 counts packets, and codes them as in CAF.
  @Test func readsIMA4() throws {
    let packet: [UInt8] = [0x12, 0x83] + (0..<32).map { UInt8($0 * 11 & 0xFF) }
    let entry = box(
      "ima4", zeros(6), [0, 1], [0, 1], zeros(6), [0, 1, 0, 16],
      numbers([0xFFFE_0000, 44_100 << 16]),
      numbers([64, 34, 34, 2]))
    var movie = SmallMovie(entry: entry, runs: [[packet, packet]], durations: [(2, 64)])
    movie.brand = "qt  "
    movie.tables["stsz"] = fullBox("stsz", numbers([34, 2]))
    let bytes = movie.bytes
    let sound = try SoundFile(parsing: bytes)
    #expect(sound.format.dataFormat == .ima4)
    #expect(sound.packetCount == 2)
    #expect(sound.frameCount == 128)
    // Count frames instead of packets, as older files do.
    movie.tables["stsz"] = fullBox("stsz", numbers([1, 128]))
    movie.tables["stsc"] = fullBox("stsc", numbers([1, 1, 128, 1]))
    movie.durations = [(128, 1)]
    movie.runs = [[packet + packet]]
    let counted = try SoundFile(parsing: movie.bytes)
    #expect(counted.packetCount == 2)
    #expect(counted.frameCount == 128)
    #expect(try frames(of: movie.bytes).int16Samples == frames(of: bytes).int16Samples)
  }

  /// For packets of equal size, QuickTime counts frames. The last packet might not be full.
  @Test(arguments: [("MAC3", 2), ("MAC6", 1)])
  func countsFramesOfMACE(type: String, byteCount: Int) throws {
    let media = (0..<4 * 2 * byteCount).map { UInt8($0) }
    var movie = SmallMovie(
      entry: SmallMovie.entry(type, channelCount: 2, rate: 22_050), runs: [[media]],
      durations: [(23, 1)])
    movie.brand = "qt  "
    movie.timescale = 22_050
    movie.tables["stsz"] = fullBox("stsz", numbers([1, 23]))
    movie.tables["stsc"] = fullBox("stsc", numbers([1, 1, 23, 1]))
    let sound = try SoundFile(parsing: movie.bytes)
    #expect(sound.format.dataFormat.formatID.description == type)
    #expect(sound.format.bytesPerPacket == 2 * byteCount)
    #expect(sound.format.framesPerPacket == 6)
    #expect(sound.packetCount == 4)
    #expect(sound.missingByteCount == 0)
    #expect(sound.frameCount == 23)
  }
}
