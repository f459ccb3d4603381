package import SoundFormat

/// A sound that this package parses itself.
package final class NativeSound: SoundStructure {
  private let file: SoundFile

  package init(file: SoundFile) {
    self.file = file
  }

  package var format: StreamFormat { file.format }
  package var frameCount: Int { file.frameCount }
  package var lengthStatement: LengthStatement {
    file.appleLossless == nil ? .exactWithoutDecoding : .exactUnlessDamaged
  }
  package var layout: ChannelLayout? { file.decodedLayout }
  package var metadata: SoundMetadata { file.metadata }
  package var losslessSampleType: PCMEncoding.SampleType? {
    file.format.dataFormat.pcmEncoding?.sampleType ?? file.appleLossless?.sampleType
  }
  package var decodedSampleType: PCMEncoding.SampleType {
    file.appleLossless.map { $0.sampleType == .int16 ? .int16 : .int32 } ?? .int16
  }
  package var soundFile: SoundFile? { file }
  package func decoderIdentity() -> String? { nil }

  package var details: SoundDetails {
    var details = SoundDetails(
      fileType: file.container.fileType, typeName: file.container.name)
    details.packetTable = file.packetTable
    details.packetCount =
      file.packetCount == 0 && !file.audioBytes.isEmpty ? nil : file.packetCount
    details.audioBytes = file.audioBytes
    details.audioByteCount = file.audioByteCount
    details.largestPacketByteCount = file.largestPacketByteCount
    details.bitRate = file.bitRate
    details.isOptimized = file.isOptimized
    details.chunks = file.chunks
    return details
  }

  package func frames(
    in bytes: AnyByteSource, from firstFrame: Int, widestChannelCount: Int, policy: InputPolicy
  ) throws(SoundFileError) -> any BlockReader {
    if let configuration = file.appleLossless {
      return LosslessFrames(
        file, configuration, in: bytes, from: firstFrame, widestChannelCount: widestChannelCount)
    }
    return try NativeFrames(
      file, in: bytes, from: firstFrame, widestChannelCount: widestChannelCount)
  }
}

extension SoundFile {
  /// The bits of audio per second of decoded sound, rounded down.
  ///
  /// Apple's tool also rounds down: AAC with 300,385 bytes in 2156 packets at 44.1 kHz has 48,001.
  fileprivate var bitRate: Int? {
    let isEven = format.bytesPerPacket > 0 && format.framesPerPacket > 0
    let byteCount = isEven ? format.bytesPerPacket : audioByteCount
    let frames =
      isEven ? format.framesPerPacket : decodedFrameCount > 0 ? decodedFrameCount : frameCount
    guard frames > 0 else { return nil }
    return Int(exactly: (Double(byteCount) * 8 * format.sampleRate / Double(frames)).rounded(.down))
  }

  /// Whether the audio's chunk is the last.
  fileprivate var isOptimized: Bool {
    let audio = chunks.lastIndex { $0.bodyOffset <= audioBytes.lowerBound }
    return chunks.isEmpty || audio.map { chunks.index(after: $0) } == chunks.endIndex
  }
}
