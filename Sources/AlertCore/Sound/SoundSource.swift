public import SoundFormat

/// A sound that can be converted: its description, and its frames.
///
/// The format is detected by content. A file's extension is ignored.
public final class SoundSource: Sendable {
  /// The file; nil for a sound in memory.
  package let file: SoundPath?
  /// What the headers show to be wrong, and what was found when the sound was arranged.
  public let warnings: [AlertFinding]
  package let bytes: AnyByteSource
  package let policy: InputPolicy
  package let host: Host
  /// What the headers say, and how to decode the sound.
  package let structure: any SoundStructure
  /// A channel layout that overrides the file's layout.
  private let statedLayout: ChannelLayout?

  /// - Parameter file: The path; nil for a sound in memory.
  package init(
    _ structure: any SoundStructure, warnings: [AlertFinding], in bytes: AnyByteSource,
    of file: SoundPath?, policy: InputPolicy, on host: Host, statedLayout: ChannelLayout? = nil
  ) {
    self.structure = structure
    self.warnings = warnings
    self.bytes = bytes
    self.file = file
    self.policy = policy
    self.host = host
    self.statedLayout = statedLayout
  }

  /// Creates a source from a sound that was parsed from a file's bytes.
  package convenience init(
    _ sound: SoundFile, in bytes: AnyByteSource, of file: SoundPath? = nil,
    policy: InputPolicy = InputPolicy(), on host: Host
  ) {
    self.init(
      NativeSound(file: sound), warnings: sound.warnings, in: bytes, of: file, policy: policy,
      on: host)
  }

  /// Returns a source of this source's file, with new values for some properties. Nil keeps a property's value.
  func replacing(
    structure: (any SoundStructure)? = nil, warnings: [AlertFinding]? = nil,
    policy: InputPolicy? = nil, statedLayout: ChannelLayout? = nil
  ) -> SoundSource {
    SoundSource(
      structure ?? self.structure, warnings: warnings ?? self.warnings, in: bytes, of: file,
      policy: policy ?? self.policy, on: host, statedLayout: statedLayout ?? self.statedLayout)
  }
}

extension SoundSource {
  /// The sample rate, channel count and data format.
  public var format: StreamFormat { structure.format }

  /// The number of frames in the sound. For a sound that an external decoder reads, this is the number that the file
  /// states; 0 if the file states none.
  public var frameCount: Int { structure.frameCount }

  /// The loudspeaker for each channel; nil if unknown.
  public var layout: ChannelLayout? { statedLayout ?? structure.layout }

  public var metadata: SoundMetadata { structure.metadata }

  /// What is missing from a truncated file, in words; nil if nothing is known to be missing.
  package var truncation: String? { warnings.first { $0.rule == .truncated }?.fact }

  /// The tolerated deviations from the format's specification, and a note on a misleading extension.
  package var notes: [Note] {
    guard let sound = structure.soundFile else { return truncation.map { [Note($0)] } ?? [] }
    let misleading = file?.name.flatMap(sound.misleadingExtension)
    // The parsers of these containers have noted a truncation already, as a chunk's wrong size.
    let isNoted = [.caf, .aiff, .wave].contains(sound.container.family)
    return sound.notes
      + [isNoted ? nil : truncation, misleading?.fact].compactMap { $0.map { Note($0) } }
  }

  /// The type of the samples that a compressed sound is decoded to.
  package var decodedSampleType: PCMEncoding.SampleType { structure.decodedSampleType }

  /// The type of the samples that a lossless sound was made from; nil for a lossy sound.
  package var losslessSampleType: PCMEncoding.SampleType? { structure.losslessSampleType }

  /// The parsed file, whose packets can be copied and rewritten; nil if an external decoder reads the file.
  package var soundFile: SoundFile? { structure.soundFile }

  /// Whether the headers state the exact number of frames.
  package var statesExactLength: Bool {
    [.exactWithoutDecoding, .exactUnlessDamaged].contains(structure.lengthStatement)
  }

  /// Returns how many frames there are from `firstFrame` on; nil if only decoding would tell.
  func exactFrameCount(from firstFrame: Int = 0) -> Int? {
    statesExactLength ? max(0, frameCount - firstFrame) : nil
  }

