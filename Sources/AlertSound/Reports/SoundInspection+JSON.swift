internal import SoundFormat

extension SoundInspection: Encodable {
  public func encode(to encoder: any Encoder) throws { try json().encode(to: encoder) }

  /// Returns the report on a file that JSONReports.md describes.
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
    // Leave out the peak of silence in decibels, because it is -∞ and JSON has no infinity.
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
