import AlertSound
import ConversionSupport
import Foundation
import Platform
import SoundFormat
import TestSupport
import Testing

@testable import AlertCore

struct LevelConversionTests {
  static func target(
    _ dataFormat: DataFormat?, loudness: Double? = nil, truePeak: Double = -1,
    container: Container = .caf
  ) -> ConversionTarget {
    var target = ConversionTarget(container: container, dataFormat: dataFormat)
    target.usesFiller = false
    target.levels = LevelTarget(loudness: loudness, truePeak: truePeak)
    return target
  }

  static func convert(
    _ file: [UInt8], to target: ConversionTarget, monitor: Monitor = Monitor()
  ) throws -> (levels: LevelChange, file: [UInt8]) {
    let conversion = try Conversion(of: SoundSource(bytes: file), to: target)
    let sink = MemorySink(for: conversion.header)
    let sound = try conversion.run(into: sink, monitor: monitor)
    return (try #require(sound.facts.levels), sink.bytes)
  }

  static func levels(of file: [UInt8]) throws -> SoundLevels {
    try SoundMeasurement(of: SoundSource(bytes: file)).levels
  }

  /// Expects equal loudnesses up to rounding, because blocks of another size add energies in another order.
  private static func expectEqual(
    _ loudness: Double?, _ other: Double?, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let difference = abs((loudness ?? 1) - (other ?? 1))
    #expect(difference < 1e-9, sourceLocation: sourceLocation)
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let signal: Signal
    let dataFormat: DataFormat
    let levels: LevelTarget
    var quality = 0
    var dither: Dither?
    var testDescription: String {
      "\(signal) as \(dataFormat) -q \(quality), \(levels.loudness ?? 0) LUFS,"
        + " \(levels.truePeak) dBTP\(dither == nil ? "" : ", dithered")"
    }
  }

  private static let cases: [Case] = {
    let targets = [
      LevelTarget(loudness: -16), LevelTarget(loudness: -30, truePeak: -6),
      LevelTarget(loudness: -10, truePeak: -3), LevelTarget(truePeak: -12),
    ]
    var cases: [Case] = []
    for (number, levels) in targets.enumerated() {
      // Rotate the signals, so that over all targets, each format is tested with each signal.
      for (index, dataFormat) in DataFormat.allWritable.enumerated() {
        let signal = [Signal.bell, .noise, .square][(number + index) % 3]
        cases.append(Case(signal: signal, dataFormat: dataFormat, levels: levels))
      }
      cases.append(Case(signal: .bell, dataFormat: .ima4, levels: levels, quality: 63))
      for dither in [Dither.triangular, .noiseShaped] {
        cases.append(
          Case(signal: .bell, dataFormat: .pcm(.int8), levels: levels, dither: dither))
        cases.append(
          Case(signal: .square, dataFormat: .pcm(.int16), levels: levels, dither: dither))
      }
    }
    return cases
  }()

  /// The decoded output is at the target loudness, or below it only because of the peak limit.
  @Test(arguments: cases)
  func everyFormatMeetsTheTarget(example: Case) throws {
    let (frameCount, rate) = (22_000, 22_050.0)
    let file = try PlainSound(
      example.signal, channelCount: 2, frameCount: frameCount, sampleRate: rate
    ).file(.caf, .pcm(.float32))
    var target = Self.target(example.dataFormat, container: .caf)
    if !Container.caf.holds(example.dataFormat) { target.container = .wave }
    target.levels = example.levels
    target.ima4Quality = example.quality
    target.dither = example.dither
    let (change, output) = try Self.convert(file, to: target)
    let (before, after) = (try Self.levels(of: file), try Self.levels(of: output))
    #expect(after.frameCount == frameCount)
    Self.expectEqual(change.loudnessBefore, before.loudness)
    #expect(change.truePeakBefore == before.truePeakInDecibels)
    Self.expectEqual(change.loudnessAfter, after.loudness)
    #expect(change.truePeakAfter == after.truePeakInDecibels)
    #expect(after.truePeakInDecibels <= example.levels.truePeak)
    #expect(change.limiting >= 0)
    guard let wanted = example.levels.loudness else {
      #expect(change.gain == 0 && change.shortfall == nil)
      return
    }
    let loudness = try #require(after.loudness)
    if let shortfall = change.shortfall {
      #expect(abs(wanted - loudness - shortfall) < 1e-9)
      #expect(shortfall > 0.1)
      // A sound falls short only if the limiter reached its largest gain reduction of 10 dB.
      #expect(change.limiting > 9.9)
      #expect(change.fact(for: example.levels)?.contains(" LU below ") == true)
    } else {
      // Allow more for a square wave in 8 bits. It has two levels, and a step is 0.4 dB at -10 dBFS, 2 dB at -30 dBFS.
      let isCoarse = try example.signal == .square && frameCount * 2 == audio(of: output).count
      #expect(
        abs(loudness - wanted) <= (isCoarse ? wanted < -20 ? 1.1 : 0.25 : 0.1),
        "\(loudness), \(change)")
      let isFar = abs(loudness - wanted) > LevelChange.tolerance
      #expect((change.fact(for: example.levels)?.hasSuffix("can't come closer") == true) == isFar)
    }
  }

