import TestSupport
import Testing

@testable import SoundFormat

@Suite struct SoundFileParsingTests {
  private static let others = "CAF, AIFF, WAVE, MPEG-4, ADTS, MP3 or FLAC"

  @Test(
    arguments: [
      ("'ID3' 0400", "this is MP3 audio, not \(others)"),
      ("FFFB9000", "this is MPEG audio, not \(others)"),
      ("FFF15080", "this is AAC audio, not \(others)"),
      ("FFF95080 001FFC", "this is AAC audio, not \(others)"),
      ("FFF85908 003C 4E000001", "this is FLAC audio without a header, not \(others)"),
      ("FFF97C18 C7BF 0FFF 2C AF", "this is FLAC audio without a header, not \(others)"),
      ("1A45DFA3 9F", "this is a Matroska or WebM file, not \(others)"),
      ("'OggS' 0002", "this is an Ogg file, not \(others)"),
      ("'.snd' 00000018", "this is Sun audio, not \(others)"),
      ("'riff' 2E91CF11", "this is a Wave64 file, not \(others)"),
      ("'RIFF' 00000000 'AVI '", "this is an AVI film, not \(others)"),
      ("'RIFF' 00000000 'WEBP'", "this is another kind of RIFF file, not \(others)"),
      ("'wvpk' 00000000", "this is a WavPack file, not \(others)"),
      ("'FORM' 00000000 'ILBM'", "this is another kind of IFF file, not \(others)"),
      ("'PK' 0304", "this is a zip archive, not \(others)"),
      (
        "'version https://git-lfs.github.com/spec/v1'",
        "this is a Git LFS pointer, not \(others)"
      ),
      ("'<!DOCTYPE html>'", "this is a web page, not \(others)"),
      ("'hello world'", "this is not a \(others) file"),
      ("00", "this is not a \(others) file"),
      ("'WAVE'", "this is not a \(others) file"),
    ] as [(String, String)])
  func namesTheFormatOfAFile(text: String, reason: String) {
    let error = #expect(throws: SoundFileError.self) { try parsed(text) }
    #expect(error?.code == .unrecognized)
    #expect(error?.reason == reason)
  }

  /// If a source fails, the file isn't reported as broken.
  @Test func rethrowsErrorsOfTheSource() {
    struct Broken: ByteSource {
      let byteCount = 100
      func bytes(at offset: Int, count: Int) throws(SoundFileError) -> [UInt8] {
        throw SoundFileError(.inputOutput, "the disk is gone")
      }
    }
    #expect(throws: SoundFileError(.inputOutput, "")) { try SoundFile(in: Broken()) }
  }

  /// Only headers are read, however long the audio is.
  @Test func readsOnlyHeaders() throws {
    for container in [Container.caf, .rf64] {
      let source = CountedFile(try SparseFile(container, .muLaw, frameCount: 1 << 40))
      let sound = try SoundFile(in: source)
      #expect(sound.frameCount == 1 << 40)
      #expect(sound.audioBytes == 4096..<4096 + 1 << 40)
      #expect(source.readByteCount < 300)
    }
  }
}

/// Some programs put ID3 tags before any file.
@Suite struct TaggedFileTests {
  /// An ID3v2 tag.
  private static func tag(_ byteCount: Int, flags: UInt8 = 0) -> [UInt8] {
    id3Tag(zeros(byteCount), version: 4, flags: flags) + zeros(flags & 0x10 == 0 ? 0 : 10)
  }

  /// No bytes, up to 100,001 bytes, with a footer, three in a row, and ID3v1.
  private static let tags = [
    tag(0), tag(200), tag(100_001), tag(300, flags: 0x10), tag(1) + tag(20) + tag(3),
    Array("TAG".utf8) + zeros(125),
  ]

  /// Complete files, files that end in their audio, files that end in their header, and a stream.
  private static let files =
    (SmallFile.written + SmallFile.handmade).flatMap {
      [$0.bytes, Array($0.bytes.prefix($0.audioOffset + 9)), Array($0.bytes.prefix(50))]
    } + [SmallFile.adts()]

  /// What may lie between joined files: nothing, a pad byte, more zeros, and tags.
  private static let gaps =
    [[], zeros(1), zeros(50), zeros(64), zeros(10) + tags[4] + zeros(30) + tags[5]] + tags

  /// Two files in one. Only the first is read.
  @Test(arguments: [Container.wave, .rf64, .aiff, .aifc, .caf], gaps.indices)
  func joinedFilesAreNoted(container: Container, index: Int) throws {
    let gap = Self.gaps[index]
    let whole = try soundFile(
      container, .pcm(.int16, [.aiff, .aifc].contains(container) ? .big : .little), frameCount: 100)
    for next in ["RIFF", "RIFX", "RF64", "BW64", "FORM", "caff", nil] {
      // The size is that of a little-endian file, which is negative in CAF.
      let rest = next.map { hex("'\($0)' C4000000 'WAVE'") } ?? hex("0102")
      let sound = try SoundFile(parsing: whole + gap + rest + zeros(200))
      #expect(sound.frameCount == 100)
      #expect(sound.ignoredRest?.offset == next.map { _ in whole.count + gap.count })
    }
  }

