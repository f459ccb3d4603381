import SoundFormat

@testable import AlertSound

/// The most common requests for an accepted sound: another rate, other channels, less than 30 s.
/// Each is refused with a message, or gives a file of the promised length.
enum RequestPromise {
  static func keep(for source: SoundSource) throws {
    var ring = ConversionTarget(container: .caf, dataFormat: .ima4)
    ring.usesFiller = false
    ring.channels = .mixed(1)
    ring.sampleRate = 22_050
    ring.resamplingMethod = .linear
    var stereo = ConversionTarget(container: .wave, dataFormat: .linearPCM(PCMEncoding(.int16)))
    stereo.usesFiller = false
    stereo.channels = .count(2)
    stereo.sampleRate = 8000
    for target in [ring, stereo] { try check(source, target) }
    stereo.levels = LevelTarget(loudness: -16, truePeak: -3)
    try check(source, stereo)
    try checkTrimming(of: source, to: ring)
  }

  private static func check(_ source: SoundSource, _ target: ConversionTarget) throws {
    let conversion: Conversion
    do throws(SoundError) {
      conversion = try Conversion(of: source, to: target)
    } catch {
      return try expect(!error.reason.isEmpty, "rejected without a message")
    }
    let rate = conversion.header.format.sampleRate
    try expect(rate == target.sampleRate, "\(rate) frames a second")
    try ConversionPromise.keep(for: conversion)
  }

  /// Whatever the sample rate, the part that is kept is shorter than the limit.
  private static func checkTrimming(of source: SoundSource, to target: ConversionTarget) throws {
    let limit = try LengthLimit(.trim)
    guard let alert = try? Conversion(of: source, to: target, limit: limit) else { return }
    guard let result = try? alert.inMemory() else {
      throw BrokenPromise("planned, but not done")
    }
    let sound = try SoundFile(ours: result.bytes)
    try expect(sound.duration < limit.seconds, "\(result.outcome), and \(sound.duration) s long")
  }
}