  @Test(arguments: DataFormat.allWritable)
  func aSoundAtItsTargetStaysAsItIs(dataFormat: DataFormat) throws {
    let container = Container.caf.holds(dataFormat) ? Container.caf : .wave
    let file = try soundFile(
      container, dataFormat, channels: [.bell, .sine], frameCount: 22_050, sampleRate: 22_050)
    let loudness = try #require(try Self.levels(of: file).loudness)
    var plain = ConversionTarget(container: container, dataFormat: dataFormat)
    // Try a channel map, too: the conversion then decodes and encodes the sound instead of copying its packets.
    for channels in [ConversionTarget.Channels.unchanged, .map([1, 0])] {
      plain.channels = channels
      var levelled = plain
      levelled.levels = LevelTarget(loudness: loudness + 0.09, truePeak: -0.5)
      let (change, output) = try Self.convert(file, to: levelled)
      #expect(output == (try Conversion(of: SoundSource(bytes: file), to: plain).inMemory().bytes))
      #expect(change.gain == 0 && change.limiting == 0 && change.shortfall == nil)
    }
  }

  @Test func packetsOfIMA4AreKeptOnlyAtTheTarget() throws {
    let file = try soundFile(.caf, .ima4, channels: [.sine], frameCount: 22_050, sampleRate: 22_050)
    let source = try SoundSource(bytes: file)
    let loudness = try #require(try Self.levels(of: file).loudness)
    let limit = LengthLimit(.default)
    var target = Self.target(.ima4, loudness: loudness)
    target.ima4Quality = 63
    let kept = try target.keepingPackets(of: source, limit: limit)
    #expect(kept.dataFormat == nil)
    let (change, copy) = try Self.convert(file, to: kept)
    #expect(change.loudnessAfter == loudness && change.gain == 0)
    #expect(copy.suffix(1000) == file.suffix(1000))
    for levels in [LevelTarget(loudness: loudness - 1), LevelTarget(truePeak: -20)] {
      target.levels = levels
      let kept = try target.keepingPackets(of: source, limit: limit)
      #expect(kept == target)
      #expect(try Self.convert(file, to: kept).levels.truePeakAfter <= levels.truePeak)
    }
    // If the sound is too long, its replacement is encoded at the target loudness.
    target.levels = LevelTarget(loudness: -20)
    let short = try LengthLimit(
      .default, seconds: 0.99,
      defaultSound: SoundSource(bytes: soundFile(.caf, .pcm(.int16), frameCount: 2000)))
    let alert = try Conversion(
      of: source, to: target.keepingPackets(of: source, limit: short), limit: short)
    let result = try alert.inMemory()
    guard case .replacedByDefault = result.facts.outcome else {
      Issue.record("\(result.facts.outcome)")
      return
    }
    let levels = try Self.levels(of: result.bytes)
    #expect(abs(try #require(levels.loudness) - -20) <= 0.1)
  }

