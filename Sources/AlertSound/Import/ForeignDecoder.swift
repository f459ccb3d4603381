internal import Platform
internal import SoundFormat

/// A library or a program that decodes sounds in formats that this library doesn't read itself.
protocol ForeignDecoder: Sendable {
  /// The decoder's name in messages.
  var name: String { get }

  /// The decoder's name and version, such as `ffmpeg 7.1`; nil if it isn't installed.
  var identity: String? { get }

  /// How to install the decoder; nil if it can't be installed.
  var installationAdvice: String? { get }

  /// Whether the decoder is known to decode undamaged files of a kind.
  func decodes(_ kind: ForeignKind) -> Bool

  /// Opens a sound.
  ///
  /// - Parameters:
  ///   - range: The part of the source that is the sound's file.
  ///   - policy: Whether truncated files are accepted, and how long a sound may be.
  /// - Throws: `SoundFileError` with the code `libraryMissing` if the decoder isn't installed, `unsupported` if it
  ///   doesn't read the format, `truncated` if the file is shorter than it states, `limitExceeded` if the sound is
  ///   too long, and another code if the file is damaged.
  func open(
    _ source: any ByteSource, in range: Range<Int>, as kind: ForeignKind, by policy: InputPolicy
  ) throws(SoundFileError) -> ForeignSound
}

/// A sound opened by a decoder.
struct ForeignSound {
  let structure: any SoundStructure
  /// How much of a truncated file is missing, in words.
  let truncation: String?
}

/// The decoders of a machine, in the order in which they are tried.
package struct ForeignDecoders: Sendable {
  let all: [any ForeignDecoder]

  /// The decoders of this machine. A Mac always has one: Apple's `afconvert`.
  package static let system: ForeignDecoders = {
    var all: [any ForeignDecoder] = [
      SndFileDecoder(), FFmpegDecoder(ExternalProgram(named: "ffmpeg")),
    ]
    if let program = ExternalProgram.appleConverter { all.insert(AppleConverter(program), at: 0) }
    return ForeignDecoders(all: all)
  }()

  /// The decoders that a policy allows.
  func chosen(by policy: InputPolicy) -> ForeignDecoders {
    guard let name = policy.importDecoder?.rawValue else { return self }
    return ForeignDecoders(all: all.filter { $0.name == name })
  }

  /// Opens a sound with the first decoder that can open it. Decoders that are known to read its kind come first.
  ///
  /// - Throws: The `SoundFileError` of the first installed decoder that is known to read the sound's kind. If
  ///   there is no such decoder, throws the error of the first decoder.
  func open(
    _ source: any ByteSource, in range: Range<Int>, as kind: ForeignKind, by policy: InputPolicy
  ) throws(SoundFileError) -> ForeignSound {
    var failure: SoundFileError?
    // If this library reads the container, try only decoders that know the codec.
    let others =
      if case .file = kind { all.filter { !$0.decodes(kind) } } else { [any ForeignDecoder]() }
    for decoder in all.filter({ $0.decodes(kind) }) + others {
      do throws(SoundFileError) {
        return try decoder.open(source, in: range, as: kind, by: policy)
      } catch {
        // Don't try another decoder: it wouldn't find the missing bytes, or make the sound shorter.
        guard error.code != .truncated, error.code != .limitExceeded else { throw error }
        let isFirstPresent = failure?.code == .libraryMissing && decoder.decodes(kind)
        if failure == nil || isFirstPresent { failure = error }
      }
    }
    throw failure ?? SoundFileError(.unsupported, "nothing here decodes it")
  }

  /// Whether any decoder is known to decode files of a kind.
  func decode(_ kind: ForeignKind) -> Bool { all.contains { $0.decodes(kind) } }

  /// How to install the first decoder that is known to decode a kind. If there is none, how to install the first
  /// decoder.
  func installationAdvice(for kind: ForeignKind) -> String? {
    (all.first { $0.decodes(kind) } ?? all.first)?.installationAdvice
  }
}

/// The apparent format of a sound that this library doesn't decode.
enum ForeignKind {
  /// A file in another format; nil if its first bytes don't tell which.
  case file(ForeignFormat?)
  /// A sound in a container that this library reads, with a codec that it doesn't decode.
  case sound(SoundFile, CodecDescription)

  /// The original sample type of a lossless sound; nil if the sound is lossy or the type isn't known.
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

/// A sound in a format that this library doesn't read itself.
protocol ForeignStructure: SoundStructure {
  /// The decoder's report.
  var sound: ImportedSound { get }
  var decoder: any ForeignDecoder { get }
}

extension ForeignStructure {
  var format: StreamFormat {
    StreamFormat(
      sampleRate: sound.sampleRate, channelCount: sound.channelCount,
      dataFormat: sound.formatID == LinearPCM.formatID
        ? sound.losslessSampleType.map { .linearPCM(PCMEncoding($0)) } ?? .other(sound.codec)
        : .other(sound.codec))
  }

  var frameCount: Int { sound.statedFrameCount }

  var lengthStatement: LengthStatement {
    if sound.statesExactLength {
      return sound.statedFrameCount > 0 ? .exactUnlessDamaged : .unknown
    }
    return sound.hasIndex ? .indexed : .unknown
  }

  var layout: ChannelLayout? { nil }

  var metadata: SoundMetadata { SoundMetadata(texts: sound.texts) }

  var losslessSampleType: PCMEncoding.SampleType? { sound.losslessSampleType }

  var decodedSampleType: PCMEncoding.SampleType { sound.decodedSampleType }

  var soundFile: SoundFile? { nil }

  func decoderIdentity() -> String? { decoder.identity ?? decoder.name }

  var details: SoundDetails {
    var details = SoundDetails(fileType: sound.fileType, typeName: sound.name)
    details.byteOrder = sound.byteOrder
    details.bitRate = sound.bitRate
    details.audioBytes = sound.audioBytes
    details.audioByteCount = sound.audioBytes?.count
    let format = format
    if format.framesPerPacket == 1, format.bytesPerPacket > 0 {
      details.packetCount = sound.statedFrameCount
      details.audioByteCount = sound.statedFrameCount * format.bytesPerPacket
      details.largestPacketByteCount = format.bytesPerPacket
      details.bitRate = Int(format.sampleRate * Double(format.bytesPerPacket * 8))
    }
    return details
  }
}
