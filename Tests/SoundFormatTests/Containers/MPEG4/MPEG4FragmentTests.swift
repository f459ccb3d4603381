import TestSupport
import Testing

@testable import SoundFormat

/// Files in fragments, as recorders write them.
@Suite struct MPEG4FragmentTests {
  private static let packets = (0..<5).map { Array(repeating: UInt8($0), count: 10 + $0) }

  /// The beginning of a fragmented file: a description without packets, and default values for the
  /// fragments.
  private static func beginning(
    duration: UInt32 = 1024, size: UInt32 = 0, edits: [(UInt32, Int32)]? = nil
  ) -> [UInt8] {
    var movie = SmallMovie(entry: SmallMovie.aacEntry(), runs: [], durations: [])
    movie.edits = edits
    movie.fragmentDefaults = fullBox("trex", numbers([1, 1, duration, size, 0]))
    return movie.bytes
  }

  /// A fragment with the given packets: `moof`, which lists them, and `mdat`, which holds their bytes.
  ///
  /// - Parameters:
  ///   - flags: The flags of `tfhd`.
  ///   - hasDurations: Whether each packet states its length.
  private static func fragment(
    _ packets: ArraySlice<[UInt8]>, at offset: Int, flags: UInt32 = 0x2_0000, fields: [UInt32] = [],
    hasDurations: Bool = false, hasSizes: Bool = true, track: UInt32 = 1, time: UInt32? = nil
  ) -> [UInt8] {
    func boxes(dataOffset: UInt32) -> [UInt8] {
      var entries: [UInt32] = []
      for packet in packets {
        if hasDurations { entries.append(1000) }
        if hasSizes { entries.append(UInt32(packet.count)) }
      }
      return box(
        "moof", fullBox("mfhd", number(1)),
        box(
          "traf", fullBox("tfhd", flags: flags, numbers([track] + fields)),
          time.map { fullBox("tfdt", numbers([$0])) } ?? [],
          fullBox(
            "trun", flags: 1 | (hasDurations ? 0x100 : 0) | (hasSizes ? 0x200 : 0),
            numbers([UInt32(packets.count), dataOffset] + entries))))
    }
    let byteCount = boxes(dataOffset: 0).count
    return boxes(dataOffset: UInt32(byteCount + 8)) + box("mdat", Array(packets.joined()))
  }

  @Test func packetsOfAllFragments() throws {
    var bytes = Self.beginning()
    bytes += Self.fragment(Self.packets[..<2], at: bytes.count)
    bytes += Self.fragment(Self.packets[2...], at: bytes.count, hasDurations: true)
    let sound = try SoundFile(parsing: bytes)
    #expect(sound.packetCount == 5)
    #expect(sound.audioRuns.ranges.count == 2)
    // Two packets of 1,024 frames and three of 1,000 frames, less 2,112 priming frames that readers
    // assume.
    #expect(sound.frameCount == 2 * 1024 + 3 * 1000 - 2112)
    #expect(try listedPackets(in: bytes) == Self.packets)
  }

  /// An edit without a length extends to the end of the last fragment.
  @Test(arguments: [(0, 5120 - 2112), (1024, 5120 - 1024), (1500, 5120 - 1500)] as [(Int32, Int)])
  func editsWithoutALength(start: Int32, frameCount: Int) throws {
    var bytes = Self.beginning(edits: [(0, start)])
    bytes += Self.fragment(Self.packets[..<2], at: bytes.count)
    bytes += Self.fragment(Self.packets[2...], at: bytes.count)
    #expect(try SoundFile(parsing: bytes).frameCount == frameCount)
  }

