internal import SoundFormat

/// Turns an output's frames into its packets: dither, then the codec.
struct PacketMaker {
  private var ditherer: Ditherer?
  private var encoder: FrameEncoder

  /// Begins an output.
  ///
  /// - Parameter areLevelled: Whether the frames were multiplied by a gain, so that their bit depth is no longer the
  ///   source's.
  init(for conversion: Conversion, areLevelled: Bool = false) throws(SoundFileError) {
    let (source, target) = (conversion.source, conversion.target)
    let format = conversion.header.format
    encoder = try FrameEncoder(
      for: format, ima4Quality: target.ima4Quality, workers: source.host.workers)
    let isMixed = if case .mix = conversion.routing { true } else { false }
    let areComputed = areLevelled || isMixed || format.sampleRate != source.format.sampleRate
    ditherer = target.dither.flatMap { dither in
      guard let bitDepth = Self.ditheredBitDepth(of: format.dataFormat),
        areComputed || source.bitDepth > bitDepth
      else { return nil }
      return Ditherer(dither, bitDepth: bitDepth, channelCount: format.channelCount)
    }
  }

  /// Returns the bit depth of the integers an encoder rounds to; nil for floats.
  private static func ditheredBitDepth(of dataFormat: DataFormat) -> Int? {
    dataFormat.sampleType.flatMap { $0.isFloat ? nil : $0.bitDepth }
  }

  /// The energies of the frames and of the packets' error, if the encoder knows.
  var signalAndNoise: SignalAndNoise? { encoder.signalAndNoise }

  /// Takes the next frames and returns the packets that are complete.
  mutating func packets(of block: SampleBlock) -> [UInt8] {
    encoder.encode(ditherer?.apply(to: block) ?? block)
  }

  /// Ends the stream and returns its last packets.
  mutating func finish() -> [UInt8] { encoder.finish() }
}

extension SoundSource {
  /// How many bits a sample has once it is decoded; more than any integer's for floats.
  fileprivate var bitDepth: Int {
    let decoded = losslessSampleType ?? decodedSampleType
    return decoded.isFloat ? .max : decoded.bitDepth
  }
}
