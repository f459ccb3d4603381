import AlertSound
import SoundFormat
import TestSupport
import Testing

/// How `--mix`, `-m` and `-l` change channels.
struct MixingTests {
  /// One frame per channel, in which that channel is at full scale, so that the output shows the
  /// gains.
  private static func unitFrames(_ channelCount: Int) -> PlainSound {
    PlainSound(
      (0..<channelCount).map { channel in (0..<channelCount).map { $0 == channel ? 1 : 0 } })
  }

  /// The gains of a mix as measured from a file, one row per output channel.
  private func gains(
    from channelCount: Int, to count: Int, layout: ChannelLayout? = nil,
    inputLayout: ChannelLayout? = nil
  ) throws -> [[Double]] {
    let file = try Self.unitFrames(channelCount).file(.caf, .littleFloat64, layout: layout)
    return try PlainSound(
      decoding: output(of: file, .caf, .littleFloat64) {
        $0.channels = .mixed(count)
        $0.inputLayout = inputLayout
      }
    ).channels
  }

  private func expect(
    _ gains: [[Double]], _ expected: [[Double]], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(gains.map(\.count) == expected.map(\.count), sourceLocation: sourceLocation)
    for (gain, wanted) in zip(gains.joined(), expected.joined()) {
      #expect(abs(gain - wanted) < 1e-9, sourceLocation: sourceLocation)
    }
  }

  /// -3 dB, as in ITU-R BS.775-3.
  private static let lowered = 0.5.squareRoot()
  /// The sum of a side's gains, which is normalised to 1.
  private static let side = 1 + 2 * lowered
  private static let quadSide = 1 + lowered

  private static func layout(_ name: String) throws -> ChannelLayout {
    try #require(ChannelLayout(tagName: name))
  }

  @Test func stereoToMonoIsTheMean() throws {
    expect(try gains(from: 2, to: 1), [[0.5, 0.5]])
    expect(try gains(from: 2, to: 1, layout: .stereo), [[0.5, 0.5]])
    expect(try gains(from: 2, to: 1, layout: Self.layout("Binaural")), [[0.5, 0.5]])
  }

  @Test func monoStaysMono() throws {
    expect(try gains(from: 1, to: 1), [[1]])
  }

  @Test func fivePointOneToStereo() throws {
    let (front, other) = (1 / Self.side, Self.lowered / Self.side)
    let expected = [[front, 0, other, 0, other, 0], [0, front, other, 0, 0, other]]
    expect(try gains(from: 6, to: 2), expected)
    expect(try gains(from: 6, to: 2, layout: Self.layout("MPEG_5_1_A")), expected)
  }

  @Test func fivePointOneToMono() throws {
    let (front, other) = (0.5 / Self.side, Self.lowered / 2 / Self.side)
    let expected = [[front, front, 2 * other, 0, other, other]]
    expect(try gains(from: 6, to: 1), expected)
    expect(try gains(from: 6, to: 1, layout: Self.layout("MPEG_5_1_A")), expected)
  }

  /// The same loudspeakers in another order: C L R Ls Rs LFE.
  @Test func layoutDeterminesTheOrder() throws {
    let (front, other) = (1 / Self.side, Self.lowered / Self.side)
    let expected = [[other, front, 0, other, 0, 0], [other, 0, front, 0, other, 0]]
    expect(try gains(from: 6, to: 2, layout: Self.layout("AAC_5_1")), expected)
    expect(try gains(from: 6, to: 2, inputLayout: Self.layout("AAC_5_1")), expected)
    let mono = (0..<6).map { (expected[0][$0] + expected[1][$0]) / 2 }
    expect(try gains(from: 6, to: 1, layout: Self.layout("AAC_5_1")), [mono])
  }

  @Test func quadToStereo() throws {
    let (front, back) = (1 / Self.quadSide, Self.lowered / Self.quadSide)
    let expected = [[front, 0, back, 0], [0, front, 0, back]]
    expect(try gains(from: 4, to: 2), expected)
    expect(try gains(from: 4, to: 2, layout: Self.layout("Quadraphonic")), expected)
  }

  /// Four channels that aren't quadraphonic: C L R Cs.
  @Test func otherFourChannelsToStereo() throws {
    let sum = 1 + 2 * Self.lowered
    let (front, other) = (1 / sum, Self.lowered / sum)
    expect(
      try gains(from: 4, to: 2, layout: Self.layout("AAC_4_0")),
      [[other, front, 0, other], [other, 0, front, other]])
  }

