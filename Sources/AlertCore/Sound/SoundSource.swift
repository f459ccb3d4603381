public import SoundFormat

/// A sound that can be converted: its description, and its frames.
///
/// The format is detected by content. A file's extension is ignored.
public struct SoundSource: Sendable {
  /// The file, unless the sound is in memory.
  public let file: SoundPath?
  /// What is known to be wrong before the sound is decoded, or was found when it was arranged.
  public internal(set) var warnings: [SoundWarning]
  package let bytes: AnyByteSource
  package var policy: InputPolicy
  package let host: Host
  /// What the headers say, and how to decode the sound.
  package internal(set) var structure: any SoundStructure
  /// A channel layout that overrides the file's.
  var statedLayout: ChannelLayout?

  /// - Parameter file: The path; nil for a sound in memory.
  package init(
    _ structure: any SoundStructure, warnings: [SoundWarning], in bytes: AnyByteSource,
    of file: SoundPath?, policy: InputPolicy, on host: Host
  ) {
    self.structure = structure
    self.warnings = warnings
    self.bytes = bytes
    self.file = file
    self.policy = policy
    self.host = host
  }

  /// Creates a source from a sound that was parsed from a file's bytes.
  package init(
    _ sound: SoundFile, in bytes: AnyByteSource, of file: SoundPath? = nil,
    policy: InputPolicy = InputPolicy(), on host: Host
  ) {
    self.init(
      NativeSound(file: sound), warnings: sound.warnings, in: bytes, of: file, policy: policy,
      on: host)
  }
}

extension SoundSource {
  /// The sample rate, channel count and data format.
  public var format: StreamFormat { structure.format }

  /// The number of frames in the sound. For a sound that an external decoder reads, this is the number that the
  /// file states; 0 if it states none.
  public var frameCount: Int { structure.frameCount }

  /// The loudspeaker for each channel; nil if unknown.
  public var layout: ChannelLayout? { statedLayout ?? structure.layout }

  public var metadata: SoundMetadata { structure.metadata }

  /// What is missing from a truncated file, in words; nil if nothing is known to be missing.
  package var truncation: String? { warnings.first { $0.kind == .truncated }?.fact }

  /// The tolerated deviations from the file's format, and a note on a misleading extension.
  public var notes: [Note] {
    guard let sound = structure.soundFile else { return truncation.map { [Note($0)] } ?? [] }
    let misleading = file?.name.flatMap(sound.misleadingExtension)
    // The readers of these containers note which chunk's size is wrong.
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

  /// Evaluates `part`, and adds the step and the file to an error that it throws.
  package func doing<Value>(
    _ step: SoundError.Step, _ part: @autoclosure () throws(SoundFileError) -> Value
  ) throws(SoundError) -> Value {
    do throws(SoundFileError) {
      return try part()
    } catch {
      throw SoundError(step, file, error)
    }
  }

  /// Evaluates `part`, and adds the step `reading` and the file to an error that it throws.
  func reading<Value>(
    _ part: @autoclosure () throws(SoundFileError) -> Value
  ) throws(SoundError) -> Value { try doing(.reading, part()) }
}
