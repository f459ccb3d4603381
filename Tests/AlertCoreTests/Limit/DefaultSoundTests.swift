import AlertSound
import ConversionSupport
import Foundation
import SoundFormat
import SystemPackage
import TestSupport
import Testing

struct DefaultSoundTests {
  private static func wave() throws -> [UInt8] {
    try output(of: DefaultSound.source, .wave, .littleInt16)
  }

  /// The default sound is the same on every machine and in every version.
  @Test func bytesAreReproducible() throws {
    #expect(md5(try Self.wave()) == "bb37ed01679d75455dcbc2d9e6650a9b")
  }

  @Test func peaksAtMinusThreeDecibelsAndIsSilentAtItsEnds() throws {
    let samples = try PlainSound(decoding: Self.wave()).channels[0]
    let peak = samples.map(abs).max() ?? 0
    #expect(abs(peak - 0.7079) < 0.0001)
    #expect(samples.first == 0)
    #expect(samples.last == 0)
    // The sound begins at once and has no DC offset.
    #expect(samples.prefix(441).contains { abs($0) > 0.05 })
    #expect(abs(samples.reduce(0, +) / Double(samples.count)) < 0.001)
  }

  /// In every format that iOS plays, the default sound has no findings.
  @Test(arguments: TrimmingTests.formats)
  func followsTheRules(container: Container, dataFormat: DataFormat) throws {
    guard [.caf, .aiff, .aifc, .wave].contains(container), dataFormat.pcmEncoding?.bitDepth != 64
    else { return }
    let bytes = try output(of: DefaultSound.source, container, dataFormat)
    let sound = try SoundFile(parsing: bytes)
    let levels = try SoundMeasurement(of: SoundSource(bytes: bytes)).levels
    let verdict = AlertRules.iOS.verdict(
      on: sound, named: "default." + container.pathExtensions[0], levels: levels)
    #expect(verdict.reasons == [])
    #expect(verdict.advisories == [])
  }
}

/// Replacing sounds that are too long by a default sound.
struct ReplacementTests {
  private static func long(_ dataFormat: DataFormat = .pcm(.int16), channels: Int = 1) throws
    -> SoundSource
  {
    try SoundSource(
      bytes: soundFile(
        .caf, dataFormat, channels: Array(repeating: .bell, count: channels), frameCount: 40_000,
        sampleRate: 1000))
  }

  private func replaced(
    _ source: SoundSource, _ target: ConversionTarget, by sound: SoundSource? = nil
  ) throws -> [UInt8] {
    let result = try Conversion(
      of: source, to: target, limit: LengthLimit(.default, defaultSound: sound)
    ).inMemory()
    guard case .replacedByDefault = result.facts.outcome else {
      Issue.record("\(result.facts.outcome)")
      return []
    }
    return result.bytes
  }

  @Test(arguments: [
    (ConversionTarget.Channels.unchanged, 1), (.count(1), 1), (.count(2), 2), (.mixed(1), 1),
    (.mixed(2), 2), (.map([1, 0]), 2), (.map([nil, 5, 0]), 3),
  ])
  func channelsAreAsRequested(channels: ConversionTarget.Channels, count: Int) throws {
    let source = try Self.long(channels: 6)
    var target = ConversionTarget(container: .wave, dataFormat: .pcm(.int16))
    target.channels = channels
    target.outputLayout = ChannelLayout(tagName: "MPEG_5_1_A")
    if case .unchanged = channels {} else { target.outputLayout = nil }
    target.sampleRate = 22_050
    target.firstFrame = 2
    let sound = try PlainSound(decoding: replaced(source, target))
    #expect(sound.channels.count == count)
    #expect(sound.sampleRate == 22_050)
    #expect(sound.channels.allSatisfy { $0 == sound.channels[0] })
    #expect(sound.channels[0].contains { abs($0) > 0.5 })
  }

