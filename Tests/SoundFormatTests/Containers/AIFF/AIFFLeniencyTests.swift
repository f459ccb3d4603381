import SoundFormat
import TestSupport
import Testing

@Suite struct AIFFLeniencyTests {
  private static let rate = "400BFA00000000000000"
  private static let comm = "'COMM' 00000012 0001 00000003 0010 \(rate) "
  private static let ssnd = "'SSND' 0000000E 00000000 00000000 0001 FFFE 0003 "
  private static let fver = "'FVER' 00000004 A2805140"

  private static func form(_ body: String, type: String = "AIFF") -> String {
    "'FORM' \(size32(4 + hex(body).count)) '\(type)' \(body)"
  }

  /// Three samples of one byte, without a pad byte after them.
  private static let unpadded =
    "'COMM' 00000012 0001 00000003 0008 \(rate) 'SSND' 0000000B 00000000 00000000 0102FE"

  /// Source: session-ios's silence.aiff.
  private static let wrongSizes = [0, 0x33, 0x35, 0xFFFF_FFFF].map { size in
    Deviation(
      "a FORM size of \(size)", "'FORM' \(size32(size)) 'AIFF' \(comm) \(ssnd)",
      notes: ["the FORM size is \(size), the file has 52 (at byte 4)"])
  }

  private static let wrongOffsets = [7, 0x7FFF_FFFF, 0xFFFF_FFFF].map { offset in
    Deviation(
      "an offset outside the chunk",
      form(comm + "'SSND' 0000000E \(size32(offset)) 00000000 0001 FFFE 0003"), audio: 54..<60,
      notes: ["the SSND offset \(offset) is outside the chunk: ignored (at byte 46)"])
  }

