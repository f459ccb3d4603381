import TestSupport
import Testing

@testable import SoundFormat

/// ADTS files made by hand. Layout: ISO/IEC 14496-3, 1.A.2.2.
struct ADTSReaderTests {
  /// A frame of AAC-LC.
  ///
  /// - Parameters:
  ///   - byteCount: The frame's length, including its header.
  ///   - rateIndex: 4 is 44,100 Hz.
  ///   - otherPackets: The number of packets after the first.
  static func frame(
    _ byteCount: Int = 20, rateIndex: Int = 4, channels: Int = 2, otherPackets: Int = 0
  ) -> [UInt8] {
    let size = UInt8(byteCount >> 3 & 0xFF)
    return [
      0xFF, 0xF1, UInt8(1 << 6 | rateIndex << 2 | channels >> 2),
      UInt8((channels & 3) << 6 | byteCount >> 11), size, UInt8(byteCount & 7) << 5 | 0x1F,
      0xFC | UInt8(otherPackets),
    ] + zeros(max(0, byteCount - 7))
  }

  @Test func countsAllFrames() throws {
    let file = Self.frame(20) + Self.frame(35) + Self.frame(1000, otherPackets: 1)
    let sound = try SoundFile(parsing: file)
    #expect(sound.container == .adts)
    #expect(sound.format.sampleRate == 44_100)
    #expect(sound.format.channelCount == 2)
    #expect(sound.format.dataFormat.formatID == "aac ")
    #expect(sound.packetCount == 3)
    #expect(sound.frameCount == 4 * 1024)
    #expect(sound.packetTable == nil)
    #expect(sound.largestPacketByteCount == 1000)
    #expect(sound.audioBytes == 0..<1055)
    #expect(sound.layout == .stereo)
    #expect(sound.isDecodable)
    #expect(sound.notes.isEmpty)
  }

  @Test(arguments: [[], id3, id3v1, id3 + id3v1])
  func aSingleFrameIsAFile(tags: [UInt8]) throws {
    let sound = try SoundFile(parsing: Self.frame(20, rateIndex: 11, channels: 1) + tags)
    #expect(sound.format.sampleRate == 8000)
    #expect(sound.format.channelCount == 1)
    #expect(sound.packetCount == 1)
  }

  @Test func theLastFrameMayBeCut() throws {
    let sound = try SoundFile(
      parsing: Array((Self.frame() + Self.frame() + Self.frame(50)).dropLast(8)))
    #expect(sound.packetCount == 2)
    #expect(sound.missingByteCount == 8)
  }

  @Test func whatFollowsTheAudioIsNoted() throws {
    let tag = Array("TAG".utf8) + zeros(125)
    let sound = try SoundFile(parsing: Self.frame() + Self.frame() + tag)
    #expect(sound.packetCount == 2)
    #expect(sound.missingByteCount == 0)
    #expect(sound.notes.map(\.description) == ["128 bytes after the audio (at byte 40)"])
    #expect(sound.ignoredRest == nil)
    // The tag claims more than the file has.
    for junk in [[1, 2, 3], hex("'ID3' 0400 00 7F7F7F7F"), Self.frame(rateIndex: 5)] {
      let joined = try SoundFile(parsing: Self.frame() + Self.frame() + junk)
      let rest = "\(junk.count) bytes after the audio: ignored (at byte 40)"
      #expect(joined.unread.map(\.description) == [rest])
      #expect(joined.notes == joined.unread)
    }
  }

  /// Damage, and parts of other streams. Each case: what is between two pairs of frames, how many bytes are skipped, and
  /// how many frames are read.
  @Test(
    arguments: [
      (zeros(1), 1, 4), (zeros(32), 32, 4), ([0xFF, 0xF1, 0x50], 3, 4),
      (Array(repeating: 0xFF, count: 70_000), 70_000, 4), (hex("'ID3' 0400 00 7F7F7F7F"), 10, 4),
      // A header before the frame to which it belongs, a frame without its end, and one with a wrong length.
      (Array(frame(20).prefix(7)), 7, 4), (Array(frame(30).dropLast(8)), 22, 4),
      (Array(frame(8000).prefix(30)), 30, 4),
      (frame(20, rateIndex: 5) + frame(20, rateIndex: 5), 40, 4),
    ] as [([UInt8], Int, Int)])
  func goesOnBehindStrayBytes(stray: [UInt8], skipped: Int, count: Int) throws {
    let pair = Self.frame(20) + Self.frame(30)
    let file = pair + stray + pair
    let sound = try SoundFile(parsing: file)
    #expect(sound.packetCount == count)
    #expect(sound.audioByteCount == 100)
    #expect(try listedPackets(in: file).map(\.count) == [20, 30, 20, 30])
    #expect(sound.missingByteCount == 0)
    let words = "\(counted(skipped, "byte")) between packets: ignored (at byte 50)"
    #expect(sound.unread.map(\.description) == [words])
  }