  /// Fragments state when they begin. A recording of a stream may begin at any time.
  @Test(
    arguments: [
      ([0, 2048], false), ([900_000, 902_048], false), ([0, 3000], false), ([0, 1000], false),
      ([0, 46_148], true), ([900_000, 910_000], true), ([nil, 46_148], false), ([0, nil], false),
    ] as [([UInt32?], Bool)])
  func pausesBetweenFragmentsAreWarnedOf(times: [UInt32?], isWarning: Bool) throws {
    var bytes = Self.beginning()
    bytes += Self.fragment(Self.packets[..<2], at: bytes.count, time: times[0])
    bytes += Self.fragment(Self.packets[2...], at: bytes.count, time: times[1])
    let sound = try SoundFile(parsing: bytes)
    #expect(sound.packetCount == 5)
    #expect(
      sound.unread.map(\.message)
        == (isWarning ? ["the pauses in the sound are left out"] : []) + [SmallMovie.assumedDelay])
  }

  @Test func packetsOfOneSize() throws {
    let packets = (0..<3).map { Array(repeating: UInt8($0), count: 12) }
    var bytes = Self.beginning(size: 12)
    bytes += Self.fragment(packets[...], at: bytes.count, hasSizes: false)
    #expect(try listedPackets(in: bytes) == packets)
    var own = Self.beginning()
    own += Self.fragment(
      packets[...], at: own.count, flags: 0x2_0010, fields: [12], hasSizes: false)
    #expect(try listedPackets(in: own) == packets)
  }

  @Test func fragmentsOfOtherTracksAreLeftOut() throws {
    var bytes = Self.beginning()
    bytes += Self.fragment(Self.packets[..<2], at: bytes.count, track: 2)
    bytes += Self.fragment(Self.packets[2...], at: bytes.count)
    #expect(try listedPackets(in: bytes) == Array(Self.packets[2...]))
  }

  @Test func anEndlessRunIsMissing() throws {
    var bytes = Self.beginning(size: UInt32.max)
    let offset = bytes.count
    bytes += box(
      "moof",
      box(
        "traf", fullBox("tfhd", flags: 0x2_0000, number(1)),
        fullBox("trun", flags: 1, numbers([UInt32.max, 0]))))
    let sound = try SoundFile(parsing: bytes)
    #expect(sound.missingByteCount > 0)
    #expect(sound.packetCount == 0)
    #expect(sound.audioBytes.isEmpty, "\(offset)")
  }

  /// A table of sizes may list packets that no other table locates. They are left out, and the fragments' packets
  /// directly follow the located packets.
  @Test func packetsWithoutAPlaceAreLeftOut() throws {
    var movie = SmallMovie(
      entry: SmallMovie.aacEntry(), runs: [Array(Self.packets[..<2])], durations: [(2, 1024)])
    movie.tables["stsz"] = fullBox("stsz", numbers([0, 4, 10, 11, 99, 98]))
    var bytes = movie.bytes
    bytes += Self.fragment(Self.packets[2...], at: bytes.count)
    #expect(try listedPackets(in: bytes) == Self.packets)
  }

  /// Packets without bytes aren't counted, because any number of them would fit into a file.
  @Test func packetsWithoutASizeAreLeftOut() throws {
    var bytes = Self.beginning()
    bytes += Self.fragment(Self.packets[..<2], at: bytes.count, hasSizes: false)
    bytes += Self.fragment(Self.packets[2...], at: bytes.count)
    #expect(try listedPackets(in: bytes) == Array(Self.packets[2...]))
  }

  /// Frames of linear PCM have a fixed size, whatever size the fragments state.
  @Test func framesInFragments() throws {
    let first: [[UInt8]] = [[1, 2], [3, 4], [5]]
    var movie = SmallMovie(entry: SmallMovie.entry("sowt"), runs: [], durations: [])
    movie.isFastStart = true
    var bytes = movie.bytes
    bytes += Self.fragment(first[...], at: bytes.count)
    bytes += Self.fragment([[6, 7]], at: bytes.count)
    let sound = try SoundFile(parsing: bytes)
    #expect(sound.audioByteCount == 6)
    #expect(try listedPackets(in: bytes) == [[1, 2], [3, 4], [6, 7]])
    #expect(try frames(of: bytes).int16Samples == [0x201, 0x403, 0x706])
  }
}
