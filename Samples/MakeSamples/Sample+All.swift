import SoundFormat
import Synthesis

extension Sample {
  /// All samples, in alphabetical order.
  static var all: [Sample] {
    [bell, chime, knock, limit, marimba, mislabelled, pluck, siren, sonar, surround]
  }

  /// A bell. Its overtones, but not its pitch, differ slightly between left and right, so it
  /// shimmers in stereo and sounds right on a phone's single loudspeaker.
  private static var bell: Sample {
    let play = Instruments(sampleRate: 48_000)
    let channels = [1.4, 1.407].map { ratio in
      play.bell(880, ratio: ratio, halfLife: 0.13, seconds: 0.8).faded(in: 0.002, out: 0.1)
    }
    return Sample(
      fileName: "Bell.caf", container: .caf, dataFormat: .linearPCM(PCMEncoding(.int24)),
      layout: .stereo, channels: channels)
  }

  /// E and C on metal bars. The first note is nearer the left ear, the second nearer the right.
  private static var chime: Sample {
    let play = Instruments(sampleRate: 44_100)
    let bar: [Partial] = [
      (ratio: 1, level: 1, halfLife: 0.18), (ratio: 2, level: 0.35, halfLife: 0.1),
      (ratio: 3.01, level: 0.18, halfLife: 0.05),
      (ratio: 5.42, level: 0.1, halfLife: 0.02),
    ]
    let first = play.struck(659.2551, bar, seconds: 1.2).faded(in: 0.002, out: 0.1)
    let second = play.struck(523.2511, bar, seconds: 1).faded(in: 0.002, out: 0.1)
    let channels = [(1.0, 0.7, 0.0), (0.7, 1.0, 0.0004)].map { left, right, delay in
      var channel = Signal(seconds: 1.2, sampleRate: play.sampleRate)
      channel.mix(first, at: delay, gain: left)
      channel.mix(second, at: 0.35 - delay, gain: right)
      return channel.faded(in: 0, out: 0.1)
    }
    return Sample(
      fileName: "Chime.wav", container: .wave, dataFormat: .linearPCM(PCMEncoding(.int16)),
      channels: channels)
  }

  /// Two knocks on a wooden door. Half a second at 22,050 Hz has an odd number of bytes.
  private static var knock: Sample {
    let play = Instruments(sampleRate: 22_050)
    var knock = play.struck(
      185,
      [
        (ratio: 1, level: 1, halfLife: 0.022),
        (ratio: 2.3, level: 0.6, halfLife: 0.012),
        (ratio: 4.1, level: 0.3, halfLife: 0.006),
      ], seconds: 0.25)
    knock.mix(play.burst(halfLife: 0.004, seconds: 0.1, seed: 0x4B4E_4F43).softened(0.3), gain: 1.2)
    knock = knock.faded(in: 0.0008, out: 0.05)
    var channel = Signal(seconds: 0.5, sampleRate: play.sampleRate)
    channel.mix(knock, at: 0)
    channel.mix(knock, at: 0.19, gain: 0.85)
    return Sample(
      fileName: "Knock.wav", container: .wave, dataFormat: .muLaw,
      channels: [channel.faded(in: 0, out: 0.05)])
  }

  /// Thirty pips, a second apart. The last three are an octave higher. The length is exactly 30 s,
  /// which is too long.
  private static var limit: Sample {
    let play = Instruments(sampleRate: 8000)
    let pip = play.tone(700, seconds: 0.12, fade: 0.02)
    let lastPip = play.tone(1400, seconds: 0.12, fade: 0.02)
    var channel = Signal(seconds: 30, sampleRate: play.sampleRate)
    for second in 0..<30 { channel.mix(second < 27 ? pip : lastPip, at: Double(second)) }
    return Sample(
      fileName: "Limit.caf", container: .caf, dataFormat: .ima4, channels: [channel])
  }