  @Test func copiedPacketsMustComply() throws {
    let file = try soundFile(.caf, .ima4, channels: [.sine], frameCount: 22_050, sampleRate: 22_050)
    let loudness = try #require(try Self.levels(of: file).loudness)
    let copy = try Self.convert(file, to: Self.target(nil, loudness: loudness))
    #expect(copy.levels.loudnessBefore == loudness)
    let target = Self.target(nil, loudness: loudness - 2)
    let source = try SoundSource(bytes: file)
    for attempt in [
      { _ = try Conversion(of: source, to: target).inMemory().bytes },
      { _ = try Conversion(of: source, to: target, limit: LengthLimit(.fail)).inMemory().bytes },
    ] as [() throws -> Void] {
      let error = #expect(throws: SoundError.self) { try attempt() }
      #expect(
        error?.sentence
          == "copied packets keep their loudness and true peak; choose a data format instead of"
          + " copying packets")
    }
  }

  /// If only the byte order changes, the packets are decoded for measuring, but not encoded again.
  @Test func rewrittenPacketsStayExact() throws {
    let file = try soundFile(.caf, .pcm(.int16, .big), channels: [.sine], frameCount: 22_050)
    let target = Self.target(.pcm(.int16, .little))
    let (change, output) = try Self.convert(file, to: target)
    #expect(try frames(of: output).doubles == frames(of: file).doubles)
    #expect(change.truePeakAfter == change.truePeakBefore)
  }

  @Test func silenceStaysSilent() throws {
    let file = try soundFile(.caf, .pcm(.int16), channels: [.silence], frameCount: 22_050)
    let (change, output) = try Self.convert(file, to: Self.target(.ima4, loudness: -16))
    #expect(try Self.levels(of: output).peak == 0)
    #expect(change.loudnessBefore == nil && change.gain == 0)
    #expect(change.truePeakAfter == -.infinity)
    let levels = LevelTarget(loudness: -16)
    #expect(change.fact(for: levels) == "silent, so its loudness can't be changed")
    #expect(change.fact(for: LevelTarget()) == nil)
    // This sound isn't silent, but too quiet to measure.
    let quiet = try PlainSound([[Double](repeating: 1e-5, count: 22_050)])
      .file(.caf, .pcm(.float32))
    let (other, copy) = try Self.convert(quiet, to: Self.target(.pcm(.float32), loudness: -16))
    #expect(try frames(of: copy).doubles == frames(of: quiet).doubles)
    #expect(
      other.fact(for: levels)
        == "never above -70 LUFS, or at a rate below 3.7 kHz, so its loudness isn't changed")
    let empty = try soundFile(.caf, .pcm(.int16), channels: [.silence], frameCount: 0)
    #expect(try Self.convert(empty, to: Self.target(.pcm(.int16), loudness: -16)).levels.gain == 0)
  }

  /// The last six seconds are below the absolute gate. If the gain raises them above it, they lower the relative gate,
  /// so that the quiet second before them counts, too.
  @Test(arguments: [-30, -16, -7.0])
  func blocksThatBeginToCountAreForeseen(loudness: Double) throws {
    var samples: [Double] = []
    for (seconds, level) in [(1, -47.0), (1, -62), (6, -73)] {
      samples += (0..<22_050 * seconds).map { frame -> Double in
        pow(10, level / 20) * sin(2 * .pi * 997 * Double(frame) / 22_050)
      }
    }
    let file = try PlainSound([samples], sampleRate: 22_050).file(.caf, .pcm(.float32))
    for dataFormat in [DataFormat.pcm(.float32), .pcm(.int16)] {
      let (change, output) = try Self.convert(file, to: Self.target(dataFormat, loudness: loudness))
      #expect(
        abs(try #require(try Self.levels(of: output).loudness) - loudness) <= 0.1, "\(change)")
      #expect(change.shortfall == nil)
    }
  }

  @Test func numbersOutOfRangeAreRejected() throws {
    let source = try SoundSource(bytes: soundFile(.caf, .pcm(.int16)))
    for (loudness, truePeak, reason) in [
      (1, -1, "the loudness is 1 LUFS, not from -70 to 0"),
      (-70.5, -1, "the loudness is -70.5 LUFS, not from -70 to 0"),
      (.nan, -1, "the loudness is nan LUFS, not from -70 to 0"),
      (-16, 0.1, "the true peak is 0.1 dBTP, not from -40 to 0"),
      (-16, -.infinity, "the true peak is -inf dBTP, not from -40 to 0"),
    ] as [(Double, Double, String)] {
      let target = Self.target(.pcm(.int16), loudness: loudness, truePeak: truePeak)
      let error = #expect(throws: SoundError.self) { try Conversion(of: source, to: target) }
      #expect(error?.reason == reason)
    }
  }

  /// The K-weighting filters don't exist at 3 kHz, but peaks can still be limited.
  @Test func aLowRateHasNoLoudness() throws {
    let file = try soundFile(.caf, .pcm(.int16), channels: [.square], sampleRate: 3000)
    let error = #expect(throws: SoundError.self) {
      try Self.convert(file, to: Self.target(.pcm(.int16), loudness: -16))
    }
    #expect(
      error?.sentence
        == "loudness can't be measured at 3000 Hz; choose a rate of 4000 Hz or more")
    let (change, _) = try Self.convert(file, to: Self.target(.pcm(.int16)))
    #expect(change.loudnessBefore == nil && change.truePeakAfter <= -1)
  }

  /// The loudness is measured after trimming, mixing and resampling.
  @Test func levelsAreThoseOfTheTrimmedAndResampledSound() throws {
    let loud = Signal.square.doubles(frameCount: 44_100).map { $0 / 2 }
    let file = try PlainSound([loud, loud]).file(.wave, .pcm(.int16))
    var target = Self.target(.ima4, loudness: -23)
    target.channels = .mixed(1)
    target.sampleRate = 22_050
    let source = try SoundSource(bytes: file)
    let alert = try Conversion(of: source, to: target, limit: LengthLimit(.trim, seconds: 0.8))
    let levels = try Self.levels(of: alert.inMemory().bytes)
    #expect(levels.frameCount < 18_000)
    #expect(abs(try #require(levels.loudness) - -23) <= 0.1)
  }

  /// Polls of every pass can cancel a conversion.
  @Test func everyPassCanBeCancelled() throws {
    let file = try soundFile(.wave, .pcm(.int16), channels: [.square], frameCount: 20_000)
    let target = Self.target(.ima4, loudness: -3)
    let count = Locked(0)
    let counting = Monitor(isCancelled: {
      count.withLock { $0 += 1 }
      return false
    })
    _ = try Self.convert(file, to: target, monitor: counting)
    let pollCount = count.withLock { $0 }
    #expect(pollCount > 6)
    for limit in stride(from: 1, through: pollCount, by: 3) {
      count.withLock { $0 = 0 }
      let monitor = Monitor(isCancelled: {
        count.withLock { count in
          count += 1
          return count >= limit
        }
      })
      let error = #expect(throws: SoundError.self) {
        try Self.convert(file, to: target, monitor: monitor)
      }
      #expect(error?.cause == .cancelled)
    }
  }
}
