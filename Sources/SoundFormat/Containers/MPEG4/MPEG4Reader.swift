/// Reads the structure of MPEG-4 files (m4a, m4r, m4b, mp4, 3gp) and of QuickTime files (mov).
///
/// Sources: ISO/IEC 14496-12 and 14496-14; QuickTime File Format.
enum MPEG4Reader {
  static func read(
    _ source: AnyByteSource, as container: Container
  ) throws(SoundFileError) -> SoundFile {
    let movie = try MPEG4Movie(of: source)
    let tracks = movie.soundTracks
    let index = tracks.firstIndex { isDecodable($0, in: source) } ?? 0
    guard !tracks.isEmpty else {
      throw .unsupported(movie.tracks.isEmpty ? "the file has no tracks" : "the file has no sound")
    }
    let track = tracks[index]
    var (description, coding, descriptionBox) = try describe(track, in: source)
    var packets = MPEG4Packets(coding.shape, fileByteCount: source.byteCount)
    try packets.append(track, in: source)
    if movie.boxes.contains(where: { $0.type == "moof" }) {
      try packets.append(MPEG4Fragments(of: track, in: movie, source))
    }

    if coding.shape.bytesPerPacket == nil, coding.format.framesPerPacket == 0 {
      coding.setLength(ofFirst: packets.firstDuration, timescale: track.timescale)
    }

    var sound = SoundFile(
      container: container, format: coding.format, runs: packets.runs,
      chunks: movie.boxes.map { $0.chunk })
    sound.magicCookie = coding.magicCookie
    sound.sampleEntry = description.entry
    sound.sampleEntryVersion = description.version
    sound.missingByteCount = packets.missingByteCount
    if coding.shape.bytesPerPacket == nil {
      sound.packetList = .table(packets.sizes)
      sound.packetSizes = PacketSizes(
        packetCount: packets.packetCount, byteCount: packets.byteCount,
        frameCount: packets.packetCount.multipliedClamped(by: coding.format.framesPerPacket),
        largestByteCount: packets.largestByteCount)
    }
    try sound.findReplication(in: source)
    let texts = try MPEG4Texts(movie.texts, in: source)
    sound.metadata.texts = texts.entries
    var timing = MPEG4Timing(
      track: track, packets: packets, texts: texts, movieTimescale: movie.timescale)
    if sound.isDecodable, sound.missingByteCount == 0 {
      timing.packetFrameCount =
        try sound.losslessFrameCount(in: source) ?? sound.decodedFrameCount
    }
    try timing.apply(to: &sound)
    sound.adopt(layout: coding.layout, from: descriptionBox.chunk)
    if let rest = movie.ignoredSound(isFirst: index == 0) { sound.ignore(rest) }
    return sound
  }

  /// Reads how a track is coded. Returns the sample description, the coding that follows from it, and the `stsd` box.
  private static func describe(
    _ track: MPEG4Track, in source: AnyByteSource
  ) throws(SoundFileError) -> (MPEG4SoundDescription, MPEG4Coding, MPEG4Box) {
    guard !track.isElsewhere else {
      throw .unsupported("the sound itself is in another file")
    }
    guard let box = track.table("stsd") else {
      throw .malformed("the sound has no sample description")
    }
    guard track.timescale > 0 else {
      throw .malformed("the sound has no time scale")
    }
    var description = try MPEG4SoundDescription(box, in: source)
    // Use the time scale if the entry states no rate: the entry's field can't hold more than 65,535 Hz.
    if description.sampleRate == 0 { description.sampleRate = Double(track.timescale) }
    let coding = MPEG4Coding(description, countsFrames: try track.hasPacketsOfOneByte(in: source))
    try StreamFormat.validate(
      sampleRate: coding.format.sampleRate, channelCount: coding.format.channelCount,
      at: box.body.lowerBound)
    return (description, coding, box)
  }

  /// Returns whether this library decodes a track's codec.
  private static func isDecodable(_ track: MPEG4Track, in source: AnyByteSource) -> Bool {
    guard let (_, coding, _) = try? describe(track, in: source) else { return false }
    var sound = SoundFile(container: .mp4, format: coding.format)
    sound.magicCookie = coding.magicCookie
    sound.packetList = .table([])
    return sound.isDecodable
  }
}

extension MPEG4Reader {
  /// Returns the container of an MPEG-4 or QuickTime file, by the file's first bytes; nil for other files.
  ///
  /// Source: ISO/IEC 14496-12, "File Type Box"; QuickTime File Format, "Atoms". Older files have no file type box.
  static func container(ofFile beginning: [UInt8], byteCount: Int) -> Container? {
    var reader = ByteReader(beginning, order: .big)
    guard let size = try? reader.read(UInt32.self), let type = try? reader.readCode() else {
      return nil
    }
    guard type == "ftyp" else {
      // Also check the size, because a text file may contain a box's type here. But accept any size of `mdat`,
      // because a recording may be truncated.
      let fits = size < 2 || size >= 8 && (type == "mdat" || UInt64(size) <= UInt64(byteCount))
      return fits && ["moov", "mdat", "wide", "free", "skip", "pnot"].contains(type)
        ? .quickTime : nil
    }
    guard let brand = try? reader.readCode() else { return .mp4 }
    switch brand {
    case "M4A ", "M4P ": return .m4a
    case "M4B ": return .m4b
    case "qt  ": return .quickTime
    default: break
    }
    switch brand.rawValue >> 8 {
    case 0x336770, 0x336765, 0x336767, 0x336772, 0x336773: return .threeGPP  // 3gp 3ge 3gg 3gr 3gs
    case 0x336732: return .threeGPP2  // 3g2
    default: return .mp4
    }
  }
}