  /// If packets are to be copied, as with `-d 0`, the default sound is encoded in the source's data format.
  @Test(arguments: [DataFormat.ima4, .muLaw, .pcm(.int24, .big), .pcm(.float32)])
  func copiedPacketsNameTheDataFormat(dataFormat: DataFormat) throws {
    let target = ConversionTarget(container: .caf, dataFormat: nil)
    let sound = try SoundFile(parsing: replaced(Self.long(dataFormat), target))
    #expect(sound.format.dataFormat == dataFormat)
    #expect(sound.format.sampleRate == 44_100)
    #expect(sound.duration == DefaultSound.duration)
  }

  @Test(arguments: [Libsndfile.flac, Libsndfile.vorbis, Libsndfile.msADPCM])
  func anyReadableSoundCanBeTheDefault(format: Int) throws {
    let file = try PlainSound(.sine, frameCount: 5000).file(libsndfile: format)
    let target = ConversionTarget(container: .caf, dataFormat: .ima4)
    let expected = try Conversion(of: SoundSource(bytes: file), to: target).inMemory().bytes
    #expect(try replaced(Self.long(), target, by: SoundSource(bytes: file)) == expected)
  }

  private func refusal(of file: [UInt8], seconds: Double = 30) throws -> SoundError? {
    let folder = try TemporaryDirectory()
    let path = folder.filePath("ding")
    try folder.write(file, to: "ding")
    let error = #expect(throws: SoundError.self) {
      try LengthLimit(.default, seconds: seconds, defaultSound: SoundSource(path: path))
    }
    #expect(error?.path == path)
    return error
  }

  @Test func defaultSoundThatIsTooLong() throws {
    for container in [Container.caf, .aifc] {
      let error = try refusal(of: soundFile(container, .ima4, frameCount: 30_000, sampleRate: 1000))
      #expect(error?.step == .checkingLength)
      #expect(error?.reason.hasPrefix("this sound is 30") == true)
    }
    let flac = try PlainSound(.bell, frameCount: 30_000, sampleRate: 1000)
      .file(libsndfile: Libsndfile.flac)
    #expect(try refusal(of: flac)?.step == .checkingLength)
  }

  @Test func defaultSoundWithoutFrames() throws {
    let error = try refusal(of: soundFile(.wave, .pcm(.int16), frameCount: 0))
    #expect(error?.reason == "it contains no audio, so it can't replace one that is too long")
  }

  @Test func defaultSoundThatIsDamaged() throws {
    let wave = try soundFile(.wave, .pcm(.int16))
    _ = try refusal(of: Array(wave.dropLast(100)))
    _ = try refusal(of: Array("not a sound".utf8))
    let flac = try PlainSound(.noise, frameCount: 20_000).file(libsndfile: Libsndfile.flac)
    _ = try refusal(of: Array(flac.prefix(flac.count / 2)))
  }

  @Test func builtInSoundThatIsTooLongForTheLimit() {
    let error = #expect(throws: SoundError.self) { try LengthLimit(.default, seconds: 1.3) }
    #expect(
      error?.reason
        == "the built-in chime is 1.3 s long, too long to replace sounds of 1.3 s or more")
    #expect(throws: Never.self) { try LengthLimit(.default, seconds: 1.301) }
    #expect(throws: Never.self) { try LengthLimit(.trim, seconds: 0.1) }
  }

  /// The default sound is too long only with its padding, which AIFF-C can't exclude.
  @Test func defaultSoundThatOnlyPaddingMakesTooLong() throws {
    let ding = try SoundSource(
      bytes: soundFile(.wave, .pcm(.int16), frameCount: 29_999, sampleRate: 1000))
    let limit = try LengthLimit(.default, defaultSound: ding)
    let short = try SoundSource(bytes: soundFile(.wave, .pcm(.int16)))
    // The default sound is rejected even if the source is short enough.
    for source in [try Self.long(), short] {
      let error = #expect(throws: SoundError.self) {
        try Conversion(of: source, to: .aifc, .ima4, limit: limit)
      }
      #expect(error?.step == .checkingLength)
    }
  }
}
