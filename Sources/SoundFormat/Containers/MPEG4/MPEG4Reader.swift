/// Reads the structure of MPEG-4 files (m4a, m4r, m4b, mp4, 3gp) and of QuickTime files (mov).
///
/// Sources: ISO/IEC 14496-12 and 14496-14; QuickTime File Format.
enum MPEG4Reader {
  static func read(
    _ source: some ByteSource, as container: Container
  ) throws(SoundFileError) -> SoundFile {
    let movie = try MPEG4Movie(of: source)
    guard let track = movie.soundTrack else {
      throw SoundFileError(
        .unsupported, movie.tracks.isEmpty ? "the file has no tracks" : "the file has no sound")
    }
    guard !track.isElsewhere else {
      throw SoundFileError(.unsupported, "the sound itself is in another file")
    }
    guard let descriptionBox = track.tables["stsd"] else {
      throw .malformed("the sound has no sample description")
    }
    guard track.timescale > 0 else {
      throw .malformed("the sound has no time scale")
    }
    var description = try MPEG4SoundDescription(descriptionBox, in: source)
    // The entry has no room for more than 65,535 Hz.
    if description.sampleRate == 0 { description.sampleRate = Double(track.timescale) }
    var coding = MPEG4Coding(description, countsFrames: try track.hasPacketsOfOneByte(in: source))
    let offset = descriptionBox.body.lowerBound
    try StreamFormat.validate(
      sampleRate: coding.format.sampleRate, channelCount: coding.format.channelCount, at: offset)

    var packets = MPEG4Packets(fileByteCount: source.byteCount)
    try packets.append(track, coding.shape, in: source)
    if movie.boxes.contains(where: { $0.type == "moof" }) {
      try packets.append(
        MPEG4Fragments(of: track, in: movie, source), coding.shape, in: source)
    }

    if coding.shape.bytesPerPacket == nil, coding.format.framesPerPacket == 0 {
      coding.setLength(ofFirst: packets.firstDuration, timescale: track.timescale)
    }

    var sound = SoundFile(container: container, format: coding.format, runs: packets.runs)
    sound.chunks = movie.boxes.map { $0.chunk }
    sound.magicCookie = coding.magicCookie
    sound.sampleEntry = description.entry
    sound.sampleEntryVersion = description.version
    sound.missingByteCount = packets.missingByteCount
    if coding.shape.bytesPerPacket == nil {
      sound.packetList = .mpeg4(packets.list)
      var sizes = PacketSizes()
      sizes.packetCount = packets.packetCount
      sizes.byteCount = packets.byteCount
      sizes.largestByteCount = packets.largestByteCount
      sizes.frameCount = packets.packetCount.multipliedClamped(by: coding.format.framesPerPacket)
      sound.packetSizes = sizes
    }
    let texts = try MPEG4Texts(movie.texts, in: source)
    sound.metadata.texts = texts.entries
    try MPEG4Timing(track, packets, texts, movieTimescale: movie.timescale).apply(to: &sound)
    sound.adopt(layout: coding.layout, from: descriptionBox.chunk)
    return sound
  }
}
