import AlertSound
import Foundation
import SoundFormat
import TestSupport
import Testing

/// FLAC files and FLAC in MPEG-4, converted: lengths, beginnings, damage and limits.
struct FLACTests {
  private static func accepting(_ file: [UInt8]) throws -> (PlainSound, truncation: String?) {
    let source = try SoundSource(bytes: file, policy: InputPolicy(acceptsTruncatedFiles: true))
    let result = try Conversion(
      of: source, to: ConversionTarget(container: .wave, dataFormat: .littleInt16)
    ).inMemory()
    return (try PlainSound(decoding: result.bytes), result.facts.warnings.first?.fact)
  }

  /// The narrowest type that holds the samples, as reports name it.
  @Test(arguments: [
    (Libsndfile.int8, PCMEncoding.SampleType.int8), (Libsndfile.int16, .int16),
    (Libsndfile.int24, .int24),
  ])
  func samplesKeepTheirType(depth: Int, type: PCMEncoding.SampleType) throws {
    let sound = PlainSound(.noise, channelCount: 2, frameCount: 5000)
    let file = try sound.file(libsndfile: Libsndfile.flac & ~0xFFFF | depth)
    let source = try SoundSource(bytes: file)
    #expect(source.losslessSampleType == type)
    #expect(source.statesExactLength)
    let expected = try Libsndfile.read(file, as: Double.self).samples
    let decoded = try PlainSound(decoding: output(of: file, .wave, .littleFloat64))
    #expect(interleaved(decoded.channels) == expected)
  }

  /// Packets of 128 KB, of which a part is returned at once, and a beginning anywhere in them.
  @Test(arguments: [0, 1, 4095, 4096, 4097, 9999])
  func soundsBeginAnywhere(firstFrame: Int) throws {
    let sound = PlainSound(.noise, channelCount: 8, frameCount: 10_000)
    let file = try sound.file(libsndfile: Libsndfile.flac24)
    let expected = try Libsndfile.read(file, as: Int32.self).samples
    let wave = try output(of: file, .wave, .pcm(.int32)) { $0.firstFrame = firstFrame }
    #expect(
      try Libsndfile.read(wave, as: Int32.self).samples == Array(expected.dropFirst(8 * firstFrame))
    )
  }

  /// Each byte of the audio is read once.
  @Test func bytesAreReadOnce() throws {
    let file = try PlainSound(.noise, channelCount: 2, frameCount: 200_000)
      .file(libsndfile: Libsndfile.flac)
    let counted = CountedFile(file)
    let source = try SoundSource(bytes: counted)
    let opening = counted.readByteCount
    _ = try Conversion(of: source, to: ConversionTarget(container: .caf, dataFormat: .littleInt16))
      .inMemory()
    #expect(counted.readByteCount - opening < file.count)
    #expect(counted.readCount < 10 + file.count >> 14)
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

  /// A limit holds even if the file doesn't state its length.
  @Test func limitsHold() throws {
    let file = try streamedFLAC(.noise, frameCount: 20_000, sampleRate: 1000)
    let counted = CountedFile(file)
    let error = #expect(throws: SoundError.self) {
      let source = try SoundSource(bytes: counted, policy: InputPolicy(durationLimit: 5))
      _ = try Conversion(of: source, to: ConversionTarget(container: .caf, dataFormat: .ima4))
        .inMemory()
    }
    #expect(error?.fileErrorCode == .limitExceeded)
    #expect(counted.readByteCount < file.count)
    let stated = try PlainSound(.noise, frameCount: 20_000, sampleRate: 1000)
      .file(libsndfile: Libsndfile.flac)
    #expect(throws: SoundError.self) {
      try SoundSource(bytes: stated, policy: InputPolicy(durationLimit: 5))
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
    let source = try SoundSource(bytes: file, policy: InputPolicy(importsForeignFormats: false))
    #expect(source.frameCount == 12_345)
    #expect(
      try PlainSound(decoding: output(of: file, .wave, .pcm(.int24))).channels
        == PlainSound(decoding: output(of: flac, .wave, .pcm(.int24))).channels)
    let cut = Array(file.replacing(at: file.count / 3, with: zeros(8)))
    #expect(throws: SoundError.self) { try output(of: cut) }
  }
}
