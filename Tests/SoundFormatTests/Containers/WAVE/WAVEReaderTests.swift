import TestSupport
import Testing

@testable import SoundFormat

/// Well-formed files with every field written by hand. Layout: Microsoft's multimedia registry, EBU
/// Tech 3306.
@Suite struct WAVEReaderTests {
  /// 8000 Hz, 16-bit, mono.
  private static let fmt = "'fmt ' 10000000 0100 0100 401F0000 803E0000 0200 1000 "
  private static let data = "'data' 06000000 0100 FEFF 0300 "

  private func riff(_ body: String) -> String {
    "'RIFF' \(size32LE(4 + hex(body).count)) 'WAVE' \(body)"
  }

  @Test func readsThreeSamples() throws {
    let text = riff(Self.fmt + Self.data)
    let sound = try parsed(text)
    #expect(sound.container == .wave)
    #expect(
      sound.format
        == StreamFormat(
          sampleRate: 8000, channelCount: 1, dataFormat: .pcm(.int16, .little)))
    #expect(sound.audioBytes == 44..<50)
    #expect(sound.frameCount == 3)
    #expect(sound.missingByteCount == 0)
    #expect(sound.layout == nil)
    #expect(sound.noteTexts == [])
    #expect(sound.chunks.map(\.identifier) == ["fmt ", "data"])
    #expect(try frames(of: hex(text)).int16Samples == [1, -2, 3])
  }

  /// Each case: the tag, the block align and the bits per sample of a mono sound, and its data format.
  @Test(
    arguments: [
      ("0100", "0100", "0800", .pcm(.uint8)),
      ("0100", "0200", "1000", .pcm(.int16)),
      ("0100", "0300", "1800", .pcm(.int24)),
      ("0100", "0400", "2000", .pcm(.int32)),
      ("0300", "0400", "2000", .pcm(.float32)),
      ("0300", "0800", "4000", .pcm(.float64)),
      ("0600", "0100", "0800", .aLaw), ("0700", "0100", "0800", .muLaw),
      // 12 bits in 2 bytes, 20 bits in 3 bytes, 24 bits in 4 bytes.
      ("0100", "0200", "0C00", .pcm(.int16)),
      ("0100", "0300", "1400", .pcm(.int24)),
      ("0100", "0400", "1800", .pcm(.int32)),
      // The block align was never filled in.
      ("0100", "0000", "1000", .pcm(.int16)),
      ("0100", "0100", "1800", .pcm(.int24)),
      (
        "1100", "0001", "0400",
        .other(
          CodecDescription(
            formatID: FourCharCode(rawValue: 0x6D73_0011), bytesPerPacket: 256,
            framesPerPacket: 505, bitsPerChannel: 4))
      ),
    ] as [(String, String, String, DataFormat)])
  func readsEveryFormat(tag: String, align: String, bits: String, format: DataFormat) throws {
    let fmt = "'fmt ' 10000000 \(tag) 0100 401F0000 803E0000 \(align) \(bits)"
    #expect(try parsed(riff(fmt + Self.data)).format.dataFormat == format)
  }

  @Test(arguments: [
    ("0100", "0500", "2800"), ("0100", "0800", "4000"), ("0300", "0200", "1000"),
    ("0300", "0300", "1800"), ("0100", "0000", "0000"), ("0100", "0200", "0000"),
    ("0100", "0000", "FFFF"),
  ])
  func rejectsInvalidSampleFormats(tag: String, align: String, bits: String) {
    let fmt = "'fmt ' 10000000 \(tag) 0100 401F0000 803E0000 \(align) \(bits)"
    let error = #expect(throws: SoundFileError.self) { try parsed(riff(fmt + Self.data)) }
    #expect(error?.code == .malformed)
    #expect(error?.offset == 20)
  }

  /// Format chunks of 18 bytes, as long as WAVEFORMATEX, and of 20 bytes, with two bytes of extension.
  @Test(arguments: [
    "'fmt ' 12000000 0100 0100 401F0000 803E0000 0200 1000 0000",
    "'fmt ' 14000000 0100 0100 401F0000 803E0000 0200 1000 0200 FFFF",
  ])
  func readsLongerFormatChunks(fmt: String) throws {
    let sound = try parsed(riff(fmt + Self.data))
    #expect(sound.frameCount == 3)
    #expect(sound.noteTexts == [])
  }

  /// Each case: block align and bit depth, valid bits, channel mask, the actual tag in the GUID, format and layout.
  @Test(
    arguments: [
      ("0400 2000", "2000", "04000000", "0300", .pcm(.float32), .mono),
      ("0300 1800", "1800", "04000000", "0100", .pcm(.int24), .mono),
      ("0300 1800", "1400", "00000000", "0100", .pcm(.int24), nil),
      ("0400 2000", "1800", "01000000", "0100", .pcm(.int32), nil),
      ("0100 0800", "0800", "04000000", "0700", .muLaw, .mono),
    ] as [(String, String, String, String, DataFormat, ChannelLayout?)])
  func readsExtensible(
    size: String, validBits: String, mask: String, tag: String, format: DataFormat,
    layout: ChannelLayout?
  ) throws {
    let fmt = """
      'fmt ' 28000000 FEFF 0100 401F0000 803E0000 \(size) 1600 \(validBits) \(mask)
      \(tag) 0000 0000 1000 8000 00AA00389B71
      """
    let sound = try parsed(riff(fmt + "'data' 0C000000 000000000000000000000000"))
    #expect(sound.format.dataFormat == format)
    #expect(sound.layout == layout)
    #expect(sound.noteTexts == [])
  }

  @Test func notesASubformatWithoutATag() throws {
    let fmt = """
      'fmt ' 28000000 FEFF 0100 401F0000 803E0000 0200 1000 1600 1000 00000000
      0100 0000 2107 D311 8644 C8C1CA000000
      """
    let sound = try parsed(riff(fmt + Self.data))
    #expect(sound.frameCount == 3)
    #expect(sound.noteTexts == ["the subformat's GUID doesn't represent a format tag (at byte 46)"])
  }

  @Test func rejectsExtensibleWithoutItsExtension() {
    let fmt = "'fmt ' 10000000 FEFF 0100 401F0000 803E0000 0200 1000"
    #expect(throws: SoundFileError(.truncated, "")) { try parsed(riff(fmt + Self.data)) }
  }

  /// Sizes are big-endian, and so are the samples.
  @Test func readsRIFX() throws {
    let text =
      "'RIFX' 0000002A 'WAVE' 'fmt ' 00000010 0001 0001 00001F40 00003E80 0002 0010"
      + "'data' 00000006 0001 FFFE 0003"
    let sound = try parsed(text)
    #expect(sound.container == .wave)
    #expect(sound.format.dataFormat == .pcm(.int16, .big))
    #expect(sound.frameCount == 3)
    #expect(sound.noteTexts == [])
    #expect(try frames(of: hex(text)).int16Samples == [1, -2, 3])
  }

  /// The beginning of the GUID as SoX writes it, and as libsndfile writes it.
  @Test(arguments: ["0001 0000 0000 1000", "00000001 0000 0010"])
  func readsExtensibleRIFX(guid: String) throws {
    let sound = try parsed(
      """
      'RIFX' 00000042 'WAVE' 'fmt ' 00000028 FFFE 0001 00001F40 00003E80 0002 0010
      0016 0010 00000004 \(guid) 8000 00AA00389B71 'data' 00000006 0001 FFFE 0003
      """)
    #expect(sound.format.dataFormat == .pcm(.int16, .big))
    #expect(sound.layout == .mono)
    #expect(sound.frameCount == 3)
    #expect(sound.noteTexts == [])
  }

  @Test(arguments: [("RF64", Container.rf64), ("BW64", .bw64)])
  func readsLongSizes(type: String, container: Container) throws {
    let sound = try parsed(
      """
      '\(type)' FFFFFFFF 'WAVE'
      'ds64' 1C000000 4E00000000000000 0600000000000000 0300000000000000 00000000
      \(Self.fmt) 'data' FFFFFFFF 0100 FEFF 0300
      """)
    #expect(sound.container == container)
    #expect(sound.audioBytes == 80..<86)
    #expect(sound.frameCount == 3)
    #expect(sound.noteTexts == [])
  }

  /// RF64's data size is checked against the file, as every size is.
  @Test func longSizesMayBeWrong() throws {
    let sound = try parsed(
      """
      'RF64' FFFFFFFF 'WAVE'
      'ds64' 1C000000 4E00000000000000 FF00000000000001 0300000000000000 00000000
      \(Self.fmt) 'data' FFFFFFFF 0100 FEFF 0300
      """)
    #expect(sound.frameCount == 3)
    #expect(sound.missingByteCount == 0x0100_0000_0000_00FF - 6)
  }

  @Test func rejectsAFileWithoutFormatOrData() {
    for (body, name) in [(Self.data, "fmt"), (Self.fmt, "data")] {
      let error = #expect(throws: SoundFileError.self) { try parsed(riff(body)) }
      #expect(error?.code == .malformed)
      #expect(error?.reason == "the \(name) chunk is missing")
    }
  }
}

