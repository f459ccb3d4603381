import AlertCore
import ConversionSupport
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
    var isMatroska: Bool { name.hasSuffix(".webm") || name.hasSuffix(".mka") }
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
    Case(name: "a.mka", options: ["-c:a", "aac"], sampleRate: 48_000),
  ]

  @Test(arguments: cases)
  func headersTellTheRate(example: Case) throws {
    let bytes = try Self.sound.file(ffmpeg: example.name, example.options)
    let format = try BrowserFormat(of: AnyByteSource(bytes))
    #expect(format.sampleRate == example.sampleRate)
    #expect(format.channelCount == (example.isMatroska ? nil : 2))
    #expect(format.formatID == "????")
    #expect(format.bitDepth == example.bitDepth)
    #expect(format.frameCount == nil && format.warnings == [])
  }

  @Test func everyTruncationAndEveryByteIsTolerated() throws {
    let file = Array(try Self.sound.file(ffmpeg: "a.ogg", ["-c:a", "flac"]).prefix(120))
    for index in file.indices {
      _ = try BrowserFormat(of: AnyByteSource(Array(file.prefix(index))))
      for byte in [0x00, 0x01, 0x08, 0x7F, 0x80, 0xFF] as [UInt8] {
        var damaged = file
        damaged[index] = byte
        let format = try BrowserFormat(of: AnyByteSource(damaged))
        #expect(format.sampleRate.map { $0 > 0 } ?? true)
        #expect(format.channelCount.map { $0 > 0 } ?? true)
      }
    }
  }

  /// HE-AAC, made from AAC-LC by changing the decoder's configuration: band replication, up to 64 kHz.
  @Test func headersOfHEAACTellTheLength() throws {
    let bytes = try Self.sound.file(ffmpeg: "a.m4a", ["-c:a", "aac", "-movflags", "faststart"])
    let at = try #require(bytes.firstRange(of: hex("12 90 56 E5 00")))
    let changed = bytes[..<at.lowerBound] + hex("12 90 56 E5 90") + bytes[at.upperBound...]
    let format = try BrowserFormat(of: AnyByteSource(Array(changed)))
    #expect(format.sampleRate == 64_000 && format.channelCount == 2)
    #expect(format.formatID == "aach" && format.bitDepth == nil)
    #expect(format.frameCount == 40_000 && format.primingFrameCount == 2048)
    #expect(format.warnings == [])
    // Only the packets that are present count in a truncated file.
    let truncated = try BrowserFormat(of: AnyByteSource(Array(changed.prefix(changed.count / 2))))
    #expect(try (2048..<40_000).contains(#require(truncated.frameCount)))
    #expect(truncated.warnings.isTruncated)
  }

  @Test(arguments: ["", "OggS", "not a sound at all", "fLaC", "ID3"])
  func otherBytesTellNothing(text: String) throws {
    let format = try BrowserFormat(of: AnyByteSource(Array(text.utf8)))
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
    let copy = try PlainSound(
      decoding: output(of: source, .wave, .pcm(.int16)) { $0.firstFrame = 2 })
    #expect(copy.channels[1].prefix(2).map { Int($0 * 32_768) } == [7, 10])
    #expect(copy.channels[2].count == 9998)
  }
}
