import TestSupport
import Testing

@testable import SoundFormat

/// Well-formed files with every field written by hand. Layout: AIFF 1.3 and the AIFF-C draft of
/// 1991-08-26.
@Suite struct AIFFReaderTests {
  private static let rate = "400BFA00000000000000"
  private static let fver = "'FVER' 00000004 A2805140"
  private static let ssnd = "'SSND' 0000000E 00000000 00000000 0001 FFFE 0003"

  private func form(_ type: String, _ body: String) -> String {
    "'FORM' \(size32(4 + hex(body).count)) '\(type)' \(body)"
  }

  @Test func readsThreeSamples() throws {
    let text = form("AIFF", "'COMM' 00000012 0001 00000003 0010 \(Self.rate) \(Self.ssnd)")
    let sound = try parsed(text)
    #expect(sound.container == .aiff)
    #expect(
      sound.format
        == StreamFormat(
          sampleRate: 8000, channelCount: 1, dataFormat: .pcm(.int16, .big)))
    #expect(sound.audioBytes == 54..<60)
    #expect(sound.frameCount == 3)
    #expect(sound.missingByteCount == 0)
    #expect(sound.noteTexts == [])
    #expect(sound.chunks.map(\.identifier) == ["COMM", "SSND"])
    #expect(try frames(of: hex(text)).int16Samples == [1, -2, 3])
  }

  /// Each case: a bit depth, its sample type, and the frames. A sample takes as many bytes as its bit depth needs.
  @Test(
    arguments: [
      ("0001", .int8, 6), ("0008", .int8, 6), ("0009", .int16, 3), ("000C", .int16, 3),
      ("0010", .int16, 3), ("0014", .int24, 2), ("0018", .int24, 2), ("001F", .int32, 1),
      ("0020", .int32, 1),
    ] as [(String, PCMEncoding.SampleType, Int)])
  func readsEveryDepth(depth: String, type: PCMEncoding.SampleType, frames: Int) throws {
    let sound = try parsed(
      form("AIFF", "'COMM' 00000012 0001 \(size32(frames)) \(depth) \(Self.rate) \(Self.ssnd)"))
    #expect(sound.format.dataFormat == .pcm(type, .big))
    #expect(sound.frameCount == frames)
  }

  @Test(arguments: ["0000", "0021", "0040", "7FFF", "8000", "FFFF"])
  func rejectsInvalidDepths(depth: String) {
    let error = #expect(throws: SoundFileError.self) {
      try parsed(form("AIFF", "'COMM' 00000012 0001 00000003 \(depth) \(Self.rate) \(Self.ssnd)"))
    }
    #expect(error?.code == .malformed)
    #expect(error?.offset == 20)
  }

  @Test(
    arguments: [
      ("NONE", 8, .pcm(.int8)),
      ("NONE", 16, .pcm(.int16, .big)),
      ("NONE", 24, .pcm(.int24, .big)),
      ("twos", 8, .pcm(.int8)),
      ("twos", 16, .pcm(.int16, .big)),
      ("sowt", 16, .pcm(.int16, .little)),
      // Some writers use 'sowt' for more than 16 bits.
      ("sowt", 24, .pcm(.int24, .little)),
      ("raw ", 8, .pcm(.uint8)),
      ("in24", 24, .pcm(.int24, .big)),
      ("in32", 32, .pcm(.int32, .big)),
      ("42ni", 24, .pcm(.int24, .little)),
      ("42n1", 24, .pcm(.int24, .little)),
      ("23ni", 32, .pcm(.int32, .little)),
      ("fl32", 32, .pcm(.float32, .big)),
      ("FL32", 32, .pcm(.float32, .big)),
      // Some files state 16 bits for 32-bit floats.
      ("fl32", 16, .pcm(.float32, .big)),
      ("fl64", 64, .pcm(.float64, .big)),
      ("FL64", 64, .pcm(.float64, .big)),
      ("ulaw", 8, .muLaw), ("ULAW", 16, .muLaw), ("alaw", 8, .aLaw), ("ALAW", 16, .aLaw),
      // Apple, libsndfile and FFmpeg write these bit depths.
      ("ima4", 0, .ima4), ("ima4", 16, .ima4), ("ima4", 4, .ima4),
      ("MAC3", 8, .other(CodecDescription(formatID: "MAC3", bitsPerChannel: 8))),
    ] as [(String, Int, DataFormat)])
  func readsEveryCompressionType(type: String, depth: Int, format: DataFormat) throws {
    let comm =
      "'COMM' 00000018 0001 00000000 \(size32(depth).suffix(4)) \(Self.rate) '\(type)' 0000"
    let sound = try parsed(form("AIFC", Self.fver + comm))
    #expect(sound.container == .aifc)
    #expect(sound.format.dataFormat == format)
  }

  /// The compression name is only for display. It may be empty, missing, or longer than the chunk.
  @Test(arguments: [
    "00000018 0001 00000003 0010 400BFA00000000000000 'twos' 0000",
    "00000016 0001 00000003 0010 400BFA00000000000000 'twos'",
    "0000001A 0001 00000003 0010 400BFA00000000000000 'twos' 03 'abc'",
    "00000018 0001 00000003 0010 400BFA00000000000000 'twos' FF 00",
  ])
  func readsAnyCompressionName(comm: String) throws {
    let sound = try parsed(form("AIFC", "\(Self.fver) 'COMM' \(comm) \(Self.ssnd)"))
    #expect(sound.frameCount == 3)
    #expect(sound.noteTexts == [])
  }

  @Test func ima4CountsPackets() throws {
    let comm = "'COMM' 00000018 0001 00000002 0000 \(Self.rate) 'ima4' 0000"
    let packets = String(repeating: "00", count: 68)
    let sound = try parsed(
      form("AIFC", "\(Self.fver) \(comm) 'SSND' 0000004C 00000000 00000000 \(packets)"))
    #expect(sound.packetCount == 2)
    #expect(sound.frameCount == 128)
    #expect(sound.packetTable == nil)
    #expect(sound.noteTexts == [])
  }

  @Test func readsALayout() throws {
    let sound = try parsed(
      form(
        "AIFF",
        "'COMM' 00000012 0002 00000001 0010 \(Self.rate) 'CHAN' 0000000C 00650002 0000000000000000"
          + "'SSND' 0000000C 00000000 00000000 00010002"))
    #expect(sound.layout == .stereo)
    #expect(sound.noteTexts == [])
  }

  @Test func aSoundWithoutFramesNeedsNoSoundData() throws {
    let sound = try parsed(form("AIFF", "'COMM' 00000012 0001 00000000 0010 \(Self.rate)"))
    #expect(sound.frameCount == 0)
    #expect(sound.audioBytes.isEmpty)
    #expect(sound.noteTexts == [])
  }

  @Test func rejectsAFileWithoutCommonOrSoundData() {
    let comm = "'COMM' 00000012 0001 00000003 0010 \(Self.rate)"
    for (body, name) in [(Self.ssnd, "COMM"), (comm, "SSND")] {
      let error = #expect(throws: SoundFileError.self) { try parsed(form("AIFF", body)) }
      #expect(error?.code == .malformed)
      #expect(error?.reason == "the \(name) chunk is missing")
    }
  }

  /// Source: Toisto's invalid-chunk-comm-short.aifc, whose chunk ends before the compression type.
  @Test(arguments: 0..<22)
  func rejectsEveryTruncationOfCommon(byteCount: Int) {
    let whole = hex("0001 00000003 0010 \(Self.rate) 'twos'")
    var reader = ByteReader(Array(whole.prefix(byteCount)), order: .big)
    let error = #expect(throws: SoundFileError.self) {
      try AIFFCommon(parsing: &reader, isAIFC: true)
    }
    #expect(error?.code == .truncated)
    let missing =
      byteCount < 8
      ? byteCount < 2 ? "channel count" : byteCount < 6 ? "frame count" : "sample size"
      : byteCount < 18 ? "sample rate" : "compression type"
    let present = counted(byteCount, "byte")
    #expect(error?.reason == "the COMM chunk has \(present): its \(missing) is missing")
  }
}

