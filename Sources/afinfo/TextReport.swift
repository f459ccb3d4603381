import AlertSound
import CommandSupport
import Platform
import SoundFormat

/// The report of current versions of Apple's `afinfo`, line by line.
struct TextReport {
  let report: SoundReport
  let showsInformation: Bool

  var lines: [String] {
    var lines = [
      "File type ID:   \(report.details.fileType)", "Num Tracks:     1", "----",
      "Data format:    \(report.format.coreAudioText)", layout,
      "estimated duration: \(report.estimatedDuration.text(decimals: 6)) sec",
    ]
    lines += report.numbers.compactMap { label, _, _, value in
      value.map { label.replacing("%", with: "\($0)") }
    }
    lines += report.details.isOptimized.map { [$0 ? "optimized" : "not optimized"] } ?? []
    lines += report.writtenPacketTable.map { [text(of: $0)] } ?? []
    lines += report.sourceBitDepth.map { ["source bit depth: \($0.onOneLine)"] } ?? []
    lines += formatList
    if showsInformation { lines += informationDictionary }
    return lines + ["----"]
  }

  private var layout: String {
    report.layout.map { "Channel layout: \($0.name)" }
      ?? String(repeating: " ", count: 16) + "no channel layout."
  }

  /// The list of formats that AAC can be decoded to. In the report of Apple's tool, only this list has AAC's layout.
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
      + " + \(table.remainderFrameCount) remainder = \(table.frameCount)"
  }

  private var informationDictionary: [String] {
    ["info dictionary:"]
      + report.informationDictionary.map {
        "    \($0.key.onOneLine.rightPadded(to: 33)): \"\($0.value.onOneLine)\""
      } + [""]
  }
}

extension SoundReport {
  /// If the file doesn't state the exact number of frames, counts them by decoding. Then the length is no estimate.
  mutating func countFrames(of source: SoundSource) throws(SoundError) {
    details.estimatedDuration = nil
    guard !source.statesExactLength else { return }
    var sampleCount = 0
    try source.readFrames { sampleCount += $0.sampleCount }
    let count = sampleCount / format.channelCount
    frameCount = count
    if let byteCount = details.audioByteCount, count > 0 {
      details.bitRate = Int(saturating: Double(byteCount) * 8 * format.sampleRate / Double(count))
    }
  }

  /// Adds notes on truncation and damage that only decoding finds.
  mutating func noteDamage(of source: SoundSource) {
    guard source.soundFile.map({ $0.container == .flac }) ?? true else { return }
    do throws(SoundError) {
      notes += source.notes(on: try source.readFrames().warnings)
    } catch {
      guard case .sound(let code, let reason) = error.cause, code != .unsupported else { return }
      notes.append(Note(reason))
    }
  }

  /// For each number, in the order of Apple's reports: the line of text, with `%` for the number; the element of XML;
  /// the property's code in AudioFile.h; and the number, nil if the file doesn't have it.
  var numbers: [(line: String, element: String, property: FourCharCode, value: Int?)] {
    // If the codec states no upper bound for the sizes of packets, take the largest size. In Apple's report, the upper
    // bound may be an estimate, and finding the largest size may require reading the file.
    let bound = details.packetByteBound ?? details.largestPacketByteCount
    return [
      ("audio bytes: %", "audio_bytes", "bcnt", details.audioByteCount),
      ("audio packets: %", "audio_packets", "pcnt", details.packetCount),
      ("bit rate: % bits per second", "bit_rate", "brat", details.bitRate),
      ("packet size upper bound: %", "packet_size_upper_bound", "pkub", bound),
      ("maximum packet size: %", "max_packet_size", "psze", details.largestPacketByteCount),
      ("audio data file offset: %", "data_offset", "doff", details.audioBytes?.lowerBound),
    ]
  }

  /// The packet table as Core Audio reports it. A CAF has a packet table even without the chunk `pakt`. Other
  /// containers have a packet table only if they state how many frames of the last packet are valid.
  var writtenPacketTable: PacketTable? {
    if let packetTable = details.packetTable { return packetTable }
    guard Container(fileType: details.fileType)?.hasPacketTable == true, details.packetCount != nil
    else { return nil }
    return PacketTable(
      validFrameCount: frameCount, primingFrameCount: 0, remainderFrameCount: 0)
  }

  /// The texts as Core Audio reports them. They always include the duration.
  var informationDictionary: [InformationEntry] {
    let key = InformationEntry.Field.approximateDuration
    guard metadata[key] == nil else { return metadata.texts }
    return metadata.texts
      + [InformationEntry(key, InformationEntry.durationText(seconds: estimatedDuration))]
  }
}

extension SoundReport {
  /// For each property that `-u` prints: the code in AudioFile.h, and the lines (nil if the file lacks the property).
  var properties: [(code: FourCharCode, lines: [String]?)] {
    numbers.map { ($0.property, $0.value.map { ["\($0)"] }) } + [
      ("ffmt", ["'\(details.fileType)'"]), ("dfmt", [format.coreAudioText]),
      ("optm", details.isOptimized.map { [$0 ? "1" : "0"] }), ("cmap", layout.map { [$0.name] }),
      ("edur", [estimatedDuration.text(decimals: 6)]),
      ("sbtd", sourceBitDepth.map { [$0.onOneLine] }),
      (
        "pnfo",
        writtenPacketTable.map {
          ["\($0.validFrameCount) \($0.primingFrameCount) \($0.remainderFrameCount)"]
        }
      ),
      ("info", informationDictionary.map { "\($0.key.onOneLine): \"\($0.value.onOneLine)\"" }),
      ("chid", chunks.isEmpty ? nil : chunks.map { "'\($0.identifier)'" }),
    ]
  }
}

/// The output of `-c`: a chunk's position and the beginning of its contents.
struct ChunkDump {
  let chunk: Chunk
  /// The bytes of the chunk's body that are shown.
  let bytes: [UInt8]

  private static let byteCountLimit = 1024

  init(_ chunk: Chunk, in file: any ByteSource) throws(SoundFileError) {
    self.chunk = chunk
    bytes = try file.bytes(
      at: chunk.bodyOffset, count: min(chunk.byteCount, Self.byteCountLimit))
  }

  var lines: [String] {
    let rows = stride(from: 0, to: bytes.count, by: 16).map { row(at: $0) }
    let rest = chunk.byteCount - bytes.count
    return [
      "chunk '\(chunk.identifier)': \(counted(chunk.byteCount, "byte")) at \(chunk.bodyOffset)"
    ] + rows
      + (rest > 0 ? ["and \(counted(rest, "byte")) more"] : [])
  }

  /// A row in the format of `hexdump -C`: the offset in the file, then up to sixteen bytes.
  private func row(at start: Int) -> String {
    let row = bytes[start..<min(start + 16, bytes.count)]
    var digits = ""
    for (index, byte) in row.enumerated() {
      digits += (index == 8 ? "  " : " ") + hexadecimal(Int(byte), width: 2)
    }
    let characters = row.map { (0x20...0x7E).contains($0) ? Character(UnicodeScalar($0)) : "." }
    return hexadecimal(chunk.bodyOffset + start, width: 8) + " " + digits.rightPadded(to: 50)
      + "|" + String(characters) + "|"
  }

  private func hexadecimal(_ value: Int, width: Int) -> String {
    String(value, radix: 16).leftPadded(to: width, with: "0")
  }
}