  /// Everything is as without the tag, but further back.
  @Test(arguments: tags.indices, files.indices)
  func theTagIsSkipped(tag: Int, file: Int) {
    /// What is read, with offsets that count from the end of the tag.
    func reading(_ bytes: [UInt8], after start: Int) -> String {
      do {
        let sound = try SoundFile(parsing: bytes)
        #expect(sound.start == start)
        let offsets = [sound.audioBytes.lowerBound] + sound.chunks.map(\.bodyOffset)
        let notes = sound.notes.map { ($0.message, $0.offset.map { $0 - start }) }
        return """
          \(sound.container) \(sound.format) \(sound.frameCount) \(sound.missingByteCount) \
          \(sound.metadata) \(sound.audioBytes.count) \(offsets.map { $0 - start }) \(notes)
          """
      } catch {
        return "\(error.code) \(error.reason) \(error.offset.map { $0 - start } ?? -1)"
      }
    }
    let (tag, file) = (Self.tags[tag], Self.files[file])
    #expect(reading(tag + file, after: tag.count) == reading(file, after: 0))
  }

  private static let unknown = ForeignFormat.other("unknown data after an ID3 tag")

  @Test(arguments: [
    ("'OggS'", ForeignFormat.ogg), ("'RIFF' 00000000 'WEBP'", .otherRIFF),
    ("FFFB9000", .mp3), ("'hello'", unknown), ("00000000 'RIFF'", unknown), ("'PK'", unknown),
    ("", .mp3), ("'ID3' 04", .mp3),
  ])
  func otherFormatsAreNamed(text: String, format: ForeignFormat) {
    let error = #expect(throws: SoundFileError.self) {
      try SoundFile(parsing: Self.tag(20) + hex(text))
    }
    #expect(error?.foreignFormat == format)
  }
}

/// A stream that was never closed: its audio chunk is the last, and states a size that no sound has.
@Suite struct PlaceholderTests {
  private static let round = [
    0x1000_0000, 0x2000_0000, 0x4000_0000, 0x7000_0000, 0x7F00_0000, 0x8000_0000, 0xF000_0000,
    300_000_000, 1_000_000_000, 2_000_000_000, 3_000_000_000, 4_000_000_000,
  ]
  private static let limits = [0x7FFF_0000, 0x7FFF_FFFF, 0xFFFF_0000, 0xFFFF_FFFF, Int.max]
  private static let others = [
    0x0800_0000, 0x0FFF_FF00, 200_000_000, 299_999_000, 300_001_000, 0x4000_1000,
    1_234_567_890, 2_000_001_000, 0x7EFF_FF00, 0x8000_1000, 0xFFFE_FE00,
  ]

  /// Six bytes are present. A round size may also be that of the audio alone, and a header may have been added or
  /// subtracted. Other sizes are those of truncated files.
  @Test(arguments: round + limits + others, [Container.wave, .rf64, .bw64, .aiff, .aifc, .caf])
  func openStreams(base: Int, container: Container) throws {
    let isWAVE = container.family == .wave
    let whole = try soundFile(
      container, .pcm(.int16, isWAVE ? .little : .big), .int16([1, 2, 3]), usesFiller: false)
    let own = isWAVE ? 0 : container == .caf ? 4 : 8
    let body = whole.count - 6 - own
    let width = [.wave, .aiff, .aifc].contains(container) ? 4 : 8
    for change in Self.limits.contains(base) ? [0] : [0, own, body, -body, body - 8, 8 - body] {
      let size = base + change
      guard width == 8 || size <= 0xFFFF_FFFF else { continue }
      let bytes = size.little(byteCount: width)
      // RF64 and BW64 state the size in the ds64 chunk.
      let start = isWAVE && width == 8 ? 28 : body - width
      var file = whole
      file.replaceSubrange(start..<start + width, with: isWAVE ? bytes : bytes.reversed())
      let missing = Self.others.contains(base) ? size - own - 6 : 0
      #expect(try SoundFile(parsing: file).missingByteCount == missing, "\(change)")
    }
  }
}

/// The reader reports how much of a truncated file is missing.
@Suite struct CutShortTests {
  @Test(arguments: SmallFile.written)
  func countsWhatIsMissing(file: SmallFile) throws {
    let whole = try SoundFile(parsing: file.bytes)
    let bytesPerPacket = whole.format.bytesPerPacket
    for byteCount in file.audioOffset..<whole.audioBytes.upperBound {
      let sound = try SoundFile(parsing: Array(file.bytes.prefix(byteCount)))
      let missing = whole.audioBytes.upperBound - byteCount
      // Skip two lengths at which the data chunk seems to state the file's size, as some recorders do.
      let audioByteCount = whole.audioBytes.count
      let isAmbiguous = [audioByteCount, audioByteCount + 8].contains(byteCount)
      guard !isAmbiguous, missing >= bytesPerPacket else { continue }
      #expect(sound.missingByteCount == missing, "cut to \(byteCount) bytes")
      #expect(
        sound.audioBytes.count == (byteCount - file.audioOffset) / bytesPerPacket * bytesPerPacket)
    }
  }

  /// A copy that lost its last 4096 bytes. Its RIFF size shows that it isn't the file of a recorder
  /// that counts the header.
  @Test func losingAsMuchAsTheHeaderIsDetected() throws {
    let format = StreamFormat(sampleRate: 8000, channelCount: 1, dataFormat: .muLaw)
    let header = SoundHeader(container: .wave, format: format, frameCount: 8192)
    let bytes = try header.headerBytes() + [UInt8](repeating: 0xFF, count: 4096)
    let sound = try SoundFile(parsing: bytes)
    #expect(sound.frameCount == 4096)
    #expect(sound.missingByteCount == 4096)
  }
}
