import AlertSound
import CommandSupport
import SoundFormat

/// What `-u` prints: a property of an audio file, by its code in AudioFile.h.
enum Property: String, CaseIterable {
  case fileFormat = "ffmt"
  case dataFormat = "dfmt"
  case isOptimized = "optm"
  case audioByteCount = "bcnt"
  case packetCount = "pcnt"
  case maximumPacketSize = "psze"
  case packetSizeUpperBound = "pkub"
  case dataOffset = "doff"
  case channelLayout = "cmap"
  case bitRate = "brat"
  case estimatedDuration = "edur"
  case sourceBitDepth = "sbtd"
  case packetTable = "pnfo"
  case informationDictionary = "info"
  case chunkIDs = "chid"

  /// Returns the property's value as lines; nil if the file doesn't have it.
  func values(in report: SoundReport) -> [String]? {
    switch self {
    case .fileFormat: ["'\(report.fileType)'"]
    case .dataFormat: [report.format.coreAudioText]
    case .isOptimized: report.isOptimized.map { [$0 ? "1" : "0"] }
    case .audioByteCount: report.audioByteCount.map { ["\($0)"] }
    case .packetCount: report.packetCount.map { ["\($0)"] }
    case .maximumPacketSize, .packetSizeUpperBound:
      report.largestPacketByteCount.map { ["\($0)"] }
    case .dataOffset: report.audioBytes.map { ["\($0.lowerBound)"] }
    case .channelLayout: report.layout.map { [$0.name] }
    case .bitRate: report.bitRate.map { ["\($0)"] }
    case .estimatedDuration: [report.duration.text(decimals: 6)]
    case .sourceBitDepth: report.sourceBitDepth.map { [$0.onOneLine] }
    case .packetTable:
      report.writtenPacketTable.map {
        ["\($0.validFrameCount) \($0.primingFrameCount) \($0.remainderFrameCount)"]
      }
    case .informationDictionary:
      report.informationDictionary.map { "\($0.key.onOneLine): \"\($0.value.onOneLine)\"" }
    case .chunkIDs:
      report.chunks.isEmpty ? nil : report.chunks.map { "'\($0.identifier)'" }
    }
  }
}
