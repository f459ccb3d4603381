import AlertCore
import Foundation
import SoundFormat
import TestSupport
import Testing

/// The format that the headers of a sound state, if this library doesn't decode it.
@Suite(.enabled(if: Tool.ffmpeg.isInstalled, "ffmpeg is not installed"))
struct BrowserFormatTests {
  struct Case: Sendable, CustomTestStringConvertible {
    /// The name of FFmpeg's output file. Its extension selects the container.
    let name: String
    var options: [String] = []
    let sampleRate: Double
    var bitDepth: Int?
    var testDescription: String { "\(name) \(options.joined(separator: " "))" }
  }

  private static let sound = PlainSound(
    .bell, channelCount: 2, frameCount: 20_000, sampleRate: 32_000)

  static let cases = [
    Case(name: "a.ogg", options: ["-c:a", "libvorbis"], sampleRate: 32_000),
    Case(name: "a.ogg", options: ["-c:a", "flac"], sampleRate: 32_000, bitDepth: 16),
    Case(
      name: "a.ogg", options: ["-c:a", "flac", "-sample_fmt", "s32"], sampleRate: 32_000,
      bitDepth: 24),
    Case(name: "a.opus", options: ["-c:a", "libopus"], sampleRate: 48_000),
    Case(name: "a.webm", options: ["-c:a", "libopus"], sampleRate: 48_000),
    Case(name: "a.webm", options: ["-c:a", "libvorbis"], sampleRate: 32_000),
    Case(name: "a.mka", options: ["-c:a", "aac"], sampleRate: 32_000),
  ]

  @Test(arguments: cases)
  func headersTellTheRate(example: Case) throws {
    let bytes = try Self.sound.file(ffmpeg: example.name, example.options)
    let format = try BrowserFormat(of: bytes)
    #expect(format.sampleRate == example.sampleRate)
    #expect(format.channelCount == 2)
    #expect(format.formatID == "????")
    #expect(format.bitDepth == example.bitDepth)
    #expect(format.frameCount == nil && format.warnings == [])
  }

  /// HE-AAC, made from AAC-LC by changing the decoder's configuration: band replication, up to 64 kHz.
  @Test func headersOfHEAACTellTheLength() throws {
    let bytes = try Self.sound.file(ffmpeg: "a.m4a", ["-c:a", "aac", "-movflags", "faststart"])
    let at = try #require(bytes.firstRange(of: hex("12 90 56 E5 00")))
    let changed = bytes[..<at.lowerBound] + hex("12 90 56 E5 90") + bytes[at.upperBound...]
    let format = try BrowserFormat(of: Array(changed))
    #expect(format.sampleRate == 64_000 && format.channelCount == 2)
    #expect(format.formatID == "aach" && format.bitDepth == nil)
    #expect(format.frameCount == 40_000 && format.primingFrameCount == 2048)
    #expect(format.warnings == [])
    // Only the packets that are present count in a truncated file.
    let truncated = try BrowserFormat(of: Array(changed.prefix(changed.count / 2)))
    #expect(try (2048..<40_000).contains(#require(truncated.frameCount)))
    #expect(truncated.warnings.isTruncated)
  }

  @Test(arguments: ["", "OggS", "not a sound at all", "fLaC", "ID3"])
  func otherBytesTellNothing(text: String) throws {
    let format = try BrowserFormat(of: Array(text.utf8))
    #expect(format.sampleRate == nil && format.channelCount == nil)
  }

  @Test func decodedFramesAreReadInBlocks() throws {
    let samples = (0..<30_000).map { Int16(truncatingIfNeeded: $0) }
    let decoded = DecodedSound(
      .int16(samples), sampleRate: 8000, channelCount: 3, formatID: "flac",
      losslessSampleType: .int16, typeName: "FLAC")
    let file = AnyByteSource([UInt8]())
    let source = SoundSource(
      decoded, warnings: [], in: file, of: nil, policy: InputPolicy(), on: Host())
    #expect(source.frameCount == 10_000)
    var target = ConversionTarget(container: .wave, dataFormat: .linearPCM(PCMEncoding(.int16)))
    target.firstFrame = 2
    let copy = try PlainSound(decoding: Conversion(of: source, to: target).inMemory().bytes)
    #expect(copy.channels[1].prefix(2).map { Int($0 * 32_768) } == [7, 10])
    #expect(copy.channels[2].count == 9998)
  }
}

