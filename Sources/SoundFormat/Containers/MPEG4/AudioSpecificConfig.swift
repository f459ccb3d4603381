/// How a stream of MPEG-4 audio is coded.
///
/// Source: ISO/IEC 14496-3, 1.6.2.1, "AudioSpecificConfig", and 4.4.1, "GASpecificConfig";
/// ISO/IEC 23003-3, "UsacConfig".
struct AudioSpecificConfig: Hashable, Sendable {
  /// The codec: 2 is AAC-LC, 5 HE-AAC, 29 HE-AAC v2, 23 AAC-LD, 39 AAC-ELD, 42 xHE-AAC.
  private(set) var objectType = 0
  /// The rate of the decoded frames, in Hz.
  private(set) var sampleRate = 0.0
  /// How many channels a decoder returns; 0 if only the stream tells.
  private(set) var channelCount = 0
  private(set) var framesPerPacket = 1024

  private static let spectralReplication = 5
  private static let parametricStereo = 29

  /// Reads a configuration; nil if it is damaged.
  init?(_ bytes: [UInt8]) {
    var bits = BitReader(bytes)
    guard let type = Self.objectType(&bits), let coreRate = Self.sampleRate(&bits, indexBits: 4),
      let channels = bits.read(4)
    else { return nil }
    objectType = type
    sampleRate = coreRate
    channelCount = Self.channelCounts[Int(channels)]
    if type == Self.spectralReplication || type == Self.parametricStereo {
      guard let rate = Self.sampleRate(&bits, indexBits: 4), let coreType = Self.objectType(&bits),
        let shape = Self.frameCount(coreType, &bits)
      else { return nil }
      framesPerPacket = shape
      replicate(to: rate, type)
      return
    }
    if type == Self.unified {
      readUnified(&bits)
      return
    }
    guard let shape = Self.frameCount(type, &bits) else { return nil }
    framesPerPacket = shape
    if type != Self.enhancedLowDelay { readExtension(&bits, channels: channels) }
  }

  private static let enhancedLowDelay = 39
  private static let unified = 42

  /// The codec's code in Core Audio. Source: CoreAudioBaseTypes.h.
  var formatID: FourCharCode {
    switch objectType {
    case 5: "aach"
    case 23: "aacl"
    case 29: "aacp"
    case 39: "aace"
    case 42: "usac"
    default: "aac "
    }
  }

  /// Applies spectral band replication, which doubles the rate, and parametric stereo, which makes
  /// two channels of one.
  private mutating func replicate(to rate: Double, _ type: Int) {
    if rate == 2 * sampleRate { framesPerPacket *= 2 }
    sampleRate = rate
    objectType = type
    if type == Self.parametricStereo, channelCount == 1 { channelCount = 2 }
  }

  /// Reads the extension that older decoders ignore. It says whether the stream has spectral band replication,
  /// and parametric stereo.
  private mutating func readExtension(_ bits: inout BitReader, channels: UInt32) {
    // Skip `dependsOnCoreCoder` and `extensionFlag`. Stop if `channels` is 0: a list follows that isn't parsed.
    guard channels > 0, let depends = bits.readFlag() else { return }
    if depends, bits.read(14) == nil { return }
    guard bits.readFlag() != nil, bits.read(11) == 0x2B7,
      Self.objectType(&bits) == Self.spectralReplication, bits.readFlag() == true,
      let rate = Self.sampleRate(&bits, indexBits: 4)
    else { return }
    let hasStereo = bits.read(11) == 0x548 && bits.readFlag() == true
    replicate(to: rate, hasStereo ? Self.parametricStereo : Self.spectralReplication)
  }

  private mutating func readUnified(_ bits: inout BitReader) {
    guard let rate = Self.sampleRate(&bits, indexBits: 5), let length = bits.read(3),
      let channels = bits.read(5)
    else { return }
    sampleRate = rate
    let frameCounts = [768, 1024, 2048, 2048, 4096]
    if frameCounts.indices.contains(Int(length)) { framesPerPacket = frameCounts[Int(length)] }
    if (1...7).contains(channels) { channelCount = Self.channelCounts[Int(channels)] }
  }

  /// Reads how many frames a packet has; nil at the end.
  private static func frameCount(_ objectType: Int, _ bits: inout BitReader) -> Int? {
    guard let isShort = bits.readFlag() else { return nil }
    if [23, enhancedLowDelay].contains(objectType) { return isShort ? 480 : 512 }
    return isShort ? 960 : 1024
  }

  private static func objectType(_ bits: inout BitReader) -> Int? {
    guard let type = bits.read(5) else { return nil }
    return type == 31 ? bits.read(6).map { 32 + Int($0) } : Int(type)
  }

  /// Reads a sample rate in Hz: an index into a table, or the highest index and then the rate.
  private static func sampleRate(_ bits: inout BitReader, indexBits: Int) -> Double? {
    guard let index = bits.read(indexBits) else { return nil }
    if index == 1 << UInt32(indexBits) - 1 {
      return bits.read(24).flatMap { $0 > 0 ? Double($0) : nil }
    }
    return sampleRates.indices.contains(Int(index)) ? sampleRates[Int(index)] : nil
  }

  /// Source: ISO/IEC 14496-3, table 1.18. xHE-AAC has more rates, which no encoder is known to use.
  static let sampleRates: [Double] = [
    96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000,
    7350,
  ]
  /// How many channels each channel configuration has. Source: ISO/IEC 14496-3, table 1.19.
  static let channelCounts = [0, 1, 2, 3, 4, 5, 6, 8, 0, 0, 0, 7, 8, 0, 8, 0]
}
