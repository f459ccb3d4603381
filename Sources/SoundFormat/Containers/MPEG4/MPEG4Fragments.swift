/// The packets of a track in a fragmented file. Recorders write fragments so that a crash loses little of the sound.
///
/// Source: ISO/IEC 14496-12, "Track Fragment Header Box", "Track Fragment Decode Time Box", "Track Fragment Run Box".
struct MPEG4Fragments {
  /// Packets that follow each other in the file.
  struct Run {
    var offset: Int
    var packetCount: Int
    /// The size of each packet in bytes; nil if `sizes` lists them.
    var bytesPerPacket: Int?
    var sizes: [UInt32] = []
    /// The sum of the packets' lengths, in the media's time units. `firstDuration` is the first packet's length.
    var duration: UInt64
    var firstDuration: UInt32
    var byteCount: Int
  }

  private(set) var runs: [Run] = []
  /// Whether there is a pause longer than a packet between two fragments.
  private(set) var havePauses = false
  /// The end of the fragment that was read last, in the media's time units; nil if the end isn't known.
  private var end: UInt64?
  private let defaults: MPEG4FragmentDefaults

  private static let limit = 1 << 16

  init(
    of track: MPEG4Track, in movie: MPEG4Movie, _ source: AnyByteSource
  ) throws(SoundFileError) {
    defaults =
      movie.fragmentDefaults.last { $0.track == track.identifier }
      ?? MPEG4FragmentDefaults(track: track.identifier, duration: 0, byteCount: 0)
    for fragment in movie.boxes where fragment.type == "moof" {
      var isFirst = true
      for box in try fragment.children(in: source) where box.type == "traf" {
        try read(box, of: fragment, isFirst: isFirst, in: source)
        isFirst = false
      }
    }
  }

  /// Reads a `traf` box.
  private mutating func read(
    _ box: MPEG4Box, of fragment: MPEG4Box, isFirst: Bool, in source: AnyByteSource
  ) throws(SoundFileError) {
    var (base, next): (Int?, Int?)
    var defaults = defaults
    for box in try box.children(in: source) {
      switch box.type {
      case "tfhd":
        var header = try MPEG4FullBox(box, in: source)
        guard try header.reader.read(UInt32.self) == defaults.track else { return }
        let hasBase = header.flags & 1 != 0
        base = hasBase ? Int(clamping: try header.reader.read(UInt64.self)) : fragment.offset
        guard hasBase || isFirst || header.flags & 0x2_0000 != 0 else {
          throw .unsupported("the file's fragments depend on other tracks, which is not supported")
        }
        if header.flags & 2 != 0 { _ = try header.reader.read(UInt32.self) }
        if header.flags & 8 != 0 { defaults.duration = try header.reader.read() }
        if header.flags & 0x10 != 0 { defaults.byteCount = try header.reader.read() }
      case "tfdt" where base != nil:
        var header = try MPEG4FullBox(box, in: source)
        let time = try header.readTime()
        if let end, let last = runs.last, time > end, time - end > last.firstDuration {
          havePauses = true
        }
        end = time
      case "trun":
        guard let base else { throw .malformed("a fragment has no header", at: box.offset) }
        let run = try Self.run(box, base: base, following: next, defaults, in: source)
        next = run.offset.addingClamped(run.byteCount)
        guard runs.count < Self.limit else {
          throw .unsupported("the sound has more than \(Self.limit) fragments")
        }
        runs.append(run)
        end = end?.addingReportingOverflow(run.duration).partialValue
      default: continue
      }
    }
  }

  /// Reads a `trun` box.
  ///
  /// - Parameters:
  ///   - base: The position that the run's offset is relative to.
  ///   - next: Where a run without an offset begins; nil for a fragment's first run, which then begins at `base`.
  private static func run(
    _ box: MPEG4Box, base: Int, following next: Int?, _ defaults: MPEG4FragmentDefaults,
    in source: AnyByteSource
  ) throws(SoundFileError) -> Run {
    var header = try MPEG4FullBox(box, in: source)
    let flags = header.flags
    let claimedCount = try header.reader.read(UInt32.self)
    var offset = next ?? base
    if flags & 1 != 0 {
      offset = max(0, base.addingClamped(Int(try header.reader.read(Int32.self))))
    }
    if flags & 4 != 0 { _ = try header.reader.read(UInt32.self) }
    let (hasDurations, hasSizes) = (flags & 0x100 != 0, flags & 0x200 != 0)
    // Count the fields that the flags select, 4 bytes each: duration, size, flags and composition time.
    let bytesPerEntry = 4 * (flags >> 8 & 0xF).nonzeroBitCount
    var run = Run(
      offset: offset, packetCount: Int(clampedTo32Bits: claimedCount),
      bytesPerPacket: hasSizes ? nil : Int(clampedTo32Bits: defaults.byteCount),
      duration: UInt64(claimedCount) * UInt64(defaults.duration), firstDuration: defaults.duration,
      byteCount: Int(clampedTo32Bits: claimedCount)
        .multipliedClamped(by: Int(clampedTo32Bits: defaults.byteCount)))
    guard hasDurations || hasSizes else { return run }
    let entries = header.reader.offset..<max(header.reader.offset, box.body.upperBound)
    var table = MPEG4Table(entries, bytesPerEntry: bytesPerEntry, count: claimedCount)
    run.packetCount = table.count
    if hasSizes { run.byteCount = 0 }
    run.duration = hasDurations ? 0 : UInt64(table.count) * UInt64(defaults.duration)
    while try table.advance(in: source) {
      if hasDurations {
        let duration = table.number(at: 0, as: UInt32.self)
        if run.duration == 0 { run.firstDuration = duration }
        run.duration += UInt64(duration)
      }
      if hasSizes {
        let size = table.number(at: hasDurations ? 4 : 0, as: UInt32.self)
        run.sizes.append(size)
        run.byteCount = run.byteCount.addingClamped(Int(clampedTo32Bits: size))
      }
    }
    return run
  }
}
