import AlertSound
import CommandSupport
import SoundFormat

/// The report of current versions of Apple's `afinfo`, line by line.
struct TextReport {
  let report: SoundReport
  let showsInformation: Bool

  /// What follows the file's name.
  var lines: [String] {
    var lines = [
      "File type ID:   \(report.fileType)", "Num Tracks:     1", "----",
      "Data format:    \(report.format.coreAudioText)", layout,
      "estimated duration: \(report.duration.text(decimals: 6)) sec",
    ]
    lines += line("audio bytes:", report.audioByteCount)
    lines += line("audio packets:", report.packetCount)
    lines += report.bitRate.map { ["bit rate: \($0) bits per second"] } ?? []
    // In Apple's tool the first may be an estimate, while the second may require reading the file. Here
    // both are exact.
    lines += line("packet size upper bound:", report.largestPacketByteCount)
    lines += line("maximum packet size:", report.largestPacketByteCount)
    lines += line("audio data file offset:", report.audioBytes?.lowerBound)
    lines += report.isOptimized.map { [$0 ? "optimized" : "not optimized"] } ?? []
    lines += report.writtenPacketTable.map { [text(of: $0)] } ?? []
    lines += report.sourceBitDepth.map { ["source bit depth: \($0.onOneLine)"] } ?? []
    lines += formatList
    if showsInformation { lines += informationDictionary }
    return lines + ["----"]
  }

  private func line(_ label: String, _ value: Int?) -> [String] {
    value.map { ["\(label) \($0)"] } ?? []
  }

  private var layout: String {
    report.layout.map { "Channel layout: \($0.name)" }
      ?? String(repeating: " ", count: 16) + "no channel layout."
  }

  /// The formats that AAC can be decoded to. Apple's tool knows the layout only here.
  private var formatList: [String] {
    guard report.format.dataFormat.formatID == "aac ", let layout = report.decodedLayout else {
      return []
    }
    return [
      "format list:", "[ 0] format:\t \(report.format.coreAudioText)",
      "Channel layout: \(layout.name)",
    ]
  }

  private func text(of table: PacketTable) -> String {
    "audio \(table.validFrameCount) valid frames + \(table.primingFrameCount) priming"
      + " + \(table.remainderFrameCount) remainder = \(table.totalFrameCount)"
  }

  private var informationDictionary: [String] {
    ["info dictionary:"]
      + report.informationDictionary.map {
        "    \($0.key.onOneLine.rightPadded(to: 33)): \"\($0.value.onOneLine)\""
      } + [""]
  }
}

/// The two lines of `-b`, after the file's name.
struct BriefReport {
  let report: SoundReport

  /// What follows the file's name.
  var lines: [String] {
    [
      ", \(report.fileType), Num Tracks:     1", "----",
      "\(report.duration.text(decimals: 3)) sec, format:  \(report.format.coreAudioText)", "",
    ]
  }
}

extension SoundReport {
  /// The packet table as Core Audio reports it: for every CAF, even without the chunk. Other containers
  /// have one only if they say how many frames of the last packet are valid.
  var writtenPacketTable: PacketTable? {
    if let packetTable { return packetTable }
    guard Container(fileType: fileType)?.hasPacketTable == true, packetCount != nil else {
      return nil
    }
    return PacketTable(
      validFrameCount: frameCount, primingFrameCount: 0, remainderFrameCount: 0)
  }

  /// The texts as Core Audio reports them, which always include the duration.
  var informationDictionary: [InformationEntry] {
    let key = InformationEntry.Field.approximateDuration
    guard metadata[key] == nil else { return metadata.texts }
    return metadata.texts
      + [InformationEntry(key, InformationEntry.durationText(seconds: duration))]
  }
}

extension PacketTable {
  /// The sum of all three numbers, capped at the largest integer: those of a hostile table can overflow.
  var totalFrameCount: Int {
    [primingFrameCount, remainderFrameCount].reduce(validFrameCount) { sum, count in
      let (total, overflow) = sum.addingReportingOverflow(count)
      return overflow ? .max : total
    }
  }
}
