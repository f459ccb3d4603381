import Foundation

/// The quality of a program's rate conversion.
struct Quality {
  let distortionAndNoise: Double
  let sweepSignalToNoise: Double
  /// The highest level that any of the stray tones leaves.
  let strayLevel: Double
  let delay: Double
  /// The number of frames more than the length rule gives.
  let lengthError: Int

  init(of contender: ResamplingContender, at change: RateChange, in bench: Bench) throws {
    func convert(_ signal: TestSignal) throws -> (source: Int, samples: [Double]) {
      let (input, output) = (bench.file("in.wav"), bench.file("out.wav"))
      let source = signal.samples(rate: change.sourceRate)
      try FloatWave.write(source, rate: change.sourceRate, to: input)
      bench.remove(output)
      _ = try contender.process(input, output, rate: change.rate).run()
      return (source.count, try FloatWave.read(output))
    }
    let rate = change.rate
    distortionAndNoise = Measurement.distortionAndNoise(
      of: try convert(.tone(frequency: 997)).samples, frequency: 997, rate: rate)
    let sweep = TestSignal.sweep(from: 50, to: change.sweepEnd)
    sweepSignalToNoise = Measurement.signalToNoise(
      of: try convert(sweep).samples, to: sweep.samples(rate: rate), rate: rate)
    strayLevel =
      try change.strayTones.map { frequency in
        Measurement.strayLevel(
          of: try convert(.tone(frequency: frequency)).samples,
          keeping: change.tonesMustVanish ? nil : frequency, rate: rate)
      }.max() ?? 0
    let pulse = try convert(.pulse)
    delay = Measurement.delay(of: pulse.samples, rate: rate)
    lengthError = pulse.samples.count - change.frameCount(of: pulse.source)
  }

  static let columns = ["THD+N 997 Hz", "sweep SNR", "stray tones", "delay", "length"]

  var cells: [String] {
    [
      String(format: "%.1f dB", distortionAndNoise),
      String(format: "%.1f dB", sweepSignalToNoise),
      strayLevel < -200 ? "below -200 dB" : String(format: "%.1f dB", strayLevel),
      // Avoid "-0.000".
      String(format: "%+.3f", abs(delay) < 0.0005 ? 0 : delay),
      String(format: "%+d", lengthError),
    ]
  }
}
