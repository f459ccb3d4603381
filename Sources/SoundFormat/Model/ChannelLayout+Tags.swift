extension ChannelLayout {
  /// Finds a layout by the name of its tag, with or without `kAudioChannelLayoutTag_`.
  public init?(tagName: some StringProtocol) {
    let prefix = "kAudioChannelLayoutTag_"
    let name = tagName.hasPrefix(prefix) ? String(tagName.dropFirst(prefix.count)) : String(tagName)
    guard let entry = Self.tags.first(where: { $0.names.contains(name) }) else { return nil }
    self.init(tag: entry.tag)
  }

  /// The loudspeakers in channel order; nil if they are unknown or ``Speaker`` can't express them.
  package var speakers: [Speaker]? {
    guard tag == Self.usesBitmap else { return Self.tags.first { $0.tag == tag }?.speakers }
    let named = Speaker.allCases.filter { bitmap & $0.rawValue != 0 }
    return named.count == bitmap.nonzeroBitCount ? named : nil
  }

  private struct Tag {
    let tag: UInt32
    let names: [String]
    let speakers: [Speaker]?

    /// - Parameter speakers: The loudspeakers by their abbreviations.
    @inline(never)  // A call for each row of the table.
    init(_ number: UInt32, _ names: String, _ speakers: String) {
      let speakers = speakers.split(separator: " ").compactMap { Speaker(abbreviation: $0) }
      tag = number << 16 | UInt32(speakers.count)
      self.names = names.split(separator: " ").map(String.init)
      self.speakers = speakers
    }

    /// A tag of channels that aren't loudspeakers, or that ``Speaker`` can't express.
    @inline(never)
    init(_ number: UInt32, _ names: String, _ channelCount: UInt32) {
      tag = number << 16 | channelCount
      self.names = names.split(separator: " ").map(String.init)
      speakers = nil
    }
  }

  /// The tags that name loudspeakers. Source: CoreAudioBaseTypes.h, `AudioChannelLayoutTag`.
  private static let tags: [Tag] = [
    Tag(100, "Mono MPEG_1_0 ITU_1_0 DVD_0", "C"),
    Tag(101, "Stereo MPEG_2_0 ITU_2_0 DVD_1", "L R"),
    Tag(102, "StereoHeadphones", "L R"),
    Tag(103, "MatrixStereo", 2),
    Tag(104, "MidSide", 2),
    Tag(105, "XY", 2),
    Tag(106, "Binaural", "L R"),
    Tag(107, "Ambisonic_B_Format", 4),
    Tag(108, "Quadraphonic AudioUnit_4", "L R Ls Rs"),
    Tag(109, "Pentagonal AudioUnit_5", "L R Ls Rs C"),
    Tag(110, "Hexagonal AudioUnit_6", "L R Ls Rs C Cs"),
    Tag(111, "Octagonal AudioUnit_8", 8),
    Tag(112, "Cube", 8),
    Tag(113, "MPEG_3_0_A ITU_3_0", "L R C"),
    Tag(114, "MPEG_3_0_B AAC_3_0", "C L R"),
    Tag(115, "MPEG_4_0_A ITU_3_1", "L R C Cs"),
    Tag(116, "MPEG_4_0_B AAC_4_0", "C L R Cs"),
    Tag(117, "MPEG_5_0_A ITU_3_2", "L R C Ls Rs"),
    Tag(118, "MPEG_5_0_B AudioUnit_5_0", "L R Ls Rs C"),
    Tag(119, "MPEG_5_0_C", "L C R Ls Rs"),
    Tag(120, "MPEG_5_0_D AAC_5_0", "C L R Ls Rs"),
    Tag(121, "MPEG_5_1_A ITU_3_2_1 DVD_12 AudioUnit_5_1", "L R C LFE Ls Rs"),
    Tag(122, "MPEG_5_1_B DVD_20", "L R Ls Rs C LFE"),
    Tag(123, "MPEG_5_1_C", "L C R Ls Rs LFE"),
    Tag(124, "MPEG_5_1_D AAC_5_1", "C L R Ls Rs LFE"),
    Tag(125, "MPEG_6_1_A AudioUnit_6_1", "L R C LFE Ls Rs Cs"),
    Tag(126, "MPEG_7_1_A AudioUnit_7_1_Front", "L R C LFE Ls Rs Lc Rc"),
    Tag(127, "MPEG_7_1_B AAC_7_1", 8),
    // Name no loudspeakers for L R C LFE Ls Rs Rls Rrs: ``Speaker`` can't tell Ls and Rs from Rls and Rrs.
    Tag(128, "MPEG_7_1_C ITU_3_4_1 AudioUnit_7_1", 8),
    Tag(129, "Emagic_Default_7_1", 8),
    Tag(131, "ITU_2_1 DVD_2", "L R Cs"),
    Tag(132, "ITU_2_2 DVD_3", "L R Ls Rs"),
    Tag(133, "DVD_4", "L R LFE"),
    Tag(134, "DVD_5", "L R LFE Cs"),
    Tag(135, "DVD_6", "L R LFE Ls Rs"),
    Tag(136, "DVD_10", "L R C LFE"),
    Tag(137, "DVD_11", "L R C LFE Cs"),
    Tag(138, "DVD_18", "L R Ls Rs LFE"),
    Tag(141, "AAC_6_0", "C L R Ls Rs Cs"),
    Tag(142, "AAC_6_1", "C L R Ls Rs Cs LFE"),
  ]
}

/// A loudspeaker, by its bit in a channel bitmap.
///
/// Core Audio's `AudioChannelBitmap` and Microsoft's `dwChannelMask` agree on all bits, but Microsoft calls the
/// surrounds "back", and the direct surrounds "side". Sources: CAF specification, "Channel Bitmaps"; Microsoft's
/// `WAVEFORMATEXTENSIBLE`.
package enum Speaker: UInt32, CaseIterable, Sendable {
  case left = 0x1
  case right = 0x2
  case center = 0x4
  case lowFrequency = 0x8
  case leftSurround = 0x10
  case rightSurround = 0x20
  case leftCenter = 0x40
  case rightCenter = 0x80
  case centerSurround = 0x100
  case leftSurroundDirect = 0x200
  case rightSurroundDirect = 0x400
  case topCenterSurround = 0x800
  case topFrontLeft = 0x1000
  case topFrontCenter = 0x2000
  case topFrontRight = 0x4000
  case topBackLeft = 0x8000
  case topBackCenter = 0x10000
  case topBackRight = 0x20000

  /// Finds a loudspeaker by its abbreviation in CoreAudioBaseTypes.h. Only the first nine have an abbreviation.
  fileprivate init?(abbreviation: Substring) {
    let abbreviations: [Substring] = ["L", "R", "C", "LFE", "Ls", "Rs", "Lc", "Rc", "Cs"]
    guard let bit = abbreviations.firstIndex(of: abbreviation) else { return nil }
    self.init(rawValue: 1 << UInt32(bit))
  }
}
