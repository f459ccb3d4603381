internal import SoundFormat

extension AlertVerdict: Encodable {
  public func encode(to encoder: any Encoder) throws { try json().encode(to: encoder) }

  /// Returns the verdict for a JSON report.
  ///
  /// - Parameter outcome: The name of the outcome in the report; nil for the name of the verdict's own outcome.
  package func json(
    outcome: String? = nil, advice: AlertFinding.Advice = AlertFinding.ownAdvice
  ) -> JSON {
    func json(_ finding: AlertFinding) -> JSON {
      let (words, command) = advice(finding)
      return finding.json(advice: words, command: command)
    }
    return [
      "outcome": (outcome ?? self.outcome.rawValue).json,
      "reasons": reasons.map(json).json,
      "advisories": advisories.map(json).json,
    ]
  }
}

extension AlertFinding: Encodable {
  /// Returns the advice on a finding, in words for a report, and a command line that carries out the advice.
  package typealias Advice = (AlertFinding) -> (words: String?, command: String?)

  package static func ownAdvice(on finding: AlertFinding) -> (words: String?, command: String?) {
    (finding.advice, nil)
  }

  public func encode(to encoder: any Encoder) throws {
    try json(advice: advice).encode(to: encoder)
  }

  package func json(advice: String?, command: String? = nil) -> JSON {
    [
      "rule": rule.name.json,
      "outcome": rule.outcome.rawValue.json,
      "grade": grade.rawValue.json,
      "fact": fact.json,
      "advice": advice?.json,
      "command": command?.json,
      "source": rule.source.json,
    ]
  }
}

extension ConversionFacts: Encodable {
  public func encode(to encoder: any Encoder) throws { try json().encode(to: encoder) }

  /// Returns the facts for a JSON report.
  ///
  /// - Parameter target: What the sound was converted to; nil if unknown.
  package func json(for target: ConversionTarget? = nil) -> JSON {
    [
      "outcome": outcome.word.json,
      "replaced": outcome.isReplaced.json,
      "sourceSeconds": outcome.sourceLength?.seconds.json,
      "sourceSecondsAre": outcome.sourceLength?.precision.json,
      "ima4": signalToNoise.map {
        ["quality": target?.ima4Quality.json, "signalToNoise": $0.json(decimals: 2)]
      },
      "warnings": warnings.isEmpty
        ? nil : warnings.map { ["kind": $0.rule.name.json, "fact": $0.fact.json] }.json,
      "preparation": arrangement?.json,
      "levels": levels?.json(target: target?.levels),
    ]
  }
}

extension ArrangementChange {
  fileprivate var json: JSON {
    [
      "trimmedAtStart": trimmedAtStart.json,
      "trimmedAtEnd": trimmedAtEnd.json,
      "silenceTrimmedAtStart": silenceTrimmedAtStart.json,
      "silenceTrimmedAtEnd": silenceTrimmedAtEnd.json,
      "fadeIn": fadeIn.json,
      "fadeOut": fadeOut.json,
      "playCount": playCount.json,
      "gap": gap.json,
      "fadesBetweenPlays": fadesBetweenPlays.json,
    ]
  }
}

extension LevelChange {
  /// Returns the levels for JSON. For silence, leaves out the loudness and the peak: silence has no loudness, and JSON
  /// has no number for a peak of -∞ dB.
  fileprivate func json(target: LevelTarget?) -> JSON {
    [
      "loudnessBefore": loudnessBefore?.json(decimals: 2),
      "loudnessAfter": loudnessAfter?.json(decimals: 2),
      "loudnessTarget": target?.loudness?.json,
      "truePeakBefore": truePeakBefore.json(decimals: 2),
      "truePeakAfter": truePeakAfter.json(decimals: 2),
      "truePeakLimit": target?.truePeak.json,
      "gain": gain.json(decimals: 2) ?? 0.json,
      "limiting": limiting.json(decimals: 2) ?? 0.json,
      "shortfall": shortfall?.json(decimals: 2),
    ]
  }
}

extension SoundComparison: Encodable {
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }

  package var json: JSON {
    [
      "exact": isExact.json,
      "whole": isWhole.json,
      "noiseToMask": noiseToMask?.json,
      "noiseIsMasked": noiseIsMasked.json,
      "signalToNoise": signalToNoise?.json,
      "worstWindow": worstWindow.map {
        ["start": $0.start.json, "signalToNoise": $0.signalToNoise?.json]
      },
      "peakError": peakError.json,
      "resampledFrom": resampledFrom?.json,
      "originalFrameCount": originalFrameCount.json,
      "copyFrameCount": copyFrameCount.json,
      "frameCount": frameCount.json,
    ]
  }
}

