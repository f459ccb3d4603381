internal import SoundFormat
internal import Synthesis

/// The built-in chime, which is written in place of a sound that is too long: two rising notes on metal
/// bars. It isn't the default sound of iOS.
///
/// It is synthesised by arithmetic alone, so it is identical to the byte on every machine and contains no
/// third-party material. It is 16-bit linear PCM, one channel at 44,100 Hz, and begins and ends at silence.
public enum DefaultSound {
  /// How long it is, in seconds.
  public static let duration = 1.3

  /// Returns the sound, to be converted like any other.
  package static func source(on host: Host) -> SoundSource {
    SoundSource(file.sound, in: AnyByteSource(file.bytes), on: host)
  }

  private static let sampleRate = 44_100.0

  private static let file: (sound: SoundFile, bytes: [UInt8]) = {
    let samples = [signal].normalized.int16Samples
    let header = SoundHeader(
      container: .wave,
      format: StreamFormat(
        sampleRate: sampleRate, channelCount: 1, dataFormat: .linearPCM(PCMEncoding(.int16))),
      frameCount: samples.count)
    do throws(SoundFileError) {
      var encoder = try FrameEncoder(for: header.format)
      let bytes = try header.headerBytes() + encoder.encode(.int16(samples))
      // The same type of source as any other sound has, so that the readers are compiled once.
      return (try SoundFile(parsing: AnyByteSource(bytes)), bytes)
    } catch {
      preconditionFailure("a short WAVE can be written and read: \(error)")
    }
  }()

  /// The notes A and the E above it. The first still sounds when the second begins.
  private static var signal: Signal {
    let play = Instruments(sampleRate: sampleRate)
    let bar = [
      Partial(ratio: 1, level: 1, halfLife: 0.16), Partial(ratio: 2, level: 0.3, halfLife: 0.09),
      Partial(ratio: 2.76, level: 0.14, halfLife: 0.05),
      Partial(ratio: 5.4, level: 0.06, halfLife: 0.02),
    ]
    var signal = play.struck(880, bar, seconds: duration).faded(in: 0.003, out: 0.1)
    signal.mix(
      play.struck(1318.5102, bar, seconds: duration - 0.17).faded(in: 0.003, out: 0.1), at: 0.17)
    return signal.faded(in: 0, out: 0.3)
  }
}
