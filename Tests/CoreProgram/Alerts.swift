import AlertCore
import SoundFormat

/// Judges, measures, draws, converts and compares sounds.
enum Alerts {
  static func run() {
    let sounds = AlertSounds.all
    for (name, file) in sounds {
      do throws(SoundFileError) {
        let source = try AlertSounds.open(file)
        part("\(name): verdict") { $0.add(verdictOn: source) }
        part("\(name): drawing") { $0.add(drawingOf: source) }
        part("\(name): candidates") { $0.add(candidatesFor: source) }
        for container in Container.writable {
          part("\(name): to \(container.fileType)") { $0.add(conversionsOf: source, to: container) }
        }
        part("\(name): limits") { $0.add(limitsOf: source) }
        part("\(name): arrangements") { $0.add(arrangementsOf: source) }
        part("\(name): levels") { $0.add(levelsOf: source) }
      } catch {
        check(false, "\(name): \(error)")
      }
    }
    compare(sounds)
  }

  private static func part(_ name: String, _ add: (inout Digest) -> Void) {
    var digest = Digest()
    add(&digest)
    print("\(name) \(digest.text)")
  }

  private static func compare(_ sounds: [(name: String, file: [UInt8])]) {
    let copies =
      [("delayed", AlertSounds.delayed), ("slower", AlertSounds.slower)] + sounds.prefix(3)
    for (name, file) in copies {
      do throws(SoundFileError) {
        let original = try AlertSounds.open(sounds[0].file)
        let copy = try AlertSounds.open(file)
        part("comparison: \(name)") { $0.add(comparisonOf: copy, to: original) }
      } catch {
        check(false, "comparison: \(name): \(error)")
      }
    }
  }
}

extension Digest {
  fileprivate mutating func add(verdictOn source: SoundSource) {
    let report = SoundReport(of: source)
    add(report.format.coreAudioText)
    add(report.formatInWords)
    // Leave out a damaged header's huge bit rate, which may be nil where an `Int` has 32 bits.
    add(report.details.bitRate.flatMap { $0 < 1 << 30 ? $0 : nil })
    add(report.details.packetCount)
    add(report.duration)
    do throws(SoundError) {
      let measurement = try SoundMeasurement(of: source)
      let levels = measurement.levels
      let verdict = AlertRules.iOS.verdict(on: source, levels: levels)
      add(verdict.outcome.rawValue)
      for finding in verdict.reasons + verdict.advisories {
        add(finding.sentence)
        add(finding.rule.statement)
        add(finding.consequence() ?? "")
        add((verdict.conversion ?? []).count)
      }
      add(levels.frameCount)
      add(levels.peak)
      add(levels.peakInDecibels)
      add(levels.leadingSilence)
      add(levels.trailingSilence)
      for range in measurement.marks.silences {
        add(range.lowerBound)
        add(range.upperBound)
      }
      for time in measurement.marks.clicks { add(time) }
      add(levels.loudness ?? 1)
      add("\(levels.loudness ?? 1)")
    } catch {
      add(error)
    }
  }

  fileprivate mutating func add(drawingOf source: SoundSource) {
    do throws(SoundError) {
      let waveform = try SoundMeasurement(of: source).waveform
      for line in waveform.lines(width: 30, height: 2, in: .braille) { add(line) }
      for line in waveform.lines(width: 40, height: 5, in: .ascii) { add(line) }
      let plot = WaveformPlot(
        title: "Ring & \"x\"", subtitle: "ä", waveform: waveform,
        sampleRate: source.format.sampleRate, lengthLimit: 0.5)
      add(plot.svg)
    } catch {
      add(error)
    }
  }

  fileprivate mutating func add(candidatesFor source: SoundSource) {
    do throws(SoundError) {
      for candidate in try FormatCandidate.all(for: source) {
        add(candidate.ima4Quality)
        add(candidate.byteCount)
        add(candidate.comparison.signalToNoise)
        add(candidate.comparison.noiseToMask)
        add("\(candidate.comparison.signalToNoise)")
      }
    } catch {
      add(error)
    }
  }

  /// Adds a plain, a processed and a copied version of the source for each data format of a
  /// container.
  fileprivate mutating func add(conversionsOf source: SoundSource, to container: Container) {
    for dataFormat in container.dataFormats {
      var target = ConversionTarget(container: container, dataFormat: dataFormat)
      add(conversionOf: source, to: target)
      target.channels = .mixed(1)
      target.sampleRate = 32_000
      target.dither = .noiseShaped
      target.firstFrame = 100
      add(conversionOf: source, to: target)
      for method in [ResamplingMethod.linear, .libsamplerate(.best)] {
        target.resamplingMethod = method
        add(conversionOf: source, to: target)
      }
    }
    add(conversionOf: source, to: ConversionTarget(container: container, dataFormat: nil))
  }

  private mutating func add(conversionOf source: SoundSource, to target: ConversionTarget) {
    do throws(SoundError) {
      add(try Conversion(of: source, to: target).inMemory().bytes)
    } catch {
      add(error)
    }
  }

  fileprivate mutating func add(limitsOf source: SoundSource) {
    for policy in OverLimitPolicy.allCases {
      do throws(SoundError) {
        let limit = try LengthLimit(policy, seconds: policy == .default ? 1.4 : 0.4)
        var target = ConversionTarget(container: .caf, dataFormat: .ima4)
        target.ima4Quality = 20
        let result = try Conversion(of: source, to: target, limit: limit).inMemory()
        add(result.facts.outcome.warning(under: limit) ?? "")
        add(result.bytes)
      } catch {
        add(error)
      }
    }
  }

