import Foundation
import SoundFormat

/// Work that is done on sounds of growing length.
struct GrowingWork: Sendable {
  let name: String
  /// The greatest length, in seconds, at which other programs are measured, too. Beyond it their results
  /// hardly change, but take minutes.
  var peerLimit = Double.infinity
  /// Returns the programs that do the work and what each has to run, given the input.
  let trials: @Sendable (_ input: URL, _ bench: Bench) throws -> [(name: String, trial: Trial)]

  static let all = [
    GrowingWork(name: "WAVE to LEI16") { try conversions(to: .int16, of: $0, in: $1) },
    GrowingWork(name: "WAVE to µ-law", peerLimit: 600) {
      try conversions(to: .muLaw, of: $0, in: $1)
    },
    GrowingWork(name: "WAVE to IMA4", peerLimit: 600) {
      try conversions(to: .ima4, of: $0, in: $1)
    },
  ]

  private static func conversions(
    to format: OutputFormat, of input: URL, in bench: Bench
  ) throws -> [(name: String, trial: Trial)] {
    let sample = bench.file("sample.wav")
    try LongSound.write(seconds: 1, as: .wave, to: sample)
    let able = try Converter.installed.filter {
      try Conformance(of: $0, format, from: sample, in: bench).canBeMeasured
    }
    return [("cp", bench.copyTrial(of: input))]
      + able.compactMap { converter in
        converter.trial(format, of: input, in: bench).map { (converter.rawValue, $0) }
      }
  }
}
