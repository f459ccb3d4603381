/// A codec that ``FrameDecoder`` decodes, other than linear PCM.
///
/// This file is the only list of codecs. To add a codec, add its folder, and its cases in this file and in
/// `Container.dataFormats`. A codec that carries state from packet to packet also needs a case of `PacketDecoder` and
/// of `PacketEncoder`.
public enum Codec: Hashable, Sendable, CaseIterable {
  /// Apple's IMA 4:1 ADPCM.
  case ima4
  /// G.711 µ-law: a byte for each sample.
  case muLaw
  /// G.711 A-law: a byte for each sample.
  case aLaw

  private typealias Row = (
    formatID: FourCharCode, name: String, aiffTypes: [FourCharCode], aiffName: [UInt8],
    waveTag: UInt16?
  )

  // Sources of AIFF-C's names: Apple's files for IMA4, the AIFF-C draft for G.711.
  //
  // If this property were inlined, the compiler would repeat the switch in each of the properties below.
  @inline(never) private var row: Row {
    switch self {
    case .ima4: ("ima4", "IMA4", ["ima4"], Array("IMA 4:1".utf8), nil)
    case .muLaw: ("ulaw", "µ-law", ["ulaw", "ULAW"], [0xB5] + Array("Law 2:1".utf8), 0x0007)
    case .aLaw: ("alaw", "A-law", ["alaw", "ALAW"], Array("ALaw 2:1".utf8), 0x0006)
    }
  }

  /// The four-character code that CAF and Core Audio use.
  package var formatID: FourCharCode { row.formatID }
  package var name: String { row.name }
  /// The codec's four-character codes in AIFF-C. This library writes the first code.
  var aiffTypes: [FourCharCode] { row.aiffTypes }
  /// The human-readable name in AIFF-C, in Mac Roman.
  var aiffName: [UInt8] { row.aiffName }
  /// The format tag in WAVE; nil if WAVE can't hold the codec.
  var waveTag: UInt16? { row.waveTag }

  func decoder(channelCount: Int) -> PacketDecoder {
    switch self {
    case .ima4: .ima4(IMA4Decoder(channelCount: channelCount))
    case .muLaw: .int16 { MuLaw.load($0, into: &$1) }
    case .aLaw: .int16 { ALaw.load($0, into: &$1) }
    }
  }

  func encoder(for format: StreamFormat, quality: Int, workers: Workers) -> PacketEncoder {
    switch self {
    case .ima4 where quality > 0:
      .searchedIMA4(
        IMA4SearchEncoder(
          channelCount: format.channelCount, sampleRate: format.sampleRate, workers: workers))
    case .ima4: .ima4(IMA4Encoder(channelCount: format.channelCount))
    case .muLaw: .int16 { MuLaw.store($0, into: &$1) }
    case .aLaw: .int16 { ALaw.store($0, into: &$1) }
    }
  }
}

extension Codec {
  /// Whether a packet holds several frames. The last packet of a stream then needs padding.
  var isPadded: Bool { self == .ima4 }
  /// How many bits a sample takes in Core Audio's descriptions: 0 for IMA4, otherwise 8.
  var bitsPerChannel: Int { isPadded ? 0 : 8 }
  var bytesPerPacket: Int { isPadded ? IMA4.bytesPerPacket : 1 }
  var framesPerPacket: Int { isPadded ? IMA4.framesPerPacket : 1 }
  var maximumChannelCount: Int { isPadded ? IMA4.maximumChannelCount : .max }

  /// The four-character codes of the codecs that this library encodes.
  package static let encodedFormatIDs = allCases.map { $0.formatID }

  /// Finds a codec by its four-character code; nil if this library doesn't decode the codec.
  package init?(formatID: FourCharCode) {
    guard let codec = Self.allCases.first(where: { $0.formatID == formatID }) else { return nil }
    self = codec
  }
}
