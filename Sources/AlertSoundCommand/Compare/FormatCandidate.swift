import AlertSound
import SoundFormat

/// The size and the quality of a sound in one of the data formats that iOS plays.
struct FormatCandidate: Equatable, Sendable {
  /// How the frames are coded.
  let dataFormat: DataFormat
  /// The quality of the IMA4 search: `IMA4SearchEncoder.defaultQuality`, or 0 without a search.
  let ima4Quality: Int
  /// The size of the CAF file, in bytes.
  let byteCount: Int
  /// How the candidate differs from the sound.
  let comparison: SoundComparison

  /// Encodes and decodes a sound in each data format that can hold the channels, and compares the results with the
  /// sound. Smaller results come first; equally small results are sorted by noise-to-mask ratio, the lowest first.
  ///
  /// Frames are streamed: memory doesn't grow with the sound's length.
  static func all(
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
      ($0.byteCount, $0.comparison.noiseRatio) < ($1.byteCount, $1.comparison.noiseRatio)
    }
  }

  private init(
    of source: SoundSource, as dataFormat: DataFormat, ima4Quality: Int,
    monitor: Monitor
  ) throws(SoundError) {
    var target = ConversionTarget(container: .caf, dataFormat: dataFormat)
    target.ima4Quality = ima4Quality
    target.wholePacketLimit = ima4Quality > 0 ? AlertRules.iOS.lengthLimit : nil
    let conversion = try Conversion(of: source, to: target)
    comparison = try SoundComparison(
      of: source.doing(.choosingCodec, Self.coded(conversion)), to: FrameStream(source),
      sampleRate: source.format.sampleRate, statedFrameCount: source.frameCount, monitor: monitor)
    byteCount = try source.doing(
      .creatingOutput,
      conversion.actualHeader(sourceFrameCount: comparison.originalFrameCount).fileByteCount())
    self.dataFormat = dataFormat
    self.ima4Quality = ima4Quality
  }

  /// Returns the frames of a conversion's source, encoded and decoded again.
  private static func coded(_ conversion: Conversion) throws(SoundFileError) -> FrameStream {
    let (source, format) = (conversion.source, conversion.header.format)
    let reader = try source.frameReader()
    var encoder = try FrameEncoder(
      for: format, ima4Quality: conversion.target.ima4Quality, workers: source.host.workers)
    var decoder = try FrameDecoder(for: format)
    // The number of samples not returned yet, without the padding of the last packet.
    var missingSampleCount = 0
    var isFinished = false
    return FrameStream(of: source) { () throws(SoundFileError) in
      while !isFinished {
        let block = try reader.next()
        missingSampleCount += block?.sampleCount ?? 0
        isFinished = block == nil
        let decoded = decoder.decode(block.map { encoder.encode($0) } ?? encoder.finish())
        let kept = min(decoded.sampleCount, missingSampleCount)
        missingSampleCount -= kept
        if kept > 0 { return decoded.samples(in: 0..<kept) }
      }
      return nil
    }
  }

  /// Returns the time to encode and measure a format, as a multiple of the time for a format without a search.
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
  /// The smallest candidate whose noise is masked; nil if there is none. The candidates must be in the order of `all`.
  var recommended: FormatCandidate? { first { $0.comparison.noiseIsMasked } }
}