  private static let others = [
    // Source: go-audio's sowt.aif.
    Deviation(
      "AIFC without a version",
      form("'COMM' 00000018 0001 00000003 0010 \(rate) 'twos' 0000 \(ssnd)", type: "AIFC"),
      notes: ["the FVER chunk is missing"]),
    Deviation("COMM after SSND", form(ssnd + comm), audio: 28..<34),
    // As in every format, the length comes from the audio that is present.
    Deviation(
      "COMM counts no frames", form("'COMM' 00000012 0001 00000000 0010 \(rate) \(ssnd)"),
      notes: ["the COMM chunk counts 0, 3 are present (at byte 22)"]),
    Deviation(
      "COMM counts no packets",
      form(
        "\(fver) 'COMM' 00000018 0001 00000000 0000 \(rate) 'ima4' 0000"
          + "'SSND' 0000002A 0000000000000000" + String(repeating: "00", count: 34),
        type: "AIFC"),
      frames: 64, notes: ["the COMM chunk counts 0, 1 are present (at byte 34)"]),
    Deviation(
      "audio at an offset",
      form(comm + "'SSND' 00000012 00000004 00000000 AAAAAAAA 0001 FFFE 0003"), audio: 58..<64),
    // Source: go-audio's padded24b.aif. It has a chunk past the end, and no pad
    // byte after an odd-sized chunk.
    Deviation(
      "a chunk past the end", form(comm + ssnd + "'ANNO' 000000FF 'abc' 00"),
      notes: ["the ANNO chunk claims 255 bytes, 4 are present (at byte 60)"]),
    Deviation(
      "no pad byte", form("'NAME' 00000003 'abc'" + comm + ssnd),
      notes: ["no pad byte after the odd-sized NAME chunk (at byte 23)"]),
    Deviation("a pad byte", form("'NAME' 00000003 'abc' 00" + comm + ssnd)),
    Deviation(
      "no pad byte at the end", form(unpadded),
      notes: ["no pad byte after the odd-sized SSND chunk (at byte 57)"]),
    Deviation("a pad byte at the end", form(unpadded + "00")),
    Deviation(
      "more frames than COMM counts",
      form("'COMM' 00000012 0001 00000002 0010 \(rate) \(ssnd)"), audio: 54..<60,
      notes: ["the COMM chunk counts 2, 3 are present (at byte 22)"]),
    // Source: libsndfile, which divides the number of stereo packets by 2 once more. For 5 packets, it states 2.
    Deviation(
      "more packets than COMM counts",
      form(
        "\(fver) 'COMM' 00000018 0002 00000002 0010 \(rate) 'ima4' 0000"
          + "'SSND' 0000015C 0000000000000000" + String(repeating: "00", count: 340), type: "AIFC"),
      frames: 320, audio: 72..<412,
      notes: ["the COMM chunk counts 2, 5 are present (at byte 34)"]),
    // Source: Toisto's invalid-double-comm-ssnd.aiff. Apple, FFmpeg, SoX and libsndfile use the last chunks.
    Deviation(
      "two COMM and two SSND chunks",
      form(
        "'COMM' 00000012 0002 00000001 0008 \(rate)" + comm
          + "'SSND' 0000000A 00000000 00000000 0001" + ssnd), audio: 98..<104,
      notes: ["the audio of another SSND chunk is ignored"]),
    Deviation(
      "fewer frames than COMM counts",
      form("'COMM' 00000012 0001 00000009 0010 \(rate) \(ssnd)"),
      notes: ["the COMM chunk counts 9, 3 are present (at byte 22)"]),
    Deviation(
      "a truncated file",
      "'FORM' 000000EE 'AIFF' 'COMM' 00000012 0001 00000064 0010 \(rate)"
        + "'SSND' 000000D0 00000000 00000000 0001 FFFE 00", frames: 2, missing: 195,
      notes: [
        "the FORM size is 238, the file has 51 (at byte 4)",
        "the SSND chunk claims 208 bytes, 13 are present (at byte 38)",
        "1 byte of an unfinished packet after the audio (at byte 58)",
      ]),
    // sox writes this size to a pipe.
    Deviation(
      "a placeholder",
      "'FORM' 7F000036 'AIFF' 'COMM' 00000012 0001 3F800000 0010 \(rate)"
        + "'SSND' 7F000008 00000000 00000000 0001 FFFE 0003",
      notes: [
        "the FORM size is 2130706486, the file has 52 (at byte 4)",
        "the SSND chunk claims 2130706440 bytes, 14 are present (at byte 38)",
        "the COMM chunk counts 1065353216, 3 are present (at byte 22)",
      ]),
    // FFmpeg writes these sizes to a pipe. sox then reads the file to its end, FFmpeg doesn't.
    Deviation(
      "sizes of 0",
      "'FORM' 00000000 'AIFF' 'COMM' 00000012 0001 00000000 0010 \(rate)"
        + "'SSND' 00000000 00000000 00000000 0001 FFFE 0003",
      notes: [
        "the FORM size is 0, the file has 52 (at byte 4)",
        "the SSND chunk's size was never filled in (at byte 42)",
        "the COMM chunk counts 0, 3 are present (at byte 22)",
      ]),
    Deviation(
      "junk after the last chunk", form(comm + ssnd + "00010203 04050607 08"),
      notes: ["9 bytes after the last chunk (at byte 60)"]),
    Deviation(
      "a truncated layout", form(comm + "'CHAN' 00000004 00640001" + ssnd),
      notes: ["the CHAN chunk is truncated and ignored (at byte 46)"]),
  ]

  @Test(arguments: wrongSizes + wrongOffsets + others)
  func isTolerated(deviation: Deviation) throws { try deviation.check() }

  /// Each case: the frames that COMM counts in libsndfile's and FFmpeg's files, and the packets, which Apple counts.
  @Test(arguments: [(65, 2), (127, 2), (128, 2), (1, 1), (64, 1)])
  func commonMayCountFramesOfIMA4(frames: Int, packets: Int) throws {
    // In a file of one packet, a count of 1 can mean frames or packets.
    let isAmbiguous = frames == packets
    let comm = "'COMM' 00000018 0001 \(size32(frames)) 0000 \(Self.rate) 'ima4' 0000"
    let audio = String(repeating: "00", count: 34 * packets)
    let sound = try parsed(
      Self.form(
        "\(Self.fver) \(comm) 'SSND' \(size32(8 + 34 * packets)) 0000000000000000 \(audio)",
        type: "AIFC"))
    #expect(sound.packetCount == packets)
    #expect(sound.frameCount == (isAmbiguous ? 64 : frames))
    #expect(sound.packetTable?.remainderFrameCount == (isAmbiguous ? nil : 64 * packets - frames))
    #expect(
      sound.noteTexts
        == (isAmbiguous ? [] : ["the COMM chunk counts frames, not packets (at byte 34)"]))
  }
}
