import AlertSound
import CLibraryHeaders
import ConversionSupport
import Foundation
import SoundFormat
import SystemPackage
import TestSupport
import Testing

/// Sounds that libsndfile decodes, and FLAC.
struct ForeignFormatTests {
  struct Format: Sendable, CustomTestStringConvertible {
    let name: String
    let number: Int
    /// Core Audio's code for the codec.
    let code: FourCharCode
    var rate = 44_100.0
    /// The lowest accepted signal-to-noise ratio of a copy, in decibels. Nil for lossless formats.
    var floor: Double?
    /// Whether this library decodes the format, too.
    var isNative: Bool { code == "flac" }
    var testDescription: String { name }
  }

  static let formats = [
    Format(name: "flac", number: Libsndfile.flac, code: "flac"),
    Format(name: "flac 24", number: Libsndfile.flac24, code: "flac"),
    Format(name: "au", number: Libsndfile.au, code: "lpcm"),
    Format(name: "w64", number: Libsndfile.wave64, code: "lpcm"),
    Format(name: "vorbis", number: Libsndfile.vorbis, code: "vorb", floor: 10),
    Format(name: "opus", number: Libsndfile.opus, code: "opus", rate: 48_000, floor: 10),
    Format(
      name: "MS ADPCM", number: Libsndfile.msADPCM, code: FourCharCode(rawValue: 0x6D73_0002),
      floor: 15),
    Format(
      name: "IMA ADPCM", number: Libsndfile.imaADPCM, code: FourCharCode(rawValue: 0x6D73_0011),
      floor: 15),
    Format(
      name: "GSM", number: Libsndfile.gsm, code: FourCharCode(rawValue: 0x6D73_0031), rate: 8000,
      floor: 3),
  ]

  private static func sound(_ format: Format, frameCount: Int = 30_000) -> PlainSound {
    PlainSound(.sine, frameCount: frameCount, sampleRate: format.rate)
  }

  @Test(arguments: formats)
  func isDecodedAsLibsndfileDecodes(format: Format) throws {
    let file = try Self.sound(format).file(libsndfile: format.number)
    let expected = try Libsndfile.read(file, as: Float.self)
    let source = try SoundSource(bytes: file)
    #expect((source.soundFile != nil) == format.isNative)
    #expect(source.format.dataFormat.formatID == format.code)
    #expect(source.format.sampleRate == format.rate)
    // libsndfile decodes whole blocks. The length that it writes into `fact` isn't in the last block of IMA ADPCM.
    let frameCount = format.name == "IMA ADPCM" ? Int(expected.info.frameCount) : 30_000
    #expect(source.frameCount == frameCount)
    let decoded = try PlainSound(decoding: output(of: file))
    #expect(decoded.sampleRate == format.rate)
    #expect(decoded.channels[0].map { Float($0) } == Array(expected.samples.prefix(frameCount)))
  }

