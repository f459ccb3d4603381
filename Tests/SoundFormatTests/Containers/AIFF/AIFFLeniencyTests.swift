import SoundFormat
import TestSupport
import Testing

/// Deviations found in real files: each is tolerated, noted and read with the right values.
@Suite struct AIFFLeniencyTests {
  private static let rate = "400BFA00000000000000"
  private static let comm = "'COMM' 00000012 0001 00000003 0010 \(rate) "
  private static let ssnd = "'SSND' 0000000E 00000000 00000000 0001 FFFE 0003 "

  private func form(_ body: String) -> String {
    form("AIFF", body)
  }

  private func form(_ type: String, _ body: String) -> String {
    "'FORM' \(size32(4 + hex(body).count)) '\(type)' \(body)"
  }

  /// session-ios's silence.aiff.
  @Test(arguments: [0, 0x33, 0x35, 0xFFFF_FFFF])
  func theFormSizeMayBeWrong(size: Int) throws {
    let sound = try parsed("'FORM' \(size32(size)) 'AIFF' \(Self.comm) \(Self.ssnd)")
    #expect(sound.frameCount == 3)
    #expect(sound.missingByteCount == 0)
    #expect(sound.noteTexts == ["the FORM size is \(size), the file has 52 (at byte 4)"])
  }

  /// go-audio's sowt.aif.
  @Test func aifcMayLackItsVersion() throws {
    let comm = "'COMM' 00000018 0001 00000003 0010 \(Self.rate) 'twos' 0000"
    let sound = try parsed(form("AIFC", comm + Self.ssnd))
    #expect(sound.frameCount == 3)
    #expect(sound.noteTexts == ["the FVER chunk is missing"])
  }

  @Test func commonMayFollowTheSoundData() throws {
    let sound = try parsed(form(Self.ssnd + Self.comm))
    #expect(sound.frameCount == 3)
    #expect(sound.audioBytes == 28..<34)
    #expect(sound.noteTexts == [])
  }

