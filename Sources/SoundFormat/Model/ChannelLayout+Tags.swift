extension ChannelLayout {
  /// Finds a layout by the name of its tag, with or without `kAudioChannelLayoutTag_`.
  public init?(tagName: some StringProtocol) {
    let prefix = "kAudioChannelLayoutTag_"
    let name = tagName.hasPrefix(prefix) ? String(tagName.dropFirst(prefix.count)) : String(tagName)
    guard let entry = Self.tags.first(where: { $0.names.contains(name) }) else { return nil }
    self.init(tag: entry.tag)
  }

  /// The loudspeakers in channel order; nil if they are unknown or ``Speaker`` can't express them.
  public var speakers: [Speaker]? {
    guard tag == Self.usesBitmap else { return Self.tags.first { $0.tag == tag }?.speakers }
    let named = Speaker.allCases.filter { bitmap & $0.rawValue != 0 }
    return named.count == bitmap.nonzeroBitCount ? named : nil
  }

  private struct Tag {
    let tag: UInt32
    let names: [String]
    let speakers: [Speaker]?

    init(_ number: UInt32, _ names: [String], _ speakers: [Speaker]?, channelCount: UInt32? = nil) {
      tag = number << 16 | (channelCount ?? UInt32(speakers?.count ?? 0))
      self.names = names
      self.speakers = speakers
    }
  }

  /// The tags that name loudspeakers. Source: CoreAudioBaseTypes.h, `AudioChannelLayoutTag`.
  private static let tags: [Tag] = [
    Tag(100, ["Mono", "MPEG_1_0", "ITU_1_0", "DVD_0"], [.center]),
    Tag(101, ["Stereo", "MPEG_2_0", "ITU_2_0", "DVD_1"], [.left, .right]),
    Tag(102, ["StereoHeadphones"], [.left, .right]),
    Tag(103, ["MatrixStereo"], nil, channelCount: 2),
    Tag(104, ["MidSide"], nil, channelCount: 2),
    Tag(105, ["XY"], nil, channelCount: 2),
    Tag(106, ["Binaural"], [.left, .right]),
    Tag(107, ["Ambisonic_B_Format"], nil, channelCount: 4),
    Tag(108, ["Quadraphonic", "AudioUnit_4"], [.left, .right, .leftSurround, .rightSurround]),
    Tag(
      109, ["Pentagonal", "AudioUnit_5"], [.left, .right, .leftSurround, .rightSurround, .center]),
    Tag(
      110, ["Hexagonal", "AudioUnit_6"],
      [.left, .right, .leftSurround, .rightSurround, .center, .centerSurround]),
    Tag(111, ["Octagonal", "AudioUnit_8"], nil, channelCount: 8),
    Tag(112, ["Cube"], nil, channelCount: 8),
    Tag(113, ["MPEG_3_0_A", "ITU_3_0"], [.left, .right, .center]),
    Tag(114, ["MPEG_3_0_B", "AAC_3_0"], [.center, .left, .right]),
    Tag(115, ["MPEG_4_0_A", "ITU_3_1"], [.left, .right, .center, .centerSurround]),
    Tag(116, ["MPEG_4_0_B", "AAC_4_0"], [.center, .left, .right, .centerSurround]),
    Tag(
      117, ["MPEG_5_0_A", "ITU_3_2"], [.left, .right, .center, .leftSurround, .rightSurround]),
    Tag(
      118, ["MPEG_5_0_B", "AudioUnit_5_0"],
      [.left, .right, .leftSurround, .rightSurround, .center]),
    Tag(119, ["MPEG_5_0_C"], [.left, .center, .right, .leftSurround, .rightSurround]),
    Tag(
      120, ["MPEG_5_0_D", "AAC_5_0"], [.center, .left, .right, .leftSurround, .rightSurround]),
    Tag(
      121, ["MPEG_5_1_A", "ITU_3_2_1", "DVD_12", "AudioUnit_5_1"],
      [.left, .right, .center, .lowFrequency, .leftSurround, .rightSurround]),
    Tag(
      122, ["MPEG_5_1_B", "DVD_20"],
      [.left, .right, .leftSurround, .rightSurround, .center, .lowFrequency]),
    Tag(
      123, ["MPEG_5_1_C"],
      [.left, .center, .right, .leftSurround, .rightSurround, .lowFrequency]),
    Tag(
      124, ["MPEG_5_1_D", "AAC_5_1"],
      [.center, .left, .right, .leftSurround, .rightSurround, .lowFrequency]),
    Tag(
      125, ["MPEG_6_1_A", "AudioUnit_6_1"],
      [.left, .right, .center, .lowFrequency, .leftSurround, .rightSurround, .centerSurround]),
    Tag(
      126, ["MPEG_7_1_A", "AudioUnit_7_1_Front"],
      [
        .left, .right, .center, .lowFrequency, .leftSurround, .rightSurround, .leftCenter,
        .rightCenter,
      ]),
    Tag(127, ["MPEG_7_1_B", "AAC_7_1"], nil, channelCount: 8),
    // L R C LFE Ls Rs Rls Rrs: no bits distinguish its surrounds from its rear surrounds.
    Tag(128, ["MPEG_7_1_C", "ITU_3_4_1", "AudioUnit_7_1"], nil, channelCount: 8),
    Tag(129, ["Emagic_Default_7_1"], nil, channelCount: 8),
    Tag(131, ["ITU_2_1", "DVD_2"], [.left, .right, .centerSurround]),
    Tag(132, ["ITU_2_2", "DVD_3"], [.left, .right, .leftSurround, .rightSurround]),
    Tag(133, ["DVD_4"], [.left, .right, .lowFrequency]),
    Tag(134, ["DVD_5"], [.left, .right, .lowFrequency, .centerSurround]),
    Tag(135, ["DVD_6"], [.left, .right, .lowFrequency, .leftSurround, .rightSurround]),
    Tag(136, ["DVD_10"], [.left, .right, .center, .lowFrequency]),
    Tag(137, ["DVD_11"], [.left, .right, .center, .lowFrequency, .centerSurround]),
    Tag(138, ["DVD_18"], [.left, .right, .leftSurround, .rightSurround, .lowFrequency]),
    Tag(
      141, ["AAC_6_0"],
      [.center, .left, .right, .leftSurround, .rightSurround, .centerSurround]),
    Tag(
      142, ["AAC_6_1"],
      [.center, .left, .right, .leftSurround, .rightSurround, .centerSurround, .lowFrequency]),
  ]
}
