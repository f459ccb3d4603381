/// How a stream of MPEG-4 audio is coded.
///
/// Source: ISO/IEC 14496-3, 1.6.2.1, "AudioSpecificConfig", and 4.4.1, "GASpecificConfig";
/// ISO/IEC 23003-3, "UsacConfig".
package struct AudioSpecificConfig: Sendable {
  /// The codec: 2 is AAC-LC, 5 HE-AAC, 29 HE-AAC v2, 23 AAC-LD, 39 AAC-ELD, 42 xHE-AAC.
  private(set) var objectType = 0
  /// The rate of the decoded frames, in Hz.
  package private(set) var sampleRate = 0.0
  /// How many channels a decoder returns; 0 if only the packets state the number.
  package private(set) var channelCount = 0
  package private(set) var framesPerPacket = 1024
  /// The layout of each packet's channels; nil if this library doesn't decode their order.
  private(set) var layout: AACLayout?
  /// Whether the configuration excludes spectral band replication. If false, packets may have unannounced replication.
  private(set) var excludesReplication = false
  /// Whether packets are coded to survive transmission errors.
  private var isResilient = false
  /// Whether the packets are bare: without the headers of ADTS.
  private(set) var isBare = true

  private static let spectralReplication = 5
  private static let parametricStereo = 29
  private static let lowDelay = 23
  private static let enhancedLowDelay = 39
  private static let unified = 42

  /// Reads a configuration; nil if it is damaged.
  package init?(_ bytes: [UInt8]) {
    var bits = BitReader(bytes)
    guard let type = Self.objectType(&bits), let coreRate = Self.sampleRate(&bits, indexBits: 4),
      let channels = bits.read(4)
    else { return nil }
    objectType = type
    sampleRate = coreRate
    channelCount = Self.channelCounts[Int(channels)]
    layout = AACLayout(channelConfiguration: Int(channels))
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
    if type != Self.enhancedLowDelay { readRest(&bits, channels: channels) }
  }

  /// Creates the configuration of an ADTS stream, as AAC-LC. Only the packets tell about other kinds of AAC.
  ///
  /// - Parameter program: The list of elements in the first packet; nil if the header states the channels.
  init(adtsRate: Double, channelCount: Int, program: AACProgram?) {
    objectType = 2
    sampleRate = adtsRate
    self.channelCount = channelCount
    let number = Self.channelCounts.firstIndex(of: channelCount) ?? 0
    layout = program.map { AACLayout($0) } ?? AACLayout(channelConfiguration: number)
    isBare = false
  }

  /// The codec's code in Core Audio. Source: CoreAudioBaseTypes.h.
  var formatID: FourCharCode {
    switch objectType {
    case Self.spectralReplication: "aach"
    case Self.parametricStereo: "aacp"
    case Self.lowDelay: "aacl"
    case Self.enhancedLowDelay: "aace"
    case Self.unified: "usac"
    default: "aac "
    }
  }

  /// The loudspeakers of the decoded channels; nil if their order isn't known.
  package var speakers: ChannelLayout? { layout?.speakers }

  var isLowDelay: Bool { objectType == Self.lowDelay }

  /// Records that the packets have spectral band replication.
  mutating func stateReplication() {
    if objectType != Self.parametricStereo { objectType = Self.spectralReplication }
  }

  /// Applies the effects of spectral band replication, which usually doubles the rate, and of parametric stereo, which
  /// makes two channels of one.
  private mutating func replicate(to rate: Double, _ type: Int) {
    if rate == 2 * sampleRate { framesPerPacket *= 2 }
    sampleRate = rate
    objectType = type
    if type == Self.parametricStereo, channelCount == 1 { channelCount = 2 }
  }

  /// Reads the fields of AAC after the frame length, and then the extension, which older decoders ignore. The extension
  /// tells whether the stream has spectral band replication and parametric stereo.
  private mutating func readRest(_ bits: inout BitReader, channels: UInt32) {
    guard let depends = bits.readFlag(), !depends || bits.skip(14),
      let hasExtension = bits.readFlag()
    else { return }
    if channels == 0 {
      guard let program = AACProgram(&bits) else { return }
      layout = AACLayout(program)
      channelCount = program.channelCount
    }
    if objectType >= 17 {
      // Read three flags for resilient coding of sections, scale factors and spectrum, a flag for future versions, and
      // two bits that tell how packets are protected.
      isResilient = (hasExtension && bits.read(4) ?? 0 > 1) || bits.read(2) ?? 0 != 0
      return
    }
    guard bits.read(11) == 0x2B7, Self.objectType(&bits) == Self.spectralReplication,
      let isReplicated = bits.readFlag()
    else { return }
    excludesReplication = !isReplicated
    guard isReplicated, let rate = Self.sampleRate(&bits, indexBits: 4) else { return }
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

  /// Reads how many frames a packet has; nil if no bits are left.
  private static func frameCount(_ objectType: Int, _ bits: inout BitReader) -> Int? {
    guard let isShort = bits.readFlag() else { return nil }
    if [lowDelay, enhancedLowDelay].contains(objectType) { return isShort ? 480 : 512 }
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

  /// For each index: the sample rate in Hz. Source: ISO/IEC 14496-3, table 1.18. xHE-AAC has more rates, which no
  /// encoder is known to use.
  static let sampleRates: [Double] = [
    96_000, 88_200, 64_000, 48_000, 44_100, 32_000, 24_000, 22_050, 16_000, 12_000, 11_025, 8000,
    7350,
  ]
  /// For each channel configuration: how many channels it has. Source: ISO/IEC 14496-3, table 1.19.
  static let channelCounts = [0, 1, 2, 3, 4, 5, 6, 8, 0, 0, 0, 7, 8, 0, 8, 0]
}

extension AudioSpecificConfig {
  /// The error that tells why this library doesn't decode the stream; nil if this library decodes the stream.
  package var refusal: SoundFileError? {
    let name: String
    switch objectType {
    // AAC Main and AAC-LTP differ from AAC-LC only in packets with prediction, which are refused one by one.
    case 1, 2, 4, Self.lowDelay:
      if ![1024, 512].contains(framesPerPacket) {
        name = "\(isLowDelay ? "AAC-LD" : "AAC") with \(framesPerPacket) frames in a packet"
      } else if isResilient {
        name = "AAC-LD with error protection"
      } else if layout == nil {
        name = "AAC with this order of channels"
      } else if AACBands(sampleRate: sampleRate, isLowDelay: isLowDelay) == nil {
        name = "AAC-LD at this sample rate"
      } else {
        return nil
      }
    case 3: name = "AAC-SSR"
    case 5: name = "HE-AAC (AAC with SBR)"
    case 29: name = "HE-AAC v2 (AAC with SBR and parametric stereo)"
    case Self.enhancedLowDelay: name = "AAC-ELD"
    case Self.unified: name = "xHE-AAC"
    case 17, 19, 20: name = "AAC with error protection"
    default: name = "MPEG-4 audio of type \(objectType)"
    }
    return Self.refusal(of: name)
  }

  /// Returns the error for a kind of AAC that this library doesn't decode.
  static func refusal(of name: String) -> SoundFileError {
    SoundFileError(.unsupported, "the sound is coded as \(name), not as AAC-LC")
  }
}
