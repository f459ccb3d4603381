import AlertSound
import ConversionSupport
import Foundation
import SoundFormat
import TestSupport
import Testing

/// FLAC files and FLAC in MPEG-4, converted: lengths, beginnings, damage and limits.
struct FLACTests {
  private static func accepting(_ file: [UInt8]) throws -> (PlainSound, truncation: String?) {
    let source = try SoundSource(bytes: file, policy: InputPolicy(acceptsTruncatedFiles: true))
    let result = try Conversion(of: source, to: .wave, .littleInt16).inMemory()
    return (try PlainSound(decoding: result.bytes), result.facts.warnings.first?.fact)
  }

  /// The frames before the damage are intact. The error says how many there are.
  @Test func damageIsFound() throws {
    let sound = PlainSound(.noise, frameCount: 20_000)
    var file = try sound.file(libsndfile: Libsndfile.flac)
    let whole = try PlainSound(decoding: output(of: file, .wave, .littleInt16))
    file[file.count / 2] ^= 4
    let words = "the file is truncated or damaged: 8192 of 20000 frames can be decoded"
    let error = #expect(throws: SoundError.self) { try output(of: file) }
    #expect(error?.reason == words)
    let (part, truncation) = try Self.accepting(file)
    #expect(truncation == words)
    #expect(part.channels[0] == Array(whole.channels[0].prefix(8192)))
  }

  /// If the length isn't stated, the end of the file ends the sound, but only after a whole packet.
  @Test func unstatedLengths() throws {
    let file = try streamedFLAC(.noise, frameCount: 20_000, sampleRate: 44_100)
    let source = try SoundSource(bytes: file)
    #expect(!source.statesExactLength)
    #expect(try PlainSound(decoding: output(of: file)).frameCount == 20_000)
    let tag = Array("TAG".utf8) + zeros(125)
    #expect(try PlainSound(decoding: output(of: file + tag)).frameCount == 20_000)
    for end in [Array(file.dropLast()), Array(file.dropLast(100)), file + zeros(1)] {
      let frameCount = end.count > file.count ? 20_000 : 16_384
      let words = "the file is truncated or damaged: only \(frameCount) frames can be decoded"
      let error = #expect(throws: SoundError.self) { try output(of: end) }
      #expect(error?.reason == words)
      let (part, truncation) = try Self.accepting(end)
      #expect(truncation == words)
      #expect(part.frameCount == frameCount)
    }
  }

  /// A file may not go on after the frames that it states, within a packet or after it, but tags and zeros may follow.
  @Test func statedLengthsEndTheSound() throws {
    let file = try PlainSound(.noise, frameCount: 10_000).file(libsndfile: Libsndfile.flac)
    let tag = Array("TAG".utf8) + zeros(125)
    for end in [zeros(1000), tag, tag + zeros(9)] {
      #expect(try output(of: file + end) == output(of: file))
    }
    let samples = try PlainSound(decoding: output(of: file)).channels[0]
    for (longer, count) in [
      (file + file, 10_000), (file.replacing(at: 24, with: hex("1388")), 5000),
      (file.replacing(at: 24, with: hex("1000")), 4096),
    ] {
      let words = "the file goes on after the \(count) frames that it states"
      let error = #expect(throws: SoundError.self) { try output(of: longer) }
      #expect(error?.reason == words)
      let (part, truncation) = try Self.accepting(longer)
      #expect(truncation == words)
      #expect(part.channels[0] == Array(samples.prefix(count)))
    }
  }

  /// In MPEG-4, tables list the packets.
  @Test(
    .enabled(if: Tool.ffmpeg.isInstalled, "ffmpeg is not installed"),
    arguments: ["s16", "s32"], [1, 2, 6])
  func flacInMPEG4(format: String, channelCount: Int) throws {
    let sound = PlainSound(.sine, channelCount: channelCount, frameCount: 12_345)
    let options = ["-c:a", "flac", "-sample_fmt", format]
    let file = try sound.file(ffmpeg: "x.mp4", options + ["-strict", "-2"])
    let flac = try sound.file(ffmpeg: "x.flac", options)
    let source = try SoundSource(bytes: file, policy: InputPolicy(imports: false))
    #expect(source.frameCount == 12_345)
    #expect(
      try PlainSound(decoding: output(of: file, .wave, .pcm(.int24))).channels
        == PlainSound(decoding: output(of: flac, .wave, .pcm(.int24))).channels)
    let cut = Array(file.replacing(at: file.count / 3, with: zeros(8)))
    #expect(throws: SoundError.self) { try output(of: cut) }
  }
}