  /// libsndfile and FFmpeg count differently from Apple.
  @Test(arguments: [(65, 2), (127, 2), (128, 2), (1, 1), (64, 1)])
  func commonMayCountFramesOfIMA4(frames: Int, packets: Int) throws {
    // A count of 1 in a file of one packet can mean either.
    let isAmbiguous = frames == packets
    let comm = "'COMM' 00000018 0001 \(size32(frames)) 0000 \(Self.rate) 'ima4' 0000"
    let audio = String(repeating: "00", count: 34 * packets)
    let sound = try parsed(
      form(
        "AIFC",
        "'FVER' 00000004 A2805140 \(comm) 'SSND' \(size32(8 + 34 * packets)) 0000000000000000"
          + audio))
    #expect(sound.packetCount == packets)
    #expect(sound.frameCount == (isAmbiguous ? 64 : frames))
    #expect(sound.packetTable?.remainderFrameCount == (isAmbiguous ? nil : 64 * packets - frames))
    #expect(
      sound.noteTexts
        == (isAmbiguous ? [] : ["the COMM chunk counts frames, not packets (at byte 34)"]))
  }

  /// As in every format, the audio that is present counts.
  @Test func aCommonChunkWithZeroFramesIsIgnored() throws {
    let pcm = try parsed(form("'COMM' 00000012 0001 00000000 0010 \(Self.rate) \(Self.ssnd)"))
    #expect(pcm.frameCount == 3)
    #expect(pcm.noteTexts == ["the COMM chunk counts 0, 3 are present (at byte 22)"])
    let ima4 = try parsed(
      form(
        "AIFC",
        "'FVER' 00000004 A2805140 'COMM' 00000018 0001 00000000 0000 \(Self.rate) 'ima4' 0000"
          + "'SSND' 0000002A 0000000000000000" + String(repeating: "00", count: 34)))
    #expect(ima4.frameCount == 64)
    #expect(ima4.noteTexts == ["the COMM chunk counts 0, 1 are present (at byte 34)"])
  }

  @Test func theSoundMayBeginAtAnOffset() throws {
    let sound = try parsed(
      form(Self.comm + "'SSND' 00000012 00000004 00000000 AAAAAAAA 0001 FFFE 0003"))
    #expect(sound.audioBytes == 58..<64)
    #expect(sound.frameCount == 3)
    #expect(sound.noteTexts == [])
  }

  @Test(arguments: ["00000007", "7FFFFFFF", "FFFFFFFF"])
  func anOffsetOutsideTheChunkIsIgnored(offset: String) throws {
    let sound = try parsed(form(Self.comm + "'SSND' 0000000E \(offset) 00000000 0001 FFFE 0003"))
    #expect(sound.audioBytes == 54..<60)
    #expect(
      sound.noteTexts.first?.hasSuffix("is outside the chunk: ignored (at byte 46)") == true)
  }

  /// go-audio's padded24b.aif.
  @Test func aChunkMayRunPastTheEnd() throws {
    let sound = try parsed(form(Self.comm + Self.ssnd + "'ANNO' 000000FF 'abc' 00"))
    #expect(sound.frameCount == 3)
    #expect(sound.missingByteCount == 0)
    #expect(sound.chunks.last?.byteCount == 4)
    #expect(sound.chunks.last?.claimedByteCount == 255)
    #expect(sound.noteTexts == ["the ANNO chunk claims 255 bytes, 4 are present (at byte 60)"])
  }

  /// In the same file, a chunk directly follows an odd-sized one.
  @Test func padBytesMayBeMissing() throws {
    let sound = try parsed(form("'NAME' 00000003 'abc'" + Self.comm + Self.ssnd))
    #expect(sound.frameCount == 3)
    #expect(sound.chunks.map(\.identifier) == ["NAME", "COMM", "SSND"])
    #expect(sound.noteTexts == ["no pad byte after the odd-sized NAME chunk (at byte 23)"])
  }

  @Test func padBytesAreUsuallyPresent() throws {
    let sound = try parsed(form("'NAME' 00000003 'abc' 00" + Self.comm + Self.ssnd))
    #expect(sound.chunks.map(\.identifier) == ["NAME", "COMM", "SSND"])
    #expect(sound.noteTexts == [])
  }

  @Test func theLastPadByteMayBeMissing() throws {
    let comm = "'COMM' 00000012 0001 00000003 0008 \(Self.rate) "
    let unpadded = try parsed(form(comm + "'SSND' 0000000B 00000000 00000000 0102FE"))
    #expect(unpadded.frameCount == 3)
    #expect(unpadded.noteTexts == ["no pad byte after the odd-sized SSND chunk (at byte 57)"])
    let padded = try parsed(form(comm + "'SSND' 0000000B 00000000 00000000 0102FE00"))
    #expect(padded.frameCount == 3)
    #expect(padded.noteTexts == [])
  }

  @Test func framesBeyondCommonsCountAreIgnored() throws {
    let sound = try parsed(form("'COMM' 00000012 0001 00000002 0010 \(Self.rate) \(Self.ssnd)"))
    #expect(sound.frameCount == 2)
    #expect(sound.audioBytes == 54..<58)
    #expect(
      sound.noteTexts
        == ["the COMM chunk counts 2, 3 are present: the rest is ignored (at byte 22)"])
  }

  @Test func framesMissingFromTheFileAreNoted() throws {
    let sound = try parsed(form("'COMM' 00000012 0001 00000009 0010 \(Self.rate) \(Self.ssnd)"))
    #expect(sound.frameCount == 3)
    #expect(sound.missingByteCount == 0)
    #expect(sound.noteTexts == ["the COMM chunk counts 9, 3 are present (at byte 22)"])
  }

  @Test func aTruncatedFileMissesBytes() throws {
    let sound = try parsed(
      "'FORM' 000000EE 'AIFF' 'COMM' 00000012 0001 00000064 0010 \(Self.rate)"
        + "'SSND' 000000D0 00000000 00000000 0001 FFFE 00")
    #expect(sound.frameCount == 2)
    #expect(sound.missingByteCount == 195)
    #expect(sound.notes.count == 3)
  }

  /// sox writes this to a pipe.
  @Test func aPlaceholderMissesNothing() throws {
    let sound = try parsed(
      "'FORM' 7F000036 'AIFF' 'COMM' 00000012 0001 3F800000 0010 \(Self.rate)"
        + "'SSND' 7F000008 00000000 00000000 0001 FFFE 0003")
    #expect(sound.frameCount == 3)
    #expect(sound.missingByteCount == 0)
  }

  /// FFmpeg writes this to a pipe; sox reads it to its end, FFmpeg doesn't.
  @Test func sizesThatWereNeverFilledInReachToTheEnd() throws {
    let sound = try parsed(
      "'FORM' 00000000 'AIFF' 'COMM' 00000012 0001 00000000 0010 \(Self.rate)"
        + "'SSND' 00000000 00000000 00000000 0001 FFFE 0003")
    #expect(sound.frameCount == 3)
    #expect(sound.missingByteCount == 0)
  }

  @Test func junkAfterTheLastChunkIsIgnored() throws {
    let sound = try parsed(form(Self.comm + Self.ssnd + "00010203 04050607 08"))
    #expect(sound.frameCount == 3)
    #expect(sound.noteTexts == ["9 bytes after the last chunk (at byte 60)"])
  }

  @Test func aTruncatedLayoutIsIgnored() throws {
    let sound = try parsed(form(Self.comm + "'CHAN' 00000004 00640001" + Self.ssnd))
    #expect(sound.layout == nil)
    #expect(sound.frameCount == 3)
  }
}
