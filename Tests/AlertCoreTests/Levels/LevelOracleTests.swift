import ConversionSupport
import Foundation
import SoundFormat
import TestSupport
import Testing

@testable import AlertSound

/// Loudness and true peak, compared with FFmpeg's `ebur128` and with libebur128.
struct LevelOracleTests {
  private static let hasFFmpeg = Tool.ffmpeg.isInstalled
  private static let corpus = Corpus.installed?.rows ?? []

  /// FFmpeg's results, rounded to 0.1 dB. FFmpeg reports −70 LUFS for softer sounds and for sounds below 400 ms.
  private static func ffmpegLevels(
    of file: [UInt8]
  ) throws -> (loudness: Double, truePeak: Double) {
    let folder = try TemporaryDirectory()
    try folder.write(file, to: "sound.wav")
    let outcome = try Tool.ffmpeg.outcome(
      of: ["-nostats", "-i", "sound.wav", "-af", "ebur128=peak=true", "-f", "null", "-"],
      in: folder.url)
    let summary = outcome.errors.components(separatedBy: "Summary:").last ?? ""
    let loudness = try #require(summary.firstMatch(of: /I: +(-?[0-9.]+) LUFS/)?.output.1)
    let peak = try #require(summary.firstMatch(of: /Peak: +(-?[0-9.inf]+) dBFS/)?.output.1)
    return (
      try #require(Double(loudness)),
      peak == "-inf" ? -.infinity : try #require(Double(peak))
    )
  }

  /// The sound as a WAVE file of floats, which FFmpeg reads without a conversion.
  private static func floats(of file: [UInt8]) throws -> [UInt8] {
    let source = try SoundSource(bytes: file, policy: InputPolicy(acceptsTruncatedFiles: true))
    return try output(of: source, .wave, .pcm(.float32))
  }

  private static func compare(
    _ file: [UInt8], peakTolerance: Double = 0.2, _ comment: Comment
  ) throws {
    let ours = try SoundMeasurement(of: SoundSource(bytes: file)).levels
    // Skip silence and very short sounds. Some sounds of the corpus have four frames, fewer than FFmpeg's filter needs.
    guard ours.frameCount > 100, ours.peak > 0 else { return }
    #expect(ours.truePeak >= ours.peak)
    if hasFFmpeg {
      // Allow 0.05 dB more than the tolerance, because FFmpeg rounds to one decimal.
      let expected = try ffmpegLevels(of: file)
      #expect(
        abs(ours.truePeakInDecibels - expected.truePeak) <= peakTolerance + 0.05,
        "FFmpeg \(expected.truePeak), \(comment)")
      if ours.loudnessMeasure == .integrated {
        #expect(
          abs(try #require(ours.loudness) - expected.loudness) <= 0.1,
          "FFmpeg \(expected.loudness), \(comment)")
      }
    }
    if let library = Libebur128.installed {
      let expected = library.levels(of: try PlainSound(decoding: file))
      // libebur128 finds up to 0.8 dB less on hiss. Its filter is half as long as ours, it attenuates frequencies near
      // half the rate, and it doesn't fit parabolas. FFmpeg and longer filters agree with ours.
      #expect(
        (-0.1...0.8).contains(ours.truePeakInDecibels - expected.truePeak),
        "libebur128 \(expected.truePeak), \(comment)")
      if ours.loudnessMeasure == .integrated {
        #expect(
          abs(try #require(ours.loudness) - expected.loudness) < 1e-6,
          "libebur128 \(expected.loudness), \(comment)")
      }
    }
  }

  @Test(
    .enabled(if: hasFFmpeg || Libebur128.installed != nil, "neither ffmpeg nor libebur128"),
    .enabled(if: !corpus.isEmpty, "the corpus is not here"), arguments: corpus)
  func everySoundOfTheCorpus(row: Corpus.Row) throws {
    guard let file = try? Self.floats(of: row.bytes()) else { return }
    try Self.compare(file, "\(row)")
  }

  @Test(
    .enabled(if: hasFFmpeg || Libebur128.installed != nil, "neither ffmpeg nor libebur128"),
    arguments: [Signal.sine, .noise, .sweep, .bell], [8000.0, 44_100, 48_000])
  func synthesisedSounds(signal: Signal, sampleRate: Double) throws {
    let sound = PlainSound(
      signal, channelCount: 2, frameCount: Int(sampleRate), sampleRate: sampleRate)
    // Allow 0.4 dB: these sounds begin or end abruptly, where FFmpeg's shorter filter can miss that much.
    try Self.compare(sound.file(.wave, .pcm(.float32)), peakTolerance: 0.4, "\(signal)")
  }

  private static let surround: PlainSound = {
    var generator = SeededGenerator(seed: 9)
    return PlainSound(
      [0.1, 0.2, 0.15, 0.9, 0.3, 0.25].map { level in
        (0..<96_000).map { _ in Double.random(in: -level...level, using: &generator) }
      }, sampleRate: 48_000)
  }()

  @Test(.enabled(if: hasFFmpeg || Libebur128.installed != nil, "neither ffmpeg nor libebur128"))
  func sixChannels() throws {
    // kAudioChannelLayoutTag_MPEG_5_1_A
    let layout = ChannelLayout(tag: 121 << 16 | 6)
    try Self.compare(Self.surround.file(.wave, .pcm(.float32), layout: layout), "5.1")
  }

  /// FFmpeg measures peaks at 192 kHz, so it oversamples noise at 8 kHz 24 times.
  @Test(
    .enabled(if: hasFFmpeg, "ffmpeg is not installed"),
    arguments: [8000.0, 11_025, 16_000, 22_050, 32_000], [Signal.noise, .square])
  func aHissStaysBelowTheLimit(sampleRate: Double, signal: Signal) throws {
    let file = try PlainSound(signal, frameCount: Int(sampleRate), sampleRate: sampleRate)
      .file(.wave, .pcm(.float32))
    for dataFormat in [DataFormat.pcm(.int16), .ima4] {
      let bytes = try output(of: file, .caf, dataFormat) { $0.levels = LevelTarget(loudness: -3) }
      let levels = try SoundMeasurement(of: SoundSource(bytes: bytes)).levels
      #expect(levels.truePeakInDecibels <= -1)
      // FFmpeg prints one decimal, so −1.0 is the highest peak that passes.
      #expect(try Self.ffmpegLevels(of: Self.floats(of: bytes)).truePeak <= -0.99)
    }
  }
}
