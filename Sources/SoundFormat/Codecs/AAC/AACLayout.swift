/// Which channels a packet of AAC codes, in which order, and their loudspeakers.
struct AACLayout: Hashable, Sendable {
  /// A part of a packet: one channel, or two that are coded together.
  struct Element: Hashable, Sendable {
    let isPair: Bool
    /// The places of its channels among the decoded channels.
    let places: [Int]
  }

  let elements: [Element]
  /// The loudspeakers of the decoded channels, in the order of WAVE's mask.
  let layout: ChannelLayout

  var channelCount: Int { layout.channelCount }

  /// A row of `rows`.
  ///
  /// - Parameters:
  ///   - kinds: The elements: `S` for a single channel, `P` for a pair.
  ///   - places: Where each coded channel belongs among the decoded channels.
  private init(_ kinds: String, _ places: [Int], _ layout: ChannelLayout) {
    var rest = places[...]
    elements = kinds.utf8.map { kind in
      let isPair = kind == UInt8(ascii: "P")
      let taken = rest.prefix(isPair ? 2 : 1)
      rest = rest.dropFirst(taken.count)
      return Element(isPair: isPair, places: Array(taken))
    }
    self.layout = layout
  }

  /// Channels in the order in which FFmpeg returns them, so that conversions of earlier versions stay the same. The
  /// first coded channel is the centre, and the last is for low frequencies. FFmpeg and this table take the
  /// configuration 7 as surround with side and back loudspeakers, because encoders use it so.
  ///
  /// Source: ISO/IEC 14496-3, table 1.19.
  private static func row(_ configuration: Int) -> AACLayout? {
    func speakers(_ mask: UInt32) -> ChannelLayout {
      ChannelLayout(tag: ChannelLayout.usesBitmap, bitmap: mask)
    }
    switch configuration {
    case 1: return AACLayout("S", [0], .mono)
    case 2: return AACLayout("P", [0, 1], .stereo)
    case 3: return AACLayout("SP", [2, 0, 1], speakers(0x7))
    case 4: return AACLayout("SPS", [2, 0, 1, 3], speakers(0x107))
    case 5: return AACLayout("SPP", [2, 0, 1, 3, 4], speakers(0x37))
    case 6: return AACLayout("SPPS", [2, 0, 1, 4, 5, 3], speakers(0x3F))
    case 7, 12: return AACLayout("SPPPS", [2, 0, 1, 6, 7, 4, 5, 3], speakers(0x63F))
    case 11: return AACLayout("SPPSS", [2, 0, 1, 5, 6, 4, 3], speakers(0x70F))
    default: return nil
    }
  }

  init?(channelConfiguration: Int) {
    guard let row = Self.row(channelConfiguration) else { return nil }
    self = row
  }

  /// Reads the channels of a program that has one of the usual orders; nil for others.
  init?(_ program: AACProgram) {
    if program.kinds == "SS" {
      self.init("SS", [0, 1], .stereo)
      return
    }
    // A program with a channel for low frequencies has it where the usual order has it, or nowhere.
    let found = (1...6).compactMap(Self.row).first { row in
      row.elements.map { $0.isPair ? "P" : "S" }.joined() == program.kinds
        && (row.layout.bitmap & 0x8 != 0) == (program.lowFrequencyCount == 1)
    }
    guard let found else { return nil }
    self = found
  }
}

/// A list of a packet's elements, for orders of channels that have no number.
///
/// Source: ISO/IEC 14496-3, 4.4.1.1, "program_config_element".
struct AACProgram {
  /// The elements: `S` for a single channel, `P` for a pair.
  let kinds: String
  let lowFrequencyCount: Int
  let channelCount: Int

  /// Reads a program; nil if it is damaged.
  init?(_ bits: inout BitReader) {
    guard bits.skip(10), let front = bits.read(4), let side = bits.read(4), let back = bits.read(4),
      let low = bits.read(2), let data = bits.read(3), let coupling = bits.read(4)
    else { return nil }
    // The numbers of mixes to one and two channels, and how to make a mix of the surround channels.
    for byteCount in [4, 4, 3] {
      guard let isPresent = bits.readFlag(), !isPresent || bits.skip(byteCount) else { return nil }
    }
    var kinds = ""
    for _ in 0..<front + side + back {
      guard let isPair = bits.readFlag(), bits.skip(4) else { return nil }
      kinds += isPair ? "P" : "S"
    }
    for _ in 0..<low { kinds += "S" }
    guard bits.skip(Int(4 * low + 4 * data + 5 * coupling)) else { return nil }
    bits.align()
    guard let commentByteCount = bits.read(8), bits.skip(8 * Int(commentByteCount)) else {
      return nil
    }
    self.kinds = kinds
    lowFrequencyCount = Int(low)
    channelCount = kinds.utf8.reduce(0) { $0 + ($1 == UInt8(ascii: "P") ? 2 : 1) }
  }
}
