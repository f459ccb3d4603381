package import SoundFormat

/// The size and the quality of a sound in one of the data formats that iOS plays.
package struct FormatCandidate: Hashable, Sendable {
  /// How the frames are coded.
  package let dataFormat: DataFormat
  /// 0, or `IMA4SearchEncoder.defaultQuality` for IMA4 of the search.
  package let ima4Quality: Int
  /// The size of the CAF file, in bytes.
  package let byteCount: Int
  /// How the candidate differs from the sound.
  package let comparison: SoundComparison

  /// The target of the conversion that makes the candidate's file.
  package var target: ConversionTarget { Self.target(dataFormat, ima4Quality: ima4Quality) }

  private static func target(_ dataFormat: DataFormat, ima4Quality: Int) -> ConversionTarget {
    var target = ConversionTarget(container: .caf, dataFormat: dataFormat)
    target.ima4Quality = ima4Quality
    return target
  }
}

extension FormatCandidate {
  /// Encodes and decodes a sound in each data format that can hold its channels, and compares the results with the
  /// sound. The smallest comes first; among equally small ones, that whose noise is masked most.
  ///
  /// Frames are streamed: memory doesn't grow with the sound's length.
  package static func all(
    for source: SoundSource, monitor: Monitor = Monitor()
  ) throws(SoundError) -> [FormatCandidate] {
    let formats = formats.filter { dataFormat, _ in
      dataFormat != .ima4 || source.format.channelCount <= IMA4.maximumChannelCount
    }
    let workload = formats.reduce(0) { $0 + cost(ofQuality: $1.quality) }
    var done = 0.0
    var candidates: [FormatCandidate] = []
    for (dataFormat, quality) in formats {
      let cost = cost(ofQuality: quality)
      candidates.append(
        try FormatCandidate(
          of: source, as: dataFormat, ima4Quality: quality,
          monitor: monitor.part(done / workload...(done + cost) / workload)))
      done += cost
      monitor.progress(done / workload)
    }
    return candidates.sorted {
      ($0.byteCount, $0.comparison.noiseToMask) < ($1.byteCount, $1.comparison.noiseToMask)
    }
  }

  private init(
    of source: SoundSource, as dataFormat: DataFormat, ima4Quality: Int,
    monitor: Monitor
  ) throws(SoundError) {
    let conversion = try Conversion(
      of: source, to: Self.target(dataFormat, ima4Quality: ima4Quality))
    let frames = try source.doing(
      .choosingCodec,
      CodedFrames(of: conversion.source, as: conversion.header.format, ima4Quality: ima4Quality))
    comparison = try SoundComparison(
      of: FrameStream(frames, of: source), to: FrameStream(source),
      sampleRate: source.format.sampleRate, statedFrameCount: source.frameCount, monitor: monitor)
    byteCount = try source.doing(
      .creatingOutput,
      conversion.actualHeader(sourceFrameCount: comparison.originalFrameCount).fileByteCount())
    self.dataFormat = dataFormat
    self.ima4Quality = ima4Quality
  }

  /// Returns how long a format takes with its measurement, relative to a format without a search.
  private static func cost(ofQuality quality: Int) -> Double {
    quality == 0 ? 1 : 6
  }

  private static var formats: [(DataFormat, quality: Int)] {
    func pcm(_ type: PCMEncoding.SampleType) -> DataFormat {
      .linearPCM(PCMEncoding(type, .little))
    }
    return [
      (.ima4, 0), (.ima4, IMA4SearchEncoder.defaultQuality), (.muLaw, 0), (.aLaw, 0),
      (pcm(.int8), 0), (pcm(.int16), 0), (pcm(.int24), 0), (pcm(.float32), 0),
    ]
  }
}

extension [FormatCandidate] {
  /// The smallest candidate whose noise is masked, if the candidates are in the order of `all`.
  package var recommended: FormatCandidate? { first { $0.comparison.noiseIsMasked } }
}

/// A sound's frames after encoding them in a data format and decoding them again, block by block.
final class CodedFrames: BlockReader {
  private let reader: any BlockReader
  private var encoder: FrameEncoder
  private var decoder: FrameDecoder
  private let channelCount: Int
  private var readFrameCount = 0
  private var givenFrameCount = 0
  private var isFinished = false

  init(
    of source: SoundSource, as format: StreamFormat, ima4Quality: Int
  ) throws(SoundFileError) {
    reader = try source.frames()
    encoder = try FrameEncoder(
      for: format, ima4Quality: ima4Quality, workers: source.host.workers)
    decoder = try FrameDecoder(for: format)
    channelCount = format.channelCount
  }

  func next() throws(SoundFileError) -> SampleBlock? {
    while !isFinished {
      let block = decoder.decode(try nextPackets())
      // Drop the padding of the last packet.
      let kept = min(block.sampleCount / channelCount, readFrameCount - givenFrameCount)
      givenFrameCount += kept
      if kept > 0 { return block.samples(in: 0..<kept * channelCount) }
    }
    return nil
  }

  private func nextPackets() throws(SoundFileError) -> [UInt8] {
    guard let block = try reader.next() else {
      isFinished = true
      return encoder.finish()
    }
    readFrameCount += block.sampleCount / channelCount
    return encoder.encode(block)
  }
}
