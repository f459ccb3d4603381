/// An MPEG frame without audio. In this frame, the encoder states how many MPEG frames and bytes the stream has, and
/// how much padding, as far as the encoder knows these numbers.
///
/// Sources: for Xing's index, LAME's VbrTag.c and FFmpeg's mp3enc.c; for Fraunhofer's index, files of its encoder.
struct MPEGIndex {
  /// How many MPEG frames follow the index; nil if the index doesn't state the number.
  private(set) var frameCount: UInt32?
  /// How many bytes the stream has, including the index; nil if the index doesn't state the number.
  private(set) var byteCount: UInt32?
  /// How many sample frames of padding the encoder put before and after the sound; nil if the index doesn't state them.
  private(set) var padding: (before: Int, after: Int)?

  /// Sizes in bytes: of an index's table of contents, of LAME's fields before the padding, and of the longest index.
  private static let (tableByteCount, lameByteCount, longestByteCount) = (100, 21, 160)

  /// Reads the index in a frame; nil if the frame isn't an index.
  init?(in frame: ArraySlice<UInt8>, _ header: MPEGFrameHeader) {
    for offset in header.indexOffsets where offset < frame.count {
      // Compare one byte first, to save time: this function examines every frame.
      guard [0x49, 0x56, 0x58].contains(frame[frame.startIndex + offset]) else { continue }
      let fields = Array(frame.dropFirst(offset).prefix(Self.longestByteCount))
      guard let index = Self(fields) else { continue }
      self = index
      return
    }
    return nil
  }

  private init?(_ bytes: [UInt8]) {
    var reader = ByteReader(bytes, order: .big)
    switch try? reader.readCode() {
    case "VBRI":
      // Skip the version, the delay and the quality.
      _ = try? reader.readBytes(6)
      byteCount = try? reader.read()
      frameCount = try? reader.read()
    case "Xing", "Info": readXing(&reader)
    default: return nil
    }
  }

  private mutating func readXing(_ reader: inout ByteReader) {
    guard let flags = try? reader.read(UInt32.self) else { return }
    if flags & 1 != 0 { frameCount = try? reader.read() }
    if flags & 2 != 0 { byteCount = try? reader.read() }
    // Skip the table of contents and the quality. LAME and others add their name and further fields.
    let skipped = (flags & 4 != 0 ? Self.tableByteCount : 0) + (flags & 8 != 0 ? 4 : 0)
    guard (try? reader.readBytes(skipped)) != nil,
      let fields = try? reader.readBytes(Self.lameByteCount), let letter = fields.first,
      (0x41...0x5A).contains(letter & 0xDF), let numbers = try? reader.readBytes(3)
    else { return }
    let bits = numbers.reduce(0) { $0 << 8 | Int($1) }
    padding = (before: bits >> 12, after: bits & 0xFFF)
  }
}

extension MPEGFrameHeader {
  /// The byte offsets in a frame at which an index may be: after the side information, 2 bytes later (with a checksum),
  /// and where Fraunhofer's encoder puts the index. LAME uses the first offset even with a checksum.
  var indexOffsets: [Int] { [4 + sideByteCount, 6 + sideByteCount, 36] }
}
