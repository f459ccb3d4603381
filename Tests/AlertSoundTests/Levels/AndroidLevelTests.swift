import SoundFormat
import SystemPackage
import TestSupport
import Testing

@testable import AlertSound

/// The levels of sounds for Android.
struct AndroidLevelTests {
  private static let sounds: [[UInt8]] = {
    let signals = [Signal.sine, .sweep, .bell, .noise, .square, .impulse]
    let synthesised = signals.compactMap {
      try? PlainSound($0, channelCount: 2, frameCount: 40_000).file(.wave, .pcm(.int16))
    }
    return synthesised + (Corpus.installed?.rows ?? []).compactMap { try? $0.bytes() }
  }()

  private static let canEncode = (try? AndroidOutput(folder: "raw").checkEncoder()) != nil

  private static func truePeak(
    of file: [UInt8], as format: AndroidOutput.Format, _ levels: LevelTarget
  ) throws -> Double? {
    var target = ConversionTarget(container: .caf, dataFormat: .ima4)
    target.levels = levels
    guard let source = try? SoundSource(bytes: file), source.format.channelCount <= 2,
      source.frameCount > 1000, let sound = try? androidSound(of: source, target, format)
    else { return nil }
    return try SoundMeasurement(of: SoundSource(bytes: sound)).levels.truePeakInDecibels
  }

  @Test(arguments: [-9.0, -16])
  func waveKeepsTheLimit(loudness: Double) throws {
    let peaks = try Self.sounds.compactMap {
      try Self.truePeak(of: $0, as: .wav, LevelTarget(loudness: loudness))
    }
    #expect(peaks.count >= 6)
    #expect(peaks.allSatisfy { $0 <= -1 }, "\(peaks)")
  }

  /// The input of the Vorbis encoder is measured, not its decoded output.
  @Test(
    .enabled(if: canEncode, "libsndfile can't encode Vorbis here"),
    arguments: [-9.0, -16])
  func vorbisIsOneDecibelLower(loudness: Double) throws {
    let peaks = try Self.sounds.compactMap {
      try Self.truePeak(of: $0, as: .ogg, LevelTarget(loudness: loudness))
    }
    #expect(peaks.count >= 6)
    // With libvorbis 1.3.7, none exceeds -1 dBTP. Another version may raise peaks a little more.
    #expect(peaks.allSatisfy { $0 <= -0.8 }, "\(peaks)")
  }
}
