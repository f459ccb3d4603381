import SoundFormat
import TestSupport
import Testing

/// Compares with the bytes that Apple's tool writes. Source: 152 WAVE files it wrote.
@Suite struct WAVEWriterTests {
  @Test func theAudioBeginsAt4096() throws {
    let expected = hex(
      """
      'RIFF' \(size32LE(4088 + 400)) 'WAVE'
      'fmt ' 10000000 0100 0200 44AC0000 10B10200 0400 1000
      'FLLR' CC0F0000 \(String(repeating: "00", count: 4044))
      'data' 90010000
      """)
    let bytes = try header(.wave, .pcm(.int16), channels: 2).headerBytes()
    #expect(bytes.count == 4096)
    #expect(firstDifference(of: bytes, from: expected) == nil)
  }

  /// The format chunk has 16 bytes, even for G.711 and floats. 24-bit files aren't extensible, and have no
  /// fact chunk.
  @Test(
    arguments: [
      (.pcm(.uint8), "0100 0100 44AC0000 44AC0000 0100 0800"),
      (.pcm(.int16), "0100 0100 44AC0000 88580100 0200 1000"),
      (.pcm(.int24), "0100 0100 44AC0000 CC040200 0300 1800"),
      (.pcm(.int32), "0100 0100 44AC0000 10B10200 0400 2000"),
      (.pcm(.float32), "0300 0100 44AC0000 10B10200 0400 2000"),
      (.pcm(.float64), "0300 0100 44AC0000 20620500 0800 4000"),
      (.aLaw, "0600 0100 44AC0000 44AC0000 0100 0800"),
      (.muLaw, "0700 0100 44AC0000 44AC0000 0100 0800"),
    ] as [(DataFormat, String)])
  func describesEveryFormat(format: DataFormat, fields: String) throws {
    let bytes = try header(.wave, format, filler: false).headerBytes()
    #expect(hexText(bytes[12..<36]) == hexText(hex("'fmt ' 10000000 \(fields)")))
    #expect(Array(bytes[36..<40]) == hex("'data'"))
  }

  /// Like seven of Apple's µ-law files, the file ends with its last sample, and its RIFF size is
  /// odd.
  @Test func anOddSizedSoundIsNotPadded() throws {
    let odd = header(.wave, .muLaw, frames: 24_957)
    #expect(odd.trailerBytes == [])
    let bytes = try odd.headerBytes()
    #expect(Array(bytes[4..<8]) == hex(size32LE(4088 + 24_957)))
    #expect(Array(bytes[4092...]) == hex(size32LE(24_957)))
  }

  @Test func aLayoutMakesItExtensible() throws {
    let expected = hex(
      """
      'RIFF' \(size32LE(4088 + 1800)) 'WAVE'
      'fmt ' 28000000 FEFF 0600 80BB0000 002F0D00 1200 1800 1600 1800 3F000000
        0100 0000 0000 1000 8000 00AA00389B71
      'fact' 04000000 64000000
      'FLLR' A80F0000 \(String(repeating: "00", count: 4008))
      'data' 08070000
      """)
    let bytes = try header(
      .wave, .pcm(.int24), channels: 6, rate: 48_000,
      layout: ChannelLayout(tag: 0x0079_0006)
    ).headerBytes()
    #expect(bytes.count == 4096)
    #expect(firstDifference(of: bytes, from: expected) == nil)
  }

  @Test func extensibleFloatsNameTheirTagInTheGUID() throws {
    let bytes = try header(.wave, .pcm(.float32), layout: .mono, filler: false).headerBytes()
    let expected = hex(
      "2000 1600 2000 04000000 0300 0000 0000 1000 8000 00AA00389B71 'fact' 04000000 64000000")
    #expect(hexText(bytes[34..<72]) == hexText(expected))
  }

  @Test(arguments: [(Container.rf64, "RF64"), (.bw64, "BW64")])
  func longSizesHaveTheirOwnChunk(container: Container, type: String) throws {
    let expected = hex(
      """
      '\(type)' FFFFFFFF 'WAVE'
      'ds64' 1C000000 1811000000000000 2001000000000000 9000000000000000 00000000
      'fmt ' 10000000 0100 0100 44AC0000 88580100 0200 1000
      'FLLR' A80F0000 \(String(repeating: "00", count: 4008))
      'data' FFFFFFFF
      """)
    let bytes = try header(container, .pcm(.int16), frames: 144)
      .headerBytes()
    #expect(bytes.count == 4096)
    #expect(firstDifference(of: bytes, from: expected) == nil)
  }

  @Test func longSizesHoldAnything() throws {
    let frames = 3 << 32
    let bytes = try header(
      .rf64, .pcm(.int16), frames: frames, filler: false
    ).headerBytes()
    #expect(
      hexText(bytes[20..<48])
        == hexText(hex("4800000006000000 0000000006000000 0000000003000000 00000000")))
  }

  /// WAVE only stores whole hertz.
  @Test(arguments: [(22_254.54545, 22_255), (22_254.4, 22_254), (44_099.5, 44_100)])
  func ratesAreRounded(rate: Double, written: Int) throws {
    let bytes = try header(.wave, .muLaw, rate: rate).headerBytes()
    #expect(Array(bytes[24..<28]) == hex(size32LE(written)))
  }
}
