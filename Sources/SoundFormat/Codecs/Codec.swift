/// A codec that ``FrameDecoder`` decodes, other than linear PCM.
///
/// This file is the only list of codecs. To add a codec, add its folder, and its case and row in this
/// file. A codec that carries state from packet to packet also needs a case of `PacketDecoder` and of `PacketEncoder`.
public enum Codec: Hashable, Sendable, CaseIterable {
  /// Apple's IMA 4:1 ADPCM.
  case ima4
  /// G.711 µ-law: a byte for each sample.
  case muLaw
  /// G.711 A-law: a byte for each sample.
  case aLaw

  @inline(never) private var row: Row {
    switch self {
    case .ima4: Self.ima4Row
    case .muLaw: Self.muLawRow
    case .aLaw: Self.aLawRow
    }
  }

  // Sources of the AIFF-C names: Apple's files for IMA4, the AIFF-C draft for G.711.
  private static let ima4Row = Row(
    formatID: "ima4", name: "IMA4", bitsPerChannel: 0, bytesPerPacket: IMA4.bytesPerPacket,
    framesPerPacket: IMA4.framesPerPacket, maximumChannelCount: IMA4.maximumChannelCount,
    aiffTypes: ["ima4"], aiffName: Array("IMA 4:1".utf8),
    decoder: { .ima4(IMA4Decoder(channelCount: $0)) },
    encoder: { format, quality, workers in
      quality <= 0
        ? .ima4(IMA4Encoder(channelCount: format.channelCount))
        : .searchedIMA4(
          IMA4SearchEncoder(
            channelCount: format.channelCount, sampleRate: format.sampleRate, workers: workers))
    })

  private static let muLawRow = Row(
    formatID: "ulaw", name: "µ-law",
    aiffTypes: ["ulaw", "ULAW"], aiffName: [0xB5] + Array("Law 2:1".utf8),  // Mac Roman µ
    waveTag: 0x0007,
    decoder: { _ in .int16 { MuLaw.load($0, into: &$1) } },
    encoder: { _, _, _ in .int16 { MuLaw.store($0, into: &$1) } })

  private static let aLawRow = Row(
    formatID: "alaw", name: "A-law",
    aiffTypes: ["alaw", "ALAW"], aiffName: Array("ALaw 2:1".utf8), waveTag: 0x0006,
    decoder: { _ in .int16 { ALaw.load($0, into: &$1) } },
    encoder: { _, _, _ in .int16 { ALaw.store($0, into: &$1) } })
}

extension Codec {
  private struct Row: Sendable {
    var formatID: FourCharCode
    var name: String
    var bitsPerChannel = 8
    var bytesPerPacket = 1
    var framesPerPacket = 1
    var maximumChannelCount = Int.max
    var sampleType = PCMEncoding.SampleType.int16
    var aiffTypes: [FourCharCode] = []
    var aiffName: [UInt8] = []
    var waveTag: UInt16?
    var decoder: @Sendable (_ channelCount: Int) -> PacketDecoder
    var encoder:
      (@Sendable (_ format: StreamFormat, _ quality: Int, _ workers: Workers) -> PacketEncoder)?
  }

  /// The four-character code that CAF and Core Audio use.
  public var formatID: FourCharCode { row.formatID }
  public var name: String { row.name }
  /// The bits of a sample in Core Audio's descriptions; 0 if they give no number.
  var bitsPerChannel: Int { row.bitsPerChannel }
  var bytesPerPacket: Int { row.bytesPerPacket }
  var framesPerPacket: Int { row.framesPerPacket }
  var maximumChannelCount: Int { row.maximumChannelCount }
  package var sampleType: PCMEncoding.SampleType { row.sampleType }
  /// The codec's codes in AIFF-C; the first is written. Empty if AIFF-C can't hold the codec.
  var aiffTypes: [FourCharCode] { row.aiffTypes }
  /// The human-readable name in AIFF-C, in Mac Roman.
  var aiffName: [UInt8] { row.aiffName }
  /// The format tag in WAVE; nil if WAVE can't hold the codec.
  var waveTag: UInt16? { row.waveTag }
  /// Whether the library also encodes this codec.
  package var isEncoded: Bool { row.encoder != nil }
  /// Whether packets hold several frames, so that a stream's last packet needs padding.
  var isPadded: Bool { framesPerPacket > 1 }

  /// The four-character codes of the codecs that this library encodes.
  package static let encodedFormatIDs = allCases.filter { $0.isEncoded }.map { $0.formatID }

  /// Finds a codec by its four-character code; nil if this library doesn't decode the codec.
  package init?(formatID: FourCharCode) {
    guard let codec = Self.allCases.first(where: { $0.formatID == formatID }) else { return nil }
    self = codec
  }

  func decoder(channelCount: Int) -> PacketDecoder { row.decoder(channelCount) }

  /// Creates an encoder; nil if the codec is only decoded.
  func encoder(for format: StreamFormat, quality: Int, workers: Workers) -> PacketEncoder? {
    row.encoder?(format, quality, workers)
  }
}
