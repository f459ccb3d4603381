extension ChannelLayout {
  /// Parses the body of CAF's `chan` and AIFF's `CHAN` chunk, both an `AudioChannelLayout`.
  /// Layout: CAF specification, "Channel Layout Chunk".
  init(parsing reader: inout ByteReader) throws(SoundFileError) {
    let tag = try reader.read(UInt32.self)
    let bitmap = try reader.read(UInt32.self)
    let descriptionCount = try reader.read(UInt32.self)
    self.init(tag: tag, bitmap: bitmap)
    // Don't reserve memory for the count, which is untrusted: append only what is present.
    for _ in 0..<descriptionCount {
      let label = try reader.read(UInt32.self)
      let flags = try reader.read(UInt32.self)
      let coordinates = SIMD3(
        Float(bitPattern: try reader.read()), Float(bitPattern: try reader.read()),
        Float(bitPattern: try reader.read()))
      descriptions.append(
        ChannelDescription(label: label, flags: flags, coordinates: coordinates))
    }
  }

  /// Writes the body of a `chan` or `CHAN` chunk.
  func write(to writer: inout ByteWriter) {
    writer.write(tag)
    writer.write(bitmap)
    writer.write(UInt32(descriptions.count))
    for description in descriptions {
      writer.write(description.label)
      writer.write(description.flags)
      for axis in 0..<3 { writer.write(description.coordinates[axis].bitPattern) }
    }
  }
}
