/// The first four bytes of an MPEG layer III frame.
///
/// Source: ISO/IEC 11172-3 and 13818-3, 2.4.1.3 and 2.4.2.3. MPEG-2.5 is Fraunhofer's extension for low rates.
struct MPEGFrameHeader: Sendable {
  let word: UInt32

  static let byteCount = 4

  /// Takes the header's bits; nil if they aren't a header of layer III.
  init?(_ word: UInt32) {
    let (version, layer) = (word >> 19 & 3, word >> 17 & 3)
    let (bitRateIndex, rateIndex) = (word >> 12 & 15, word >> 10 & 3)
    guard word >> 21 == 0x7FF, version != 1, layer == 1, bitRateIndex != 15, rateIndex != 3
    else { return nil }
    self.word = word
  }

  /// Reads the header from the first four bytes, in big-endian order; nil if they aren't a header.
  init?(_ bytes: some Collection<UInt8>) {
    guard bytes.count >= Self.byteCount else { return nil }
    self.init(bytes.prefix(Self.byteCount).reduce(0) { $0 << 8 | UInt32($1) })
  }

  /// Whether the version is MPEG-1. MPEG-2 and 2.5 have lower rates and half the number of frames in a packet.
  var isVersion1: Bool { word >> 19 & 3 == 3 }

  /// 0 to 2 for MPEG-1, 3 to 5 for MPEG-2, 6 to 8 for MPEG-2.5.
  var rateIndex: Int {
    let version = word >> 19 & 3
    return Int(word >> 10 & 3) + (version == 3 ? 0 : version == 2 ? 3 : 6)
  }

  /// In Hz.
  var sampleRate: Double { Double(Self.sampleRates[rateIndex]) }

  private static let sampleRates = [
    44_100, 48_000, 32_000, 22_050, 24_000, 16_000, 11_025, 12_000, 8000,
  ]

  var channelCount: Int { mode == 3 ? 1 : 2 }
  private var mode: UInt32 { word >> 6 & 3 }

  /// Whether bands where the second channel is silent are stored as one channel and a direction.
  var hasIntensityStereo: Bool { mode == 1 && word & 0x10 != 0 }

  /// Whether the channels are stored as their sum and difference.
  var hasMidSideStereo: Bool { mode == 1 && word & 0x20 != 0 }

  /// Whether a checksum of 2 bytes follows the header. Decoders ignore the checksum: some encoders compute it wrongly.
  var hasChecksum: Bool { word & 0x1_0000 == 0 }

  var framesPerPacket: Int { isVersion1 ? 1152 : 576 }

  /// How many bytes of side information follow the header and the checksum.
  var sideByteCount: Int { isVersion1 ? (mode == 3 ? 17 : 32) : (mode == 3 ? 9 : 17) }

  /// Whether the header leaves the bit rate open. All frames of the stream then have the same size, apart from padding.
  var isFreeFormat: Bool { word >> 12 & 15 == 0 }

  /// In bits per second; 0 for free format.
  var bitRate: Int {
    1000 * (isVersion1 ? Self.bitRates1 : Self.bitRates2)[Int(word >> 12 & 15)]
  }

  /// For each index of a bit rate: the rate in MPEG-1, in kilobits per second. `bitRates2` is for MPEG-2 and 2.5.
  private static let bitRates1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
  private static let bitRates2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]

  /// The padding in a frame, in bytes.
  var paddingByteCount: Int { word & 0x200 == 0 ? 0 : 1 }

  /// How many bytes the frame has with its header and padding; 0 for free format.
  var frameByteCount: Int {
    guard !isFreeFormat else { return 0 }
    return framesPerPacket / 8 * bitRate / Self.sampleRates[rateIndex] + paddingByteCount
  }

  /// Returns whether two frames have the same version and sample rate, as all frames of a stream do.
  func isOfSameStream(as other: MPEGFrameHeader) -> Bool {
    (word ^ other.word) & 0xFFFE_0C00 == 0
  }
}
