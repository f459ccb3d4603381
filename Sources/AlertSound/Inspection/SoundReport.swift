public import SoundFormat
public import SystemPackage

/// What is in a sound file, as its headers say: what `afinfo` and `alertsound info` print.
public struct SoundReport: Sendable {
  /// The file, unless the sound is in memory.
  public var path: FilePath?
  /// The container's four-character code in Core Audio, `caff` for example.
  public var fileType: FourCharCode
  /// The container, and for a foreign sound its codec, for people.
  public var typeName: String
  /// Rate, channels and coding.
  public var format: StreamFormat
  /// Which loudspeaker each channel is for, where the file says so.
  public var layout: ChannelLayout?
  /// How many frames of sound there are, the codec's padding not counted.
  public var frameCount: Int
  /// Which decoded frames are sound, where the file says so.
  public var packetTable: PacketTable?
  /// How many packets there are; nil where only decoding would tell.
  public var packetCount: Int?
  /// Where the packets are, in bytes from the file's start; nil where only a library knows.
  public var audioBytes: Range<Int>?
  /// The size of the largest packet in bytes; nil where only decoding would tell.
  public var largestPacketByteCount: Int?
  /// What the sound was made from, in Core Audio's words: `I16`, `F32`.
  public var sourceBitDepth: String?
  /// Texts, markers and loops.
  public var metadata: SoundMetadata
  /// Every chunk, in file order; none for a foreign sound.
  public var chunks: [Chunk]
  /// The deviations found.
  public var notes: [Note]
  /// How long the file is.
  public var fileByteCount: Int

  /// How long the sound is, in seconds.
  public var duration: Double { Double(frameCount) / format.sampleRate }
}

extension SoundReport {
  /// Takes down what a sound's headers say. Open it by `SoundSource(inspecting:)` to see what nothing
  /// here decodes, too.
  public init(of source: SoundSource) {
    path = source.path
    format = source.format
    layout = source.layout
    frameCount = source.frameCount
    metadata = source.metadata
    notes = source.notes
    fileByteCount = source.bytes.byteCount
    switch source.structure {
    case .native(let sound):
      fileType = sound.container.fileType
      typeName = sound.container.name
      packetTable = sound.packetTable
      packetCount = sound.packetCount
      audioBytes = sound.audioBytes
      largestPacketByteCount = sound.format.bytesPerPacket
      chunks = sound.chunks
    case .imported(let sound):
      fileType = "????"
      typeName = sound.name
      chunks = []
    }
    sourceBitDepth =
      format.dataFormat.pcmEncoding.map {
        ($0.sampleType.isFloat ? "F" : "I") + String($0.bitDepth)
      } ?? metadata[.sourceBitDepth]
  }
}