/// The 80-bit sample rates of AIFF.
@Suite struct ExtendedNumberTests {
  private static let rates: [(rate: Double, signAndExponent: UInt16, significand: UInt64)] = [
    (1, 0x3FFF, 0x8000_0000_0000_0000), (5512.5, 0x400B, 0xAC44_0000_0000_0000),
    (8000, 0x400B, 0xFA00_0000_0000_0000), (44_100, 0x400E, 0xAC44_0000_0000_0000),
    (48_000, 0x400E, 0xBB80_0000_0000_0000), (10_000_000, 0x4016, 0x9896_8000_0000_0000),
    // The first Macintosh's rate, rounded as usual.
    (22_254.54545, 0x400D, 0xADDD_1745_38EF_3800),
  ]

  @Test(arguments: rates)
  func ratesAreWrittenAndRead(rate: Double, signAndExponent: UInt16, significand: UInt64) {
    let extended = rate.extended
    #expect(extended.signAndExponent == signAndExponent)
    #expect(extended.significand == significand)
    #expect(Double(extendedSignAndExponent: signAndExponent, significand: significand) == rate)
  }

  /// The first Macintosh's rate, exact to 64 bits, is read as the nearest Double.
  @Test func roundsWhatADoubleCannotHold() {
    let read = Double(extendedSignAndExponent: 0x400D, significand: 0xADDD_1745_D174_5D17)
    #expect(read == 22_254.545454545456)
  }

  @Test func readsInvalidRatesWithoutTrapping() {
    #expect(Double(extendedSignAndExponent: 0, significand: 0) == 0)
    #expect(Double(extendedSignAndExponent: 0x7FFF, significand: 0) == .infinity)
    #expect(Double(extendedSignAndExponent: 0xFFFF, significand: .max) == -.infinity)
    #expect(Double(extendedSignAndExponent: 0x7FFE, significand: .max) == .infinity)
    #expect(Double(extendedSignAndExponent: 0x0001, significand: .max) == 0)
    #expect(Double(extendedSignAndExponent: 0xC00E, significand: 0xAC44 << 48) == -44_100)
    // The number isn't normalised: its leading 1 is one bit too low.
    #expect(Double(extendedSignAndExponent: 0x400F, significand: 0xAC44 << 47) == 44_100)
  }
}
