internal import SoundFormat

/// A sound that a program has decoded to a file that this library reads.
final class DecodedFile: ForeignStructure {
  let sound: ImportedSound
  private let decoded: NativeSound
  private let bytes: AnyByteSource

  /// Creates the structure of a decoded sound.
  ///
  /// - Parameters:
  ///   - file: What was decoded.
  ///   - bytes: The file's bytes.
  ///   - sound: What is known about the sound before it was decoded.
  init(_ file: SoundFile, in bytes: some ByteSource & Sendable, described sound: ImportedSound) {
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
  /// Describes a sound by what was decoded from it and by what its headers say.
  ///
  /// - Parameters:
  ///   - decoded: What was decoded from it.
  ///   - kind: What it was before.
  ///   - range: The range of its file in the source.
  ///   - extent: What that file states about its length.
  init(
    decodedTo decoded: SoundFile, from kind: ForeignKind, at range: Range<Int>,
    _ extent: StatedExtent
  ) {
    self.init(
      sampleRate: decoded.format.sampleRate, channelCount: decoded.format.channelCount,
      statedFrameCount: decoded.frameCount, name: kind.name, fileType: kind.fileType,
      formatID: kind.formatID, byteOrder: .little, losslessSampleType: nil, statedByteRate: 0,
      texts: decoded.metadata.texts.filter { $0.field?.describesFile != true },
      hasIndex: extent.beginning?.index?.frameCount != nil, decodedSampleType: .float32,
      byteRange: range, audioBytes: extent.beginning == nil ? nil : extent.audio,
      missesBytes: extent.missing.byteCount > 0)
  }
}

extension StatedExtent {
  /// What decoding shows to be missing from an MP3 whose index states its length, in words.
  ///
  /// The index counts whole frames; encoders' delay and padding, up to three of them, aren't sound.
  func shortfall(decodedFrameCount: Int) -> String? {
    guard missing.byteCount > 0, let header = beginning?.header,
      let count = beginning?.index?.frameCount
    else { return nil }
    let framesPerPacket = header.isVersion1 ? 1152 : 576
    let statedFrameCount = Int(clamping: count).multipliedReportingOverflow(by: framesPerPacket)
    guard !statedFrameCount.overflow,
      decodedFrameCount < statedFrameCount.partialValue - 3 * framesPerPacket
    else { return nil }
    return "the file is truncated or damaged: \(decodedFrameCount) of"
      + " \(counted(statedFrameCount.partialValue, "frame")) can be decoded"
  }
}

extension ForeignKind {
  /// The human-readable name of the container or codec.
  fileprivate var name: String {
    switch self {
    case .file(let format): format?.name ?? "another format"
    case .codec(let code): code.codecName
    }
  }

  /// The container's four-character code in Core Audio. Source: AudioFile.h.
  fileprivate var fileType: FourCharCode {
    switch self {
    case .codec: "????"
    case .file(let format):
      switch format {
      case .mp3, .mpegAudio: "MPG3"
      case .aac: "adts"
      case .flac, .deepFLAC: "flac"
      case .sunAudio: "NeXT"
      case .wave64: "W64f"
      case .amr: "amrf"
      case .dolbyDigital: "ac-3"
      case .mpeg4: "m4af"
      default: "????"
      }
    }
  }

  /// The codec's four-character code in Core Audio. Source: CoreAudioBaseTypes.h.
  fileprivate var formatID: FourCharCode {
    switch self {
    case .codec(.mp3InWAVE): ".mp3"
    case .codec(let code): code
    case .file(let format):
      switch format {
      case .mp3, .mpegAudio: ".mp3"
      case .aac, .mpeg4(codec: "mp4a"): "aac "
      case .flac, .deepFLAC: "flac"
      case .amr: "samr"
      case .dolbyDigital: "ac-3"
      case .mpeg4(let codec): codec ?? "????"
      default: "????"
      }
    }
  }
}

extension FourCharCode {
  /// Whether it is the code of a codec that Apple's systems decode in containers of ours, and nothing else
  /// here does. Source: CoreAudioBaseTypes.h.
  var isAppleCodec: Bool {
    let codes: Set<FourCharCode> = [
      "aac ", "aacl", "aace", "aach", "aacp", "ilbc", "ac-3", "ec-3", ".mp1", ".mp2", ".mp3",
      "flac", "opus",
    ]
    return codes.contains(self)
  }
}
