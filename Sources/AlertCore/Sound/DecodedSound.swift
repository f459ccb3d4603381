package import SoundFormat

/// A sound whose frames are in memory, for example because a browser has decoded the sound, or because it was arranged.
package final class DecodedSound: SoundStructure {
  package let format: StreamFormat
  package let layout: ChannelLayout?
  package let metadata: SoundMetadata
  package let losslessSampleType: PCMEncoding.SampleType?
  package let decodedSampleType: PCMEncoding.SampleType
  package let lengthStatement: LengthStatement
  package let soundFile: SoundFile?
  package let details: SoundDetails
  private let frames: SampleBlock
  /// The index of the first of `frames` in the whole sound.
  private let firstFrame: Int
  /// What decoding has found.
  private let warnings: [AlertFinding]

  /// - Parameters:
  ///   - frames: All frames, interleaved.
  ///   - typeName: The name of the file's format.
  package init(
    _ frames: SampleBlock, sampleRate: Double, channelCount: Int, formatID: FourCharCode,
    losslessSampleType: PCMEncoding.SampleType?, typeName: String
  ) {
    self.frames = frames
    self.losslessSampleType = losslessSampleType
    format = StreamFormat(
      sampleRate: sampleRate, channelCount: channelCount,
      dataFormat: .other(CodecDescription(formatID: formatID)))
    details = SoundDetails(fileType: "????", typeName: typeName)
    decodedSampleType =
      switch frames {
      case .int16: .int16
      case .int32: .int32
      case .float32: .float32
      case .float64: .float64
      }
    (layout, metadata, soundFile) = (nil, SoundMetadata(), nil)
    (lengthStatement, firstFrame, warnings) = (.exactUnlessDamaged, 0, [])
  }

  /// - Parameters:
  ///   - original: The sound that was decoded.
  ///   - part: Which part of the sound the frames are; nil for arranged frames, which differ from the packets' frames.
  init(_ frames: SampleBlock, of original: any SoundStructure, part: DecodedPart? = nil) {
    self.frames = frames
    (firstFrame, warnings) = (part?.firstFrame ?? 0, part?.warnings ?? [])
    (format, layout, metadata) = (original.format, original.layout, original.metadata)
    losslessSampleType = original.losslessSampleType
    decodedSampleType = original.decodedSampleType
    let known = original.details
    if let part {
      (soundFile, details) = (original.soundFile, known)
      lengthStatement = part.isWhole ? .exactUnlessDamaged : .unknown
    } else {
      soundFile = nil
      details = SoundDetails(fileType: known.fileType, typeName: known.typeName)
      lengthStatement = .exactWithoutDecoding
    }
  }

  package var frameCount: Int { firstFrame + frames.sampleCount / format.channelCount }

  package func frames(
    in _: AnyByteSource, from firstFrame: Int, widestChannelCount: Int, policy: InputPolicy
  ) -> FrameReader {
    let (frames, warnings) = (frames, warnings)
    let blockSampleCount = max(1, 8192 / max(1, widestChannelCount)) * format.channelCount
    let skippedCount = min(max(0, firstFrame - self.firstFrame), frameCount - self.firstFrame)
    var position = skippedCount * format.channelCount
    return FrameReader(
      warnings: { warnings },
      decode: {
        let block = position..<min(position + blockSampleCount, frames.sampleCount)
        position = block.upperBound
        return block.isEmpty ? nil : frames.samples(in: block)
      })
  }
}

/// A part of a sound, decoded into memory.
package struct DecodedPart {
  /// The index of the first of `frames` in the whole sound.
  let firstFrame: Int
  /// The frames, interleaved.
  package private(set) var frames = SampleBlock.int16([])
  /// The last decoded frame's index in the whole sound, plus 1.
  package private(set) var endFrame: Int
  /// Whether the sound ends at `endFrame`.
  private(set) var isWhole = false
  /// What decoding has found.
  private(set) var warnings: [AlertFinding]

  /// The limit on the samples in memory, of all channels: ten minutes of stereo at 48 kHz.
  static let sampleLimit = 600 * 48_000 * 2

  /// Decodes a sound until it ends, or until a block of frames reaches `end`.
  ///
  /// - Parameters:
  ///   - kept: The frames to keep in memory.
  ///   - first: The first frame to decode.
  ///   - end: The frame before which to stop. The last block is decoded completely.
  /// - Throws: `SoundError`, with the code `limitExceeded` if there are too many samples.
  package init(
    of source: SoundSource, keeping kept: Range<Int>, from first: Int, until end: Int,
    _ monitor: Monitor
  ) throws(SoundError) {
    firstFrame = kept.lowerBound
    endFrame = first
    let channelCount = source.format.channelCount
    if source.statesExactLength, !kept.isEmpty {
      let count = min(kept.upperBound, source.frameCount) - kept.lowerBound
      guard count <= Self.sampleLimit / channelCount else { throw Self.excess(of: source) }
    }
    let expected = Double(max(1, min(end, max(1, source.frameCount)) - first))
    let reader = try source.doing(.choosingCodec, source.frameReader(from: first))
    while endFrame < end {
      try monitor.checkCancellation(reading: source)
      guard let block = try source.reading(reader.next()) else {
        isWhole = true
        break
      }
      let range = endFrame..<endFrame + block.sampleCount / channelCount
      let inside = kept.clamped(to: range)
      if !inside.isEmpty {
        let samples = { (frame: Int) in (frame - range.lowerBound) * channelCount }
        let part = block.samples(in: samples(inside.lowerBound)..<samples(inside.upperBound))
        if frames.sampleCount == 0 { frames = part } else { frames.append(part) }
      }
      guard frames.sampleCount <= Self.sampleLimit else { throw Self.excess(of: source) }
      endFrame = range.upperBound
      monitor.progress(min(1, Double(endFrame - first) / expected))
    }
    try source.reading(reader.checkDamage())
    warnings = reader.warnings
  }

  /// Returns the error for a sound that has too many samples for the memory.
  static func excess(of source: SoundSource) -> SoundError {
    SoundError(
      .reading, source.file,
      .sound(
        .limitExceeded,
        reason: "it is too long to be prepared: it has more than \(grouped(sampleLimit, "sample"))"
          + " in all channels, ten minutes of stereo at 48 kHz"),
      advice: "convert a part of it, or leave out what changes it")
  }
}
