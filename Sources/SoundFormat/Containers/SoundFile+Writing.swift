extension SoundFile {
  /// Returns whether the file, except for its packets, is byte for byte what this module writes for
  /// such a sound.
  ///
  /// Writers are deterministic, so the header of a file they wrote can be recreated from what was
  /// read. A match doesn't tell who wrote the file: Apple's tools write the same bytes, and anybody
  /// can. Files of other programs, which order or pad chunks differently, don't match. Without
  /// filler, the smallest WAVE files of many programs do match.
  ///
  /// - Parameters:
  ///   - source: The bytes that the structure was read from.
  ///   - usesFiller: Whether the file was written with filler.
  /// - Throws: `SoundFileError` with the code `inputOutput` if reading fails.
  package func isAsWritten(
    in source: some ByteSource, usesFiller: Bool
  ) throws(SoundFileError) -> Bool {
    guard missingByteCount == 0 else { return false }
    var header = SoundHeader(
      container: container, format: format, frameCount: frameCount, layout: layout,
      metadata: metadata, usesFiller: usesFiller)
    header.sourceTag = sourceTag
    header.primingFrameCount = packetTable?.primingFrameCount ?? 0
    header.copiedPacketCount = packetCount
    guard let stated = try? header.headerBytes(), stated.count == audioBytes.lowerBound,
      header.audioByteCount == audioBytes.count
    else { return false }
    let trailer = header.trailerBytes
    guard source.byteCount == audioBytes.upperBound + trailer.count,
      try source.bytes(at: 0, count: stated.count) == stated
    else { return false }
    return try source.bytes(at: audioBytes.upperBound, count: trailer.count) == trailer
  }
}
