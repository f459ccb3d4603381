/// A marker in CAF's `mark` and `regn` chunks.
///
/// Layout: CAF specification, "Marker Chunk".
struct CAFMarker {
  /// `kCAFMarkerType_…`; 0 for a generic marker.
  var type = FourCharCode(rawValue: 0)
  var framePosition: Double
  /// The key of the marker's name in the strings chunk.
  var identifier: UInt32
  /// The marker's channel; 0 for all.
  var channel: UInt32 = 0

  static let sustainLoopStart: FourCharCode = "slbg"
  static let sustainLoopEnd: FourCharCode = "slen"
  static let releaseLoopStart: FourCharCode = "rlbg"
  static let releaseLoopEnd: FourCharCode = "rlen"
  static let regionStart: FourCharCode = "rbeg"
  static let regionEnd: FourCharCode = "rend"
}

extension CAFMarker {
  init(parsing reader: inout ByteReader) throws(SoundFileError) {
    type = try reader.readCode()
    framePosition = try reader.readDouble()
    identifier = try reader.read()
    _ = try reader.read(UInt64.self)  // the SMPTE time
    channel = try reader.read()
  }

  func write(to writer: inout ByteWriter) {
    writer.write(type)
    writer.write(framePosition)
    writer.write(identifier)
    writer.write(UInt64(0))  // the SMPTE time
    writer.write(channel)
  }

  /// How many whole frames come before the marker; nil if the position is invalid. Less than the
  /// largest `Int`, so that a loop can end after this frame.
  var wholePosition: Int? {
    (0...0x1p53).contains(framePosition)
      ? Int(min(Int64(framePosition), Int64(Int.max - 1))) : nil
  }
}

/// A region of CAF's region chunk, `regn`: a part of the sound between markers.
///
/// Layout: CAF specification, "Region Chunk".
struct CAFRegion {
  var identifier: UInt32
  var flags: UInt32
  var markers: [CAFMarker]

  /// `kCAFRegionFlag_LoopEnable`
  static let loopFlag: UInt32 = 1 << 0
  /// `kCAFRegionFlag_PlayForward`
  static let forwardFlag: UInt32 = 1 << 1
  /// `kCAFRegionFlag_PlayBackward`
  static let backwardFlag: UInt32 = 1 << 2

  /// Parses the body of the region chunk.
  static func list(
    parsing reader: inout ByteReader, notes: inout [Note]
  ) throws(SoundFileError) -> [CAFRegion] {
    _ = try reader.read(UInt32.self)  // the kind of SMPTE time
    return try reader.readList(
      countedBy: UInt32.self, of: "regions", in: "regn", notes: &notes, CAFRegion.init(parsing:))
  }

  static func write(_ regions: [CAFRegion], to writer: inout ByteWriter) {
    writer.write(UInt32(0))  // kCAF_SMPTE_TimeTypeNone
    writer.write(UInt32(regions.count))
    for region in regions {
      writer.write(region.identifier)
      writer.write(region.flags)
      writer.write(UInt32(region.markers.count))
      for marker in region.markers { marker.write(to: &writer) }
    }
  }
}

extension CAFRegion {
  init(parsing reader: inout ByteReader) throws(SoundFileError) {
    identifier = try reader.read()
    flags = try reader.read()
    markers = reader.readEntries(
      upTo: try reader.read(UInt32.self), CAFMarker.init(parsing:))
  }

  /// Returns the region's loop; nil if the region isn't a loop, or if its markers give no range of frames.
  ///
  /// The end marker is on the last frame, not after it: in Apple's Technical Q&A QA1527, a marker
  /// at the length less one means "Loop to the last sample".
  func loop(releaseRegion: UInt32) -> SoundMetadata.Loop? {
    guard flags & Self.loopFlag != 0 else { return nil }
    let starts = [CAFMarker.sustainLoopStart, CAFMarker.releaseLoopStart, CAFMarker.regionStart]
    let ends = [CAFMarker.sustainLoopEnd, CAFMarker.releaseLoopEnd, CAFMarker.regionEnd]
    let start = markers.first { starts.contains($0.type) } ?? markers.first
    let end = markers.last { ends.contains($0.type) } ?? markers.last
    guard let first = start?.wholePosition, let last = end?.wholePosition, first <= last else {
      return nil
    }
    let isRelease =
      start?.type == CAFMarker.releaseLoopStart
      || (releaseRegion != 0 && identifier == releaseRegion)
    return SoundMetadata.Loop(
      frames: first..<last + 1,
      kind: flags & Self.backwardFlag == 0
        ? .forward : flags & Self.forwardFlag == 0 ? .backward : .alternating,
      stage: isRelease ? .release : .sustain)
  }

  /// Creates the region of a loop. Its markers get the next two identifiers.
  init(_ loop: SoundMetadata.Loop, identifier: UInt32) {
    let isRelease = loop.stage == .release
    self.identifier = identifier
    flags =
      switch loop.kind {
      case .forward: Self.loopFlag | Self.forwardFlag
      case .backward: Self.loopFlag | Self.backwardFlag
      case .alternating: Self.loopFlag | Self.forwardFlag | Self.backwardFlag
      }
    markers = [
      CAFMarker(
        type: isRelease ? CAFMarker.releaseLoopStart : CAFMarker.sustainLoopStart,
        framePosition: Double(loop.frames.lowerBound), identifier: identifier + 1),
      CAFMarker(
        type: isRelease ? CAFMarker.releaseLoopEnd : CAFMarker.sustainLoopEnd,
        framePosition: Double(loop.frames.upperBound - 1), identifier: identifier + 2),
    ]
  }
}
