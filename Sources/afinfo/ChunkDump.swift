import AlertSound
import SoundFormat

/// What `-c` prints: a chunk's position and the beginning of its contents.
struct ChunkDump {
  let chunk: Chunk
  /// The part of the chunk's body that is shown.
  let bytes: [UInt8]

  /// The most bytes of a chunk that are shown.
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

  /// Sixteen bytes with the first one's offset in the file, as `hexdump -C` shows them.
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
