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

  /// The lines before and after all files.
  static let beginning = [
    #"<?xml version="1.0" encoding="UTF-8"?>"#,
    #"<audio_info xmlns="http://apple.com/core_audio/audio_info">"#,
  ]
  static let end = ["</audio_info>"]

  var lines: [String] { element.lines(indent: 1) }

  private var element: XMLElement {
    XMLElement(
      "audio_file",
      [
        XMLElement("file_name", name), XMLElement("file_type", "'\(report.details.fileType)'"),
        XMLElement("tracks", [track]),
        XMLElement("alerts", report.notes.map { XMLElement("alert", $0.description) }),
      ], ("audio_file_id", "\(index)"))
  }

  private var track: XMLElement {
    let format = report.format
    var children = [
      XMLElement("num_channels", "\(format.channelCount)"),
      XMLElement("sample_rate", format.sampleRateText, ("units", "Hz")),
      XMLElement("format_type", "\(format.dataFormat.formatID)"),
    ]
    if let encoding = format.dataFormat.pcmEncoding { children.append(pcm(encoding)) }
    if let layout = report.layout { children.append(XMLElement("channel_layout", layout.name)) }
    children.append(
      XMLElement("duration", report.estimatedDuration.text(decimals: 6), ("units", "sec")))
    let numbers: [(String, Int?)] = [
      ("audio_bytes", report.details.audioByteCount), ("audio_packets", report.details.packetCount),
      ("bit_rate", report.details.bitRate),
      ("packet_size_upper_bound", report.packetByteBound),
      ("max_packet_size", report.details.largestPacketByteCount),
      ("data_offset", report.details.audioBytes?.lowerBound),
      ("optimized", report.details.isOptimized.map { $0 ? 1 : 0 }),
    ]
    children += numbers.compactMap { name, value in value.map { XMLElement(name, "\($0)") } }
    if let table = report.writtenPacketTable { children.append(packetTable(table)) }
    if let depth = report.sourceBitDepth { children.append(source(depth)) }
    if showsInformation {
      children.append(
        XMLElement(
          "info_dict",
          report.informationDictionary.map { XMLElement("entry", $0.value, ("key", $0.key)) }))
    }
    return XMLElement("track", children, ("track_id", "1"))
  }

  private func pcm(_ encoding: PCMEncoding) -> XMLElement {
    XMLElement(
      "pcm_info",
      [
        XMLElement("bit_depth", "\(encoding.bitDepth)"),
        XMLElement("is_float", encoding.sampleType.isFloat ? "1" : "0"),
        XMLElement("is_big_endian", encoding.byteOrder == .big ? "1" : "0"),
      ])
  }

  private func packetTable(_ table: PacketTable) -> XMLElement {
    XMLElement(
      "packet_table_info",
      [
        XMLElement("valid_frames", "\(table.validFrameCount)"),
        XMLElement("priming_frames", "\(table.primingFrameCount)"),
        XMLElement("remainder_frames", "\(table.remainderFrameCount)"),
      ])
  }

  /// Returns the source's sample type. The bit depth has no unit, because scripts append the number to `LEI`.
  private func source(_ depth: String) -> XMLElement {
    XMLElement(
      "source_info",
      [
        XMLElement("bit_depth", String(depth.drop { !$0.isNumber })),
        XMLElement("is_float", depth.hasPrefix("F") ? "1" : "0"),
      ])
  }
}

extension StreamFormat {
  fileprivate var sampleRateText: String {
    Int(exactly: sampleRate).map(String.init) ?? "\(sampleRate)"
  }
}

/// An element of an XML document. It contains a text or other elements.
struct XMLElement {
  private enum Content {
    case text(String)
    case elements([XMLElement])
  }

  private let name: String
  private let attribute: (name: String, value: String)?
  private let content: Content

  init(_ name: String, _ text: String, _ attribute: (String, String)? = nil) {
    self.name = name
    self.attribute = attribute
    content = .text(text)
  }

  init(_ name: String, _ elements: [XMLElement], _ attribute: (String, String)? = nil) {
    self.name = name
    self.attribute = attribute
    content = .elements(elements)
  }

  /// Returns the element as lines. An element with a text takes one line.
  func lines(indent: Int) -> [String] {
    let blanks = String(repeating: "  ", count: indent)
    let start = blanks + "<" + name + (attribute.map { " \($0)=\"\($1.xmlText)\"" } ?? "") + ">"
    switch content {
    case .text(let text): return [start + text.xmlText + "</\(name)>"]
    case .elements(let elements):
      guard !elements.isEmpty else { return [start + "</\(name)>"] }
      return [start] + elements.flatMap { $0.lines(indent: indent + 1) } + [blanks + "</\(name)>"]
    }
  }
}