  @Test(arguments: 1...8)
  func mixNeverExceedsFullScale(channelCount: Int) throws {
    for count in 1...min(2, channelCount) {
      let loud = PlainSound(Array(repeating: [1, -1, 1], count: channelCount))
      let mixed = try loud.converted { $0.channels = .mixed(count) }
      #expect(mixed.channels.count == count)
      for sample in mixed.channels.joined() { #expect(abs(sample) <= 1.000_001) }
    }
  }

  /// Dropped channels have no effect, not even if a sample is NaN.
  @Test func mixToSurroundKeepsTheFirstChannels() throws {
    let sound = PlainSound([[0.25], [0.5], [-0.5], [.infinity], [.nan]])
    #expect(
      try sound.converted { $0.channels = .mixed(3) }.channels == [[0.25], [0.5], [-0.5]])
  }

  /// There is nothing to mix, so the result is the same as without `--mix`.
  @Test func mixToMoreChannelsDuplicates() throws {
    let sound = PlainSound(.bell, frameCount: 50)
    #expect(
      try sound.converted { $0.channels = .mixed(2) }
        == sound.converted { $0.channels = .count(2) })
  }

  /// libsndfile's sounds have no layout of their own, so the requested input layout is used.
  @Test func inputLayoutHoldsForImportedSoundsToo() throws {
    let sound = PlainSound([[0.5], [0], [0], [0]])
    let layout = try Self.layout("AAC_4_0")
    let mixed = try PlainSound(
      decoding: output(of: sound.file(libsndfile: Libsndfile.flac)) {
        $0.channels = .mixed(2)
        $0.inputLayout = layout
      })
    let expected = 0.5 * Self.lowered / Self.side
    for channel in mixed.channels { #expect(abs(channel[0] - expected) < 1e-6) }
  }

  @Test(arguments: [
    ([1, 0], [[3.0, 4], [1, 2]]), ([0, 0, 1], [[1, 2], [1, 2], [3, 4]]),
    ([nil, 1], [[0, 0], [3, 4]]),
    ([1], [[3, 4]]), ([nil], [[0, 0]]),
  ])
  func mapPicksChannels(map: [Int?], expected: [[Double]]) throws {
    let sound = PlainSound([[1, 2], [3, 4]])
    #expect(try sound.converted { $0.channels = .map(map) }.channels == expected)
  }

  @Test(arguments: [[2], [0, 1, 7]])
  func mapRejectsMissingChannels(map: [Int?]) throws {
    let sound = PlainSound([[1, 2], [3, 4]])
    let error = #expect(throws: SoundError.self) {
      try sound.converted { $0.channels = .map(map) }
    }
    #expect(error?.step == .choosingCodec)
    #expect(error?.advice == "its channels are 0 to 1")
  }

  @Test func outputLayoutIsWritten() throws {
    let file = try Self.unitFrames(6).file(.wave)
    let layout = try Self.layout("MPEG_5_1_A")
    for (container, dataFormat) in [
      (Container.caf, DataFormat.littleInt16), (.wave, .littleInt16), (.aiff, .bigInt16),
      (.aifc, .bigInt16),
    ] {
      let written = try SoundFile(
        parsing: output(of: file, container, dataFormat) { $0.outputLayout = layout })
      #expect(written.layout?.speakers == layout.speakers, "\(container)")
      #expect(written.notes == [])
    }
  }

  @Test func inputLayoutGoesToTheOutput() throws {
    let file = try Self.unitFrames(4).file(.wave)
    let layout = try Self.layout("Quadraphonic")
    let written = try SoundFile(
      parsing: output(of: file, .caf, .littleInt16) { $0.inputLayout = layout })
    #expect(written.layout == layout)
  }

  @Test func layoutsThatDoNotFitAreRejected() throws {
    let sound = PlainSound([[1, 2], [3, 4]])
    let five = try Self.layout("MPEG_5_0_A")
    let input = #expect(throws: SoundError.self) {
      try sound.converted { $0.inputLayout = five }
    }
    #expect(input?.step == .matchingInputLayout)
    let output = #expect(throws: SoundError.self) {
      try sound.converted { $0.outputLayout = five }
    }
    #expect(output?.step == .matchingOutputLayout)
    let count = #expect(throws: SoundError.self) {
      try sound.converted {
        $0.channels = .count(1)
        $0.outputLayout = .stereo
      }
    }
    #expect(count?.step == .matchingOutputLayout)
  }
}