/// The blocks of these codecs hold many frames. A sound's length is known, although the library can't decode it.
@Suite struct WAVEBlockTests {
  private static func file(
    tag: String, block: Int, extension: String, fact: String = "", audio: Int
  ) -> String {
    let fmt =
      "\(tag) 0100 401F0000 00100000 \(size32LE(block).prefix(4)) 0400 \(`extension`)"
    let body =
      "'fmt ' \(size32LE(hex(fmt).count)) \(fmt) \(fact) 'data' \(size32LE(audio)) "
      + String(repeating: "00", count: audio)
    return "'RIFF' \(size32LE(4 + hex(body).count)) 'WAVE' \(body)"
  }

  /// The block's size tells how many frames it has, as in FFmpeg, SoX and libsndfile.
  @Test(
    arguments: [("0200", 32, 52), ("1100", 36, 65), ("3100", 65, 320)], ["", "0200", "0200 0100"])
  func theBlockSizeTellsTheFrames(block: (String, Int, Int), extension: String) throws {
    let (tag, byteCount, frames) = block
    let sound = try parsed(
      Self.file(tag: tag, block: byteCount, extension: `extension`, audio: 4 * byteCount))
    #expect(sound.format.framesPerPacket == frames)
    #expect(sound.packetCount == 4)
    #expect(sound.frameCount == 4 * frames)
    #expect(sound.noteTexts == [])
  }

