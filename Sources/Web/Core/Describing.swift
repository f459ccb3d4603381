import AlertCore
import SoundFormat

extension Request {
  /// Describes, measures and judges a sound. Doesn't measure a sound that the browser must decode first.
  func described() throws(SoundError) -> Answer {
    let rules = try rules()
    let (isForBrowser, isImported, kind, verdict): (Bool, Bool, String?, AlertVerdict)
    do throws(SoundFileError) {
      let sound = try SoundFile(in: AnyByteSource(bytes))
      let codec = sound.format.dataFormat.formatID
      kind = sound.container.nameWithArticle + " with " + (codec.commonName ?? "'\(codec)'")
      (isForBrowser, isImported) = (!sound.isDecodable, sound.isImported)
      verdict = rules.verdict(on: sound, named: file.name)
    } catch {
      // A damaged file in a container that this library reads isn't for the browser.
      isForBrowser = error.code == .unrecognized && error.foreignFormat?.isSound ?? true
      isImported = error.foreignFormat?.isImported ?? true
      kind = error.foreignFormat?.name
      verdict = rules.verdict(on: error)
    }
    guard frames.byteCount == 0, isForBrowser else {
      let source = try opened()
      if self["head"] != nil { return Answer(json: Self.head(of: SoundReport(of: source))) }
      return Answer(json: try description(of: prepared(source)))
    }
    let format = try opening(BrowserFormat(of: AnyByteSource(bytes)))
    return Answer(json: [
      "byteCount": bytes.byteCount.json,
      "readable": false.json,
      "browser": [
        "rate": format.sampleRate?.rounded,
        "channels": format.channelCount?.json,
        "losslessBits": format.bitDepth?.json,
        "kind": kind?.json,
        // Whether the command can read the sound by means of libsndfile.
        "isImported": isImported.json,
      ],
      "verdict": verdict.json,
    ])
  }

  /// Returns what the page's search for formats needs from the headers, so that the sound needn't be decoded first.
  private static func head(of report: SoundReport) -> JSON {
    [
      "format": report.format.dataFormat.words.json,
      "rate": report.format.sampleRate.rounded,
      "channels": report.format.channelCount.json,
    ]
  }

  private func description(of source: SoundSource) throws(SoundError) -> JSON {
    let measurement = try SoundMeasurement(of: source)
    let levels = measurement.levels
    let report = SoundReport(of: source)
    let notes = (source.notes + source.notes(on: measurement.warnings)).map { $0.message.json }
    let columns = measurement.waveform.columns(try integer("columns", in: 0...4096) ?? 0)
    return Self.head(of: report).adding([
      "byteCount": bytes.byteCount.json,
      "readable": true.json,
      "container": report.typeName.json,
      "rateAndChannels": report.format.rateAndChannels.json,
      "seconds": (Double(levels.frameCount) / report.format.sampleRate).rounded,
      "isTruncated": measurement.warnings.isTruncated.json,
      "notes": notes.json,
      "verdict": try rules().verdict(on: source, levels: levels).json,
      "levels": [
        "peak": levels.peakInDecibels.rounded,
        "truePeak": levels.truePeakInDecibels.rounded,
        "loudness": levels.loudness?.rounded,
        "silences": measurement.marks.silences.map { .numbers($0.lowerBound, $0.upperBound) }.json,
        "clicks": measurement.marks.clicks.compactMap { $0.rounded }.json,
      ],
      "waveform": columns.map { .numbers($0.minimum, $0.maximum) }.json,
    ])
  }
}

extension Remedy {
  /// The remedy in words that suit the page's settings.
  var pageWords: String {
    switch self {
    case .acceptTruncation: "export or copy it again"
    case .useFewerChannels: "choose Stereo or Mono under “Channels”"
    case .shorten, .haveTrimmed: "choose “Trim and fade out” under “If it is too long”"
    default: words
    }
  }

  /// The field of the page's settings that applies the remedy, and the field's value; nil if no field applies it.
  fileprivate var setting: (name: String, value: String)? {
    switch self {
    case .trim: ("over-limit", OverLimitPolicy.trim.rawValue)
    case .mixDown: ("channels", "2")
    case .resample(let rate): ("rate", decimalText(rate, decimals: 0))
    case .changeLoudness(let loudness): ("loudness", decimalText(loudness, decimals: 2))
    case .makeLouder: ("loudness", "-16")
    case .trimSilence:
      ("silence-threshold", decimalText(Arrangement.defaultSilenceThreshold, decimals: 0))
    case .fadeIn: ("fade-in", "0.005")
    case .fadeOut: ("fade-out", "0.005")
    default: nil
    }
  }
}

extension JSON {
  fileprivate static func numbers(_ first: Double, _ second: Double) -> JSON {
    .list([first.rounded ?? .null, second.rounded ?? .null])
  }
}

extension Double {
  /// The number with six decimals, enough for all that the page shows; nil for infinity and NaN.
  var rounded: JSON? { json(decimals: 6) }
}

extension AlertVerdict {
  /// The verdict with its findings, the decisive findings first.
  fileprivate var json: JSON {
    [
      "outcome": outcome.rawValue.json,
      "findings":
        (reasons.map { json(of: $0, isReason: true) }
        + advisories.map { json(of: $0, isReason: false) }).json,
    ]
  }

  private func json(of finding: AlertFinding, isReason: Bool) -> JSON {
    let rule = finding.rule
    return [
      "rule": rule.name.json,
      "isReason": isReason.json,
      "outcome": rule.outcome.rawValue.json,
      "fact": finding.fact.json,
      "consequence": consequence(of: finding)?.json,
      "advice": finding.advice?.json,
      "setting": finding.remedy?.setting.map { .list([$0.name.json, $0.value.json]) },
      "statement": rule.statement.json,
      "grade": finding.grade.name.json,
      "source": rule.source.json,
    ]
  }
}
