import SoundFormat
import SystemPackage
import TestSupport
import Testing

@testable import AlertCheck
@testable import AlertCore
@testable import AlertSound

struct AndroidFileTests {
  @Test(arguments: [
    ("ring.caf", "ring"), ("sub/Alert-Tone.caf", "alert_tone"), ("2 go.caf", "sound_2_go"),
    ("呼び鈴.caf", "sound"), ("new.caf", "new_sound"), ("a.b.caf", "a_b"),
  ])
  func namesTheFile(output: String, name: String) {
    #expect(AndroidOutput(folder: "raw").path(for: FilePath(output)) == FilePath(name + ".ogg"))
  }

  private static func sound(
    from sound: [UInt8], _ format: AndroidOutput.Format = .ogg
  ) throws -> [UInt8] {
    try androidSound(
      of: SoundSource(bytes: sound), ConversionTarget(container: .caf, dataFormat: .ima4), format)
  }

  /// libsndfile checks the checksum of each page, which has a new serial number.
  @Test func encodesVorbis() throws {
    try AndroidOutput(folder: "raw").checkEncoder()
    let samples = Signal.bell.int16(frameCount: 30_000, sampleRate: 44_100)
    let ogg = try Self.sound(from: soundFile(.wave, .pcm(.int16), frameCount: 30_000))
    let decoded = try Libsndfile.read(ogg, as: Int16.self)
    try #require(decoded.samples.count == samples.count)
    #expect(signalToNoise(of: decoded.samples, to: samples) > 15)
  }

  @Test func theFormatIsListedByAndroid() throws {
    let wave = try Self.sound(from: soundFile(.caf, .pcm(.float32), frameCount: 300), .wav)
    #expect(try AndroidFormats.support(of: SoundFile(parsing: wave)) == .listed)
  }

  /// A block of a sound with few channels has many frames. If libvorbis gets them all at once, it overflows the stack.
  @Test func encodesALongSound() throws {
    let silence = SampleBlock.int16([Int16](repeating: 0, count: 2_000_000))
    let ogg = try Self.sound(from: soundFile(.wave, .pcm(.int16), silence, channelCount: 2))
    #expect(try Libsndfile.read(ogg, as: Int16.self).info.frameCount == 1_000_000)
  }

  /// A file of floats can hold NaN and numbers beyond full scale. They must not reach libvorbis.
  @Test func anyNumberIsEncoded() throws {
    let numbers: [Float] = [
      .nan, .infinity, -.infinity, 1e30, -1e30, .leastNonzeroMagnitude, 2, -2,
    ]
    let block = SampleBlock.float32((0..<20_000).map { numbers[$0 / 100 % numbers.count] })
    let ogg = try Self.sound(from: soundFile(.caf, .pcm(.float32), block))
    #expect(try Libsndfile.read(ogg, as: Int16.self).samples.count == 20_000)
  }

  /// The limit is on the Ogg file, not on the larger file it is encoded from.
  @Test func encodingStopsAtTheLimit() throws {
    let source = try SoundSource(
      bytes: soundFile(.wave, .pcm(.int16), channels: [.noise], frameCount: 100_000))
    func encode(byteLimit: Int) throws -> [UInt8] {
      try androidSound(
        of: source.replacing(policy: InputPolicy(byteLimit: byteLimit)),
        ConversionTarget(container: .caf, dataFormat: .ima4), .ogg)
    }
    #expect(try encode(byteLimit: 150_000).count < 150_000)
    let error = #expect(throws: SoundError.self) { try encode(byteLimit: 10_000) }
    #expect(error?.reason == "the output has more bytes than the limit of 10000")
  }

  @Test(arguments: [(44_100.0, 256), (1e6, 1)])
  func refusesWhatVorbisLacks(sampleRate: Double, channelCount: Int) throws {
    let sound = try soundFile(
      .wave, .pcm(.int16), .int16([Int16](repeating: 0, count: 2 * channelCount)),
      channelCount: channelCount, sampleRate: sampleRate)
    let error = #expect(throws: SoundError.self) { try Self.sound(from: sound) }
    #expect(error?.advice?.hasSuffix("write WAVE files for Android") == true)
  }
}

/// Converts a sound for Android in memory.
func androidSound(
  of source: SoundSource, _ target: ConversionTarget, _ format: AndroidOutput.Format
) throws -> [UInt8] {
  let conversion = try Conversion(of: source, to: target.forAndroid(format))
  let memory = MemorySink(byteCount: 0)
  guard format == .ogg else {
    _ = try conversion.run(into: memory, monitor: Monitor())
    return memory.bytes
  }
  let encoder = try VorbisSink(for: conversion, into: memory)
  _ = try conversion.run(into: encoder, monitor: Monitor())
  try encoder.finish()
  return memory.bytes
}

struct AndroidLevelTests {
  private static let sounds: [[UInt8]] = {
    let signals = [Signal.sine, .sweep, .bell, .noise, .square, .impulse]
    let synthesised = signals.compactMap {
      try? PlainSound($0, channelCount: 2, frameCount: 40_000).file(.wave, .pcm(.int16))
    }
    return synthesised + (Corpus.installed?.rows ?? []).compactMap { try? $0.bytes() }
  }()

  private static let canEncode = (try? AndroidOutput(folder: "raw").checkEncoder()) != nil

  private static func expectPeaks(
    below limit: Double, as format: AndroidOutput.Format, loudness: Double
  ) throws {
    var target = ConversionTarget(container: .caf, dataFormat: .ima4)
    target.levels = LevelTarget(loudness: loudness)
    let peaks = try sounds.compactMap { file -> Double? in
      guard let source = try? SoundSource(bytes: file), source.format.channelCount <= 2,
        source.frameCount > 1000, let sound = try? androidSound(of: source, target, format)
      else { return nil }
      return try SoundMeasurement(of: SoundSource(bytes: sound)).levels.truePeakInDecibels
    }
    #expect(peaks.count >= 6)
    #expect(peaks.allSatisfy { $0 <= limit }, "\(peaks)")
  }

  @Test(arguments: [-9.0, -16])
  func waveKeepsTheLimit(loudness: Double) throws {
    try Self.expectPeaks(below: -1, as: .wav, loudness: loudness)
  }

  /// The conversion can't measure what Vorbis decodes to, so it aims 1 dB lower. With libvorbis 1.3.7, no peak exceeds
  /// -1 dBTP. Another version may raise peaks a little more.
  @Test(
    .enabled(if: canEncode, "libsndfile can't encode Vorbis here"),
    arguments: [-9.0, -16])
  func vorbisIsOneDecibelLower(loudness: Double) throws {
    try Self.expectPeaks(below: -0.8, as: .ogg, loudness: loudness)
  }
}
