import SoundFormat
import TestSupport
import Testing

@Suite struct WAVELeniencyTests {
  private static let fmt = "'fmt ' 10000000 0100 0100 401F0000 803E0000 0200 1000 "
  private static let muLaw = "'fmt ' 10000000 0700 0100 401F0000 401F0000 0100 0800 "
  private static let audio = "0100 FEFF 0300 "
  private static let data = "'data' 06000000 \(audio)"

  private static func riff(_ body: String) -> String {
    "'RIFF' \(size32LE(4 + hex(body).count)) 'WAVE' \(body)"
  }

  /// The sizes of the data chunk and of the RIFF chunk that programs write to a pipe, and these programs. Crashed
  /// recorders leave the same sizes. mpg123 writes 0 and 36, as do the recorders below.
  private static let placeholders = [
    (0xFFFF_FFFF, 0xFFFF_FFFF, "FFmpeg, and OpenAI's speech"),
    (0xFFFF_FFDB, 0xFFFF_FFFF, "servers that subtract the header"),
    (0x7FFF_F000, 0x7FFF_F024, "SoX and eSpeak; linphone's ringback.wav"),
    (0x7FFF_FFFF, 0x8000_0023, "lame --decode"),
    (0x7FFF_FFD3, 0x7FFF_FFF7, "oggdec"),
    (0x7FFF_FF00, 0x7FFF_FF24, "arecord without a limit"),
    (0x8000_0000, 0x8000_0024, "arecord"),
    (0x7FFF_0000, 0x7FFF_0024, "GStreamer's wavenc"),
    (2_000_000_000, 2_000_000_036, "Metasploit's microphone, and servers in Python"),
  ]

  private static let wrongSizes: [[Deviation]] = [
    // bwf.wav's RIFF size is off by one.
    [0, 41, 43, 1000].map { size in
      Deviation(
        "a RIFF size of \(size)", "'RIFF' \(size32LE(size)) 'WAVE' \(fmt) \(data)",
        notes: ["the RIFF size is \(size), the file has 42 (at byte 4)"])
    },
    // A crashed recorder leaves both sizes at their values from before the first sample.
    [0, 4, 36].map { size in
      Deviation(
        "a RIFF size of \(size), and a data size of 0",
        "'RIFF' \(size32LE(size)) 'WAVE' \(fmt) 'data' 00000000 \(audio)", audio: 44..<50,
        notes: [
          "the RIFF size is \(size), the file has 42 (at byte 4)",
          "the data chunk's size was never filled in (at byte 40)",
        ])
    },
    placeholders.map { size, riffSize, writer in
      Deviation(
        writer, "'RIFF' \(size32LE(riffSize)) 'WAVE' \(fmt) 'data' \(size32LE(size)) \(audio)",
        notes: [
          "the data chunk claims \(size) bytes, 6 are present (at byte 36)",
          "the RIFF size is \(riffSize), the file has 42 (at byte 4)",
        ])
    },
    // Some recorders count the header: the data chunk has the size of the file or of the RIFF
    // chunk.
    [50, 42].map { size in
      Deviation(
        "a data size of \(size)",
        "'RIFF' 2A000000 'WAVE' \(fmt) 'data' \(size32LE(size)) \(audio)",
        notes: [
          "the data chunk claims \(size) bytes, 6 are present (at byte 36)",
          "the data chunk's size counts the header before it (at byte 40)",
        ])
    },
    // mediastreamer2 is Linphone's recorder. When it appends to a recording, it states the file's
    // size as the audio's, and derives the RIFF size from it. One version makes the RIFF size 4 too
    // small. Other programs state the right RIFF size, or the file's size in both places.
    [50 + 32, 50 + 36, 50].map { size in
      Deviation(
        "a RIFF size of \(size), and the file's size as that of the audio",
        "'RIFF' \(size32LE(size)) 'WAVE' \(fmt) 'data' 32000000 \(audio)", audio: 44..<50,
        notes: [
          "the data chunk claims 50 bytes, 6 are present (at byte 36)",
          "the RIFF size is \(size), the file has 42 (at byte 4)",
          "the data chunk's size counts the header before it (at byte 40)",
        ])
    },
    // Mono, 16 bits. The bits tell the samples' size.
    [0, 1, 3, 4, 6, 8, 16, 65_535].map { blockAlign in
      Deviation(
        "blocks of \(blockAlign) bytes",
        riff(fmt.replacing("0200 1000", with: "\(size32LE(blockAlign).prefix(4)) 1000") + data),
        notes: [
          "the fmt chunk states blocks of \(counted(blockAlign, "byte")), a frame has 2 (at byte 32)"
        ])
    },
    // Source: the first versions of Kokoro-FastAPI's streams, its pull request 94.
    ["RIFF", "RIFX", "RF64", "BW64", "FORM"].map { next in
      Deviation(
        "\(next) after the end", riff(fmt + data) + "'\(next)' 04000000 'WAVE'",
        notes: [
          "the RIFF size is 42, the file has 54 (at byte 4)",
          "another file follows, and its sound is ignored (at byte 50)",
        ])
    },
    // Source: stereo-record.wav.
    ["00", "0000000000000000 00000000", "FFFFFFFF FFFFFFFF", "'abcd'"].map { junk in
      Deviation(
        "\(junk) after the data", riff(fmt + data + junk),
        notes: ["\(counted(hex(junk).count, "byte")) after the last chunk (at byte 50)"])
    },
  ]

