internal import SoundFormat

/// A sound that a program has decoded to a file that this library reads.
final class DecodedStructure: ForeignStructure {
  let sound: ImportedSound
  let decoder: any ForeignDecoder
  private let decoded: NativeSound
  private let bytes: AnyByteSource

  /// Creates the structure of a decoded sound.
  ///
  /// - Parameters:
  ///   - file: What was decoded.
  ///   - bytes: The file's bytes.
  ///   - sound: What is known about the sound before it was decoded.
  ///   - decoder: What has decoded it.
  init(
    _ file: SoundFile, in bytes: some ByteSource & Sendable, described sound: ImportedSound,
    by decoder: any ForeignDecoder
  ) {
    self.decoder = decoder
    decoded = NativeSound(file: file)
    self.bytes = AnyByteSource(bytes)
    self.sound = sound
  }

  var lengthStatement: LengthStatement { .exactUnlessDamaged }

  var layout: ChannelLayout? { decoded.layout }

  /// Begins to read the decoded frames. The file that they were decoded from isn't read again.
  func frames(
    in _: AnyByteSource, from firstFrame: Int, widestChannelCount: Int, policy: InputPolicy
  ) throws(SoundFileError) -> any BlockReader {
    try decoded.frames(
      in: bytes, from: firstFrame, widestChannelCount: widestChannelCount, policy: policy)
  }
}

extension ImportedSound {
  /// Describes a sound by what was decoded from it.
  ///
  /// - Parameters:
  ///   - decoded: What was decoded from it.
  ///   - kind: What it was before.
  ///   - range: The range of its file in the source.
  ///   - texts: What its file says about it.
  init(
    decodedTo decoded: SoundFile, from kind: ForeignKind, at range: Range<Int>,
    texts: [InformationEntry]
  ) {
    self.init(
      sampleRate: decoded.format.sampleRate, channelCount: decoded.format.channelCount,
      statedFrameCount: decoded.frameCount, name: kind.name, fileType: kind.fileType,
      formatID: kind.formatID, byteOrder: .little, losslessSampleType: nil, statedByteRate: 0,
      texts: texts,
      decodedSampleType: decoded.format.dataFormat.pcmEncoding?.sampleType.decodedType ?? .float32,
      byteRange: range)
    if case .sound(_, let codec) = kind { statedCodec = codec }
  }

  /// Describes a sound by what was decoded from it and by what its headers say.
  ///
  /// - Parameter extent: What the sound's file states about its length.
  init(
    decodedTo decoded: SoundFile, from kind: ForeignKind, at range: Range<Int>,
    _ extent: StatedExtent
  ) {
    self.init(
      decodedTo: decoded, from: kind, at: range,
      texts: decoded.metadata.texts.filter { $0.field?.describesFile != true })
    losslessSampleType = kind.sampleType(extent)
    hasIndex = extent.indexedFrameCount != nil
    audioBytes = extent.beginning == nil ? nil : extent.audio
    missesBytes = extent.missing.byteCount > 0
  }
}

extension PCMEncoding.SampleType {
  /// The samples that linear PCM of this type is decoded to.
  fileprivate var decodedType: PCMEncoding.SampleType {
    switch self {
    case .int8, .uint8, .int16: .int16
    case .int24, .int32: .int32
    case .float32: .float32
    case .float64: .float64
    }
  }
}

extension ForeignKind {
  /// The human-readable name of the container or codec.
  fileprivate var name: String {
    switch self {
    case .file(let format): format?.name ?? "another format"
    case .sound(_, let codec): codec.formatID.codecName
    }
  }

  /// The container's four-character code in Core Audio. Source: AudioFile.h.
  fileprivate var fileType: FourCharCode {
    switch self {
    case .sound(let sound, _): sound.container.fileType
    case .file(let format):
      switch format {
      case .mp3, .mpegAudio: "MPG3"
      case .aac: "adts"
      case .flac, .deepFLAC: "flac"
      case .sunAudio: "NeXT"
      case .wave64: "W64f"
      case .amr: "amrf"
      case .dolbyDigital: "ac-3"
      default: "????"
      }
    }
  }

  /// The codec's four-character code in Core Audio. Source: CoreAudioBaseTypes.h.
  fileprivate var formatID: FourCharCode {
    switch self {
    case .sound(_, let codec): codec.formatID
    case .file(let format):
      switch format {
      case .mp3, .mpegAudio: ".mp3"
      case .aac: "aac "
      case .flac, .deepFLAC: "flac"
      case .amr: "samr"
      case .dolbyDigital: "ac-3"
      default: "????"
      }
    }
  }
}
