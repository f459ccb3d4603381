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
  package let bytes: any ByteSource & Sendable
  /// The loudspeakers somebody says the channels are for, in place of what the file says.
  var statedLayout: ChannelLayout?

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: The file. A pipe is waited for.
  ///   - importsForeignFormats: Whether libsndfile may read what this library doesn't. Its parsers are
  ///     written in C: turn it off for bytes from strangers.
  /// - Throws: `ConversionError` of the step `openingInput`.
  public init(path: FilePath, importsForeignFormats: Bool = true) throws(ConversionError) {
    try self.init(
      bytes: InputFile(path: path, waitingForPipes: true), of: path,
      importsForeignFormats: importsForeignFormats)
  }

  /// Opens a file whose path is text.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - importsForeignFormats: Whether libsndfile may read what this library doesn't.
  /// - Throws: `ConversionError` of the step `openingInput`.
  public init(path: String, importsForeignFormats: Bool = true) throws(ConversionError) {
    try self.init(path: FilePath(path), importsForeignFormats: importsForeignFormats)
  }

  /// Takes the bytes of a file, an array of them for example.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - importsForeignFormats: Whether libsndfile may read what this library doesn't. Its parsers are
  ///     written in C: turn it off for bytes from strangers.
  /// - Throws: `ConversionError` of the step `openingInput`.
  public init(
    bytes: some ByteSource & Sendable, importsForeignFormats: Bool = true
  ) throws(ConversionError) {
    try self.init(bytes: bytes, of: nil, importsForeignFormats: importsForeignFormats)
  }

  /// Opens a file to look at it, whether or not there is a decoder for what is in it.
  ///
  /// - Parameters:
  ///   - path: The file. A pipe is waited for.
  ///   - importsForeignFormats: Whether libsndfile may read what is in no container of this library's.
  /// - Throws: `ConversionError` of the step `openingInput`.
  public init(
    inspecting path: FilePath, importsForeignFormats: Bool = true
  ) throws(ConversionError) {
    try self.init(
      bytes: InputFile(path: path, waitingForPipes: true), of: path,
      importsForeignFormats: importsForeignFormats, requiringDecoder: false)
  }

  /// Takes the bytes of a file that is open already, or was read.
  package init(
    bytes: some ByteSource & Sendable, of path: FilePath?, importsForeignFormats: Bool,
    requiringDecoder: Bool = true
  ) throws(ConversionError) {
    do throws(Refusal) {
      structure = try Self.structure(
        of: bytes, importing: importsForeignFormats, requiringDecoder: requiringDecoder)
    } catch {
      throw ConversionError(.openingInput, path, error.cause, advice: error.advice)
    }
    self.bytes = bytes
    self.path = path
  }

  /// Takes a sound whose structure is known.
  ///
  /// - Parameters:
  ///   - sound: The structure.
  ///   - bytes: The bytes it was parsed from.
  public init(_ sound: SoundFile, in bytes: some ByteSource & Sendable) {
    structure = .native(sound)
    self.bytes = bytes
    path = nil
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
    switch structure {
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
    guard case .native(let sound) = structure else { return [] }
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
