/// The metadata in CAF's chunks other than `info`. These chunks refer to each other, so all are
/// read before any is interpreted.
struct CAFMetadata {
  var strings: [UInt32: String] = [:]
  var markers: [CAFMarker] = []
  var regions: [CAFRegion] = []
  var instrument: CAFInstrument?

  /// The markers, loops and instrument.
  func metadata(notes: inout [Note]) -> SoundMetadata {
    var metadata = SoundMetadata(instrument: instrument?.instrument)
    if let instrument, metadata.instrument == nil {
      notes.append(Note("the inst chunk's base note is \(instrument.baseNote): ignored"))
    }
    metadata.markers = markers.compactMap { marker in
      marker.wholePosition.map {
        SoundMetadata.Marker(
          identifier: marker.identifier, framePosition: $0, name: strings[marker.identifier] ?? "",
          type: marker.type)
      }
    }
    if metadata.markers.count < markers.count {
      notes.append(
        Note(
          counted(markers.count - metadata.markers.count, "marker") + " without a position: ignored"
        ))
    }
    metadata.loops = regions.compactMap { $0.loop(releaseRegion: instrument?.releaseRegion ?? 0) }
    return metadata
  }

  /// The chunks for markers, loops and an instrument.
  init(_ metadata: SoundMetadata) {
    // Leave identifiers above these for regions and their markers, which need them for names.
    let named = metadata.markersWithIdentifiers(in: 1...UInt32(Int32.max))
    markers = named.map {
      CAFMarker(
        type: $0.type, framePosition: Double($0.framePosition), identifier: $0.identifier)
    }
    strings = [:]
    for marker in named where !marker.name.isEmpty { strings[marker.identifier] = marker.name }
    let firstRegion = (named.map { $0.identifier }.max() ?? 0) + 1
    regions = metadata.loops.prefix(1 << 20).enumerated().map { index, loop in
      CAFRegion(loop, identifier: firstRegion + 3 * UInt32(index))
    }
    instrument = metadata.writtenInstrument.map { instrument in
      func region(_ stage: SoundMetadata.Loop.Stage) -> UInt32 {
        zip(metadata.loops, regions).first { $0.0.stage == stage }?.1.identifier ?? 0
      }
      return CAFInstrument(
        instrument, sustainRegion: region(.sustain), releaseRegion: region(.release))
    }
  }

  init() {}

  func write(to writer: inout ByteWriter) {
    if !strings.isEmpty {
      let sorted = strings.sorted { $0.key < $1.key }.map { (identifier: $0.key, text: $0.value) }
      writer.writeChunk("strg", sizedBy: Int64.self) { CAFStrings.write(sorted, to: &$0) }
    }
    if !markers.isEmpty {
      writer.writeChunk("mark", sizedBy: Int64.self) { CAFMarkerChunk.write(markers, to: &$0) }
    }
    if !regions.isEmpty {
      writer.writeChunk("regn", sizedBy: Int64.self) { CAFRegion.write(regions, to: &$0) }
    }
    if let instrument {
      writer.writeChunk("inst", sizedBy: Int64.self) { instrument.write(to: &$0) }
    }
  }
}