  /// Evaluates `part`. If `part` throws an error, adds the step and the file to the error.
  package func doing<Value>(
    _ step: SoundError.Step, _ part: @autoclosure () throws(SoundFileError) -> Value
  ) throws(SoundError) -> Value {
    do throws(SoundFileError) {
      return try part()
    } catch {
      throw SoundError(step, file, error)
    }
  }

  /// Evaluates `part`. If `part` throws an error, adds the step `reading` and the file to the error.
  func reading<Value>(
    _ part: @autoclosure () throws(SoundFileError) -> Value
  ) throws(SoundError) -> Value { try doing(.reading, part()) }
}

/// What the headers of a sound say, and how to read the sound's frames.
///
/// Each decoder has a conforming type. All other code sees only a ``SoundSource``.
package protocol SoundStructure: AnyObject, Sendable {
  var format: StreamFormat { get }
  /// The number of frames that the headers state; 0 if they state none.
  var frameCount: Int { get }
  var lengthStatement: LengthStatement { get }
  /// The loudspeaker for each channel; nil if unknown.
  var layout: ChannelLayout? { get }
  var metadata: SoundMetadata { get }
  /// The type of the samples that a lossless sound was made from; nil for a lossy sound.
  var losslessSampleType: PCMEncoding.SampleType? { get }
  /// The type of the samples that the sound is decoded to.
  var decodedSampleType: PCMEncoding.SampleType { get }
  /// The parsed file, whose packets can be copied and rewritten; nil if an external decoder reads the file.
  var soundFile: SoundFile? { get }
  var details: SoundDetails { get }

  /// Begins to read the sound's frames.
  ///
  /// - Parameter widestChannelCount: The most memory that a source frame takes in any later step, counted in 16-bit
  ///   samples. The larger this number is, the fewer frames are read at once.
  /// - Throws: `SoundFileError`, with the code `unsupported` if there is no decoder.
  func frames(
    in bytes: AnyByteSource, from firstFrame: Int, widestChannelCount: Int, policy: InputPolicy
  ) throws(SoundFileError) -> FrameReader
}

/// How reliable the number of frames in a file's headers is.
package enum LengthStatement: Sendable {
  /// The headers state the exact number, and nothing in the audio can contradict the headers.
  case exactWithoutDecoding
  /// The headers state the exact number unless the sound is damaged. Only decoding finds damage.
  case exactUnlessDamaged
  /// The headers state no number, or a decoder has estimated the number from the first frames.
  case unknown
}

/// Header fields that only reports show. Unknown fields are nil.
package struct SoundDetails: Sendable {
  /// The container's four-character code in Core Audio.
  package var fileType: FourCharCode
  /// The human-readable name of the container. If an external decoder reads the sound, the name includes the codec.
  package var typeName: String
  /// Which decoded frames are neither priming nor padding.
  package var packetTable: PacketTable?
  package var packetCount: Int?
  /// How many bytes the packets take together.
  package var audioByteCount: Int?
  /// The range of the packets, in bytes from the file's start.
  package var audioBytes: Range<Int>?
  /// The size of the largest packet in bytes.
  package var largestPacketByteCount: Int?
  /// An upper bound for the size of a packet, in bytes; nil if only the size of the largest packet is known.
  package var packetByteBound: Int?
  /// The length in seconds that Core Audio estimates; nil if the estimate is the sound's length.
  package var estimatedDuration: Double?
  /// The bit rate of the audio, in bits per second, including padding.
  package var bitRate: Int?
  /// Whether no chunk follows the audio, so that more sound could be appended (`kAudioFilePropertyIsOptimized`).
  package var isOptimized: Bool?
  /// The byte order of linear PCM if an external decoder reads the sound. Otherwise nil: see the sound's format.
  package var byteOrder: ByteOrder?
  /// Every chunk, in file order.
  package var chunks: [Chunk] = []

  package init(fileType: FourCharCode, typeName: String) {
    self.fileType = fileType
    self.typeName = typeName
  }
}