/// The rate and the channels that the headers of Matroska and WebM files state.
struct MatroskaTests {
  /// An element with a size of one byte.
  private static func element(_ id: [UInt8], _ body: [UInt8]) -> [UInt8] {
    id + [UInt8(body.count) | 0x80] + body
  }

  private static let header = element([0x1A, 0x45, 0xDF, 0xA3], [0x42, 0x86, 0x81, 1])

  /// A file with a video track and a sound track. `audio` is the content of the sound track's audio element.
  private static func file(audio: [UInt8], codec: String = "A_VORBIS") -> [UInt8] {
    let video = element([0xAE], element([0x83], [1]))
    let sound = element(
      [0xAE],
      element([0x83], [2]) + element([0x86], Array(codec.utf8)) + element([0xE1], audio))
    // A segment of unknown size, as in a live recording.
    return header + [0x18, 0x53, 0x80, 0x67, 0x01] + [UInt8](repeating: 0xFF, count: 7)
      + element([0xEC], [0, 0, 0]) + element([0x16, 0x54, 0xAE, 0x6B], video + sound)
      + [0x1F, 0x43, 0xB6, 0x75, 0xFF]
  }

  private static let rate22050 = element([0xB5], [0x46, 0xAC, 0x44, 0x00])
  private static let stereo = element([0x9F], [2])

  @Test func theSoundTrackIsRead() throws {
    let format = try BrowserFormat(of: Self.file(audio: Self.rate22050 + Self.stereo))
    #expect(format.sampleRate == 22_050 && format.channelCount == 2)
    let double = Self.element([0xB5], [0x40, 0xE7, 0x70, 0, 0, 0, 0, 0])
    #expect(try BrowserFormat(of: Self.file(audio: double)).sampleRate == 48_000)
  }

  @Test func defaultsAreThoseOfTheFormat() throws {
    let format = try BrowserFormat(of: Self.file(audio: []))
    #expect(format.sampleRate == 8000 && format.channelCount == 1)
  }

  @Test func opusHasOneRate() throws {
    let format = try BrowserFormat(of: Self.file(audio: Self.rate22050, codec: "A_OPUS"))
    #expect(format.sampleRate == 48_000)
  }

  @Test func aFileWithoutASoundTellsNothing() throws {
    let format = try BrowserFormat(of: Self.header)
    #expect(format.sampleRate == nil && format.channelCount == nil)
  }

  @Test func everyTruncationAndEveryByteIsTolerated() throws {
    let file = Self.file(audio: Self.rate22050 + Self.stereo)
    for count in file.indices { _ = try BrowserFormat(of: Array(file.prefix(count))) }
    for index in file.indices {
      for byte in [0x00, 0x01, 0x08, 0x7F, 0x80, 0xFF] as [UInt8] {
        var damaged = file
        damaged[index] = byte
        let format = try BrowserFormat(of: damaged)
        #expect(format.sampleRate.map { $0 > 0 } ?? true)
        #expect(format.channelCount.map { $0 > 0 } ?? true)
      }
    }
  }

  /// 100,000 elements in a row, and as many nested elements.
  @Test func manyElementsEndSoon() throws {
    let segment: [UInt8] = [0x18, 0x53, 0x80, 0x67, 0xFF]
    let many = Self.header + segment + (0..<100_000).flatMap { _ in [0xEC, 0x80] as [UInt8] }
    #expect(try BrowserFormat(of: many).sampleRate == nil)
    let nested = Self.header + (0..<100_000).flatMap { _ in segment }
    #expect(try BrowserFormat(of: nested).sampleRate == nil)
    let audio = (0..<100_000).flatMap { _ in [0xE1, 0xFF] as [UInt8] }
    let deep = Self.header + segment + [0x16, 0x54, 0xAE, 0x6B, 0xFF, 0xAE, 0xFF] + audio
    #expect(try BrowserFormat(of: deep).sampleRate == nil)
  }
}
