public import SoundFormat

/// The contents of a sound file according to its headers: what `afinfo` and `alertsound info` print.
public struct SoundReport: Sendable {
  /// The file, unless the sound is in memory.
  package var file: SoundPath?
  /// The container's four-character code in Core Audio, `caff` for example.
  package var fileType: FourCharCode
  /// The human-readable name of the container, and of the codec if another decoder reads the
  /// sound.
  public var typeName: String
  /// Rate, channels and coding.
  public var format: StreamFormat
  /// Which loudspeaker each channel is for, if the file says so.
  public var layout: ChannelLayout?
  /// Which loudspeaker each channel is for after decoding.
  package var decodedLayout: ChannelLayout?
  /// How many frames of sound there are, without the codec's padding.
  public var frameCount: Int
  /// Which decoded frames are sound, if the file says so.
  package var packetTable: PacketTable?
  /// How many packets there are; nil if only decoding would tell.
  package var packetCount: Int?
  /// How many bytes the packets take together; nil if only decoding would tell.
  package var audioByteCount: Int?
  /// The range of the packets, in bytes from the file's start; nil if only an external library knows.
  package var audioBytes: Range<Int>?
  /// The size of the largest packet in bytes; nil if only decoding would tell.
  package var largestPacketByteCount: Int?
  /// The bit rate of the audio, in bits per second, including padding; nil if unknown.
  package var bitRate: Int?
  /// Whether more sound could be appended to the file, because no chunk follows the audio, as
  /// `kAudioFilePropertyIsOptimized` tells; nil if only an external library knows.
  package var isOptimized: Bool?
  /// The samples the sound was made from, in Core Audio's notation: `I16`, `F32`.
  package var sourceBitDepth: String?
  /// Texts, markers and loops.
  public var metadata: SoundMetadata
  /// Every chunk, in file order; empty if another decoder reads the sound.
  public var chunks: [Chunk]
  /// The deviations found.
  public var notes: [Note]
  /// The size of the file, in bytes.
  package var fileByteCount: Int

  /// How long the sound is, in seconds.
  public var duration: Double { Double(frameCount) / format.sampleRate }
}

extension SoundReport {
  /// Creates the report of a sound. Open the sound with `SoundSource(inspecting:)` to include formats that
  /// nothing here decodes.
  public init(of source: SoundSource) {
    file = source.file
    format = source.format
    layout = source.soundFile.map { $0.layout } ?? source.layout
    decodedLayout = source.layout
    frameCount = source.frameCount
    metadata = source.metadata
    notes = source.notes
    fileByteCount = source.bytes.byteCount
    let details = source.structure.details
    fileType = details.fileType
    typeName = details.typeName
    packetTable = details.packetTable
    packetCount = details.packetCount
    audioBytes = details.audioBytes
    audioByteCount = details.audioByteCount
    largestPacketByteCount = details.largestPacketByteCount
    bitRate = details.bitRate
    isOptimized = details.isOptimized
    chunks = details.chunks
    if let byteOrder = details.byteOrder, let encoding = format.dataFormat.pcmEncoding {
      format.dataFormat = .linearPCM(encoding.stored(byteOrder))
    }
    sourceBitDepth = source.losslessBitDepth ?? metadata[.sourceBitDepth]
  }

  /// Counts the frames by decoding, if the file doesn't state their exact number, as MPEG audio doesn't.
  package mutating func countFrames(
    of source: SoundSource, monitor: Monitor = Monitor()
  ) throws(SoundError) {
    guard !source.statesExactLength else { return }
    let frames = try source.reading(source.frames())
    var count = 0
    while let block = try source.reading(frames.next()) {
      try monitor.checkCancellation(reading: source)
      count += block.sampleCount / format.channelCount
    }
    frameCount = count
    if let audioByteCount, count > 0 {
      bitRate = Int(
        saturating: Double(audioByteCount) * 8 * format.sampleRate / Double(count))
    }
  }
}

extension SoundSource {
  /// The samples that the stream holds losslessly, in Core Audio's notation.
  fileprivate var losslessBitDepth: String? {
    if let sampleType = losslessSampleType {
      return (sampleType.isFloat ? "F" : "I") + String(sampleType.bitDepth)
    }
    guard case .other(let codec) = format.dataFormat, codec.formatID == "alac" else { return nil }
    return CodecDescription.losslessBitDepths[codec.formatFlags].map { "I\($0)" }
  }
}

/// What the commands and the page say of themselves.
package enum Toolkit {
  package static let name = "alertsound"
  package static let version = "0.1.0"
}
