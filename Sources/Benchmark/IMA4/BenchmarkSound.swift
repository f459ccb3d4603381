import Foundation
import Synthesis

/// A typical alert sound: mono, 16 bits, 44.1 kHz, the same on every machine.
struct BenchmarkSound {
  let name: String
  let samples: [Int16]

  static let sampleRate = 44_100.0

  /// - Parameter level: The gain relative to -3 dBFS, in decibels.
  private init(_ name: String, _ signal: Signal, level: Double = 0) {
    self.name = name
    var normal = [signal].normalized[0]
    for index in normal.frames.indices { normal.frames[index] *= pow(10, level / 20) }
    samples = [normal].int16Samples
  }

  private init(_ name: String, samples: [Int16]) {
    self.name = name
    self.samples = samples
  }

  /// Returns the synthesised sounds, and speech if espeak-ng and FFmpeg are installed.
  static func all(in folder: URL) throws -> [BenchmarkSound] {
    made + (try speech(in: folder))
  }

  private static let play = Instruments(sampleRate: sampleRate)

  private static var made: [BenchmarkSound] {
    let bell = play.bell(880, ratio: 1.4, halfLife: 0.2, seconds: 1.2).faded(in: 0, out: 0.1)
    return [
      BenchmarkSound("bell", bell), BenchmarkSound("bell at -40 dB", bell, level: -37),
      BenchmarkSound("chime", notes([1319, 1047], every: 0.4, seconds: 1.5, chimeBar)),
      BenchmarkSound("glass", play.struck(2100, glass, seconds: 0.8).faded(in: 0, out: 0.1)),
      BenchmarkSound("pluck", play.plucked(period: 100, seconds: 0.9, seed: 7).softened(0.6)),
      BenchmarkSound(
        "marimba", notes([523.25, 659.26, 783.99], every: 0.12, seconds: 0.9, marimbaBar)),
      BenchmarkSound("glockenspiel", play.struck(2093, steelBar, seconds: 1.2)),
      BenchmarkSound("noise bursts", noiseBursts), BenchmarkSound("chirp", chirp),
      BenchmarkSound("alarm", alarm), BenchmarkSound("pad", pad), BenchmarkSound("drum", drum),
      BenchmarkSound("whistle", whistle),
      BenchmarkSound(
        "drop",
        play.falling(1400, drop: 500, halfLife: 0.08, seconds: 0.8).faded(in: 0.005, out: 0.1)),
      BenchmarkSound(
        "siren",
        play.wail(from: 480, to: 1150, every: 1.3, seconds: 2).faded(in: 0.05, out: 0.1)),
      BenchmarkSound("clicks", clicks),
    ]
  }

  private static let chimeBar = [
    Partial(ratio: 1, level: 1, halfLife: 0.25), Partial(ratio: 2, level: 0.35, halfLife: 0.12),
    Partial(ratio: 3.01, level: 0.18, halfLife: 0.06),
    Partial(ratio: 5.42, level: 0.1, halfLife: 0.03),
  ]
  private static let glass = [
    Partial(ratio: 1, level: 1, halfLife: 0.1), Partial(ratio: 2.32, level: 0.7, halfLife: 0.06),
    Partial(ratio: 4.25, level: 0.5, halfLife: 0.04),
    Partial(ratio: 6.63, level: 0.35, halfLife: 0.02),
  ]
  private static let marimbaBar = [
    Partial(ratio: 1, level: 1, halfLife: 0.07), Partial(ratio: 3.99, level: 0.3, halfLife: 0.018),
    Partial(ratio: 9.9, level: 0.12, halfLife: 0.006),
  ]
  private static let steelBar = [
    Partial(ratio: 1, level: 1, halfLife: 0.3), Partial(ratio: 2.756, level: 0.4, halfLife: 0.1),
    Partial(ratio: 5.404, level: 0.2, halfLife: 0.04),
  ]

  private static func notes(
    _ frequencies: [Double], every interval: Double, seconds: Double, _ partials: [Partial]
  ) -> Signal {
    var signal = Signal(seconds: seconds, sampleRate: sampleRate)
    for (number, frequency) in frequencies.enumerated() {
      signal.mix(
        play.struck(frequency, partials, seconds: seconds), at: Double(number) * interval)
    }
    return signal.faded(in: 0, out: 0.1)
  }

