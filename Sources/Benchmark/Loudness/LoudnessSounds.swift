import AlertSound
import Foundation
import SoundFormat
import Synthesis

/// A folder of sounds as they reach an app: from quiet recordings to masters that clip, struck and steady, at all usual
/// rates, a third of them with silence before the sound.
struct LoudnessSounds {
  /// Struck sounds come first, then steady ones, then those of Samples.
  private enum Kind: CaseIterable {
    case bell, marimba, pluck, burst, drum, clicks
    case wail, alarm, pad, tone, noise, music
    case sample, repeatedSample
  }

  /// In seconds; shorter ones are more frequent.
  private static let lengths = 0.1...25.0
  /// In LUFS.
  private static let loudnesses = -40.0...(-5)
  /// How far above full scale the loudest sounds would be, in dB: those of whole numbers clip.
  private static let largestPeak = 6.0
  private static let rates = [8000.0, 11_025, 16_000, 22_050, 32_000, 44_100, 48_000]

  private var generator = LinearGenerator(state: 16)
  private let samples: [[Signal]]

  /// - Parameter folder: The folder Samples of the repository.
  init(samples folder: URL) throws {
    let names = ["Bell.caf", "Chime.wav", "Knock.wav", "Marimba.caf", "Pluck.aifc", "Sonar.aiff"]
    samples = try names.map { name in
      let source = try SoundSource(path: folder.appendingPathComponent(name).path)
      return try Self.signals(of: source)
    }
  }

  /// Writes `count` sounds, the same on every run.
  ///
  /// - Returns: Their total size in bytes, and their total length in seconds.
  mutating func write(_ count: Int, to folder: URL) throws -> (byteCount: Int, seconds: Double) {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var total = (byteCount: 0, seconds: 0.0)
    for index in 0..<count {
      let kind = Kind.allCases[index % Kind.allCases.count]
      let channels = atLoudness(withSilence(try sound(kind)))
      let file = try encoded(channels)
      let name = String(format: "sound-%04d.", index) + file.pathExtension
      try Data(file.bytes).write(to: folder.appendingPathComponent(name))
      total.byteCount += file.bytes.count
      total.seconds += Double(channels[0].frames.count) / channels[0].sampleRate
    }
    return total
  }

  private mutating func number(in range: ClosedRange<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * generator.nextFraction()
  }

  private mutating func seed() -> UInt32 { UInt32(1 + generator.next(below: 1 << 30)) }
}

extension LoudnessSounds {
  private mutating func sound(_ kind: Kind) throws -> [Signal] {
    let seconds = exp(number(in: log(Self.lengths.lowerBound)...log(Self.lengths.upperBound)))
    switch kind {
    case .sample: return samples[generator.next(below: samples.count)]
    case .repeatedSample:
      return repeated(samples[generator.next(below: samples.count)], seconds: seconds)
    default: break
    }
    let rate = Self.rates[generator.next(below: Self.rates.count)]
    let left = signal(kind, seconds: seconds, Instruments(sampleRate: rate))
    guard generator.next(below: 2) > 0 else { return [left] }
    var right = left
    // The right channel is a copy, later by up to 1 ms and softer, as with two microphones.
    right.frames = Array(repeating: 0, count: left.frames.count)
    right.mix(left, at: number(in: 0...0.001), gain: number(in: 0.3...1))
    return [left, right]
  }

  private mutating func signal(_ kind: Kind, seconds: Double, _ play: Instruments) -> Signal {
    let rate = play.sampleRate
    let frequency = number(in: 200...min(2500, rate / 8))
    switch kind {
    case .wail: return play.wail(from: frequency / 2, to: frequency, every: 1.3, seconds: seconds)
    case .alarm: return square(frequency, seconds: seconds, rate)
    case .pad: return pad(frequency / 2, seconds: seconds, play)
    case .tone: return play.tone(frequency, seconds: seconds, fade: min(0.02, seconds / 4))
    case .noise: return play.burst(halfLife: 1e9, seconds: seconds, seed: seed()).softened(0.5)
    case .music:
      var music = pad(frequency / 2, seconds: seconds, play)
      music.mix(events(.drum, every: 0.5, seconds: seconds, frequency, play), gain: 3)
      music.mix(events(.marimba, every: 0.25, seconds: seconds, frequency, play), gain: 2)
      return music.faded(in: 0, out: min(0.1, seconds / 4))
    default:
      return events(kind, every: number(in: 0.2...3), seconds: seconds, frequency, play)
        .faded(in: 0, out: min(0.05, seconds / 4))
    }
  }

  /// Struck sounds of different strength, one after the other.
  private mutating func events(
    _ kind: Kind, every interval: Double, seconds: Double, _ frequency: Double, _ play: Instruments
  ) -> Signal {
    var signal = Signal(seconds: seconds, sampleRate: play.sampleRate)
    var start = 0.0
    while start < seconds {
      let strength = number(in: 0.2...1)
      signal.mix(event(kind, frequency, play), at: start, gain: strength)
      start += interval * number(in: 0.7...1.3)
    }
    return signal
  }

