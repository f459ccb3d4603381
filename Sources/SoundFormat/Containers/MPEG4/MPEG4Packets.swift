/// The positions, sizes and lengths of a track's packets.
struct MPEG4Packets {
  /// The ranges of the packets in the file, in the stream's order. Adjacent ranges are merged.
  private(set) var runs: [Range<Int>] = []
  /// The packets' sizes in bytes; empty if `shape` states the size of all packets.
  private(set) var sizes: [UInt32] = []
  private(set) var packetCount = 0
  private(set) var byteCount = 0
  private(set) var largestByteCount = 0
  private(set) var missingByteCount = 0
  /// The sum of the packets' lengths in the media's time units; 0 if the file doesn't say.
  private(set) var duration: UInt64 = 0
  /// The length of the first packet in the media's time units.
  private(set) var firstDuration: UInt32 = 0
  /// Whether there are pauses between fragments.
  private(set) var havePauses = false

  private let shape: MPEG4PacketShape
  private let fileByteCount: Int
  /// The limit on runs. Even a film of several days has fewer runs than the limit.
  private static let runLimit = 1 << 20
  /// The limit on empty packets, which a few codecs use for silence. Empty packets take no bytes, so a small table
  /// could list any number of them.
  private static let emptyPacketLimit = 1 << 12

  init(_ shape: MPEG4PacketShape, fileByteCount: Int) {
    self.shape = shape
    self.fileByteCount = fileByteCount
  }
}

/// The size of a track's packets, and how the tables count them.
struct MPEG4PacketShape {
  /// How many bytes a packet takes, all channels together; nil if packets vary in size.
  var bytesPerPacket: Int?
  /// How many of the tables' *samples* make up a packet. If packets are equally large, QuickTime's samples are frames.
  var samplesPerPacket = 1
}

extension MPEG4Packets {
  /// Adds the packets that a track's tables list.
  ///
  /// Source: ISO/IEC 14496-12, "Sample To Chunk Box", "Chunk Offset Box". This file calls the standard's *chunk* a
  /// run, and the standard's *sample* a packet.
  mutating func append(
    _ track: MPEG4Track, in source: AnyByteSource
  ) throws(SoundFileError) {
    guard let sizeBox = track.table("stsz") ?? track.table("stz2"),
      let mapBox = track.table("stsc"),
      let offsetBox = track.table("stco") ?? track.table("co64")
    else { return }
    try appendDurations(track, in: source)
    var listed = try MPEG4PacketSizes(sizeBox, in: source)
    var remaining = listed.packetCount
    let isLong = offsetBox.type == "co64"
    var offsets = try MPEG4Table(of: offsetBox, in: source, bytesPerEntry: isLong ? 8 : 4)
    var map = try MPEG4Table(of: mapBox, in: source, bytesPerEntry: 12)
    var hasEntry = try map.advance(in: source)
    var samplesPerRun = 0
    var runNumber: UInt32 = 0
    while remaining > 0, try offsets.advance(in: source) {
      runNumber += 1
      while hasEntry, map.number(at: 0, as: UInt32.self) <= runNumber {
        samplesPerRun = Int(clampedTo32Bits: map.number(at: 4))
        guard map.number(at: 8, as: UInt32.self) <= 1 else {
          throw .unsupported("the sound changes its format, which is not supported")
        }
        hasEntry = try map.advance(in: source)
      }
      let offset =
        isLong
        ? offsets.number(at: 0, as: UInt64.self) : UInt64(offsets.number(at: 0, as: UInt32.self))
      let count = min(samplesPerRun, remaining)
      remaining -= count
      if let bytesPerPacket = shape.bytesPerPacket ?? listed.bytesPerPacket {
        try append(
          count.addingClamped(shape.samplesPerPacket - 1) / shape.samplesPerPacket,
          of: bytesPerPacket, at: Int(clamping: offset))
      } else {
        var sizes: [UInt32] = []
        while sizes.count < count, let size = try listed.next(in: source) { sizes.append(size) }
        try append(sizes, at: Int(clamping: offset))
      }
    }
  }