  private static let others = [
    // If samples look like chunks, they aren't reported as chunks.
    Deviation(
      "chunks in a data chunk whose size was never filled in",
      "'RIFF' 00000000 'WAVE' \(fmt) 'data' 00000000 'fmt ' FFFF0000 'fact' 01000000 0102",
      frames: 9,
      notes: [
        "the RIFF size is 0, the file has 54 (at byte 4)",
        "the data chunk's size was never filled in (at byte 40)",
      ]),
    // There is no audio, and the RIFF size confirms it.
    Deviation(
      "an empty data chunk", riff(fmt + "'data' 00000000 'LIST' 04000000 'INFO'"), frames: 0),
    // ALSA's arecord writes `S24_LE` with the unused byte on top. Other programs write it at the
    // bottom.
    Deviation(
      "24 bits in four bytes",
      riff(
        "'fmt ' 10000000 0100 0100 401F0000 007D0000 0400 1800 'data' 08000000 0001020304050607"),
      frames: 2,
      notes: [
        "the fmt chunk states 24 bits in samples of 4 bytes: read as 32 bits (at byte 34)"
      ]),
    // The specification stores 20 bits in 3 bytes.
    Deviation(
      "20 bits in three bytes",
      riff("'fmt ' 10000000 0100 0100 401F0000 C05D0000 0300 1400 'data' 06000000 000102030405"),
      frames: 2),
    // Apple's own µ-law files end like this.
    Deviation(
      "no pad byte at the end", riff(muLaw + "'data' 03000000 FF7F00"),
      notes: ["no pad byte after the odd-sized data chunk (at byte 47)"]),
    Deviation(
      "no pad byte in the middle", riff(muLaw + "'data' 03000000 FF7F00 'LIST' 04000000 'INFO'"),
      notes: ["no pad byte after the odd-sized data chunk (at byte 47)"]),
    Deviation(
      "a pad byte in the middle", riff(muLaw + "'data' 03000000 FF7F00 00 'LIST' 04000000 'INFO'")
    ),
    // Source: go-audio's padded24b.wav.
    Deviation(
      "an unfinished last frame",
      riff(
        "'fmt ' 10000000 0100 0200 401F0000 80BB0000 0600 1800 'data' 08000000 0102030405060708"),
      frames: 1, audio: 44..<50,
      notes: ["2 bytes of an unfinished packet after the audio (at byte 50)"]),
    Deviation(
      "a truncated file", "'RIFF' 24010000 'WAVE' \(fmt) 'data' 00010000 \(audio) 07",
      missing: 249,
      notes: [
        "the data chunk claims 256 bytes, 7 are present (at byte 36)",
        "the RIFF size is 292, the file has 43 (at byte 4)",
        "1 byte of an unfinished packet after the audio (at byte 50)",
      ]),
    Deviation(
      "a chunk past the end", riff(fmt + data + "'LIST' FF000000 'INFO'"),
      notes: ["the LIST chunk claims 255 bytes, 4 are present (at byte 50)"]),
    Deviation(
      "two data chunks", riff(fmt + data + "'data' 02000000 0900"), audio: 44..<50,
      notes: ["the audio of another data chunk is ignored"]),
    Deviation(
      "fmt after data", riff(data + fmt), audio: 20..<26,
      notes: ["the data chunk precedes the fmt chunk (at byte 20)"]),
    Deviation(
      "a mask for other channels",
      riff(
        """
        'fmt ' 28000000 FEFF 0100 401F0000 803E0000 0200 1000 1600 1000 3F000000
        0100 0000 0000 1000 8000 00AA00389B71 \(data)
        """),
      notes: ["the channel layout is for 6 channels, not 1: ignored (at byte 20)"]),
    Deviation(
      "RF64 without its long sizes",
      "'RF64' FFFFFFFF 'WAVE' \(fmt) 'data' FFFFFFFF \(audio)",
      notes: [
        "the data chunk claims 4294967295 bytes, 6 are present (at byte 36)",
        "the RIFF size is 4294967295, the file has 42 (at byte 4)",
      ]),
  ]

