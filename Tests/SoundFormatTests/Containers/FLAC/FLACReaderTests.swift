import TestSupport
import Testing

@testable import SoundFormat

/// Metadata blocks, by hand and from `flac`'s encoder.
@Suite struct FLACReaderTests {
  private static func block(
    _ kind: UInt8, _ body: [UInt8], claiming byteCount: Int? = nil
  ) -> [UInt8] {
    [kind] + (byteCount ?? body.count).big(byteCount: 3) + body
  }

  /// The parameters of a stereo stream of 16 bits at 44,100 Hz.
  private static func parameters(frameCount: UInt32 = 88_200) -> [UInt8] {
    hex("10001000 00000E 003A5C 0AC442F0") + frameCount.big() + zeros(16)
  }

  private static func comments(_ texts: [String], count: Int? = nil) -> [UInt8] {
    let texts = texts.map { Array($0.utf8) }
    return [3, 0, 0, 0] + Array("me!".utf8) + (count ?? texts.count).little(byteCount: 4)
      + texts.flatMap { $0.count.little(byteCount: 4) + $0 }
  }

  private static let audio = hex("FFF8 5988 0102030405")

  @Test func readsTheParameters() throws {
    let file = Array("fLaC".utf8) + Self.block(0x80, Self.parameters()) + Self.audio
    let sound = try SoundFile(parsing: file)
    #expect(sound.container == .flac)
    #expect(sound.format.sampleRate == 44_100)
    #expect(sound.format.channelCount == 2)
    #expect(sound.format.dataFormat.formatID == "flac")
    #expect(sound.frameCount == 88_200)
    #expect(sound.duration == 2)
    #expect(sound.audioBytes == 42..<51)
    #expect(sound.missingByteCount == 0)
    #expect(sound.metadata.isEmpty && sound.notes.isEmpty && sound.layout == nil)
    #expect(!sound.hasUncountedFrames)
  }

  /// A writer to a pipe doesn't know the number of frames.
  @Test func theLengthMayBeUnknown() throws {
    let file =
      Array("fLaC".utf8) + Self.block(0x80, Self.parameters(frameCount: 0)) + Self.audio
    let sound = try SoundFile(parsing: file)
    #expect(sound.frameCount == 0)
    #expect(sound.hasUncountedFrames)
    #expect(try !SoundFile(parsing: Array(file.dropLast(Self.audio.count))).hasUncountedFrames)
  }

  /// Tags before and after the file aren't audio.
  @Test func tagsAreSkipped() throws {
    let tag = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0, 5] + zeros(5)
    let file = Array("fLaC".utf8) + Self.block(0x80, Self.parameters()) + Self.audio
    let sound = try SoundFile(parsing: tag + tag + file + Array("TAG".utf8) + zeros(125))
    #expect(sound.start == 30)
    #expect(sound.audioBytes == 72..<81)
  }

  /// Other blocks are skipped by their size, wherever they are.
  @Test func otherBlocksAreSkipped() throws {
    let others = [1, 2, 3, 5, 6, 126].map { Self.block($0, zeros(1000 * Int($0))) }
    let file =
      Array("fLaC".utf8) + others.joined() + Self.block(0, Self.parameters())
      + others.joined() + Self.block(0x81, []) + Self.audio
    let sound = try SoundFile(parsing: file)
    #expect(sound.frameCount == 88_200)
    #expect(sound.audioBytes.count == Self.audio.count)
    let counted = CountedFile(file)
    _ = try SoundFile(in: counted)
    #expect(counted.readByteCount < 2000)
  }

  /// The texts that libsndfile reads, in its order.
  @Test func readsTexts() throws {
    let comments = Self.comments([
      "COPYRIGHT=me", "title=Bell", "TITLE=Second", "Artist=Zoë=1", "album=", "COMPOSER=x",
      "ENCODER=y", "no text", "DATE=2020", "tracknumber=3", "GENRE=Pop", "comment=c",
      "DESCRIPTION=d",
    ])
    let file =
      Array("fLaC".utf8) + Self.block(0, Self.parameters()) + Self.block(4, comments)
      + Self.block(0x84, Self.comments(["title=Other"])) + Self.audio
    #expect(
      try SoundFile(parsing: file).metadata.texts == [
        InformationEntry(.title, "Bell"), InformationEntry(.artist, "Zoë=1"),
        InformationEntry(.album, ""), InformationEntry(.genre, "Pop"),
        InformationEntry(.recordedDate, "2020"), InformationEntry(.trackNumber, "3"),
        InformationEntry(.comments, "c"), InformationEntry(.copyright, "me"),
      ])
  }

  /// Texts before the damage are read.
  @Test(arguments: [0, 1, 2, 3, 1000, .max])
  func countsOfTextsMayBeWrong(count: Int) throws {
    let comments = Self.comments(["title=Bell", "artist=Zoë"], count: count)
    let file =
      Array("fLaC".utf8) + Self.block(0, Self.parameters()) + Self.block(0x84, comments)
      + Self.audio
    let texts = try SoundFile(parsing: file).metadata.texts
    #expect(texts.map(\.value) == Array(["Bell", "Zoë"].prefix(max(0, count))))
  }

  @Test func damagedTextsAreLeftOut() throws {
    for length in [0, 3, 4, 100, 0xFFFF_FFFF] {
      let body = length.little(byteCount: 4) + zeros(length % 7)
      let file =
        Array("fLaC".utf8) + Self.block(0, Self.parameters()) + Self.block(0x84, body) + Self.audio
      #expect(try SoundFile(parsing: file).metadata.isEmpty)
    }
  }

  /// A block that claims more bytes than there are makes the file truncated, and nothing is allocated for it.
  @Test func truncatedHeaders() throws {
    let file =
      Array("fLaC".utf8) + Self.block(0, Self.parameters())
      + Self.block(0x84, Self.comments(["title=Bell"]))
    for count in 4..<file.count {
      #expect(throws: SoundFileError(.truncated, ""), "\(count)") {
        try SoundFile(parsing: Array(file.prefix(count)))
      }
    }
    #expect(try SoundFile(parsing: file).audioBytes.isEmpty)
    let huge =
      Array("fLaC".utf8) + Self.block(0, Self.parameters())
      + Self.block(0x84, zeros(100), claiming: 0xFF_FFFF)
    #expect(throws: SoundFileError(.truncated, "")) { try SoundFile(parsing: huge) }
  }

  private static let malformed: [(String, [UInt8])] = [
    ("no parameters", block(0x84, comments([]))),
    ("short parameters", block(0x80, Array(parameters().dropLast()))),
    (
      "no rate", block(0x80, parameters().replacing(at: 10, with: hex("000002F0")))
    ),
    ("two bits", block(0x80, parameters().replacing(at: 12, with: hex("4210")))),
    (
      "too many blocks",
      block(0, parameters()) + Array(repeatElement(block(1, []), count: 10_000).joined())
    ),
  ]

  @Test(arguments: malformed)
  func headersThatMakeNoSense(name: String, blocks: [UInt8]) {
    #expect(throws: SoundFileError(.malformed, "")) {
      try SoundFile(parsing: Array("fLaC".utf8) + blocks + Self.audio + zeros(100))
    }
  }
}
