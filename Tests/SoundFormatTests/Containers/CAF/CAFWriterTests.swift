import SoundFormat
import TestSupport
import Testing

/// Compares with the bytes that Apple's tool writes. Source: 550 CAF files it wrote.
@Suite struct CAFWriterTests {
  @Test func linearPCMBeginsAt4096() throws {
    let expected = hex(
      """
      'caff' 0001 0000
      'desc' 0000000000000020 40E5888000000000 'lpcm' 00000002 00000004 00000001 00000002 00000010
      'free' 0000000000000FB0 \(String(repeating: "00", count: 4016))
      'data' 0000000000000194 00000001
      """)
    let bytes = try header(.caf, .pcm(.int16, .little), channels: 2).headerBytes()
    #expect(bytes.count == 4096)
    #expect(firstDifference(of: bytes, from: expected) == nil)
  }

  @Test(
    arguments: [
      (DataFormat.pcm(.int8), "'lpcm' 00000002 00000001 00000001 00000001 00000008"),
      (.pcm(.int16, .big), "'lpcm' 00000000 00000002 00000001 00000001 00000010"),
      (.pcm(.int24, .little), "'lpcm' 00000002 00000003 00000001 00000001 00000018"),
      (.pcm(.int24, .big), "'lpcm' 00000000 00000003 00000001 00000001 00000018"),
      (.pcm(.int32, .little), "'lpcm' 00000002 00000004 00000001 00000001 00000020"),
      (.pcm(.float32, .little), "'lpcm' 00000003 00000004 00000001 00000001 00000020"),
      (.pcm(.float32, .big), "'lpcm' 00000001 00000004 00000001 00000001 00000020"),
      (.pcm(.float64, .little), "'lpcm' 00000003 00000008 00000001 00000001 00000040"),
      (.muLaw, "'ulaw' 00000000 00000001 00000001 00000001 00000008"),
      (.aLaw, "'alaw' 00000000 00000001 00000001 00000001 00000008"),
      (.ima4, "'ima4' 00000000 00000022 00000040 00000001 00000000"),
    ] as [(DataFormat, String)])
  func describesEveryFormat(format: DataFormat, fields: String) throws {
    let bytes = try header(.caf, format, filler: false).headerBytes()
    #expect(Array(bytes[20..<52]) == hex("40E5888000000000" + fields))
  }

  /// The order is desc, chan, info, pakt, free, data.
  @Test func ima4HasEverythingInApplesOrder() throws {
    let format = StreamFormat(sampleRate: 44_100, channelCount: 2, dataFormat: .ima4)
    let expected = hex(
      """
      'caff' 0001 0000
      'desc' 0000000000000020 40E5888000000000 'ima4' 00000000 00000044 00000040 00000002 00000000
      'chan' 000000000000000C 00650002 00000000 00000000
      'info' 000000000000003F 00000002
        'approximate duration in seconds' 00 '0.161' 00 'source bit depth' 00 'I16' 00
      'pakt' 0000000000000018 0000000000000000 0000000000001BFE 00000000 00000002
      'free' 0000000000000F29 \(String(repeating: "00", count: 3881))
      'data' 0000000000001DC4 00000001
      """)
    let entries = InformationEntry.appleEntries(
      for: format, frameCount: 7166, source: PCMEncoding(.int16))
    let bytes = try header(
      .caf, .ima4, channels: 2, frames: 7166, layout: .stereo, information: entries
    ).headerBytes()
    #expect(firstDifference(of: bytes, from: expected) == nil)
    #expect(bytes.count == 4096)
  }

  /// Each case: the valid frames, the remainder, and the packets. The table states 0 packets, and a remainder above 0,
  /// because a sound of a multiple of 64 frames gets one more packet.
  @Test(arguments: [
    (0, 0x40, 1), (1, 0x3F, 1), (63, 1, 1), (64, 0x40, 2), (65, 0x3F, 2), (128, 0x40, 3),
    (34_560, 64, 541), (36_489, 55, 571),
  ])
  func ima4CountsItsPadding(frames: Int, remainder: Int, packets: Int) throws {
    let bytes = try header(.caf, .ima4, frames: frames, filler: false).headerBytes()
    let pakt = hex(
      "'pakt' 0000000000000018 0000000000000000 \(size64(frames)) 00000000 \(size32(remainder))")
    let data = hex("'data' \(size64(4 + packets * 34)) 00000001")
    #expect(Array(bytes[52...]) == pakt + data)
  }

  /// If the header doesn't fit before 4096, the audio begins at the next multiple of 4096. Apple
  /// wrote files where the audio begins at 8192 and later.
  @Test func aLongHeaderMovesTheAudioByPages() throws {
    for (length, audio) in [(3000, 4096), (4000, 8192), (9000, 12_288)] {
      let entry = InformationEntry(key: "comments", value: String(repeating: "x", count: length))
      let bytes = try header(.caf, .muLaw, information: [entry]).headerBytes()
      #expect(bytes.count == audio)
      #expect(Array(bytes.suffix(16)) == hex("'data' 0000000000000068 00000001"))
    }
  }

  @Test func hasNoTrailer() {
    #expect(header(.caf, .muLaw, frames: 3).trailerBytes == [])
  }
}