  @Test(arguments: wrongSizes.joined() + others)
  func isTolerated(deviation: Deviation) throws { try deviation.check() }

  /// If the data size exceeds the audio by another number than the header's size, bytes count as missing.
  @Test(arguments: [8, 10, 36, 40, 42, 48, 52, 88])
  func noOtherExcessIsExplained(excess: Int) throws {
    let sound = try parsed(
      "'RIFF' \(size32LE(42 + excess)) 'WAVE' \(Self.fmt) 'data' \(size32LE(6 + excess))"
        + Self.audio)
    #expect(sound.missingByteCount == excess)
  }

  /// Truncated downloads: sizes that no program is known to write to a pipe, and sizes near 2 GB of which at least half
  /// is present. Each case: the data chunk's size, and how many bytes of it are present.
  @Test(arguments: [
    (0x7FFE_FFFF, 6), (0x8000_0002, 6), (0x4000_0002, 6), (1_000_000_002, 6), (1_999_999_998, 6),
    (0xFFFE_FFFE, 6), (0x7FFF_FFD4, 0x4000_0000), (0x8000_0000, 0x4000_0000),
    (2_000_000_000, 1_999_999_998), (0x4000_0000, 0x2000_0000), (1_000_000_000, 500_000_000),
  ])
  func otherLargeSizesAreTruncations(size: Int, present: Int) throws {
    let header = hex("'RIFF' \(size32LE(size + 36)) 'WAVE' \(Self.fmt) 'data' \(size32LE(size))")
    let sound = try SoundFile(in: SparseFile(header, byteCount: 44 + present))
    #expect(sound.missingByteCount == size - present)
  }

  /// The writer didn't know the length, and the sound became longer than the placeholder says.
  @Test(
    arguments: ["RIFF", "RF64"],
    [("FFFFFFFF", "FFFFFFFF"), ("00F0FF7F", "24F0FF7F"), ("FFFFFF7F", "23000080")])
  func outgrownPlaceholdersAreIgnored(outer: String, sizes: (String, String)) throws {
    let header = hex("'\(outer)' \(sizes.1) 'WAVE' \(Self.fmt) 'data' \(sizes.0)")
    let source = SparseFile(header, byteCount: 44 + 5 << 30)
    let sound = try SoundFile(in: source)
    #expect(sound.audioBytes == 44..<44 + 5 << 30)
    #expect(sound.missingByteCount == 0)
    #expect(sound.chunks.map(\.identifier) == ["fmt ", "data"])
    #expect(sound.noteTexts.last == "the data chunk's size was never filled in (at byte 40)")
  }

  /// Almost the largest possible WAVE file, with another chunk after its audio.
  @Test func correctLargeSizesAreKept() throws {
    let audioByteCount = 0xFFFF_FF00
    let header = hex(
      "'RIFF' \(size32LE(36 + audioByteCount + 8)) 'WAVE' \(Self.fmt)"
        + "'data' \(size32LE(audioByteCount))")
    let source = SparseFile(header, byteCount: 44 + audioByteCount + 8)
    let sound = try SoundFile(in: source)
    #expect(sound.audioBytes == 44..<44 + audioByteCount)
    #expect(sound.missingByteCount == 0)
  }
}
