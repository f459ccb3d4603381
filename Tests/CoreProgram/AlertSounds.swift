import AlertCore
import SoundFormat
import Synthesis

/// Sounds that the program judges, measures and converts.
enum AlertSounds {
  static var all: [(name: String, file: [UInt8])] {
    let pcm = DataFormat.linearPCM(PCMEncoding(.int16, .little))
    let doubles = DataFormat.linearPCM(PCMEncoding(.float64, .big))
    return [
      ("mono", file(.wave, pcm, 44_100, samples(seconds: 0.5))),
      ("stereo", file(.wave, pcm, 48_000, samples(2, rate: 48_000, seconds: 0.6), 2)),
      ("IMA4", file(.caf, .ima4, 44_100, samples(2, seconds: 0.6), 2)),
      ("IMA4 in AIFC", file(.aifc, .ima4, 22_050, samples(rate: 22_050, seconds: 0.9))),
      ("four channels", file(.wave, pcm, 96_000, samples(4, rate: 96_000, seconds: 0.05), 4)),
      ("doubles", file(.caf, doubles, 8000, samples(rate: 8000, seconds: 1.5))),
      ("empty", file(.wave, pcm, 44_100, [])),
      ("silent", file(.wave, pcm, 44_100, [Int16](repeating: 0, count: 900))),
      ("MP3", Decoders.shortMP3),
    ]
  }

  /// The first half of the samples of the sound `mono`, at half the rate.
  static var slower: [UInt8] {
    file(
      .wave, .linearPCM(PCMEncoding(.int16, .little)), 22_050,
      Array(samples(seconds: 0.5).prefix(11_025)))
  }

  static func open(_ file: [UInt8]) throws(SoundFileError) -> SoundSource {
    SoundSource(
      try SoundFile(parsing: file), in: AnyByteSource(file),
      of: SoundPath(bytes: Array("in/a ring.wav".utf8)), on: Host())
  }

  private static func samples(
    _ channelCount: Int = 1, rate: Double = 44_100, seconds: Double
  ) -> [Int16] {
    Sounds.channels(channelCount, seconds: seconds, sampleRate: rate).interleaved
      .map { Int16(($0 * 0x6FFF).nearestInteger) }
  }

  private static func file(
    _ container: Container, _ dataFormat: DataFormat, _ rate: Double, _ samples: [Int16],
    _ channelCount: Int = 1
  ) -> [UInt8] {
    let format = StreamFormat(
      sampleRate: rate, channelCount: channelCount, dataFormat: dataFormat)
    do throws(SoundFileError) {
      return try Conversions.file(of: .int16(samples), format: format, container: container)
    } catch {
      check(false, "no sound to judge in \(container.fileType): \(error)")
      return []
    }
  }
}