  /// `fact` counts only within the last block. Each case: its number, and how many bytes and frames of IMA ADPCM there
  /// are. A block of 36 bytes has 65 frames; the last block may be incomplete.
  @Test(arguments: [
    (131, 108, 131), (195, 108, 195), (0, 108, 195), (130, 108, 195), (1, 108, 195),
    (196, 108, 195), (-1, 108, 195), (140, 88, 140), (155, 88, 155), (130, 88, 155),
    (156, 88, 155), (0, 88, 155), (20, 16, 20), (26, 16, 25), (5, 74, 130),
  ])
  func factStatesWhereTheLastBlockEnds(count: Int, byteCount: Int, frames: Int) throws {
    let sound = try parsed(
      Self.file(
        tag: "1100", block: 36, extension: "0200 4100",
        fact: "'fact' 04000000 \(size32LE(count & 0xFFFF_FFFF))", audio: byteCount))
    #expect(sound.frameCount == frames)
    let isIgnored = sound.noteTexts.contains { $0.contains("the fact chunk claims") }
    #expect(isIgnored == (count != 0 && count != frames))
  }

  /// Layer III frames differ in size, so only `fact` states the length.
  @Test func onlyFactStatesTheLengthOfMP3() throws {
    let sound = try parsed(
      Self.file(
        tag: "5500", block: 1, extension: "0C00 0100 02000000 0000 0100 7105",
        fact: "'fact' 04000000 401F0000", audio: 100))
    #expect(sound.packetCount == 0)
    #expect(sound.frameCount == 8000)
  }

  /// The length of linear PCM follows from its size, so `fact` is ignored.
  @Test func factMeansNothingForLinearPCM() throws {
    let sound = try parsed(
      Self.file(
        tag: "0300", block: 4, extension: "0000", fact: "'fact' 04000000 FFFFFFFF", audio: 8
      )
      .replacing("0400 0000", with: "2000 0000", maxReplacements: 1))
    #expect(sound.frameCount == 2)
    #expect(sound.noteTexts == [])
  }
}
