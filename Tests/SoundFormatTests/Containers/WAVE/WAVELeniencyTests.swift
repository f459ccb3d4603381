import SoundFormat
import TestSupport
import Testing

/// Deviations found in real files: each is tolerated, noted and read with the right values.
@Suite struct WAVELeniencyTests {
  private static let fmt = "'fmt ' 10000000 0100 0100 401F0000 803E0000 0200 1000 "
  private static let audio = "0100 FEFF 0300 "
  private static let data = "'data' 06000000 \(audio)"

  private func riff(_ body: String) -> String {
    "'RIFF' \(size32LE(4 + hex(body).count)) 'WAVE' \(body)"
  }

  /// A crashed recorder leaves both sizes as they were before the first sample.
  @Test(arguments: [0, 4, 36])
  func sizesThatWereNeverFilledInReachToTheEnd(riffSize: Int) throws {
    let sound = try parsed(
      "'RIFF' \(size32LE(riffSize)) 'WAVE' \(Self.fmt) 'data' 00000000 \(Self.audio)")
    #expect(sound.frameCount == 3)
    #expect(sound.audioBytes == 44..<50)
    #expect(sound.missingByteCount == 0)
    #expect(sound.noteTexts.contains("the data chunk's size was never filled in (at byte 40)"))
  }

