public import SoundFormat
public import SystemPackage

/// A sound that can be converted: one of this library's own formats, or one that libsndfile reads.
///
/// The format is detected by content. A file's extension is ignored.
public struct SoundSource: Sendable {
  /// The sound's structure, by the library that reads it.
  public enum Structure: Sendable {
    /// A sound that this library reads.
    case native(SoundFile)
    /// A sound that libsndfile reads.
    case imported(ImportedSound)
  }

  /// The file, unless the sound is in memory.
  public let path: FilePath?
  /// The sound's structure, as its headers describe it.
  public internal(set) var structure: Structure
  /// What is missing from a truncated file, in words; nil if nothing is known to be missing. In
  /// some formats, only decoding detects it.
  public let truncation: String?
  package let bytes: any ByteSource & Sendable
  /// The policy that the sound is read by.
  package var policy: InputPolicy
  /// The frames that were decoded to count them. A conversion can reuse them.
  var beginning: DecodedBeginning?
  /// A channel layout that overrides the file's.
  var statedLayout: ChannelLayout?

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: The file. A pipe is read to its end first.
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

  /// Creates a source from the bytes of a file, such as an array.
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

  /// Opens a file for inspection, whether or not there is a decoder for its codec.
  ///
  /// - Parameters:
  ///   - path: The file. A pipe is read to its end first.
  ///   - policy: Which inputs are refused, and whether libsndfile may read files in containers that
  ///     this library doesn't support.
  /// - Throws: `ConversionError` of the step `openingInput`.
  public init(
    inspecting path: FilePath, policy: InputPolicy = InputPolicy()
  ) throws(ConversionError) {
    try self.init(
      bytes: InputFile(path: path, waitingForPipes: true, byteLimit: policy.byteLimit), of: path,
      policy: policy, requiringDecoder: false)
  }

  /// Creates a source from the bytes of an open file, or of one that was read before.
  ///
  /// - Parameter remedyOutput: The output file that advice on an undecodable sound names.
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

  /// Creates a source from a parsed sound.
  ///
  /// - Parameters:
  ///   - sound: The sound's structure.
  ///   - bytes: The bytes that it was parsed from.
  public init(_ sound: SoundFile, in bytes: some ByteSource & Sendable) {
    structure = .native(sound)
    truncation = sound.truncation
    self.bytes = bytes
    path = nil
    policy = InputPolicy()
  }
}

extension SoundSource {
  /// The sample rate, channel count and data format.
  public var format: StreamFormat {
    switch structure {
    case .native(let sound): sound.format
    case .imported(let sound):
      StreamFormat(
        sampleRate: sound.sampleRate, channelCount: sound.channelCount,
        dataFormat: sound.formatID == LinearPCM.formatID
          ? sound.losslessSampleType.map { .linearPCM(PCMEncoding($0)) } ?? .other(sound.codec)
          : .other(sound.codec))
    }
  }

  /// The number of frames in the sound. If libsndfile reads it, this is the number that the file
  /// states.
  public var frameCount: Int {
    if let beginning { return beginning.firstFrame + beginning.frameCount }
    return switch structure {
    case .native(let sound): sound.frameCount
    case .imported(let sound): sound.statedFrameCount
    }
  }

  /// The loudspeaker for each channel; nil if unknown.
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

  /// The tolerated deviations from the file's format, and a note on a misleading extension.
  public var notes: [Note] {
    guard case .native(let sound) = structure else { return truncation.map { [Note($0)] } ?? [] }
    let misleading = (path?.lastComponent?.string).flatMap(sound.misleadingExtension)
    return sound.notes + (misleading.map { [Note($0.fact)] } ?? [])
  }

  /// The type of the samples that a lossless sound was made from; nil for a lossy one.
  package var losslessSampleType: PCMEncoding.SampleType? {
    switch structure {
    case .native(let sound): sound.format.dataFormat.pcmEncoding?.sampleType
    case .imported(let sound): sound.losslessSampleType
    }
  }

  /// The type of the samples that a compressed sound is decoded to.
  public var decodedSampleType: PCMEncoding.SampleType {
    switch structure {
    case .native: .int16
    case .imported(let sound): sound.decodedSampleType
    }
  }
}
