/// The channels in a packet of AAC, their elements, and their loudspeakers.
struct AACLayout: Sendable {
  /// A part of a packet: one channel, or two channels that are coded together.
  struct Element: Sendable {
    enum Kind: Equatable, Sendable {
      case single, pair, lowFrequency
    }

    let kind: Kind
    /// The number by which packets name the element; nil if packets list the elements in a fixed order.
    var tag: Int?
    /// The indices of the element's channels among the decoded channels.
    let places: [Int]
  }

  private(set) var elements: [Element]
  /// The loudspeakers of the decoded channels, in the order of WAVE's mask.
  let speakers: ChannelLayout

  var channelCount: Int { speakers.channelCount }

  /// Creates the first layout that `isWanted` accepts; nil if no layout is accepted.
  ///
  /// Channels are in FFmpeg's order: earlier versions decoded AAC with FFmpeg, and the order mustn't change. As in
  /// FFmpeg and in encoders, configuration 7 is surround with side and back loudspeakers.
  ///
  /// Source: ISO/IEC 14496-3, table 1.19.
  private init?(_ isWanted: (_ configuration: Int, _ kinds: String.UTF8View) -> Bool) {
    // For each layout: its channel configuration, its elements, the index of each coded channel among the decoded
    // channels, and the mask of its loudspeakers. An element is `S` for a single channel, `P` for a pair, `L` for low
    // frequencies. The elements `S` and `P` after the dot are behind the listener.
    let rows: [(Int, String, [Int], UInt32)] = [
      (1, "S", [0], 0x4), (2, "P", [0, 1], 0x3), (0, "SS", [0, 1], 0x3),
      (3, "SP", [2, 0, 1], 0x7), (4, "SP.S", [2, 0, 1, 3], 0x107),
      (5, "SP.P", [2, 0, 1, 3, 4], 0x37), (6, "SP.PL", [2, 0, 1, 4, 5, 3], 0x3F),
      (7, "SPP.PL", [2, 0, 1, 6, 7, 4, 5, 3], 0x63F),
      (12, "SPP.PL", [2, 0, 1, 6, 7, 4, 5, 3], 0x63F),
      (11, "SPP.SL", [2, 0, 1, 5, 6, 4, 3], 0x70F),
    ]
    guard let row = rows.first(where: { isWanted($0.0, $0.1.utf8) }),
      let speakers = ChannelLayout(speakerMask: row.3)
    else { return nil }
    var rest = row.2[...]
    elements = row.1.utf8.compactMap { letter in
      guard letter != UInt8(ascii: ".") else { return nil }
      let kind: Element.Kind =
        letter == UInt8(ascii: "P") ? .pair : letter == UInt8(ascii: "L") ? .lowFrequency : .single
      let taken = rest.prefix(kind == .pair ? 2 : 1)
      rest = rest.dropFirst(taken.count)
      return Element(kind: kind, places: Array(taken))
    }
    self.speakers = speakers
  }

  /// Creates the layout of a channel configuration; nil for other numbers than 1 to 7, 11 and 12.
  init?(channelConfiguration: Int) {
    guard channelConfiguration > 0 else { return nil }
    self.init { configuration, _ in configuration == channelConfiguration }
  }

  /// Creates the layout of a program. Returns nil unless the program has the elements of a channel configuration from 1
  /// to 6, or two single channels.
  init?(_ program: AACProgram) {
    self.init { configuration, kinds in configuration <= 6 && kinds.elementsEqual(program.kinds) }
    for index in elements.indices { elements[index].tag = program.tags[index] }
  }
}

/// A packet's list of the stream's elements, for layouts without a channel configuration.
///
/// Source: ISO/IEC 14496-3, 4.4.1.1, "program_config_element".
struct AACProgram: Sendable {
  /// The elements, in the letters of `AACLayout`; empty if there are coupling channels, or elements beside the
  /// listener.
  let kinds: [UInt8]
  let tags: [Int]
  let channelCount: Int

  /// Reads the program at the beginning of an ADTS frame; nil if the frame begins with another element.
  init?(ofFrame frame: [UInt8]) {
    var bits = BitReader(frame)
    guard (try? AACDecoder.readHeader(&bits)) != nil, bits.read(3) == 5 else { return nil }
    self.init(&bits)
  }

  /// Reads a program; nil if it is damaged.
  init?(_ bits: inout BitReader) {
    bits.advance(by: 10)
    let (front, side, back) = (bits.take(4), bits.take(4), bits.take(4))
    let (low, data, coupling) = (bits.take(2), bits.take(3), bits.take(4))
    // Skip the numbers of elements with mixes to one and to two channels, and the way to mix surround channels.
    for bitCount in [4, 4, 3] where bits.take(1) == 1 { bits.advance(by: bitCount) }
    var kinds: [UInt8] = []
    var tags: [Int] = []
    var channelCount = 0
    for index in 0..<front + side + back + low {
      let isLow = index >= front + side + back
      let isPair = isLow ? false : bits.take(1) == 1
      if index == front, !isLow { kinds.append(UInt8(ascii: ".")) }
      kinds.append(isLow ? UInt8(ascii: "L") : isPair ? UInt8(ascii: "P") : UInt8(ascii: "S"))
      tags.append(Int(bits.take(4)))
      channelCount += isPair ? 2 : 1
    }
    bits.advance(by: Int(4 * data + 5 * coupling))
    bits.align()
    bits.advance(by: 8 * Int(bits.take(8)))
    guard !bits.isPastEnd else { return nil }
    self.kinds = side == 0 && coupling == 0 ? kinds : []
    self.tags = tags
    self.channelCount = channelCount
  }
}