  /// In such a file, samples that look like chunks aren't reported as chunks.
  @Test func samplesAreNotParsedAsChunks() throws {
    let sound = try parsed(
      "'RIFF' 00000000 'WAVE' \(Self.fmt) 'data' 00000000 'fmt ' FFFF0000 'fact' 01000000 0102")
    #expect(sound.frameCount == 9)
    #expect(sound.chunks.map(\.identifier) == ["fmt ", "data"])
    #expect(
      sound.noteTexts == [
        "the RIFF size is 0, the file has 54 (at byte 4)",
        "the data chunk's size was never filled in (at byte 40)",
      ])
  }

  /// No audio at all, which the RIFF size confirms.
  @Test func aDataChunkMayBeEmpty() throws {
    let sound = try parsed(riff(Self.fmt + "'data' 00000000 'LIST' 04000000 'INFO'"))
    #expect(sound.frameCount == 0)
    #expect(sound.chunks.count == 3)
    #expect(sound.noteTexts == [])
  }

  /// sox and FFmpeg write these to a pipe; linphone's ringback.wav has one, too.
  @Test(arguments: ["FFFFFFFF", "00F0FF7F", "FFFFFF7F", "DAFFFFFF"])
  func placeholdersMissNothing(size: String) throws {
    let sound = try parsed("'RIFF' \(size) 'WAVE' \(Self.fmt) 'data' \(size) \(Self.audio)")
    #expect(sound.frameCount == 3)
    #expect(sound.missingByteCount == 0)
    #expect(sound.notes.count == 2)
  }

  /// Some recorders count the header: the data chunk claims the file's or the RIFF chunk's size.
  @Test(arguments: [50, 42])
  func aDataChunkMayClaimTheFilesSize(size: Int) throws {
    let sound = try parsed(
      "'RIFF' 2A000000 'WAVE' \(Self.fmt) 'data' \(size32LE(size)) \(Self.audio)")
    #expect(sound.frameCount == 3)
    #expect(sound.missingByteCount == 0)
    #expect(
      sound.noteTexts == [
        "the data chunk claims \(size) bytes, 6 are present (at byte 36)",
        "the data chunk's size counts the header before it (at byte 40)",
      ])
  }

  /// When mediastreamer2, Linphone's recorder, appends to a recording, it states the file's size as
  /// that of the audio, and derives the RIFF size from it. One version makes it 4 too small. Other
  /// programs get it right, or state the file's size twice.
  @Test(arguments: [50 + 32, 50 + 36, 50])
  func theRIFFSizeMayBeDerivedFromTheFilesSize(riffSize: Int) throws {
    let sound = try parsed(
      "'RIFF' \(size32LE(riffSize)) 'WAVE' \(Self.fmt) 'data' 32000000 \(Self.audio)")
    #expect(sound.audioBytes == 44..<50)
    #expect(sound.missingByteCount == 0)
    #expect(
      sound.noteTexts == [
        "the data chunk claims 50 bytes, 6 are present (at byte 36)",
        "the RIFF size is \(riffSize), the file has 42 (at byte 4)",
        "the data chunk's size counts the header before it (at byte 40)",
      ])
  }

  /// Only the header's exact size explains an excess; a small excess isn't enough.
  @Test(arguments: [8, 10, 36, 40, 42, 48, 52, 88])
  func noOtherExcessIsExplained(excess: Int) throws {
    let sound = try parsed(
      "'RIFF' \(size32LE(42 + excess)) 'WAVE' \(Self.fmt) 'data' \(size32LE(6 + excess))"
        + Self.audio)
    #expect(sound.missingByteCount == excess)
  }

  /// The writer didn't know the length, and the sound outgrew the placeholder.
  @Test(arguments: ["RIFF", "RF64"], ["FFFFFFFF", "00F0FF7F"])
  func outgrownPlaceholdersAreIgnored(outer: String, size: String) throws {
    let header = hex("'\(outer)' \(size) 'WAVE' \(Self.fmt) 'data' \(size)")
    let source = SparseFile(header, byteCount: 44 + 5 << 30)
    let sound = try SoundFile(parsing: source)
    #expect(sound.audioBytes == 44..<44 + 5 << 30)
    #expect(sound.missingByteCount == 0)
    #expect(sound.chunks.map(\.identifier) == ["fmt ", "data"])
    #expect(sound.noteTexts.last == "the data chunk's size was never filled in (at byte 40)")
  }

  /// The largest possible WAVE file, with another chunk after its audio.
  @Test func correctLargeSizesAreKept() throws {
    let audioByteCount = 0xFFFF_FF00
    let header = hex(
      "'RIFF' \(size32LE(36 + audioByteCount + 8)) 'WAVE' \(Self.fmt)"
        + "'data' \(size32LE(audioByteCount))")
    let source = SparseFile(header, byteCount: 44 + audioByteCount + 8)
    let sound = try SoundFile(parsing: source)
    #expect(sound.audioBytes == 44..<44 + audioByteCount)
    #expect(sound.missingByteCount == 0)
  }

  /// ALSA's arecord writes `S24_LE` like this, with the unused byte on top; others put it at the
  /// bottom.
  @Test func unusedBytesInAPlainFormatAreNoted() throws {
    let fmt = "'fmt ' 10000000 0100 0100 401F0000 007D0000 0400 1800 "
    let sound = try parsed(riff(fmt + "'data' 08000000 0001020304050607"))
    #expect(sound.format.dataFormat == .pcm(.int32))
    #expect(sound.frameCount == 2)
    #expect(
      sound.noteTexts == [
        "the fmt chunk states 24 bits in samples of 4 bytes: read as 32 bits (at byte 34)"
      ])
  }

  /// By the specification, 20 bits take 3 bytes.
  @Test func bitsThatFillTheirBytesAreNotNoted() throws {
    let fmt = "'fmt ' 10000000 0100 0100 401F0000 C05D0000 0300 1400 "
    let sound = try parsed(riff(fmt + "'data' 06000000 000102030405"))
    #expect(sound.format.dataFormat == .pcm(.int24))
    #expect(sound.noteTexts == [])
  }

  /// bwf.wav is off by one.
  @Test(arguments: [0, 41, 43, 1000])
  func theRIFFSizeMayBeWrong(size: Int) throws {
    let sound = try parsed("'RIFF' \(size32LE(size)) 'WAVE' \(Self.fmt) \(Self.data)")
    #expect(sound.frameCount == 3)
    #expect(sound.missingByteCount == 0)
    #expect(sound.noteTexts == ["the RIFF size is \(size), the file has 42 (at byte 4)"])
  }

  private static let muLaw = "'fmt ' 10000000 0700 0100 401F0000 401F0000 0100 0800 "

  /// Apple's own µ-law files.
  @Test func theLastPadByteMayBeMissing() throws {
    let sound = try parsed(riff(Self.muLaw + "'data' 03000000 FF7F00"))
    #expect(sound.frameCount == 3)
    #expect(sound.missingByteCount == 0)
    #expect(sound.noteTexts == ["no pad byte after the odd-sized data chunk (at byte 47)"])
  }

  @Test func padBytesInTheMiddleMayBeMissing() throws {
    let unpadded = try parsed(riff(Self.muLaw + "'data' 03000000 FF7F00 'LIST' 04000000 'INFO'"))
    #expect(unpadded.frameCount == 3)
    #expect(unpadded.chunks.map(\.identifier) == ["fmt ", "data", "LIST"])
    #expect(unpadded.noteTexts == ["no pad byte after the odd-sized data chunk (at byte 47)"])
    let padded = try parsed(riff(Self.muLaw + "'data' 03000000 FF7F00 00 'LIST' 04000000 'INFO'"))
    #expect(padded.chunks.map(\.identifier) == ["fmt ", "data", "LIST"])
    #expect(padded.noteTexts == [])
  }

  /// stereo-record.wav.
  @Test(arguments: ["00", "0000000000000000 00000000", "FFFFFFFF FFFFFFFF", "'abcd'"])
  func junkAfterTheDataIsIgnored(junk: String) throws {
    let sound = try parsed(riff(Self.fmt + Self.data + junk))
    #expect(sound.frameCount == 3)
    #expect(sound.missingByteCount == 0)
    #expect(
      sound.noteTexts == ["\(counted(hex(junk).count, "byte")) after the last chunk (at byte 50)"])
  }

  /// go-audio's padded24b.wav.
  @Test func anUnfinishedLastFrameIsDropped() throws {
    let fmt = "'fmt ' 10000000 0100 0200 401F0000 80BB0000 0600 1800 "
    let sound = try parsed(riff(fmt + "'data' 08000000 0102030405060708"))
    #expect(sound.frameCount == 1)
    #expect(sound.audioBytes == 44..<50)
    #expect(sound.missingByteCount == 0)
    #expect(sound.noteTexts == ["2 bytes of an unfinished packet after the audio (at byte 50)"])
  }

  @Test func aTruncatedFileMissesBytes() throws {
    let sound = try parsed("'RIFF' 24010000 'WAVE' \(Self.fmt) 'data' 00010000 \(Self.audio) 07")
    #expect(sound.frameCount == 3)
    #expect(sound.missingByteCount == 249)
    #expect(
      sound.noteTexts == [
        "the data chunk claims 256 bytes, 7 are present (at byte 36)",
        "the RIFF size is 292, the file has 43 (at byte 4)",
        "1 byte of an unfinished packet after the audio (at byte 50)",
      ])
  }

  @Test func aChunkMayRunPastTheEnd() throws {
    let sound = try parsed(riff(Self.fmt + Self.data + "'LIST' FF000000 'INFO'"))
    #expect(sound.frameCount == 3)
    #expect(sound.missingByteCount == 0)
    #expect(sound.noteTexts == ["the LIST chunk claims 255 bytes, 4 are present (at byte 50)"])
  }

  @Test func theFirstDataChunkIsUsed() throws {
    let sound = try parsed(riff(Self.fmt + Self.data + "'data' 02000000 0900"))
    #expect(sound.frameCount == 3)
    #expect(sound.audioBytes == 44..<50)
  }

  @Test func theFormatMayFollowTheData() throws {
    let sound = try parsed(riff(Self.data + Self.fmt))
    #expect(sound.frameCount == 3)
    #expect(sound.audioBytes == 20..<26)
  }

  @Test func aMaskForOtherChannelsIsIgnored() throws {
    let fmt = """
      'fmt ' 28000000 FEFF 0100 401F0000 803E0000 0200 1000 1600 1000 3F000000
      0100 0000 0000 1000 8000 00AA00389B71
      """
    let sound = try parsed(riff(fmt + Self.data))
    #expect(sound.layout == nil)
    #expect(sound.frameCount == 3)
    #expect(
      sound.noteTexts == ["the channel layout is for 6 channels, not 1: ignored (at byte 20)"])
  }

  @Test func rf64WithoutItsLongSizesReachesToTheEnd() throws {
    let sound = try parsed("'RF64' FFFFFFFF 'WAVE' \(Self.fmt) 'data' FFFFFFFF \(Self.audio)")
    #expect(sound.container == .rf64)
    #expect(sound.frameCount == 3)
    #expect(sound.missingByteCount == 0)
  }
}