  private mutating func event(_ kind: Kind, _ frequency: Double, _ play: Instruments) -> Signal {
    switch kind {
    case .bell: return play.bell(frequency, ratio: 1.4, halfLife: 0.2, seconds: 1.2)
    case .marimba:
      let partials = [
        Partial(ratio: 1, level: 1, halfLife: 0.07), Partial(ratio: 1.99, level: 0.3, halfLife: 0.02),
      ]
      return play.struck(frequency, partials, seconds: 0.8)
    case .pluck:
      let period = max(2, Int(play.sampleRate / frequency))
      return play.plucked(period: period, seconds: 0.9, seed: seed()).softened(0.6)
    case .burst: return play.burst(halfLife: 0.04, seconds: 0.3, seed: seed())
    case .drum:
      var drum = play.falling(90, drop: 40, halfLife: 0.09, seconds: 0.6)
      drum.mix(play.burst(halfLife: 0.008, seconds: 0.1, seed: seed()).softened(0.5), gain: 0.6)
      return drum
    default:
      return play.struck(
        frequency, [Partial(ratio: 1, level: 1, halfLife: 0.0005)], seconds: 0.01)
    }
  }

  private func square(_ frequency: Double, seconds: Double, _ rate: Double) -> Signal {
    var oscillator = Oscillator()
    return Signal(seconds: seconds, sampleRate: rate) {
      oscillator.next(turns: frequency / rate) < 0 ? -1 : 1
    }
  }

  private func pad(_ frequency: Double, seconds: Double, _ play: Instruments) -> Signal {
    var signal = Signal(seconds: seconds, sampleRate: play.sampleRate)
    for ratio in [1, 1.26, 1.498, 2.003] {
      signal.mix(play.tone(frequency * ratio, seconds: seconds, fade: min(0.6, seconds / 3)))
    }
    return signal
  }

  private func repeated(_ channels: [Signal], seconds: Double) -> [Signal] {
    channels.map { channel in
      var signal = Signal(seconds: seconds, sampleRate: channel.sampleRate)
      let length = Double(channel.frames.count) / channel.sampleRate
      for start in stride(from: 0, to: seconds, by: length) { signal.mix(channel, at: start) }
      return signal
    }
  }

  private mutating func withSilence(_ channels: [Signal]) -> [Signal] {
    guard generator.next(below: 3) == 0 else { return channels }
    let silence = number(in: 0.05...1)
    return channels.map { channel in
      let length = Double(channel.frames.count) / channel.sampleRate
      var signal = Signal(seconds: silence + length, sampleRate: channel.sampleRate)
      signal.mix(channel, at: silence)
      return signal
    }
  }
}

extension LoudnessSounds {
  /// Gives a sound a random loudness, unless its peaks would rise too high.
  private mutating func atLoudness(_ channels: [Signal]) -> [Signal] {
    let wanted = number(in: Self.loudnesses)
    let peak = channels.flatMap(\.frames).reduce(1e-9) { max($0, $1.magnitude) }
    // Measured near full scale, so that nothing is below the gates.
    let levels = try? SoundMeasurement(
      of: SoundSource(bytes: Self.file(channels, gain: 1 / peak, .caf, .float32))
    ).levels
    let gain = min(wanted - (levels?.loudness ?? -10), Self.largestPeak)
    return channels.map { channel in
      var signal = channel
      for index in signal.frames.indices { signal.frames[index] *= pow(10, gain / 20) / peak }
      return signal
    }
  }

  private mutating func encoded(
    _ channels: [Signal]
  ) throws -> (bytes: [UInt8], pathExtension: String) {
    let type = [PCMEncoding.SampleType.int16, .int24, .float32][generator.next(below: 3)]
    let kind = generator.next(below: 3)
    let container = [type == .float32 ? Container.aifc : .aiff, .wave, .caf][kind]
    return (try Self.file(channels, gain: 1, container, type), ["aiff", "wav", "caf"][kind])
  }

  private static func file(
    _ channels: [Signal], gain: Double, _ container: Container, _ type: PCMEncoding.SampleType
  ) throws -> [UInt8] {
    let isBig = container == .aiff || container == .aifc
    let format = StreamFormat(
      sampleRate: channels[0].sampleRate, channelCount: channels.count,
      dataFormat: .linearPCM(PCMEncoding(type, isBig ? .big : .little)))
    let header = SoundHeader(
      container: container, format: format, frameCount: channels[0].frames.count, usesFiller: false)
    var encoder = try FrameEncoder(for: format)
    let samples = channels.interleaved.map { Float($0 * gain) }
    return try header.headerBytes() + encoder.encode(.float32(samples)) + encoder.finish()
      + header.trailerBytes
  }

  /// Returns the channels of a sound.
  static func signals(of source: SoundSource) throws -> [Signal] {
    let target = ConversionTarget(container: .wave, dataFormat: .linearPCM(PCMEncoding(.float32, .little)))
    let bytes = try Conversion(of: source, to: target).bytes()
    let sound = try SoundFile(parsing: bytes)
    var decoder = try FrameDecoder(for: sound)
    guard case .float32(let samples) = decoder.decode(Array(bytes[sound.audioBytes])) else {
      return []
    }
    let (rate, count) = (sound.format.sampleRate, sound.format.channelCount)
    return (0..<count).map { channel in
      var signal = Signal(seconds: 0, sampleRate: rate)
      signal.frames = stride(from: channel, to: samples.count, by: count).map { Double(samples[$0]) }
      return signal
    }
  }
}
