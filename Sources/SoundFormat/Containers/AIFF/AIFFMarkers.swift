/// A marker of AIFF's marker chunk, `MARK`.
///
/// Layout: AIFF 1.3, "Marker Chunk".
struct AIFFMarker: Equatable {
  /// A number above 0 that no other marker has.
  var identifier: UInt16
  /// How many frames come before it: markers are between frames.
  var position: UInt32
  /// A Pascal string without its count: at most 255 bytes.
  var name: [UInt8]

  static let identifiers: ClosedRange<UInt32> = 1...UInt32(Int16.max)
}

extension AIFFMarker {
  init(parsing reader: inout ByteReader) throws(SoundFileError) {
    identifier = try reader.read()
    position = try reader.read()
    let byteCount = Int(try reader.read(UInt8.self))
    name = Array(try reader.readBytes(byteCount))
    // A Pascal string takes an even number of bytes, its count included. The last one's pad byte may
    // be missing.
    if byteCount % 2 == 0 { _ = try? reader.read(UInt8.self) }
  }

  func write(to writer: inout ByteWriter) {
    writer.write(identifier)
    writer.write(position)
    writer.write(UInt8(name.count))
    writer.write(name)
    writer.writeZeros((name.count + 1) % 2)
  }

  /// Parses the marker chunk's body: as many markers as are present.
  static func list(
    parsing reader: inout ByteReader, notes: inout [Note]
  ) throws(SoundFileError) -> [AIFFMarker] {
    let countOffset = reader.offset
    let claimedCount = try reader.read(UInt16.self)
    var markers: [AIFFMarker] = []
    while markers.count < Int(claimedCount), let marker = try? AIFFMarker(parsing: &reader) {
      markers.append(marker)
    }
    notes.append(count: claimedCount, found: markers.count, "MARK", of: "markers", at: countOffset)
    return markers
  }

  static func write(_ markers: [AIFFMarker], to writer: inout ByteWriter) {
    writer.write(UInt16(markers.count))
    for marker in markers { marker.write(to: &writer) }
  }
}