  private static var noiseBursts: Signal {
    var signal = Signal(seconds: 1.2, sampleRate: sampleRate)
    for (number, start) in [0.113, 0.457, 0.809].enumerated() {
      signal.mix(
        play.burst(halfLife: 0.04, seconds: 0.12, seed: UInt32(number + 1)).faded(in: 0, out: 0.02),
        at: start)
    }
    return signal
  }

  /// A sweep up five octaves.
  private static var chirp: Signal {
    var oscillator = Oscillator()
    var frequency = 200.0
    return Signal(seconds: 1.5, sampleRate: sampleRate) {
      frequency *= 1 + 3.4657 / (1.5 * sampleRate)
      return oscillator.next(turns: frequency / sampleRate)
    }.faded(in: 0.01, out: 0.05)
  }

  /// A square wave that alternates between two pitches, with pauses.
  private static var alarm: Signal {
    var oscillator = Oscillator()
    var frame = 0
    return Signal(seconds: 1, sampleRate: sampleRate) {
      let (turn, rest) = frame.quotientAndRemainder(dividingBy: 11_025)
      frame += 1
      let value = oscillator.next(turns: (turn % 2 == 0 ? 660 : 880) / sampleRate)
      return rest < 8820 ? (value < 0 ? -1 : 1) : 0
    }
  }

  /// A slow chord.
  private static var pad: Signal {
    var signal = Signal(seconds: 2, sampleRate: sampleRate)
    for (frequency, beat) in [(220, 0.7), (277.2, 0.9), (329.6, 0.6), (440.7, 1.1)] {
      var oscillator = Oscillator()
      var swell = Oscillator()
      signal.mix(
        Signal(seconds: 2, sampleRate: sampleRate) {
          (1 + 0.3 * swell.next(turns: beat / sampleRate))
            * oscillator.next(turns: frequency / sampleRate)
        })
    }
    return signal.faded(in: 0.6, out: 0.8)
  }

  private static var drum: Signal {
    var signal = play.falling(90, drop: 40, halfLife: 0.09, seconds: 0.6)
    signal.mix(play.burst(halfLife: 0.008, seconds: 0.2, seed: 11).softened(0.5), gain: 0.6)
    return signal.faded(in: 0, out: 0.1)
  }

  /// A wavering tone with some breath in it.
  private static var whistle: Signal {
    var oscillator = Oscillator()
    var vibrato = Oscillator()
    var breath = Noise(seed: 5)
    return Signal(seconds: 1, sampleRate: sampleRate) {
      let frequency = 2200 + 60 * vibrato.next(turns: 6 / sampleRate)
      return oscillator.next(turns: frequency / sampleRate) + 0.03 * breath.next()
    }.faded(in: 0.03, out: 0.1)
  }

  private static var clicks: Signal {
    var signal = Signal(seconds: 0.4, sampleRate: sampleRate)
    let tick = play.struck(
      3000, [Partial(ratio: 1, level: 1, halfLife: 0.0003)], seconds: 0.01)
    for start in [0.053, 0.207, 0.311] { signal.mix(tick, at: start) }
    return signal
  }

  /// The sounds that `all` lacks, and why; nil if it is complete.
  static var missing: String? {
    let names = ["espeak-ng", "ffmpeg"].filter { Program.find($0) == nil }
    return names.isEmpty ? nil : "speech, as \(names.joined(separator: " and ")) is not installed"
  }

  /// Returns two voices, resampled to 44.1 kHz by FFmpeg; none if a program is missing.
  private static func speech(in folder: URL) throws -> [BenchmarkSound] {
    guard let espeak = Program("espeak-ng"), let ffmpeg = Program("ffmpeg") else { return [] }
    return try [("speech, male", "en"), ("speech, female", "en+f3")].map { name, voice in
      let (spoken, raw) = (
        folder.appendingPathComponent("speech.wav"), folder.appendingPathComponent("speech.raw")
      )
      try espeak.run(["-v", voice, "-w", spoken.path, "You have a new message from Anna."])
      try ffmpeg.run([
        "-v", "error", "-y", "-i", spoken.path, "-ar", "44100", "-f", "s16le", raw.path,
      ])
      let bytes = [UInt8](try Data(contentsOf: raw))
      return BenchmarkSound(
        name,
        samples: stride(from: 0, to: bytes.count - 1, by: 2).map {
          Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
        })
    }
  }
}