extension SoundInspection: Encodable {
  public func encode(to encoder: any Encoder) throws { try json().encode(to: encoder) }

  /// Returns the report on the file, as described in JSONReports.md.
  package func json(advice: AlertFinding.Advice = AlertFinding.ownAdvice) -> JSON {
    [
      "file": path?.string.json,
      "byteCount": fileByteCount.json,
      "summary": report?.formatInWords.json,
      "fileType": report?.details.fileType.description.json,
      "typeName": report?.typeName.json,
      "format": report?.format.json,
      "layout": report?.layout?.name.json,
      "frameCount": report?.frameCount.json,
      "seconds": report?.duration.json,
      "packetCount": report?.details.packetCount?.json,
      "packetTable": report?.details.packetTable?.json,
      "largestPacketByteCount": report?.details.largestPacketByteCount?.json,
      "bitRate": report?.details.bitRate?.json,
      "isOptimized": report?.details.isOptimized?.json,
      "audio": report?.details.audioBytes.map {
        [
          "offset": $0.lowerBound.json,
          "byteCount": (report?.details.audioByteCount ?? $0.count).json,
        ]
      },
      "sourceBitDepth": report?.sourceBitDepth?.json,
      "texts": report?.metadata.texts.map { ["key": $0.key.json, "value": $0.value.json] }.json,
      "chunks": report?.chunks.map(\.json).json,
      "notes": report?.notes.map {
        ["message": $0.message.json, "offset": $0.offset?.json]
      }.json,
      "levels": measurement?.json,
      "unheard": unheardReason?.json,
      "verdict": verdict.json(advice: advice),
    ]
  }
}

extension StreamFormat {
  package var json: JSON {
    [
      "formatID": "\(dataFormat.formatID)".json,
      "name": dataFormat.words.json,
      "encoding": (dataFormat.pcmEncoding?.description ?? "\(dataFormat.formatID)").json,
      "sampleRate": sampleRate.json,
      "channelCount": channelCount.json,
      "framesPerPacket": framesPerPacket.json,
      "bytesPerPacket": bytesPerPacket.json,
    ]
  }
}

extension PacketTable {
  fileprivate var json: JSON {
    [
      "validFrameCount": validFrameCount.json,
      "primingFrameCount": primingFrameCount.json,
      "remainderFrameCount": remainderFrameCount.json,
    ]
  }
}

extension Chunk {
  fileprivate var json: JSON {
    [
      "identifier": "\(identifier)".json,
      "bodyOffset": bodyOffset.json,
      "byteCount": byteCount.json,
      "claimedByteCount": claimedByteCount?.json,
    ]
  }
}

extension SoundMeasurement {
  fileprivate var json: JSON {
    // Leave out the peaks of silence in decibels: they are -∞, and JSON has no infinity.
    let isAudible = levels.peak > 0
    return [
      "frameCount": levels.frameCount.json,
      "peak": levels.peak.json,
      "peakInDecibels": isAudible ? levels.peakInDecibels.json : nil,
      "truePeakInDecibels": isAudible ? levels.truePeakInDecibels.json : nil,
      "firstLevel": levels.firstLevel.json,
      "lastLevel": levels.lastLevel.json,
      "leadingSilence": levels.leadingSilence.json,
      "trailingSilence": levels.trailingSilence.json,
      "loudness": levels.loudness?.json,
      "loudnessMeasure": levels.loudnessMeasure?.rawValue.json,
      "silences": marks.silences.map {
        ["start": $0.lowerBound.json, "end": $0.upperBound.json]
      }.json,
      "clicks": marks.clicks.compactMap(\.json).json,
    ]
  }
}

/// Reports are encoded as the JSON that the commands print.
extension JSON: Encodable {
  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  package func encode(to encoder: any Encoder) throws {
    switch self {
    case .text(let text):
      var container = encoder.singleValueContainer()
      try container.encode(text)
    case .literal(let literal):
      var container = encoder.singleValueContainer()
      if let number = Int(literal) {
        try container.encode(number)
      } else if let number = Double(literal) {
        try container.encode(number)
      } else if let truth = Bool(literal) {
        try container.encode(truth)
      } else {
        try container.encodeNil()
      }
    case .list(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(element) }
    case .object(let members):
      var container = encoder.container(keyedBy: Key.self)
      for (name, value) in members { try container.encode(value, forKey: Key(stringValue: name)) }
    }
  }
}
