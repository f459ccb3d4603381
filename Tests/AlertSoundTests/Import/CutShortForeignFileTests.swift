import AlertSound
import ConversionSupport
import SoundFormat
import TestSupport
import Testing

/// Truncated foreign files, whose headers state more bytes than are present.
@Suite
struct CutShortForeignFileTests {
  struct Kind: Sendable, CustomTestStringConvertible {
    let name: String
    let number: Int
    /// How many bytes can be missing before the file counts as truncated.
    var tolerance = 0
    var testDescription: String { name }
  }

  static let kinds = [
    // Tolerate one missing byte of AU, which is less than a frame.
    Kind(name: "AU", number: Libsndfile.au, tolerance: 1),
    Kind(name: "little-endian AU", number: Libsndfile.au | Libsndfile.littleEndian, tolerance: 1),
    Kind(name: "Wave 64", number: Libsndfile.wave64, tolerance: 8),
    Kind(name: "8SVX", number: Libsndfile.svx8, tolerance: 8),
    Kind(name: "16SV", number: Libsndfile.svx16, tolerance: 8),
  ]

  static func file(_ kind: Kind) throws -> [UInt8] {
    try PlainSound(.noise, frameCount: 60_000).file(libsndfile: kind.number)
  }

  /// Expects that a file is rejected because bytes are missing.
  static func expectRefusal(
    of file: [UInt8], missing byteCount: Int, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let error = #expect(throws: SoundError.self, sourceLocation: sourceLocation) {
      try SoundSource(bytes: file, of: nil, policy: InputPolicy())
    }
    #expect(error?.step == .openingInput, sourceLocation: sourceLocation)
    #expect(
      error?.cause
        == .sound(
          .truncated,
          reason: "the file is truncated: "
            + (byteCount == 1 ? "1 byte is missing" : "\(byteCount) bytes are missing")),
      sourceLocation: sourceLocation)
    #expect(
      error?.advice == "copy or export it again, or accept truncated files",
      sourceLocation: sourceLocation)
  }

  @Test(arguments: kinds)
  func isRefused(kind: Kind) throws {
    let file = try Self.file(kind)
    let whole = try PlainSound(decoding: output(of: file))
    #expect(whole.frameCount >= 60_000)
    for missing in [kind.tolerance + 1, kind.tolerance + 300, file.count / 2, file.count - 600] {
      Self.expectRefusal(of: Array(file.dropLast(missing)), missing: missing)
    }
  }

  /// Each case: the format, the size's offset in the header, and a size that an encoder never filled in.
  @Test(
    arguments: [
      ("AU", 8, "FFFFFFFF"), ("AU", 8, "00000000"), ("AU", 8, "7FFFFFFF"), ("AU", 8, "7FFFFFF0"),
      ("AU", 8, "80000000"), ("AU", 8, "40000000"), ("AU", 8, "3B9ACA00"), ("8SVX", 4, "77359400"),
      ("AU", 8, "FFFFFFE8"), ("little-endian AU", 8, "FFFFFFFF"),
      ("little-endian AU", 8, "F0FFFF7F"), ("8SVX", 4, "00000000"), ("8SVX", 4, "FFFFFFFF"),
      ("8SVX", 4, "7F000000"), ("Wave 64", 16, "FFFFFFFFFFFFFFFF"),
      ("Wave 64", 16, "FFFFFFFFFFFFFF7F"), ("Wave 64", 16, "0000000000000000"),
    ])
  func unfilledSizesAreIgnored(name: String, offset: Int, size: String) throws {
    let kind = try #require(Self.kinds.first { $0.name == name })
    var file = try Self.file(kind)
    let whole = try output(of: file)
    let size = hex(size)
    file.replaceSubrange(offset..<offset + size.count, with: size)
    #expect(try output(of: file) == whole)
    let half = try PlainSound(decoding: output(of: Array(file.dropLast(file.count / 2))))
    #expect(25_000...35_000 ~= half.frameCount)
  }

  /// A size may wrongly include the header or part of a frame, as in the formats that this library reads itself.
  @Test(arguments: [24, 1])
  func slightlyWrongSizes(excess: Int) throws {
    var file = try PlainSound(.noise, frameCount: 60_000).file(libsndfile: Libsndfile.au)
    let whole = try output(of: file)
    let byteCount = file.count - 24 + excess
    file.replaceSubrange(8..<12, with: byteCount.big(byteCount: 4))
    #expect(try output(of: file) == whole)
  }

  /// Each case: a header that states about 2 GB, and where these begin. Half of them are present, so they are no
  /// placeholder.
  @Test(arguments: [
    ("'.snd' 00000018 7FFFFFF0 00000003 00001F40 00000001", 24), ("'FORM' 7FFFFFF0 '8SVX'", 8),
  ])
  func halfOfTheStatedSizeIsTruncated(header: String, start: Int) {
    let file = SparseFile(hex(header), byteCount: 1_200_000_000)
    let error = #expect(throws: SoundError.self) {
      try SoundSource(bytes: file, of: nil, policy: InputPolicy())
    }
    let missing = 0x7FFF_FFF0 + start - file.byteCount
    #expect(error?.reason == "the file is truncated: \(missing) bytes are missing")
  }

  /// If less than a frame is missing, that is tolerated. But a frame of 0xFFFFFFFF channels would hide any truncation.
  @Test func impossibleChannelCountsDoNotHideTruncation() {
    Self.expectRefusal(
      of: hex("'.snd' 00000018 00100000 00000003 00001F40 FFFFFFFF 00000000"),
      missing: 0x10_0000 - 4)
  }

  /// Adding these sizes must not overflow, because that would trap.
  @Test func hugeSizesAreRejected() throws {
    let count = 24 + 4
    Self.expectRefusal(
      of: hex("'.snd' FFFFFFFF FFFEFFFF 00000003 00001F40 00000001 00000000"),
      missing: 0xFFFF_FFFF + 0xFFFE_FFFF - count)
    Self.expectRefusal(
      of: hex("'FORM' FFFEFFFF '8SVX' 'VHDR' 00000014 00000000 00000000"),
      missing: 8 + 0xFFFE_FFFF - count)
    Self.expectRefusal(
      of: hex("72696666 2E91CF11 A5D628DB 04C10000 FFFFFFFFFFFFFF3F 00000000"),
      missing: (1 << 62) - 1 - count)
  }
}

/// Foreign files that FFmpeg wrote, truncated.
@Suite(
  .enabled(if: Tool.ffmpeg.isInstalled, "FFmpeg is not installed"))
struct CutShortFFmpegFileTests {
  private static let noise = PlainSound(.noise, frameCount: 60_000)

  /// A file that was written to a pipe doesn't state its length, so its first half opens without an error.
  @Test(arguments: ["mp3", "au", "w64"])
  func pipesAreRead(format: String) throws {
    let folder = try TemporaryDirectory()
    let source = try folder.write(Self.noise.file(.wave), to: "source.wav")
    let file = try Tool.ffmpeg.run(["-v", "error", "-i", source, "-f", format, "-"])
    #expect(try PlainSound(decoding: output(of: file)).frameCount >= 60_000)
    _ = try SoundSource(bytes: Array(file.prefix(file.count / 2)))
  }
}