  @Test(arguments: formats.filter { $0.floor == nil })
  func losslessFormatsStayExact(format: Format) throws {
    let is24 = format.name.hasSuffix("24")
    let exact = try PlainSound(
      decoding: Self.sound(format).file(.wave, is24 ? .littleInt24 : .littleInt16))
    let samples = exact.channels[0].map { Int32($0 * 0x1p31) }
    let file = try Libsndfile.write(
      samples, format: format.number, channelCount: 1, sampleRate: Int(format.rate))
    #expect(
      try PlainSound(decoding: output(of: file, .caf, is24 ? .littleInt24 : .littleInt16)) == exact)
  }

  @Test(arguments: formats, ["caf", "mp3", ""])
  func contentDecidesNotTheExtension(format: Format, pathExtension: String) throws {
    let folder = try TemporaryDirectory()
    let name = "sound" + (pathExtension.isEmpty ? "" : "." + pathExtension)
    let file = try Self.sound(format, frameCount: 3000).file(libsndfile: format.number)
    let source = try SoundSource(path: FilePath(folder.write(file, to: name)))
    #expect(try output(of: source) == output(of: file))
  }

  @Test
  func mp3InsideAWAVEIsDecoded() throws {
    let stream = try PlainSound(.sine, frameCount: 30_000).file(libsndfile: Libsndfile.mp3)
    // WAVEFORMATEX with tag 0x55 and the extension of MPEG Layer III.
    let format = hex(
      "55 00 01 00 44 AC 00 00 80 3E 00 00 01 00 00 00 0C 00 01 00 02 00 00 00 A2 01 01 00 71 05")
    func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
      Array(name.utf8) + body.count.little(byteCount: 4) + body + zeros(body.count % 2)
    }
    let wave = chunk("RIFF", Array("WAVE".utf8) + chunk("fmt ", format) + chunk("data", stream))
    #expect(try PlainSound(decoding: output(of: wave)) == PlainSound(decoding: output(of: stream)))
  }

  /// A WAVE's blocks and its `fact` chunk state the length, as FFmpeg and SoX count it. libsndfile also decodes a pad
  /// byte, and what an incomplete block lacks.
  ///
  /// Each case: a codec, how many bytes of audio are removed from 10 blocks, the number in `fact`, and the length.
  @Test(
    arguments: [
      (formats[8], 65, 9 * 320, 9 * 320), (formats[8], 0, 1, 3200), (formats[8], 0, 3000, 3000),
      (formats[7], 0, 4546, 4546), (formats[7], 0, 4545, 5050), (formats[7], 100, 0, 4850),
      (formats[7], 255, 9999, 9 * 505), (formats[6], 0, 4501, 4501), (formats[6], 0, 130, 5000),
    ] as [(Format, Int, UInt32, Int)])
  func blocksStateTheLength(format: Format, removed: Int, fact: UInt32, length: Int) throws {
    let blockFrames = format.name == "GSM" ? 320 : format.name == "IMA ADPCM" ? 505 : 500
    var file = try PlainSound(.sine, frameCount: 10 * blockFrames, sampleRate: 8000)
      .file(libsndfile: format.number)
    let sound = try SoundFile(parsing: file)
    try #require(sound.packetCount == 10)
    let body = sound.chunks.first { $0.identifier == "fact" }!.bodyOffset
    let byteCount = sound.audioBytes.count - removed
    let start = sound.audioBytes.lowerBound
    file = file.replacing(at: body, with: fact.little())
      .replacing(at: start - 4, with: UInt32(byteCount).little())
    file = Array(file.prefix(start + byteCount)) + zeros(byteCount % 2)
    file = file.replacing(at: 4, with: UInt32(file.count - 8).little())
    #expect(try SoundFile(parsing: file).frameCount == length)
    #expect(try SoundSource(bytes: file).frameCount == length)
    #expect(try PlainSound(decoding: output(of: file)).frameCount == length)
  }

  /// An incomplete last block has as many frames as FFmpeg decodes. Each case: the format chunk for blocks of 40 bytes.
  @Test(
    .enabled(if: Tool.ffmpeg.isInstalled, "ffmpeg is not installed"),
    arguments: [
      "14000000 1100 0100 401F0000 A00F0000 2800 0400 0200 4900",
      "14000000 1100 0200 401F0000 A00F0000 2800 0400 0200 2100",
      "32000000 0200 0100 401F0000 A00F0000 2800 0400 2000 4400" + coefficients,
      "32000000 0200 0200 401F0000 A00F0000 2800 0400 2000 1C00" + coefficients,
    ])
  func incompleteBlocksAreDecoded(format: String) throws {
    let block = (0..<40).map { $0 < 14 ? 0 : UInt8($0 * 37 & 0xFF) }
    let list = hex("'LIST' 10000000 'INFO' 'INAM' 04000000 'Bell'")
    let header = hex("'RIFF' FFFFFFFF 'WAVE' 'fmt '" + format + "'data'")
    func file(_ count: Int) -> [UInt8] {
      let audio = (block + block + block).prefix(count)
      return header + [UInt8(count), 0, 0, 0] + audio + zeros(count % 2) + list
    }
    let folder = try TemporaryDirectory()
    let counts = Array(80...120)
    let inputs = try counts.flatMap { ["-i", try folder.write(file($0), to: "\($0).wav")] }
    let outputs = counts.indices.flatMap {
      ["-map", "\($0)", "-f", "s16le", folder.path("\(counts[$0])")]
    }
    try Tool.ffmpeg.run(["-v", "quiet"] + inputs + outputs)
    let whole = try PlainSound(decoding: output(of: file(120)))
    for count in counts {
      let source = try SoundSource(bytes: file(count))
      let decoded = try PlainSound(decoding: output(of: file(count)))
      var expected = try folder.read("\(count)").count / 2 / whole.channels.count
      // Of 13 bytes, FFmpeg makes a frame with half a sample. SoX doesn't.
      if count == 93, expected == 57 { expected = 56 }
      #expect(source.frameCount == expected, "\(count) bytes")
      #expect(decoded.channels == whole.channels.map { Array($0.prefix(expected)) })
      #expect(source.metadata[.title] == "Bell")
    }
  }

  private static let coefficients =
    "0700 0001 0000 0002 00FF 0000 0000 C000 4000 F000 0000 CC01 30FF 8801 18FF"

  /// Decoders don't expect tags before these formats.
  @Test(arguments: formats, [200, 10_000])
  func tagsAreSkipped(format: Format, tagByteCount: Int) throws {
    let file = try Self.sound(format).file(libsndfile: format.number)
    #expect(try output(of: id3Tag(zeros(tagByteCount)) + file) == output(of: file))
  }

  /// A tag of version 2.3 with a title, a picture of `pictureByteCount` bytes, and padding.
  private static func tag(pictureByteCount: Int? = nil, padding: Int = 0) -> [UInt8] {
    guard let pictureByteCount else { return id3Tag(zeros(padding)) }
    let picture = [0] + Array("image/png".utf8) + [0, 3, 0] + zeros(pictureByteCount)
    return id3Tag(
      id3Frame("TIT2", [0] + Array("Bell".utf8)) + id3Frame("APIC", picture) + zeros(padding))
  }

  /// libsndfile doesn't find layer II after a tag of 0 or 1 bytes, and takes a picture for audio when it estimates a length.
  @Test(.enabled(if: Tool.ffmpeg.isInstalled, "ffmpeg is not installed"))
  func layerIIMayFollowATag() throws {
    let folder = try TemporaryDirectory()
    try Tool.ffmpeg.run([
      "-v", "error", "-nostdin", "-f", "lavfi", "-i", "sine=d=0.2", folder.path("a.mp2"),
    ])
    let file = try folder.read("a.mp2")
    let frameCount = try SoundSource(bytes: file).frameCount
    for padding in [0, 1, 2, 100] {
      let tagged = Self.tag(padding: padding) + file
      #expect(try output(of: tagged) == output(of: file))
      #expect(try SoundSource(bytes: tagged).frameCount == frameCount)
    }
    let source = try SoundSource(bytes: Self.tag(pictureByteCount: 300_000) + file)
    #expect(source.frameCount == frameCount)
    #expect(source.metadata[.title] == "Bell")
    let old = Array("TAG".utf8) + Array("Chime".utf8) + zeros(120)
    #expect(try SoundSource(bytes: file + old).metadata[.title] == "Chime")
  }

  /// Containers that libsndfile writes, as its numbers: 16-bit samples in all but XI (DPCM) and WVE (A-law).
  private static let containers =
    [
      0x01, 0x02, 0x03, 0x05, 0x06, 0x07, 0x08, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x10, 0x11, 0x12,
      0x13, 0x18, 0x21, 0x22,
    ].map { $0 << 16 | 2 } + [0x0F_0051, 0x19_0011]

  /// Each is identified by its beginning, also after a tag.
  @Test(arguments: containers) func isIdentified(container: Int) throws {
    let file = try PlainSound(.sine, frameCount: 4000, sampleRate: 8000)
      .file(libsndfile: container)
    let expected = try output(of: file)
    #expect(try SoundFile(parsing: expected).frameCount >= 4000)
    for padding in [0, 1, 200] {
      #expect(try output(of: Self.tag(padding: padding) + file) == expected)
    }
  }

  @Test
  func titlesAreCopied() throws {
    var metadata = Libsndfile.Metadata()
    metadata.title = "Bell"
    metadata.artist = "Zoë"
    let flac = try Libsndfile.write(metadata, container: 0x170000, frameCount: 100)
    let source = try SoundSource(bytes: flac)
    #expect(source.metadata[.title] == "Bell")
    let carried = try SoundFile(parsing: output(of: flac, .caf, .ima4)).metadata
    #expect(carried[.title] == "Bell")
    #expect(carried[.artist] == "Zoë")
  }
}

/// The package's own declarations for libsndfile and libsamplerate match the installed headers.
@Suite struct LibraryHeaderTests {
  @Test func declarationsAreThoseOfTheInstalledHeaders() {
    let declared = unsafe Self.facts(declaredHeaderFacts())
    let installed = unsafe Self.facts(installedHeaderFacts())
    #expect(declared.count > 80)
    #expect(declared == installed)
  }

  /// The names and values of constants and layouts, as lines that can be compared.
  @unsafe private static func facts(_ first: UnsafePointer<HeaderFact>?) -> [String] {
    guard var fact = unsafe first else { return [] }
    var facts: [String] = []
    while let name = unsafe fact.pointee.name {
      unsafe facts.append("\(String(cString: name)) = \(fact.pointee.value)")
      unsafe fact += 1
    }
    return facts
  }
}
