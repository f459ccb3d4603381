internal import Platform
internal import SoundFormat
internal import SystemPackage

/// A sound that another program has decoded to a file that this library reads.
final class DecodedStructure: ForeignStructure {
  let sound: ImportedSound
  let decoder: any ForeignDecoder
  private let decoded: NativeSound
  private let bytes: AnyByteSource

  /// Combines the decoded file with `sound`, the description of the original.
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

  /// Reads the decoded frames, not the original file again.
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
      statedFrameCount: decoded.frameCount, name: kind.name, fileType: kind.coreAudio.fileType,
      formatID: kind.coreAudio.formatID, byteOrder: .little, losslessSampleType: nil,
      statedByteRate: 0,
      texts: texts,
      decodedSampleType: decoded.format.dataFormat.pcmEncoding?.sampleType.decodedType ?? .float32,
      byteRange: range)
    if case .sound(_, let codec) = kind { statedCodec = codec }
  }

  /// Describes a sound by its decoded file, and by the original file's headers.
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
  /// The type that samples of this type are decoded to.
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

  /// Core Audio's codes for the container and the codec, and the file extension for Core Audio. People report that
  /// Core Audio refuses files with the wrong extension. Sources: AudioFile.h and CoreAudioBaseTypes.h.
  var coreAudio: (fileType: FourCharCode, formatID: FourCharCode, pathExtension: String) {
    switch self {
    case .sound(let sound, let codec):
      (sound.container.fileType, codec.formatID, "." + sound.container.pathExtensions[0])
    case .file(let format):
      switch format {
      case .mp3, .mpegAudio: ("MPG3", ".mp3", ".mp3")
      case .aac: ("adts", "aac ", ".aac")
      case .flac: ("flac", "flac", ".flac")
      case .deepFLAC: ("flac", "flac", "")
      case .sunAudio: ("NeXT", "????", ".au")
      case .wave64: ("W64f", "????", ".w64")
      case .amr: ("amrf", "samr", ".amr")
      case .dolbyDigital: ("ac-3", "ac-3", ".ac3")
      default: ("????", "????", "")
      }
    }
  }
}

/// The output of a program that has decoded a sound.
struct DecodedFile {
  /// Linear PCM in a container of this library.
  let file: InputFile
  /// The program's message that the original is truncated; nil if there was none.
  var truncation: String?
}

extension ForeignDecoder {
  /// Has a program decode a file of another format to samples of a type, and compares the result with what the
  /// file's headers state.
  func open(
    _ source: any ByteSource, in range: Range<Int>, as kind: ForeignKind, by policy: InputPolicy,
    decoding decode: (PCMEncoding.SampleType) throws(SoundFileError) -> DecodedFile
  ) throws(SoundFileError) -> ForeignSound {
    let extent = try StatedExtent(of: source, in: range, by: policy)
    if let header = extent.beginning?.header, let frameCount = extent.indexedFrameCount {
      try policy.check(frameCount: frameCount, sampleRate: header.sampleRate)
    }
    let sampleType = kind.sampleType(extent) ?? .float32
    let decoded = try decode(sampleType)
    let sound = try parsed(decoded.file, sampleType)
    return try opened(
      sound, in: decoded.file, ImportedSound(decodedTo: sound, from: kind, at: range, extent),
      truncation: extent.missing.truncation
        ?? extent.shortfall(decodedFrameCount: sound.frameCount) ?? decoded.truncation, by: policy)
  }

  /// Parses a decoded file. Throws if its samples don't have the given type.
  func parsed(
    _ file: InputFile, _ sampleType: PCMEncoding.SampleType
  ) throws(SoundFileError) -> SoundFile {
    let sound: SoundFile
    do throws(SoundFileError) {
      sound = try SoundFile(parsing: file)
    } catch {
      throw SoundFileError(
        .malformed, "what \(name) decoded from it can't be read: \(error.reason)")
    }
    guard sound.format.dataFormat == .linearPCM(PCMEncoding(sampleType, .little)) else {
      throw SoundFileError(.malformed, "\(name) decoded it to another format than was asked for")
    }
    return sound
  }

  /// Returns a decoded sound with the description of its original, if the policy allows it.
  func opened(
    _ sound: SoundFile, in file: InputFile, _ original: ImportedSound, truncation: String?,
    by policy: InputPolicy
  ) throws(SoundFileError) -> ForeignSound {
    try policy.check(sound)
    if let truncation, !policy.acceptsTruncatedFiles {
      throw SoundFileError(.truncated, truncation)
    }
    guard sound.frameCount > 0 else {
      throw SoundFileError(.malformed, "\(name) decoded nothing from it")
    }
    return ForeignSound(
      structure: DecodedStructure(sound, in: file, described: original, by: self),
      truncation: truncation)
  }
}

extension InputPolicy {
  /// Returns the error for a sound that is too long; nil if the frames decoded so far are within the limit.
  func excess(decodedFrameCount: Int, sampleRate: Double) -> SoundFileError? {
    do throws(SoundFileError) {
      try check(decodedFrameCount: decodedFrameCount, sampleRate: sampleRate)
      return nil
    } catch {
      return error
    }
  }
}

/// Limits on a run of another program. A program that exceeds one of the limits is stopped.
struct ExternalLimits: Sendable {
  /// How long the program may run, in seconds, not counting the time that the machine sleeps.
  var duration: Double
  /// The largest size of the program's input, and of its output, in bytes.
  var byteCount: Int

  /// Ten minutes, and the size of 1.5 hours of stereo as 32-bit floats.
  static let standard = ExternalLimits(duration: 600, byteCount: 1 << 31)

  /// Refuses to give a program more bytes than it may read.
  func check(_ byteCount: Int, for name: String) throws(SoundFileError) {
    guard byteCount > self.byteCount else { return }
    throw SoundFileError(.limitExceeded, "\(name) is not given more than \(self.byteCount) bytes")
  }

  /// Why a running program must be stopped; nil if it may continue.
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
