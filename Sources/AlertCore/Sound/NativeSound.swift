package import SoundFormat

/// A sound that SoundFormat parses and decodes.
package final class NativeSound: SoundStructure {
  private let file: SoundFile

  package init(file: SoundFile) { self.file = file }

  package var format: StreamFormat { file.format }
  package var frameCount: Int { file.frameCount }
  package var lengthStatement: LengthStatement {
    if file.container == .flac, file.hasUncountedFrames { return .unknown }
    return file.variableCodec == nil ? .exactWithoutDecoding : .exactUnlessDamaged
  }
  package var layout: ChannelLayout? { file.decodedLayout }
  package var metadata: SoundMetadata { file.metadata }
  package var losslessSampleType: PCMEncoding.SampleType? {
    file.format.dataFormat.pcmEncoding?.sampleType ?? file.variableCodec?.losslessSampleType
  }
  package var decodedSampleType: PCMEncoding.SampleType {
    file.variableCodec?.decodedSampleType ?? .int16
  }
  package var soundFile: SoundFile? { file }

  package var details: SoundDetails {
    var details = SoundDetails(
      fileType: file.container.fileType, typeName: file.container.name)
    details.packetTable = file.packetTable
    details.packetCount =
      file.packetCount == 0 && !file.audioBytes.isEmpty ? nil : file.packetCount
    details.audioBytes = file.audioBytes
    details.audioByteCount = file.audioByteCount
    details.largestPacketByteCount = file.largestPacketByteCount
    details.bitRate = file.constantBitRate ?? file.bitRate
    if file.container == .mp3 {
      details.packetByteBound = file.packetByteBound
      details.estimatedDuration = file.estimatedDuration
    }
    details.isOptimized = file.isOptimized
    details.chunks = file.chunks
    return details
  }

  package func frames(
    in bytes: AnyByteSource, from firstFrame: Int, widestChannelCount: Int, policy: InputPolicy
  ) throws(SoundFileError) -> FrameReader {
    if let codec = file.variableCodec {
      let frames = try VariablePacketFrames(
        file, codec, in: bytes, from: firstFrame, widestChannelCount: widestChannelCount,
        policy: policy)
      return FrameReader(
        warnings: { frames.warnings },
        checkDamage: { () throws(SoundFileError) in try frames.checkDamage() },
        decode: { () throws(SoundFileError) in try frames.next() })
    }
    // Linear PCM, IMA4, µ-law or A-law.
    var rest = file.audioRuns
    let skips = file.format.framesPerPacket == 1 && file.packetTable == nil
    if skips {
      // Skip the frames before `firstFrame` without decoding them, because later frames don't depend on them.
      rest.removeFirst(min(firstFrame, file.packetCount) * file.format.bytesPerPacket)
    }
    var decoder = try FrameDecoder(for: file, from: skips ? 0 : firstFrame)
    let blockByteCount = PacketBlock.byteCount(
      of: file.format, widestChannelCount: widestChannelCount)
    // The packets read last; kept to reuse their memory.
    var packets: [UInt8] = []
    return FrameReader { () throws(SoundFileError) in
      while !rest.isEmpty {
        try bytes.readPackets(takenFrom: &rest, atMost: blockByteCount, into: &packets)
        let block = decoder.decode(packets)
        if block.sampleCount > 0 { return block }
      }
      return nil
    }
  }
}

extension SoundFile {
  /// The bits of audio per second of decoded sound, rounded down as Apple's `afinfo` does: 300,385 bytes of AAC
  /// in 2156 packets at 44.1 kHz give 48,001.
  fileprivate var bitRate: Int? {
    let isEven = format.bytesPerPacket > 0 && format.framesPerPacket > 0
    let byteCount = isEven ? format.bytesPerPacket : audioByteCount
    let frames =
      isEven ? format.framesPerPacket : decodedFrameCount > 0 ? decodedFrameCount : frameCount
    guard frames > 0 else { return nil }
    return Int(exactly: (Double(byteCount) * 8 * format.sampleRate / Double(frames)).rounded(.down))
  }

  /// Core Audio's upper bound for the packets of an MP3, in bytes: the size at the highest bit rate, plus 8. Source:
  /// four reports of Apple's `afinfo`.
  fileprivate var packetByteBound: Int {
    let highestBitRate = format.framesPerPacket == 1152 ? 320_000 : 160_000
    return format.framesPerPacket / 8 * highestBitRate / max(1, Int(format.sampleRate)) + 8
  }

  /// Core Audio's estimate of the length of MPEG audio, in seconds. The encoder's padding is included. Source: three
  /// reports of Apple's `afinfo`, on files with a constant bit rate.
  fileprivate var estimatedDuration: Double {
    if let constantBitRate { return Double(audioByteCount) * 8 / Double(constantBitRate) }
    return Double(decodedFrameCount) / format.sampleRate
  }

  /// Whether no chunk follows the audio.
  fileprivate var isOptimized: Bool {
    let audio = chunks.lastIndex { $0.bodyOffset <= audioBytes.lowerBound }
    return chunks.isEmpty || audio.map { chunks.index(after: $0) } == chunks.endIndex
  }
}

extension AnyByteSource {
  /// Reads the next packets and removes them from the runs.
  func readPackets(
    takenFrom runs: inout AudioRuns, atMost byteCount: Int, into packets: inout [UInt8]
  ) throws(SoundFileError) {
    let block = runs.prefix(byteCount)
    try read(at: block.lowerBound, count: block.count, into: &packets)
    guard packets.count == block.count else { throw .becameShorter }
    runs.removeFirst(block.count)
  }
}

extension SoundFileError {
  /// Returns words on a truncated or damaged file: how many frames can be decoded, and how many are stated, if known.
  package static func shortfall(_ decodedFrameCount: Int, of statedFrameCount: Int?) -> String {
    "the file is truncated or damaged: "
      + (statedFrameCount.map { "\(decodedFrameCount) of \(counted($0, "frame")) can be decoded" }
        ?? "only \(counted(decodedFrameCount, "frame")) can be decoded")
  }

  /// The error for a file that has become shorter since it was opened.
  package static let becameShorter = SoundFileError(
    .truncated, "the file shrank while it was being read")
}

/// How many bytes are read at once.
enum PacketBlock {
  /// Small enough for a core's second-level cache to hold a block's bytes and samples.
  private static let byteCount = 1 << 15

  /// Returns how many bytes of complete packets to read at once. If possible, the frames fill IMA4 packets exactly.
  static func byteCount(of format: StreamFormat, widestChannelCount: Int = 1) -> Int {
    let bytesPerPacket = max(1, format.bytesPerPacket)
    // Clamp the number of channels, so that no product overflows. With more channels, not even one frame would fit.
    let channelCount = min(max(widestChannelCount, format.channelCount), byteCount)
    let bytesInFlight = max(bytesPerPacket, 2 * max(1, format.framesPerPacket) * channelCount)
    let packetCount = byteCount / bytesInFlight
    let whole = packetCount / IMA4.framesPerPacket * IMA4.framesPerPacket
    return max(1, whole > 0 ? whole : packetCount) * bytesPerPacket
  }

  /// Larger than `byteCount`, to save system calls. Rewritten packets take less memory than packets that are decoded.
  private static let rewrittenByteCount = 1 << 18

  /// Returns how many bytes of complete packets to rewrite at once.
  static func rewrittenByteCount(of format: StreamFormat) -> Int {
    let bytesPerPacket = max(1, format.bytesPerPacket)
    return max(1, rewrittenByteCount / bytesPerPacket) * bytesPerPacket
  }
}