  /// A file's end is cut off behind damage, too.
  @Test func damageAndTruncation() throws {
    let pair = Self.frame(20) + Self.frame(30)
    let sound = try SoundFile(parsing: pair + [1, 2, 3] + pair + Self.frame(50).dropLast(8))
    #expect(sound.packetCount == 4)
    #expect(sound.missingByteCount == 8)
    #expect(sound.unread.map(\.description) == ["3 bytes between packets: ignored (at byte 50)"])
  }

  /// In configuration 0, the first frame lists the channels. Each case: the list of elements in front, and the channels.
  @Test(arguments: [
    ("0001 0000 0000 00 000 0000 000 0 0000", 1, true),
    ("0001 0000 0000 00 000 0000 000 1 0101", 2, true),
    ("0010 0000 0000 00 000 0000 000 0 0000 0 0001", 2, true),
    ("0010 0000 0000 00 000 0000 000 1 0000 1 0001", 4, false),
  ])
  func aProgramListsTheChannels(elements: String, channelCount: Int, isDecodable: Bool) throws {
    let program = Bits("101 0000 01 0100" + elements).bytes + [0]
    func frames(_ content: [UInt8]) -> [UInt8] {
      Array(Self.frame(7 + content.count, channels: 0).prefix(7)) + content
    }
    let file = frames(program + [1, 2, 3]) + frames([4, 5, 6])
    let sound = try SoundFile(parsing: file)
    #expect(sound.format.channelCount == channelCount)
    #expect(sound.packetCount == 2)
    #expect(sound.isDecodable == isDecodable)
    #expect(
      sound.aacRefusal?.reason
        == (isDecodable
          ? nil : "the sound is coded as AAC with this order of channels, not as AAC-LC"))
    let error = #expect(throws: SoundFileError.self) {
      try SoundFile(parsing: frames([4, 5, 6]) + frames(program))
    }
    #expect(error?.reason == "the stream of AAC doesn't say which channels it has")
  }

  private static let id3 = hex("'ID3' 0400 00 0000001E") + zeros(30)
  private static let longID3 = hex("'ID3' 0400 00 00040000") + zeros(65_536)
  private static let id3v1 = hex("'TAG'") + zeros(125)

  /// Joined files, and recorded streams. Each case: what is between the frames, and how many runs of frames there are.
  @Test(
    arguments: [
      ([id3], 2), ([id3 + id3], 2), ([id3v1], 2), ([id3v1 + id3], 2), ([id3, [], id3], 3),
      ([longID3], 2),
    ] as [([[UInt8]], Int)])
  func tagsBetweenFramesAreSkipped(tags: [[UInt8]], runCount: Int) throws {
    let pair = Self.frame(20) + Self.frame(30)
    let sound = try SoundFile(parsing: Self.frame(10) + tags.flatMap { $0 + pair } + Self.id3v1)
    #expect(sound.packetCount == 1 + 2 * tags.count)
    #expect(sound.audioByteCount == 10 + 50 * tags.count)
    #expect(sound.audioRuns.ranges.count == runCount)
    #expect(sound.missingByteCount == 0)
    #expect(sound.noteTexts.count == 1)
    #expect(sound.noteTexts[0].hasPrefix("128 bytes after the audio"))
  }

  @Test func tagsBetweenFramesAreCounted() throws {
    func file(_ tagCount: Int) -> [UInt8] {
      Self.frame(7) + (0..<tagCount).flatMap { _ in hex("'ID3' 0400 00 00000000") + Self.frame(7) }
    }
    #expect(try SoundFile(parsing: file(1 << 16)).packetCount == 1 << 16 + 1)
    #expect(throws: SoundFileError(.malformed, "")) { try SoundFile(parsing: file(1 << 16 + 1)) }
  }

  /// Files that don't begin with two valid, matching frames aren't recognized. Another decoder may still read them.
  @Test(
    arguments: [
      frame() + [1, 2, 3], frame() + frame(rateIndex: 5),
      frame(6) + frame(6), frame(rateIndex: 13) + frame(rateIndex: 13), Array(frame().dropLast()),
    ])
  func otherStreamsAreForeign(file: [UInt8]) {
    #expect(throws: SoundFileError(.unrecognized, "")) { try SoundFile(parsing: file) }
  }
}
