import AlertSound
import Foundation
import SoundFormat
import Synthesis

/// A folder of sounds as they reach an app: from quiet recordings to masters that clip, struck and steady, at all usual
/// rates, a third of them with silence before the sound.
struct LoudnessSounds {
  /// Struck sounds and syllables come first, then steady ones, then those of Samples.
  enum Kind: CaseIterable {
    case bell, marimba, pluck, burst, drum, clicks, speech
    case wail, alarm, pad, tone, noise, music
    case sample, repeatedSample
  }

  /// In seconds; shorter ones are more frequent.
  private static let lengths = 0.1...8.0
  /// In LUFS.
  private static let loudnesses = -55.0...(-5)
  /// How far above full scale the loudest sounds would be, in dB: those of whole numbers clip.
  private static let largestPeak = 6.0
  private static let rates = [8000.0, 11_025, 16_000, 22_050, 32_000, 44_100, 48_000]

  var generator = LinearGenerator(state: 16)
  private let samples: [[Signal]]

  /// - Parameter folder: The folder Samples of the repository.
  init(samples folder: URL) throws {
    let names = ["Bell.caf", "Chime.wav", "Knock.wav", "Marimba.caf", "Pluck.aifc", "Sonar.aiff"]
    samples = try names.map { name in
      let source = try SoundSource(path: folder.appendingPathComponent(name).path)
      return try Self.signals(of: source)
    }
  }

  private init() { samples = [] }

  /// Drums and a marimba over a chord.
  static func music(seconds: Double, sampleRate: Double) -> Signal {
    var sounds = LoudnessSounds()
    return sounds.signal(.music, seconds: seconds, Instruments(sampleRate: sampleRate))
  }

  /// Writes `count` sounds, the same on every run.
  ///
  /// - Returns: Their total length in seconds.
  mutating func write(_ count: Int, to folder: URL) throws -> Double {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var seconds = 0.0
    for index in 0..<count {
      let kind = Kind.allCases[index % Kind.allCases.count]
      let channels = atLoudness(withSilence(try sound(kind)))
      let file = try encoded(channels)
      let name = String(format: "sound-%04d.", index) + file.pathExtension
      try Data(file.bytes).write(to: folder.appendingPathComponent(name))
      seconds += Double(channels[0].frames.count) / channels[0].sampleRate
    }
    return seconds
  }

  mutating func number(in range: ClosedRange<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * generator.nextFraction()
  }

  mutating func seed() -> UInt32 { UInt32(1 + generator.next(below: 1 << 30)) }
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

  /// Returns the channels of a sound, decoded to floats.
  static func signals(
    of source: SoundSource, _ type: PCMEncoding.SampleType = .float32
  ) throws -> [Signal] {
    let target = ConversionTarget(
      container: .wave, dataFormat: .linearPCM(PCMEncoding(type, .little)))
    let bytes = try Conversion(of: source, to: target).bytes()
    let sound = try SoundFile(parsing: bytes)
    var decoder = try FrameDecoder(for: sound)
    let samples: [Double]
    switch decoder.decode(Array(bytes[sound.audioBytes])) {
    case .float32(let values): samples = values.map { Double($0) }
    case .float64(let values): samples = values
    default: return []
    }
    let (rate, count) = (sound.format.sampleRate, sound.format.channelCount)
    return (0..<count).map { channel in
      var signal = Signal(seconds: 0, sampleRate: rate)
      signal.frames = stride(from: channel, to: samples.count, by: count).map { samples[$0] }
      return signal
    }
  }
}
