import CommandSupport
import SoundFormat

@testable import AlertSound
@testable import afinfo

/// A planned conversion succeeds, and its output matches its header.
enum ConversionPromise {
  /// - Returns: The output file.
  @discardableResult
  static func keep(for conversion: Conversion) throws -> [UInt8] {
    guard let output = try? conversion.inMemory().bytes else {
      throw BrokenPromise("planned, but not done")
    }
    let (sound, header) = (try SoundFile(ours: output), conversion.header)
    try expect(
      sound.frameCount == header.playedFrameCount,
      "\(sound.frameCount) frames instead of \(header.playedFrameCount)")
    try expect(
      sound.format.channelCount == header.format.channelCount,
      "\(sound.format.channelCount) channels instead of \(header.format.channelCount)")
    try expect(
      sound.format.sampleRate == header.format.sampleRate,
      "\(sound.format.sampleRate) frames a second instead of \(header.format.sampleRate)")
    return output
  }
}

/// Arranging an accepted sound throws an error with a message, or gives a sound that can be read
/// from any frame to its end and has as many frames as it states.
enum ArrangementPromise {
  /// Reading stops after this many frames, because at a very high rate the result is too long.
  private static let readFrameCount = 1 << 14

  static func keep(for source: SoundSource) throws {
    var arrangement = Arrangement()
    arrangement.span = .init(start: 0.0005, end: 5)
    arrangement.silenceThreshold = Arrangement.defaultSilenceThreshold
    arrangement.fadeInOfEachPlay = 0.001
    arrangement.fadeOutOfEachPlay = 1
    arrangement.repetition = .init(seconds: 0.1, gap: 0.001)
    let (arranged, change): (SoundSource, ArrangementChange)
    do throws(SoundError) {
      (arranged, change) = try source.arranged(by: arrangement)
    } catch {
      return try expect(!error.reason.isEmpty, "rejected without a message")
    }
    try expect(change.playCount >= 1, "\(change)")
    try expect(change.trimmedAtStart >= 0 && change.trimmedAtEnd >= 0, "\(change)")
    let frameCount = arranged.frameCount
    for first in [0, frameCount / 2, frameCount - min(frameCount, 100)] {
      let reader = try arranged.frameReader(from: first)
      var count = 0
      while count < readFrameCount, let block = try reader.next() {
        try expect(block.sampleCount > 0, "an empty block")
        count += block.sampleCount / arranged.format.channelCount
      }
      try expect(
        count == frameCount - first || count >= readFrameCount && count < frameCount - first,
        "\(count) frames from \(first) of \(frameCount)")
    }
  }
}

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

  /// The kept part is shorter than the limit at any sample rate.
  private static func checkTrimming(of source: SoundSource, to target: ConversionTarget) throws {
    let limit = LengthLimit(.trim)
    guard let alert = try? Conversion(of: source, to: target, limit: limit) else { return }
    guard let result = try? alert.inMemory() else {
      throw BrokenPromise("planned, but not done")
    }
    let sound = try SoundFile(ours: result.bytes)
    try expect(
      sound.duration < limit.seconds, "\(result.facts.outcome), and \(sound.duration) s long")
  }
}

/// `afinfo` can print whatever a file states about itself, in each output format.
enum ReportPromise {
  static func keep(for sound: SoundReport) throws {
    for showsInformation in [false, true] {
      let lines = TextReport(report: sound, showsInformation: showsInformation).lines
      try expect(!lines.isEmpty, "an empty report")
      let xml = XMLReport(
        report: sound, name: "a<b>&\"c\"", index: 0, showsInformation: showsInformation)
      try expect(!xml.lines.isEmpty, "an empty report")
    }
    _ = sound.properties
  }
}
