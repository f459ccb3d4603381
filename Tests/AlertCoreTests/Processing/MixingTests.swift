import AlertSound
import ConversionSupport
import SoundFormat
import TestSupport
import Testing

/// How `--mix`, `-m` and `-l` change channels.
struct MixingTests {
  /// In frame n, only channel n is at full scale. So the output's samples are the gains.
  private static func unitFrames(_ channelCount: Int) -> PlainSound {
    PlainSound(
      (0..<channelCount).map { channel in (0..<channelCount).map { $0 == channel ? 1 : 0 } })
  }

  /// Expects the gains of a mix, one row per output channel. Each layout is tested in the file and in the request.
  private func expectGains(
    _ expected: [[Double]], from channelCount: Int, layouts names: [String?],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for (name, isInFile) in names.flatMap({ [($0, true), ($0, false)] }) {
      let layout = try name.map(Self.layout)
      let file = try Self.unitFrames(channelCount)
        .file(.caf, .littleFloat64, layout: isInFile ? layout : nil)
      let gains = try PlainSound(
        decoding: output(of: file, .caf, .littleFloat64) {
          $0.channels = .mixed(expected.count)
          $0.inputLayout = isInFile ? nil : layout
        }
      ).channels
      #expect(gains.map(\.count) == expected.map(\.count), sourceLocation: sourceLocation)
      for (gain, wanted) in zip(gains.joined(), expected.joined()) {
        #expect(abs(gain - wanted) < 1e-9, sourceLocation: sourceLocation)
      }
    }
  }

  /// A gain of −3 dB, as in ITU-R BS.775-3.
  private static let lowered = 0.5.squareRoot()
  /// The sum of one output channel's gains, before the gains are scaled so that the sum is 1.
  private static let side = 1 + 2 * lowered
  private static let quadSide = 1 + lowered

  private static func layout(_ name: String) throws -> ChannelLayout {
    try #require(ChannelLayout(tagName: name))
  }

  @Test func gainsAreThoseOfTheStandard() throws {
    try expectGains([[1]], from: 1, layouts: [nil])
    try expectGains([[0.5, 0.5]], from: 2, layouts: [nil, "Stereo", "Binaural"])
    let (front, other) = (1 / Self.side, Self.lowered / Self.side)
    try expectGains(
      [[front, 0, other, 0, other, 0], [0, front, other, 0, 0, other]], from: 6,
      layouts: [nil, "MPEG_5_1_A"])
    try expectGains(
      [[front / 2, front / 2, other, 0, other / 2, other / 2]], from: 6,
      layouts: [nil, "MPEG_5_1_A"])
    // The same loudspeakers in another order: C L R Ls Rs LFE.
    try expectGains(
      [[other, front, 0, other, 0, 0], [other, 0, front, 0, other, 0]], from: 6,
      layouts: ["AAC_5_1"])
    try expectGains(
      [[other, front / 2, front / 2, other / 2, other / 2, 0]], from: 6, layouts: ["AAC_5_1"])
    let (quadFront, quadBack) = (1 / Self.quadSide, Self.lowered / Self.quadSide)
    try expectGains(
      [[quadFront, 0, quadBack, 0], [0, quadFront, 0, quadBack]], from: 4,
      layouts: [nil, "Quadraphonic"])
    // Four channels that aren't quadraphonic: C L R Cs.
    try expectGains(
      [[other, front, 0, other], [other, 0, front, other]], from: 4, layouts: ["AAC_4_0"])
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

  /// Dropped channels have no effect, even if their samples are NaN.
  @Test func mixToSurroundKeepsTheFirstChannels() throws {
    let sound = PlainSound([[0.25], [0.5], [-0.5], [.infinity], [.nan]])
    #expect(
      try sound.converted { $0.channels = .mixed(3) }.channels == [[0.25], [0.5], [-0.5]])
  }

  /// Sounds that libsndfile decodes have no layout, so the requested input layout applies.
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
