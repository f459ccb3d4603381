internal import Platform
internal import SoundFormat
internal import SystemPackage

/// A sound that another program has decoded to a file in a format of this library.
final class DecodedStructure: ForeignStructure {
  let sound: ImportedSound
  let decoder: any ForeignDecoder
  private let decoded: NativeSound
  private let bytes: AnyByteSource

  /// - Parameters:
  ///   - file: The decoded file, whose bytes are `bytes`.
  ///   - sound: The sound before it was decoded.
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

  /// Describes a sound by the file that it was decoded to, and by the length that its headers state.
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

/// Limits on a run of another program, which is stopped when it exceeds one.
struct ExternalLimits: Sendable {
  /// In seconds, not counting the time that the machine sleeps.
  var duration: Double
  /// The size of what it reads and of what it writes, in bytes.
  var byteCount: Int

  /// Ten minutes, and the floats of an hour and a half of stereo.
  static let standard = ExternalLimits(duration: 600, byteCount: 1 << 31)

  /// Refuses to give a program more bytes than it may read.
  func check(_ byteCount: Int, for name: String) throws(SoundFileError) {
    guard byteCount > self.byteCount else { return }
    throw SoundFileError(.limitExceeded, "\(name) is not given more than \(self.byteCount) bytes")
  }

  /// Why a running program must be stopped; nil if it may go on.
  func interruption(of name: String, since start: SuspendingClock.Instant) -> SoundFileError? {
    if Host.isInterrupted { return SoundFileError(.inputOutput, "\(name) was stopped") }
    guard start.duration(to: .now) > .seconds(duration) else { return nil }
    return SoundFileError(.inputOutput, "\(name) took longer than \(secondsText(duration))")
  }
}

extension SoundFileError {
  /// Wraps an error of a program that should have decoded a sound.
  init(_ error: any Error, decodingWith name: String, at path: FilePath) {
    switch error {
    case let error as SoundFileError: self = error
    case Errno.noSuchFileOrDirectory: self.init(.libraryMissing, "there is no \(path)")
    case let error as Errno: self.init(.inputOutput, "\(name) can't be run: \(error)")
    case let error as SoundError: self.init(.inputOutput, error.sentence)
    default: self.init(.inputOutput, "\(error)")
    }
  }
}
