import Foundation
import SoundFormat

/// The quality of a program's rate conversion. Levels are in decibels.
struct ResamplingQuality {
  /// For each tone, in 64-bit floats, 32-bit floats and 16-bit integers; nil if the program can't write them.
  let distortionAndNoise: [[Double?]]
  let sweepSignalToNoise: Double
  /// The highest level that any of the stray tones leaves.
  let strayLevel: Double
  /// The share of the band in which tones keep their level.
  let flatShare: Double
  /// In frames.
  let delay: Double
  /// The number of frames more than the length rule gives.
  let lengthError: Int

  /// The tones, in Hz, whose distortion and noise are measured.
  static let tones = [997, 10_000]
  private static let types: [PCMEncoding.SampleType] = [.float64, .float32, .int16]

  init(of program: ResamplingProgram, _ signals: RateChangeSignals, in bench: Bench) throws {
    let (change, measurement) = (signals.change, signals.measurement)
    let (input, output) = (bench.file("in.wav"), bench.file("out.wav"))
    defer { for file in [input, output] { bench.remove(file) } }
    /// Converts a signal; nil if the program can't write the type.
    func convert(_ signal: TestSignal, _ type: PCMEncoding.SampleType) throws -> [Double]? {
      let wanted = ResamplingProgram.Output(rate: change.rate, type: type)
      guard let process = program.process(input, output, wanted) else { return nil }
      try TestWave.write(
        signals.source(signal), rate: change.sourceRate,
        as: type == .float64 ? .float64 : .float32, to: input)
      bench.remove(output)
      _ = try process.run()
      return try TestWave.read(output, as: type)
    }
    func require(_ signal: TestSignal, _ type: PCMEncoding.SampleType) throws -> [Double] {
      guard let samples = try convert(signal, type) else {
        throw Failure(description: "\(program.name) can't write \(type)")
      }
      return samples
    }
    distortionAndNoise = try Self.tones.map { tone in
      try Self.types.map { type in
        try convert(.tone(frequency: tone), type).map {
          measurement.distortionAndNoise(of: $0, frequency: tone)
        }
      }
    }
    sweepSignalToNoise = measurement.signalToNoise(
      of: try require(signals.sweep, .float32), to: signals.resampledSweep)
    strayLevel =
      try change.strayTones.map { frequency in
        measurement.strayLevel(
          of: try require(.tone(frequency: frequency), .float64),
          keeping: change.tonesMustVanish ? nil : frequency)
      }.max() ?? 0
    let comb = Comb(bandEnd: change.bandEnd)
    flatShare = measurement.flatShare(of: try require(.comb(comb), .float64), comb: comb)
    let pulse = try require(.pulse, .float32)
    delay = measurement.delay(of: pulse)
    lengthError = pulse.count - change.frameCount(of: signals.source(.pulse).count)
  }

  static let columns =
    tones.flatMap { tone in
      ["64-bit", "32-bit", "16-bit"].map { "THD+N \(tone) Hz, \($0)" }
    } + ["sweep SNR", "stray tones", "flat", "delay", "length"]

  var cells: [String] {
    distortionAndNoise.joined().map { $0.map { String(format: "%.1f dB", $0) } ?? "-" } + [
      String(format: "%.1f dB", sweepSignalToNoise),
      strayLevel < -200 ? "below -200 dB" : String(format: "%.1f dB", strayLevel),
      String(format: "%.3f", flatShare),
      // Avoid "-0.000".
      String(format: "%+.3f", abs(delay) < 0.0005 ? 0 : delay),
      String(format: "%+d", lengthError),
    ]
  }
}

/// The signals that show the faults of a change of rate. They are computed once for all programs.
final class RateChangeSignals {
  let change: RateChange
  let measurement: Measurement
  let sweep: TestSignal
  /// The sweep as it must be at the new rate.
  let resampledSweep: [Double]
  private var sources: [(signal: TestSignal, samples: [Double])] = []

  init(_ change: RateChange) {
    self.change = change
    measurement = Measurement(rate: change.rate)
    sweep = .sweep(from: 50, to: change.sweepEnd)
    resampledSweep = sweep.samples(rate: change.rate)
  }

  /// Returns a signal at the source's rate.
  func source(_ signal: TestSignal) -> [Double] {
    if let kept = sources.first(where: { $0.signal == signal }) { return kept.samples }
    let samples = signal.samples(rate: change.sourceRate)
    sources.append((signal, samples))
    return samples
  }
}
