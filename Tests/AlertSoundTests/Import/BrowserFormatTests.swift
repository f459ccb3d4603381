import AlertCore
import Foundation
import SoundFormat
import TestSupport
import Testing

/// What headers state of sounds that only a browser decodes.
@Suite(.enabled(if: Tool.ffmpeg.isInstalled, "ffmpeg is not installed"))
struct BrowserFormatTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    var options: [String] = []
    let formatID: FourCharCode
    var sampleRate: Double
    var bitDepth: Int?
    var statesLength = false
    var testDescription: String { "\(name) \(options.joined(separator: " "))" }
  }

  static let cases = [
    Case(name: "a.mp3", formatID: ".mp3", sampleRate: 32_000),
    Case(name: "a.mp3", options: ["-ar", "22050"], formatID: ".mp3", sampleRate: 22_050),
    Case(
      name: "a.mp3", options: ["-ar", "11025", "-metadata", "title=Bell"], formatID: ".mp3",
      sampleRate: 11_025),
    Case(name: "a.flac", formatID: "flac", sampleRate: 32_000, bitDepth: 16, statesLength: true),
    Case(
      name: "a.flac", options: ["-sample_fmt", "s32"], formatID: "flac", sampleRate: 32_000,
      bitDepth: 24, statesLength: true),
    Case(name: "a.ogg", options: ["-c:a", "libvorbis"], formatID: "????", sampleRate: 32_000),
    Case(
      name: "a.ogg", options: ["-c:a", "flac"], formatID: "????", sampleRate: 32_000, bitDepth: 16),
    Case(name: "a.opus", options: ["-c:a", "libopus"], formatID: "????", sampleRate: 48_000),
    Case(name: "a.webm", options: ["-c:a", "libopus"], formatID: "????", sampleRate: 48_000),
    Case(name: "a.webm", options: ["-c:a", "libvorbis"], formatID: "????", sampleRate: 32_000),
    Case(name: "a.mka", options: ["-c:a", "aac"], formatID: "????", sampleRate: 32_000),
    Case(
      name: "a.m4a", options: ["-c:a", "aac"], formatID: "aac ", sampleRate: 32_000,
      statesLength: true),
  ]

  @Test(arguments: cases)
  func headersTellTheRate(example: Case) throws {
    let sound = PlainSound(.bell, channelCount: 2, frameCount: 20_000, sampleRate: 32_000)
    let folder = try TemporaryDirectory()
    try folder.write(sound.file(.wave, .pcm(.int16)), to: "sound.wav")
    let options = ["-v", "error", "-i", "sound.wav"] + example.options + [example.name]
    _ = try Tool.ffmpeg.outcome(of: options, in: folder.url)
    let bytes = try [UInt8](Data(contentsOf: folder.url.appendingPathComponent(example.name)))
    let format = try BrowserFormat(of: bytes)
    #expect(format.sampleRate == example.sampleRate)
    #expect(format.channelCount == 2)
    #expect(format.formatID == example.formatID)
    #expect(format.bitDepth == example.bitDepth)
    #expect(format.frameCount == (example.statesLength ? 20_000 : nil))
  }

  @Test func framesThatMustBeThere() throws {
    let sound = PlainSound(.bell, channelCount: 2, frameCount: 20_000, sampleRate: 32_000)
    let folder = try TemporaryDirectory()
    try folder.write(sound.file(.wave, .pcm(.int16)), to: "sound.wav")
    for (name, least) in [("a.flac", 20_000...20_000), ("a.mp3", 15_000...20_000)] {
      _ = try Tool.ffmpeg.outcome(of: ["-v", "error", "-i", "sound.wav", name], in: folder.url)
      let bytes = try [UInt8](Data(contentsOf: folder.url.appendingPathComponent(name)))
      let stated = try #require(BrowserFormat(of: bytes).leastFrameCount)
      #expect(least.contains(stated), "\(name)")
      // The headers of a file whose end is missing still state all frames.
      #expect(try BrowserFormat(of: Array(bytes.prefix(bytes.count / 2))).leastFrameCount == stated)
    }
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
      decoded, truncation: nil, in: file, of: nil, policy: InputPolicy(), on: Host())
    #expect(source.frameCount == 10_000)
    var target = ConversionTarget(container: .wave, dataFormat: .linearPCM(PCMEncoding(.int16)))
    target.firstFrame = 2
    let copy = try PlainSound(decoding: Conversion(of: source, to: target).inMemory().bytes)
    #expect(copy.channels[1].prefix(2).map { Int($0 * 32_768) } == [7, 10])
    #expect(copy.channels[2].count == 9998)
  }
}
