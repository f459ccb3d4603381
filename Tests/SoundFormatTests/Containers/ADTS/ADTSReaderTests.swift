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
    for (junk, count) in [([1, 2, 3], 23), (hex("'ID3' 0400 00 7F7F7F7F"), 30)] {
      let joined = try SoundFile(parsing: Self.frame() + Self.frame() + junk + Self.frame())
      let rest = "\(count) bytes after the audio: ignored (at byte 40)"
      #expect(joined.ignoredRest?.description == rest)
      #expect(joined.notes == [joined.ignoredRest])
    }
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

  /// Files that don't begin with two valid, matching frames, or whose channels only the packets describe, aren't
  /// recognized. Another decoder may still read them.
  @Test(
    arguments: [
      frame() + [1, 2, 3], frame() + frame(rateIndex: 5), frame(channels: 0) + frame(channels: 0),
      frame(6) + frame(6), frame(rateIndex: 13) + frame(rateIndex: 13), Array(frame().dropLast()),
    ])
  func otherStreamsAreForeign(file: [UInt8]) {
    #expect(throws: SoundFileError(.unrecognized, "")) { try SoundFile(parsing: file) }
  }

  /// The headers fill more than one block, and a header spans two blocks.
  @Test func longFilesAreReadInBlocks() throws {
    let frames = (0..<4000).flatMap { Self.frame(20 + $0 % 50) }
    let sound = try SoundFile(parsing: frames)
    #expect(sound.packetCount == 4000)
    #expect(sound.audioBytes == 0..<frames.count)
  }
}
