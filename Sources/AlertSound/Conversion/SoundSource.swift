public import SoundFormat
public import SystemPackage

/// A sound that can be converted: one of this library's own formats, or one that libsndfile reads.
///
/// It is told by content; a file's extension means nothing.
public struct SoundSource: Sendable {
  /// Who reads it.
  public enum Structure: Sendable {
    /// This library.
    case native(SoundFile)
    /// libsndfile.
    case imported(ImportedSound)
  }

  /// The file, unless the sound is in memory.
  public let path: FilePath?
  /// What the sound says of itself.
  public internal(set) var structure: Structure
  /// What is missing from a truncated file, in words; nil where nothing is known to be. Only decoding tells
  /// of some formats.
  public let truncation: String?
  package let bytes: any ByteSource & Sendable
  /// How the sound is read.
  package var policy: InputPolicy
  /// The frames that were decoded to find out how many there are, and that a conversion reads.
  var beginning: DecodedBeginning?
  /// The loudspeakers somebody says the channels are for, in place of what the file says.
  var statedLayout: ChannelLayout?

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: The file. A pipe is waited for.
  ///   - policy: Which inputs are refused, and whether libsndfile may read them.
  /// - Throws: `ConversionError` of the step `openingInput`.
  public init(path: FilePath, policy: InputPolicy = InputPolicy()) throws(ConversionError) {
    try self.init(
      bytes: InputFile(path: path, waitingForPipes: true, byteLimit: policy.byteLimit), of: path,
      policy: policy)
  }

  /// Opens a file whose path is text.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - policy: Which inputs are refused, and whether libsndfile may read them.
  /// - Throws: `ConversionError` of the step `openingInput`.
  public init(path: String, policy: InputPolicy = InputPolicy()) throws(ConversionError) {
    try self.init(path: FilePath(path), policy: policy)
  }

  /// Takes the bytes of a file, an array of them for example.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - policy: Which inputs are refused, and whether libsndfile may read them.
  /// - Throws: `ConversionError` of the step `openingInput`.
  public init(
    bytes: some ByteSource & Sendable, policy: InputPolicy = InputPolicy()
  ) throws(ConversionError) {
    try self.init(bytes: bytes, of: nil, policy: policy)
  }

  /// Opens a file to look at it, whether or not there is a decoder for what is in it.
  ///
  /// - Parameters:
  ///   - path: The file. A pipe is waited for.
  ///   - policy: Which inputs are refused, and whether libsndfile may read what is in no container of this
  ///     library's.
  /// - Throws: `ConversionError` of the step `openingInput`.
  public init(
    inspecting path: FilePath, policy: InputPolicy = InputPolicy()
  ) throws(ConversionError) {
    try self.init(
      bytes: InputFile(path: path, waitingForPipes: true, byteLimit: policy.byteLimit), of: path,
      policy: policy, requiringDecoder: false)
  }

  /// Takes the bytes of a file that is open already, or was read.
  ///
  /// - Parameter remedyOutput: The file to make, for advice on a sound that isn't decoded here.
  package init(
    bytes: some ByteSource & Sendable, of path: FilePath?, policy: InputPolicy,
    requiringDecoder: Bool = true, remedyOutput: FilePath? = nil
  ) throws(ConversionError) {
    do throws(Refusal) {
      (structure, truncation) = try Self.structure(
        of: bytes, by: policy, requiringDecoder: requiringDecoder)
    } catch {
      throw ConversionError(
        .openingInput, path, error.cause,
        advice: error.advice(for: path.flatMap { RemedyPaths(for: $0, output: remedyOutput) }))
    }
    self.bytes = bytes
    self.path = path
    self.policy = policy
  }

  /// Takes a sound whose structure is known.
  ///
  /// - Parameters:
  ///   - sound: The structure.
  ///   - bytes: The bytes it was parsed from.
  public init(_ sound: SoundFile, in bytes: some ByteSource & Sendable) {
    structure = .native(sound)
    truncation = sound.truncation
    self.bytes = bytes
    path = nil
    policy = InputPolicy()
  }
}

extension SoundSource {
  /// Rate, channels and coding.
  public var format: StreamFormat {
    switch structure {
    case .native(let sound): sound.format
    case .imported(let sound):
      StreamFormat(
        sampleRate: sound.sampleRate, channelCount: sound.channelCount,
        dataFormat: sound.formatID == "lpcm"
          ? sound.losslessSampleType.map { .linearPCM(PCMEncoding($0)) } ?? .other(sound.codec)
          : .other(sound.codec))
    }
  }

  /// How many frames of sound there are; for a libsndfile sound, how many it says it has.
  public var frameCount: Int {
    if let beginning { return beginning.firstFrame + beginning.frameCount }
    return switch structure {
    case .native(let sound): sound.frameCount
    case .imported(let sound): sound.statedFrameCount
    }
  }

  /// Which loudspeaker each channel is for, where the file says so.
  public var layout: ChannelLayout? {
    if let statedLayout { return statedLayout }
    return if case .native(let sound) = structure { sound.layout } else { nil }
  }

  /// Texts, markers and loops.
  public var metadata: SoundMetadata {
    switch structure {
    case .native(let sound): sound.metadata
    case .imported(let sound): SoundMetadata(texts: sound.texts)
    }
  }

  /// The deviations from its format that the file survived, and what is wrong with its name.
  public var notes: [Note] {
    guard case .native(let sound) = structure else { return truncation.map { [Note($0)] } ?? [] }
    let misleading = (path?.lastComponent?.string).flatMap(sound.misleadingExtension)
    return sound.notes + (misleading.map { [Note($0.fact)] } ?? [])
  }

  /// The samples a compressed sound is decoded to.
  public var decodedSampleType: PCMEncoding.SampleType {
    switch structure {
    case .native: .int16
    case .imported(let sound): sound.decodedSampleType
    }
  }
}
