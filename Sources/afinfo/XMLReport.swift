import AlertSound
import CommandSupport
import Platform
import SoundFormat

/// The output of `-x`: elements with the names that programs look for in the XML of Apple's tool.
struct XMLReport {
  let report: SoundReport
  let name: String
  /// How many files the document describes before this file.
  let index: Int
  let showsInformation: Bool

  /// The lines before the first file.
  static let beginning = [
    #"<?xml version="1.0" encoding="UTF-8"?>"#,
    #"<audio_info xmlns="http://apple.com/core_audio/audio_info">"#,
  ]
  static let end = ["</audio_info>"]

  var lines: [String] {
    element(
      "audio_file",
      [
        element("file_name", name), element("file_type", "'\(report.details.fileType)'"),
        element("tracks", [track]),
        element("alerts", report.notes.map { element("alert", $0.description) }),
      ], ("audio_file_id", "\(index)")
    ).map { "  " + $0 }
  }

  private var track: [String] {
    let format = report.format
    var children = [
      element("num_channels", "\(format.channelCount)"),
      element("sample_rate", format.sampleRateText, ("units", "Hz")),
      element("format_type", "\(format.dataFormat.formatID)"),
    ]
    if let encoding = format.dataFormat.pcmEncoding { children.append(pcm(encoding)) }
    if let layout = report.layout { children.append(element("channel_layout", layout.name)) }
    children.append(
      element("duration", report.estimatedDuration.text(decimals: 6), ("units", "sec")))
    children += report.numbers.compactMap { _, name, _, value in
      value.map { element(name, "\($0)") }
    }
    if let isOptimized = report.details.isOptimized {
      children.append(element("optimized", isOptimized ? "1" : "0"))
    }
    if let table = report.writtenPacketTable { children.append(packetTable(table)) }
    if let depth = report.sourceBitDepth { children.append(source(depth)) }
    if showsInformation {
      children.append(
        element(
          "info_dict",
          report.informationDictionary.map { element("entry", $0.value, ("key", $0.key)) }))
    }
    return element("track", children, ("track_id", "1"))
  }

  private func pcm(_ encoding: PCMEncoding) -> [String] {
    element(
      "pcm_info",
      [
        element("bit_depth", "\(encoding.bitDepth)"),
        element("is_float", encoding.sampleType.isFloat ? "1" : "0"),
        element("is_big_endian", encoding.byteOrder == .big ? "1" : "0"),
      ])
  }

  private func packetTable(_ table: PacketTable) -> [String] {
    element(
      "packet_table_info",
      [
        element("valid_frames", "\(table.validFrameCount)"),
        element("priming_frames", "\(table.primingFrameCount)"),
        element("remainder_frames", "\(table.remainderFrameCount)"),
      ])
  }

  /// Returns the element for the source's sample type. Its bit depth is a bare number, which scripts append to `LEI`.
  private func source(_ depth: String) -> [String] {
    element(
      "source_info",
      [
        element("bit_depth", String(depth.drop { !$0.isNumber })),
        element("is_float", depth.hasPrefix("F") ? "1" : "0"),
      ])
  }
}

extension StreamFormat {
  fileprivate var sampleRateText: String {
    Int(exactly: sampleRate).map(String.init) ?? "\(sampleRate)"
  }
}

/// Returns the line of an element with a text.
private func element(
  _ name: String, _ text: String, _ attribute: (name: String, value: String)? = nil
) -> [String] {
  [beginning(name, attribute) + text.xmlText + "</\(name)>"]
}

/// Returns the lines of an element that contains other elements.
private func element(
  _ name: String, _ elements: [[String]], _ attribute: (name: String, value: String)? = nil
) -> [String] {
  guard !elements.isEmpty else { return element(name, "", attribute) }
  return [beginning(name, attribute)] + elements.joined().map { "  " + $0 } + ["</\(name)>"]
}

private func beginning(_ name: String, _ attribute: (name: String, value: String)?) -> String {
  "<" + name + (attribute.map { " \($0)=\"\($1.xmlText)\"" } ?? "") + ">"
}
