package import SoundFormat

/// What the headers of a sound say, and how to read its frames.
///
/// Each decoder has a conforming type. Everything else sees only a ``SoundSource``.
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
  /// The parsed file, whose packets can be copied and rewritten; nil if libsndfile reads the file.
  var soundFile: SoundFile? { get }
  var details: SoundDetails { get }

  /// Begins to read the sound's frames.
  ///
  /// - Parameter widestChannelCount: A source frame takes at most the memory of this many 16-bit samples in any later
  ///   step. The larger this number is, the fewer frames are read at once.
  /// - Throws: `SoundFileError`, with the code `unsupported` if there is no decoder.
  func frames(
    in bytes: AnyByteSource, from firstFrame: Int, widestChannelCount: Int, policy: InputPolicy
  ) throws(SoundFileError) -> FrameReader
}

/// How reliable the number of frames in a file's headers is.
package enum LengthStatement: Sendable {
  /// The headers state the exact number, and nothing in the audio can contradict them.
  case exactWithoutDecoding
  /// The headers state the exact number, but only decoding finds damage.
  case exactUnlessDamaged
  /// The headers state no number, or a decoder has estimated it from the first frames.
  case unknown
}

/// Header fields that only reports show. Unknown fields are nil.
package struct SoundDetails: Sendable {
  /// The container's four-character code in Core Audio.
  package var fileType: FourCharCode
  /// The human-readable name of the container, and of the codec if an external decoder reads the sound.
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
  /// The size that no packet exceeds, in bytes; nil if the file's largest packet is all that is known.
  package var packetByteBound: Int?
  /// The length in seconds that Core Audio estimates; nil if it is the sound's length.
  package var estimatedDuration: Double?
  /// The bit rate of the audio, in bits per second, including padding.
  package var bitRate: Int?
  /// Whether no chunk follows the audio, so that more sound could be appended (`kAudioFilePropertyIsOptimized`).
  package var isOptimized: Bool?
  /// The byte order of linear PCM in the file, if an external decoder reads the sound. Otherwise, the format states it.
  package var byteOrder: ByteOrder?
  /// Every chunk, in file order.
  package var chunks: [Chunk] = []

  package init(fileType: FourCharCode, typeName: String) {
    self.fileType = fileType
    self.typeName = typeName
  }
}