  /// Adds versions with other levels, and reports of the changes. Both must be the same on every
  /// machine.
  fileprivate mutating func add(levelsOf source: SoundSource) {
    let dataFormats: [DataFormat] = [
      .ima4, .muLaw, .linearPCM(PCMEncoding(.int8)), .linearPCM(PCMEncoding(.float64)),
    ]
    for dataFormat in dataFormats {
      for levels in [
        LevelTarget(loudness: -9), LevelTarget(loudness: -30), LevelTarget(truePeak: -12),
      ] {
        var target = ConversionTarget(container: .caf, dataFormat: dataFormat)
        target.levels = levels
        target.sampleRate = 32_000
        do throws(SoundError) {
          let conversion = try Conversion(of: source, to: target)
          let sink = MemorySink(for: conversion.header)
          let change = try conversion.run(into: sink, monitor: Monitor()).facts.levels
          add(sink.bytes)
          for number in [
            change?.loudnessBefore, change?.loudnessAfter, change?.truePeakBefore,
            change?.truePeakAfter, change?.gain, change?.limiting,
          ] { add(number ?? 1) }
          add(change?.fact(for: levels) ?? "")
        } catch {
          add(error)
        }
      }
    }
  }

  fileprivate mutating func add(comparisonOf copy: SoundSource, to original: SoundSource) {
    do throws(SoundError) {
      let comparison = try SoundComparison(of: copy, to: original)
      add(comparison.frameCount)
      add(comparison.isWhole)
      add(comparison.signalToNoise)
      add(comparison.noiseToMask)
      add(comparison.peakError)
    } catch {
      add(error)
    }
  }

  mutating func add(_ error: SoundError) { add(error.description) }

  /// Adds the result of judging and converting a file that may be damaged.
  mutating func add(alertOutcomeOf file: [UInt8]) {
    var policy = InputPolicy()
    policy.acceptsTruncatedFiles = true
    do throws(SoundFileError) {
      let source = try AlertSounds.open(file, policy: policy)
      // Compute the results of long sounds, which must not trap, but don't add them. They contain
      // numbers that don't fit in a 32-bit `Int`, so they differ between machines.
      var details = Digest()
      details.add(judgementOf: source)
      details.add(trimmingsOf: source)
      details.add(arrangementsOf: source)
      let isLong =
        Double(source.frameCount) * 8 >= 0x1p29
        || source.soundFile.map { $0.missingByteCount >= 1 << 30 } ?? false
      add(isLong ? "long" : details.text)
    } catch {
      add(error.description)
    }
  }

  private mutating func add(judgementOf source: SoundSource) {
    add(verdictOn: source)
    add(drawingOf: source)
    var policy = InputPolicy()
    policy.durationLimit = 2
    do throws(SoundFileError) {
      if let sound = source.soundFile { try policy.check(sound) }
    } catch {
      add(error)
    }
  }

  fileprivate mutating func add(arrangementsOf source: SoundSource) {
    var arrangements = [Arrangement(), Arrangement(), Arrangement()]
    arrangements[0].span = .init(start: 0.0101, end: 0.2)
    arrangements[0].fadeInDuration = 0.01
    arrangements[0].fadeOutDuration = 0.03
    arrangements[1].silenceThreshold = -37.3
    arrangements[2].span = .init(end: 0.05)
    arrangements[2].silenceThreshold = Arrangement.defaultSilenceThreshold
    arrangements[2].repetition = .init(seconds: 0.3, gap: 0.013)
    // Skip very high rates, because the result would be very long.
    for arrangement in arrangements where source.format.sampleRate < 200_000 {
      do throws(SoundError) {
        let (arranged, change) = try source.arranged(by: arrangement)
        add(change.fact ?? "unchanged")
        add(arranged.frameCount)
        let target = ConversionTarget(container: .aifc, dataFormat: .ima4)
        add(try Conversion(of: arranged, to: target).inMemory().bytes)
      } catch {
        add(error)
      }
    }
  }

  private mutating func add(trimmingsOf source: SoundSource) {
    var targets = [
      ConversionTarget(container: .caf, dataFormat: nil),
      ConversionTarget(container: .wave, dataFormat: nil),
      ConversionTarget(container: .aifc, dataFormat: .ima4),
      ConversionTarget(container: .wave, dataFormat: .linearPCM(PCMEncoding(.int32, .little))),
    ]
    targets[2].channels = .mixed(2)
    targets[2].primingOverride.primingFrameCount = 3
    targets[3].sampleRate = 44_100
    targets[3].dither = .triangular
    targets[3].firstFrame = 5
    // Don't change the rate of a source with a very low rate, because the result would be very long.
    for target in targets where target.sampleRate == nil || source.format.sampleRate > 2000 {
      do throws(SoundError) {
        let limit = try LengthLimit(.trim, seconds: 0.3)
        let conversion = try Conversion(of: source, to: target, limit: limit)
        let header = conversion.header
        add(header.frameCount)
        add(header.playedFrameCount)
        add(header.audioByteCount)
        let result = try conversion.inMemory()
        add(result.facts.outcome.warning(under: limit) ?? "")
        add(result.bytes)
      } catch {
        add(error)
      }
    }
  }
}