  /// Adds the packets of the file's fragments.
  mutating func append(_ fragments: MPEG4Fragments) throws(SoundFileError) {
    havePauses = fragments.havePauses
    for run in fragments.runs {
      // Ignore empty packets: they take no bytes, so even a small file can claim any number of them.
      guard run.bytesPerPacket != 0 else { continue }
      if let bytesPerPacket = shape.bytesPerPacket {
        try append(run.byteCount / bytesPerPacket, of: bytesPerPacket, at: run.offset)
      } else if let bytesPerPacket = run.bytesPerPacket {
        try append(run.packetCount, of: bytesPerPacket, at: run.offset)
      } else {
        try append(run.sizes, at: run.offset)
      }
      if duration == 0 { firstDuration = run.firstDuration }
      duration = duration.addingReportingOverflow(run.duration).partialValue
    }
  }

  private mutating func appendDurations(
    _ track: MPEG4Track, in source: AnyByteSource
  ) throws(SoundFileError) {
    guard let box = track.table("stts") else { return }
    var table = try MPEG4Table(of: box, in: source, bytesPerEntry: 8)
    while try table.advance(in: source) {
      let (count, delta) = (
        table.number(at: 0, as: UInt32.self), table.number(at: 4, as: UInt32.self)
      )
      if duration == 0 { firstDuration = delta }
      duration &+= UInt64(count) * UInt64(delta)
    }
  }

  /// Adds `count` adjacent packets of equal size.
  private mutating func append(
    _ count: Int, of bytesPerPacket: Int, at offset: Int
  ) throws(SoundFileError) {
    guard count > 0, bytesPerPacket > 0 else { return }
    let present = missingByteCount > 0 ? 0 : max(0, fileByteCount - offset)
    let presentCount = min(count, present / bytesPerPacket)
    try append(
      offset..<offset.addingClamped(presentCount * bytesPerPacket), packetCount: presentCount,
      largest: bytesPerPacket)
    if shape.bytesPerPacket == nil {
      sizes.append(repeating: UInt32(bytesPerPacket), count: presentCount)
    }
    missingByteCount = missingByteCount.addingClamped(
      (count - presentCount).multipliedClamped(by: bytesPerPacket))
  }

  /// Adds adjacent packets of the given sizes.
  private mutating func append(_ sizes: [UInt32], at offset: Int) throws(SoundFileError) {
    var end = offset
    var (presentCount, largest) = (0, 0)
    for size in sizes {
      let size = Int(clampedTo32Bits: size)
      if missingByteCount == 0, end.addingClamped(size) <= fileByteCount {
        end += size
        presentCount += 1
        largest = max(largest, size)
      } else {
        missingByteCount = missingByteCount.addingClamped(max(1, size))
      }
    }
    try append(offset..<max(offset, end), packetCount: presentCount, largest: largest)
    self.sizes += sizes.prefix(presentCount)
  }

  private mutating func append(
    _ run: Range<Int>, packetCount count: Int, largest: Int
  ) throws(SoundFileError) {
    guard count > 0 else { return }
    packetCount += count
    byteCount = byteCount.addingClamped(run.count)
    largestByteCount = max(largestByteCount, largest)
    // Reject damaged tables and attacks: real packets don't share bytes, so they fit into the file.
    guard byteCount <= fileByteCount else {
      throw .malformed("the packets take more bytes than the file has", at: run.lowerBound)
    }
    guard packetCount <= byteCount.addingClamped(Self.emptyPacketLimit) else {
      throw .malformed("there are more packets than bytes in them", at: run.lowerBound)
    }
    guard !run.isEmpty else { return }
    if let last = runs.last, last.upperBound == run.lowerBound {
      runs[runs.count - 1] = last.lowerBound..<run.upperBound
    } else {
      guard runs.count < Self.runLimit else {
        throw .unsupported("the sound is in more than \(Self.runLimit) pieces")
      }
      runs.append(run)
    }
  }
}
