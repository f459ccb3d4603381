extension ChannelLayout {
  /// Finds a layout by its tag's name, with or without `kAudioChannelLayoutTag_`. Nil if no tag has this name.
  public init?(tagName: some StringProtocol) {
    let prefix = "kAudioChannelLayoutTag_"
    let name = tagName.hasPrefix(prefix) ? String(tagName.dropFirst(prefix.count)) : String(tagName)
    guard let row = Self.tags.first(where: { $0.names.words.contains { $0 == name } }) else {
      return nil
    }
    self.init(tag: row.number << 16 | row.channelCount)
  }

  /// The loudspeakers in channel order; nil if they are unknown or ``Speaker`` can't express them.
  package var speakers: [Speaker]? {
    guard tag == Self.usesBitmap else {
      let row = Self.tags.first { $0.number << 16 | $0.channelCount == tag }
      return row?.speakers?.words.compactMap { Speaker(abbreviation: $0) }
    }
    let named = Speaker.allCases.filter { bitmap & $0.rawValue != 0 }
    return named.count == bitmap.nonzeroBitCount ? named : nil
  }

  /// For each tag: its number, its channel count, its names, and its loudspeakers' abbreviations. The abbreviations are
  /// nil if ``Speaker`` can't express the channels. Source: CoreAudioBaseTypes.h, `AudioChannelLayoutTag`.
  private static let tags:
    [(number: UInt32, channelCount: UInt32, names: String, speakers: String?)] = [
      (100, 1, "Mono MPEG_1_0 ITU_1_0 DVD_0", "C"),
      (101, 2, "Stereo MPEG_2_0 ITU_2_0 DVD_1", "L R"),
      (102, 2, "StereoHeadphones", "L R"),
      (103, 2, "MatrixStereo", nil),
      (104, 2, "MidSide", nil),
      (105, 2, "XY", nil),
      (106, 2, "Binaural", "L R"),
      (107, 4, "Ambisonic_B_Format", nil),
      (108, 4, "Quadraphonic AudioUnit_4", "L R Ls Rs"),
      (109, 5, "Pentagonal AudioUnit_5", "L R Ls Rs C"),
      (110, 6, "Hexagonal AudioUnit_6", "L R Ls Rs C Cs"),
      (111, 8, "Octagonal AudioUnit_8", nil),
      (112, 8, "Cube", nil),
      (113, 3, "MPEG_3_0_A ITU_3_0", "L R C"),
      (114, 3, "MPEG_3_0_B AAC_3_0", "C L R"),
      (115, 4, "MPEG_4_0_A ITU_3_1", "L R C Cs"),
      (116, 4, "MPEG_4_0_B AAC_4_0", "C L R Cs"),
      (117, 5, "MPEG_5_0_A ITU_3_2", "L R C Ls Rs"),
      (118, 5, "MPEG_5_0_B AudioUnit_5_0", "L R Ls Rs C"),
      (119, 5, "MPEG_5_0_C", "L C R Ls Rs"),
      (120, 5, "MPEG_5_0_D AAC_5_0", "C L R Ls Rs"),
      (121, 6, "MPEG_5_1_A ITU_3_2_1 DVD_12 AudioUnit_5_1", "L R C LFE Ls Rs"),
      (122, 6, "MPEG_5_1_B DVD_20", "L R Ls Rs C LFE"),
      (123, 6, "MPEG_5_1_C", "L C R Ls Rs LFE"),
      (124, 6, "MPEG_5_1_D AAC_5_1", "C L R Ls Rs LFE"),
      (125, 7, "MPEG_6_1_A AudioUnit_6_1", "L R C LFE Ls Rs Cs"),
      (126, 8, "MPEG_7_1_A AudioUnit_7_1_Front", "L R C LFE Ls Rs Lc Rc"),
      (127, 8, "MPEG_7_1_B AAC_7_1", nil),
      // Name no loudspeakers for L R C LFE Ls Rs Rls Rrs: ``Speaker`` can't tell Ls and Rs from Rls and Rrs.
      (128, 8, "MPEG_7_1_C ITU_3_4_1 AudioUnit_7_1", nil),
      (129, 8, "Emagic_Default_7_1", nil),
      (131, 3, "ITU_2_1 DVD_2", "L R Cs"),
      (132, 4, "ITU_2_2 DVD_3", "L R Ls Rs"),
      (133, 3, "DVD_4", "L R LFE"),
      (134, 4, "DVD_5", "L R LFE Cs"),
      (135, 5, "DVD_6", "L R LFE Ls Rs"),
      (136, 4, "DVD_10", "L R C LFE"),
      (137, 5, "DVD_11", "L R C LFE Cs"),
      (138, 5, "DVD_18", "L R Ls Rs LFE"),
      (141, 6, "AAC_6_0", "C L R Ls Rs Cs"),
      (142, 7, "AAC_6_1", "C L R Ls Rs Cs LFE"),
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

  /// Finds a loudspeaker by its abbreviation in CoreAudioBaseTypes.h. The table of tags uses only nine abbreviations.
  fileprivate init?(abbreviation: String) {
    let abbreviations = ["L", "R", "C", "LFE", "Ls", "Rs", "Lc", "Rc", "Cs"]
    guard let bit = abbreviations.firstIndex(of: abbreviation) else { return nil }
    self.init(rawValue: 1 << UInt32(bit))
  }
}
