public import SoundFormat

/// What a sound would cost and keep in one of the data formats that iOS plays.
public struct FormatCandidate: Hashable, Sendable {
  /// How the frames are coded.
  public let dataFormat: DataFormat
  /// How long IMA4 is searched for, from 0 to 127; 0 for other formats.
  public let ima4Quality: Int
  /// How long the CAF file is.
  public let byteCount: Int
  /// How far the candidate is from the sound.
  public let comparison: SoundComparison

  /// As `afconvert`'s options spell it: `LEI16`, `ima4 -q 63`.
  public var name: String {
    let format = dataFormat.pcmEncoding?.description ?? dataFormat.formatID.description
    return dataFormat == .ima4 ? "\(format) -q \(ima4Quality)" : format
  }
}

extension FormatCandidate {
  /// Makes a CAF of a sound in each data format, in memory, and lays it beside the sound.
  ///
  /// - Parameters:
  ///   - source: The sound.
  ///   - isCancelled: Is asked now and then.
  /// - Returns: The candidates, the smallest first; those of more channels than a format has are left out.
  /// - Throws: `ConversionError`: the sound can't be read.
  public static func all(
    for source: SoundSource, isCancelled: () -> Bool = { false }
  ) throws(ConversionError) -> [FormatCandidate] {
    var candidates: [FormatCandidate] = []
    for (dataFormat, quality) in formats {
      if dataFormat == .ima4, source.format.channelCount > IMA4.maximumChannelCount { continue }
      var target = ConversionTarget(container: .caf, dataFormat: dataFormat)
      target.ima4Quality = quality
      let bytes = try Conversion(of: source, to: target).bytes(isCancelled: isCancelled)
      candidates.append(
        FormatCandidate(
          dataFormat: dataFormat, ima4Quality: quality, byteCount: bytes.count,
          comparison: try SoundComparison(
            of: SoundSource(bytes: bytes), to: source, aligns: false, isCancelled: isCancelled)))
    }
    return candidates.sorted { ($0.byteCount, $0.rank) < ($1.byteCount, $1.rank) }
  }

  /// Of equally long files the closest comes first.
  private var rank: Double { -comparison.signalToNoise }

  private static var formats: [(DataFormat, quality: Int)] {
    func pcm(_ type: PCMEncoding.SampleType) -> DataFormat {
      .linearPCM(PCMEncoding(type, .little))
    }
    return [
      (.ima4, 0), (.ima4, IMA4SearchEncoder.defaultQuality), (.ima4, 127), (.muLaw, 0),
      (.aLaw, 0), (pcm(.int8), 0), (pcm(.int16), 0), (pcm(.int24), 0), (pcm(.float32), 0),
    ]
  }
}

extension [FormatCandidate] {
  /// The smallest candidate that stays above a ratio in decibels; of equally small ones the closest. The
  /// closest of all where none does.
  public func recommended(above signalToNoise: Double) -> FormatCandidate? {
    let good = filter { $0.comparison.signalToNoise >= signalToNoise }
    let smallest = good.map(\.byteCount).min()
    return good.filter { $0.byteCount == smallest }
      .max { $0.comparison.signalToNoise < $1.comparison.signalToNoise }
      ?? self.max { $0.comparison.signalToNoise < $1.comparison.signalToNoise }
  }
}
