internal import SoundFormat

/// What a file that this library doesn't decode seems to be.
enum ForeignKind {
  /// A file in another format, if its first bytes tell which.
  case file(ForeignFormat?)
  /// A sound whose file this library reads, with a codec that it doesn't decode.
  case sound(SoundFile, CodecDescription)

  /// The samples that a lossless sound was made from; nil for a lossy one, and if it isn't known.
  func sampleType(_ extent: StatedExtent) -> PCMEncoding.SampleType? {
    switch self {
    case .file: extent.flac?.sampleType
    case .sound(_, let codec):
      switch codec.formatID == "alac" ? CodecDescription.losslessBitDepths[codec.formatFlags] : nil
      {
      case 16: .int16
      case 20, 24: .int24
      case 32: .int32
      default: nil
      }
    }
  }
}