  /// C, E and G on wooden bars. Their overtones are tuned to the fourth and the tenth harmonic.
  private static var marimba: Sample {
    let play = Instruments(sampleRate: 44_100)
    let bar: [Partial] = [
      (ratio: 1, level: 1, halfLife: 0.07),
      (ratio: 3.99, level: 0.3, halfLife: 0.018),
      (ratio: 9.9, level: 0.12, halfLife: 0.006),
    ]
    var channel = Signal(seconds: 0.8, sampleRate: play.sampleRate)
    for (frequency, start) in [(523.2511, 0.0), (659.2551, 0.12), (783.9909, 0.24)] {
      channel.mix(play.struck(frequency, bar, seconds: 0.56).faded(in: 0.001, out: 0.1), at: start)
    }
    return Sample(fileName: "Marimba.caf", container: .caf, dataFormat: .ima4, channels: [channel])
  }

  /// Two rising blips in a CAF file with a WAVE file's extension.
  private static var mislabelled: Sample {
    let play = Instruments(sampleRate: 22_050)
    var channel = Signal(seconds: 0.3, sampleRate: play.sampleRate)
    channel.mix(play.tone(987.7666, seconds: 0.11, fade: 0.03))
    channel.mix(play.tone(1318.5102, seconds: 0.18, fade: 0.06), at: 0.12)
    return Sample(
      fileName: "MislabelledCAF.wav", container: .caf, dataFormat: .ima4, channels: [channel])
  }

  /// One plucked string.
  private static var pluck: Sample {
    let play = Instruments(sampleRate: 44_100)
    let string = play.plucked(period: 150, seconds: 0.6, seed: 0x504C_5543)
    return Sample(
      fileName: "Pluck.aifc", container: .aifc,
      dataFormat: .linearPCM(PCMEncoding(.float32, .big)),
      channels: [string.softened(0.25).softened(0.35).faded(in: 0.001, out: 0.15)])
  }

  /// A siren's wail of 31.2 s, too long for iOS.
  private static var siren: Sample {
    let play = Instruments(sampleRate: 8000)
    let wail = play.wail(from: 480, to: 1150, every: 3.9, seconds: 31.2)
    return Sample(
      fileName: "Siren.caf", container: .caf, dataFormat: .ima4,
      channels: [wail.faded(in: 0.2, out: 0.4)])
  }

  /// A submarine's ping, the murmur of the water around it, and a faint echo from far away.
  private static var sonar: Sample {
    let play = Instruments(sampleRate: 44_100)
    var ping = play.falling(1480, drop: 28, halfLife: 0.12, seconds: 1)
    ping.mix(play.falling(1484, drop: 28, halfLife: 0.12, seconds: 1), gain: 0.3)
    ping.mix(play.falling(2960, drop: 56, halfLife: 0.03, seconds: 1), gain: 0.15)
    ping = ping.faded(in: 0.006, out: 0.05)
    let muffled = ping.softened(0.12).softened(0.12)
    var channel = ping
    for (delay, gain) in [
      (0.037, 0.22), (0.061, -0.18), (0.089, 0.14), (0.127, -0.11), (0.173, 0.08),
    ] {
      channel.mix(muffled, at: delay, gain: gain)
    }
    channel.mix(muffled, at: 0.46, gain: 0.9)
    channel.mix(muffled, at: 0.503, gain: 0.4)
    return Sample(
      fileName: "Sonar.aiff", container: .aiff, dataFormat: .linearPCM(PCMEncoding(.int16, .big)),
      channels: [channel.faded(in: 0, out: 0.2)])
  }

  /// A different tone for each of the six loudspeakers of 5.1: L, R, C, LFE, Ls, Rs.
  private static var surround: Sample {
    let play = Instruments(sampleRate: 22_050)
    let frequencies = [440, 554.3653, 659.2551, 55, 880, 1108.7305]
    return Sample(
      fileName: "Surround.wav", container: .wave, dataFormat: .linearPCM(PCMEncoding(.int16)),
      layout: ChannelLayout(tag: 121 << 16 | 6),
      channels: frequencies.map { play.tone($0, seconds: 0.3, fade: 0.06) })
  }
}
