import AlertSound
import ConversionSupport
import SoundFormat
import TestSupport
import Testing

/// MP3s whose index states their length.
@Suite
struct CutShortMP3Tests {
  /// An MP3 with an index, and the offset of the index's name.
  private static func sound() throws -> (file: [UInt8], index: Int) {
    let file = try PlainSound(.noise, frameCount: 60_000).file(libsndfile: Libsndfile.mp3)
    let index = try #require(
      (0..<64).first { start in
        ["Xing", "Info"].contains { file[start...].starts(with: $0.utf8) }
      })
    return (file, index)
  }

  /// The MP3 with another number of bytes in its index.
  private static func sound(stating byteCount: Int) throws -> [UInt8] {
    var (file, index) = try sound()
    file.replaceSubrange(index + 12..<index + 16, with: byteCount.big(byteCount: 4))
    return file
  }

  private static func tag(byteCount: Int) -> [UInt8] { id3Tag(zeros(byteCount - 10)) }

  /// Expects that a file is opened, and that its conversion is refused because bytes are missing.
  static func expectTruncation(
    of file: [UInt8], missing byteCount: Int, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let sound = try SoundFile(parsing: file)
    #expect(sound.missingByteCount == byteCount, sourceLocation: sourceLocation)
    let error = #expect(throws: SoundError.self, sourceLocation: sourceLocation) {
      try output(of: file)
    }
    #expect(error?.fileErrorCode == .truncated, sourceLocation: sourceLocation)
    #expect(
      error?.advice == "copy or export it again, or accept truncated files",
      sourceLocation: sourceLocation)
    let policy = InputPolicy(acceptsTruncatedFiles: true)
    let source = try SoundSource(bytes: file, policy: policy)
    #expect(source.truncation?.hasPrefix("the file is truncated: ") == true)
    let conversion = try Conversion(of: source, to: .caf, .littleInt16)
    #expect(try conversion.inMemory().facts.warnings.isTruncated, sourceLocation: sourceLocation)
  }

  private static let trailer = Array("TAG".utf8) + [UInt8](repeating: 0x20, count: 125)

  /// A tag before the audio, such as one with a picture, doesn't hide missing audio.
  @Test(arguments: [30, 5000, 100_000])
  func tagsBeforeTheAudioDontCount(byteCount: Int) throws {
    let file = Self.tag(byteCount: byteCount) + (try Self.sound().file)
    _ = try SoundSource(bytes: file)
    _ = try SoundSource(bytes: file + Self.trailer)
    try Self.expectTruncation(of: Array(file.dropLast(4396)), missing: 4396)
  }

  /// If few bytes are missing, they could have been a tag at the end. Then the number of packets decides.
  @Test(arguments: [1000, 2500, 4000])
  func aFewMissingBytesMatterIfPacketsAreMissing(missing: Int) throws {
    let file = try Self.sound().file
    try Self.expectTruncation(of: Array(file.dropLast(missing)), missing: missing)
  }

  @Test func aCutPacketIsTolerated() throws {
    let file = try Self.sound().file
    let whole = try SoundFile(parsing: file)
    let sound = try SoundFile(parsing: Array(file.dropLast(100)))
    #expect(sound.missingByteCount == 0)
    #expect(sound.packetCount == whole.packetCount - 1)
  }

  /// Some encoders write one of these numbers because they don't know or don't count the bytes.
  @Test(arguments: [0, 1, 0x7FFF_FFFF, 0xFFFF_FFFF])
  func meaninglessCountsAreIgnored(byteCount: Int) throws {
    let file = try Self.sound(stating: byteCount)
    #expect(try output(of: file) == output(of: Self.sound().file))
    #expect(try PlainSound(decoding: output(of: Array(file.dropLast(6000)))).frameCount > 10_000)
  }

  /// LAME up to 3.92 included its own tags in the index's byte count. Another program can have removed the tags later.
  @Test func countsOfTheWholeFile() throws {
    let plain = try Self.sound().file
    for tagByteCount in [500, 60_000] {
      let byteCount = tagByteCount + plain.count + Self.trailer.count
      let file = try Self.sound(stating: byteCount)
      let tagged = Self.tag(byteCount: tagByteCount) + file + Self.trailer
      #expect(
        try PlainSound(decoding: output(of: tagged)) == PlainSound(decoding: output(of: plain)))
      try Self.expectTruncation(
        of: Array(tagged.dropLast(5000)), missing: 5000 + tagByteCount)
    }
    let untagged = try Self.sound(stating: plain.count + 2000 + Self.trailer.count)
    #expect(try output(of: untagged) == output(of: plain))
  }

  @Test func anIndexWithoutANumberOfBytes() throws {
    var (file, index) = try Self.sound()
    file[index + 7] &= ~2
    // Remove the number of bytes. The table of contents moves there, and must not be read as that number.
    file.removeSubrange(index + 12..<index + 16)
    file.insert(contentsOf: [0, 0, 0, 0], at: index + 140)
    _ = try SoundSource(bytes: Array(file.dropLast(6000)))
  }

  @Test func aStreamWithoutAnIndexIsReadAsFarAsItGoes() throws {
    let (file, index) = try Self.sound()
    let plain = file[(index + 4)...]
    let start = try #require(
      plain.indices.dropLast().first { plain[$0] == 0xFF && plain[$0 + 1] & 0xE0 == 0xE0 })
    let stream = Array(file[start...])
    let whole = try PlainSound(decoding: output(of: stream)).frameCount
    let half = try PlainSound(decoding: output(of: Array(stream.prefix(stream.count / 2))))
    #expect(whole / 3..<whole * 2 / 3 ~= half.frameCount)
  }
}
