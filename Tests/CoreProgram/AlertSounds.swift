import AlertCore
import SoundFormat
import Synthesis

// `make check-core` compiles the TestSupport files that this file needs into the program.
#if canImport(TestSupport)
  import TestSupport
#endif

/// Sounds that the program judges, measures and converts.
enum AlertSounds {
  static var all: [(name: String, file: [UInt8])] {
    let pcm = DataFormat.linearPCM(PCMEncoding(.int16, .little))
    return [
      ("mono", file(.wave, pcm, rate: 44_100, channelCount: 1, seconds: 0.5)),
      ("stereo", file(.wave, pcm, rate: 48_000, channelCount: 2, seconds: 0.6)),
      ("IMA4", file(.caf, .ima4, rate: 44_100, channelCount: 2, seconds: 0.6)),
      ("IMA4 in AIFC", file(.aifc, .ima4, rate: 22_050, channelCount: 1, seconds: 0.9)),
      ("four channels", file(.wave, pcm, rate: 96_000, channelCount: 4, seconds: 0.05)),
      (
        "doubles",
        file(
          .caf, .linearPCM(PCMEncoding(.float64, .big)), rate: 44_100, channelCount: 1,
          seconds: 0.4)
      ),
      (
        "wide",
        file(
          .caf, .linearPCM(PCMEncoding(.int32, .little)), rate: 8000, channelCount: 1,
          seconds: 1.5)
      ),
      ("empty", file(.wave, pcm, rate: 44_100, channelCount: 1, seconds: 0)),
      ("silent", file(.wave, pcm, rate: 44_100, samples: [Int16](repeating: 0, count: 900))),
      ("MP3", Decoders.mp3(.version1, rateIndex: 0, mode: 1, extensionBits: 2, packetCount: 12)),
    ]
  }

  /// The samples of the sound `mono`, after 1234 silent frames.
  static var delayed: [UInt8] {
    file(
      .wave, .linearPCM(PCMEncoding(.int16, .little)), rate: 44_100,
      samples: [Int16](repeating: 0, count: 1234)
        + samples(rate: 44_100, channelCount: 1, seconds: 0.5))
  }

  /// The first half of the samples of the sound `mono`, at half the rate.
  static var slower: [UInt8] {
    file(
      .wave, .linearPCM(PCMEncoding(.int16, .little)), rate: 22_050,
      samples: Array(samples(rate: 44_100, channelCount: 1, seconds: 0.5).prefix(11_025)))
  }

  /// - Throws: An error if the file can't be parsed or the policy refuses it.
  static func open(
    _ file: [UInt8], policy: InputPolicy = InputPolicy()
  ) throws(SoundFileError) -> SoundSource {
    try policy.check(byteCount: file.count)
    let sound = try SoundFile(parsing: file)
    try policy.check(sound)
    return SoundSource(
      sound, in: AnyByteSource(file), of: SoundPath(bytes: Array("in/a ring.wav".utf8)),
      policy: policy, on: host)
  }

  private static func file(
    _ container: Container, _ dataFormat: DataFormat, rate: Double, channelCount: Int,
    seconds: Double
  ) -> [UInt8] {
    file(
      container, dataFormat, rate: rate, channelCount: channelCount,
      samples: samples(rate: rate, channelCount: channelCount, seconds: seconds))
  }

  private static func samples(rate: Double, channelCount: Int, seconds: Double) -> [Int16] {
    guard seconds > 0 else { return [] }
    return Sounds.channels(channelCount, seconds: seconds, sampleRate: rate).interleaved
      .map { Int16(($0 * 0x6FFF).nearestInteger) }
  }

  private static func file(
    _ container: Container, _ dataFormat: DataFormat, rate: Double, channelCount: Int = 1,
    samples: [Int16]
  ) -> [UInt8] {
    let header = SoundHeader(
      container: container,
      format: StreamFormat(sampleRate: rate, channelCount: channelCount, dataFormat: dataFormat),
      frameCount: samples.count / channelCount, usesFiller: false)
    do throws(SoundFileError) {
      var encoder = try FrameEncoder(for: header.format)
      let packets = encoder.encode(.int16(samples)) + encoder.finish()
      return try header.headerBytes() + packets + header.trailerBytes
    } catch {
      check(false, "no sound to judge in \(container.fileType): \(error)")
      return []
    }
  }

  private static let host = Host()
}
