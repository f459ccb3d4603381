import AlertCore
import SoundFormat

/// Judges, measures, converts and compares sounds.
enum Alerts {
  static func run() {
    let sounds = AlertSounds.all
    for (name, file) in sounds {
      guard let source = open(file, name) else { continue }
      part("\(name): verdict") { (digest) throws(SoundError) in try digest.add(verdictOn: source) }
      part("\(name): conversions") { $0.add(conversionsOf: source) }
      part("\(name): limits") { $0.add(limitsOf: source) }
      part("\(name): arrangements") { $0.add(arrangementsOf: source) }
      part("\(name): levels") { $0.add(levelsOf: source) }
    }
    guard let original = open(sounds[0].file, "original") else { return }
    for (name, file) in [("slower", AlertSounds.slower)] + sounds.prefix(1) {
      guard let copy = open(file, name) else { continue }
      part("comparison: \(name)") { (digest) throws(SoundError) in
        try digest.add(comparisonOf: copy, to: original)
      }
    }
  }

  private static func open(_ file: [UInt8], _ name: String) -> SoundSource? {
    do throws(SoundFileError) {
      return try AlertSounds.open(file)
    } catch {
      check(false, "\(name): \(error)")
      return nil
    }
  }

  private static func part(_ name: String, _ add: (inout Digest) throws(SoundError) -> Void) {
    var digest = Digest()
    digest.addResult(of: add)
    print("\(name) \(digest.text)")
  }
}

extension Digest {
  /// Adds what a step adds, or the error that it throws.
  fileprivate mutating func addResult(of step: (inout Digest) throws(SoundError) -> Void) {
    do throws(SoundError) {
      try step(&self)
    } catch {
      add(error.description)
    }
  }

  fileprivate mutating func add(verdictOn source: SoundSource) throws(SoundError) {
    let report = SoundReport(of: source)
    add(report.formatInWords)
    add(report.duration)
    let measurement = try SoundMeasurement(of: source)
    let levels = measurement.levels
    let verdict = AlertRules.iOS.verdict(on: source, levels: levels)
    add(verdict.outcome.rawValue)
    for finding in verdict.reasons + verdict.advisories {
      add(finding.sentence)
      add(finding.rule.statement)
    }
    add(levels.peakInDecibels)
    add(levels.leadingSilence)
    for time in measurement.marks.clicks { add(time) }
    add(levels.loudness ?? 1)
    add("\(levels.loudness ?? 1)")
    for column in measurement.waveform.columns(40) { add(column.meanSquare) }
  }

  /// Adds a plain and a processed version of the source for each data format of each container, and a copy.
  fileprivate mutating func add(conversionsOf source: SoundSource) {
    for container in Container.writable {
      for dataFormat in container.dataFormats {
        var target = ConversionTarget(container: container, dataFormat: dataFormat)
        add(conversionOf: source, to: target)
        target.channels = .mixed(1)
        target.sampleRate = 32_000
        target.dither = .noiseShaped
        target.firstFrame = 100
        add(conversionOf: source, to: target)
      }
      add(conversionOf: source, to: ConversionTarget(container: container, dataFormat: nil))
    }
  }

  private mutating func add(
    conversionOf source: SoundSource, to target: ConversionTarget, limit: LengthLimit? = nil
  ) {
    addResult { (digest) throws(SoundError) in
      let conversion =
        if let limit { try Conversion(of: source, to: target, limit: limit) } else {
          try Conversion(of: source, to: target)
        }
      let result = try conversion.inMemory()
      digest.add(limit.flatMap { result.facts.outcome.warning(under: $0) } ?? "")
      digest.add(result.bytes)
      guard let levels = target.levels, let change = result.facts.levels else { return }
      for number in [
        change.loudnessBefore, change.loudnessAfter, change.truePeakAfter, change.gain,
        change.limiting,
      ] { digest.add(number ?? 1) }
      digest.add(change.fact(for: levels) ?? "")
    }
  }

  fileprivate mutating func add(limitsOf source: SoundSource) {
    for policy in OverLimitPolicy.allCases {
      guard let limit = try? LengthLimit(policy, seconds: policy == .default ? 1.4 : 0.4) else {
        return check(false, "no limit")
      }
      var target = ConversionTarget(container: .caf, dataFormat: .ima4)
      target.ima4Quality = 20
      add(conversionOf: source, to: target, limit: limit)
    }
  }

  fileprivate mutating func add(levelsOf source: SoundSource) {
    for levels in [
      LevelTarget(loudness: -9), LevelTarget(loudness: -30), LevelTarget(truePeak: -12),
    ] {
      for dataFormat in [DataFormat.ima4, .linearPCM(PCMEncoding(.float64))] {
        var target = ConversionTarget(container: .caf, dataFormat: dataFormat)
        target.levels = levels
        target.sampleRate = 32_000
        add(conversionOf: source, to: target)
      }
    }
  }

  fileprivate mutating func add(comparisonOf copy: SoundSource, to original: SoundSource)
    throws(SoundError)
  {
    let comparison = try SoundComparison(original: original, copy: copy)
    add(comparison.frameCount)
    add(comparison.isWhole)
    add(comparison.signalRatio)
    add(comparison.noiseRatio)
    add(comparison.peakError)
  }

  fileprivate mutating func add(arrangementsOf source: SoundSource) {
    var arrangements = [Arrangement(), Arrangement()]
    arrangements[0].span = .init(start: 0.0101, end: 0.2)
    arrangements[0].fadeInOfEachPlay = 0.01
    arrangements[0].fadeOutOfEachPlay = 0.03
    arrangements[1].span = .init(end: 0.05)
    arrangements[1].silenceThreshold = -37.3
    arrangements[1].repetition = .init(seconds: 0.3, gap: 0.013)
    for arrangement in arrangements {
      addResult { (digest) throws(SoundError) in
        let (arranged, change) = try source.arranged(by: arrangement)
        digest.add(change.fact ?? "unchanged")
        digest.add(
          conversionOf: arranged, to: ConversionTarget(container: .aifc, dataFormat: .ima4))
      }
    }
  }
}
