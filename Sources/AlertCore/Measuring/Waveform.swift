/// The lowest and the highest sample of each interval of a sound, in all channels together.
package struct Waveform: Sendable {
  /// The extremes and the mean square of an interval's samples.
  package struct Column: Sendable {
    /// The lowest sample, 1 being full scale.
    package internal(set) var minimum: Double
    /// The highest sample, 1 being full scale.
    package internal(set) var maximum: Double
    /// The mean of the samples' squares.
    package internal(set) var meanSquare: Double
  }

  package private(set) var frameCount = 0
  /// The number of frames in a bin, a power of two. The last bin may be shorter.
  private(set) var framesPerBin = 1
  private var bins: [Bin] = []

  /// At most this many bins are in memory, for a sound of any length. No drawing has more columns.
  private static let maximumBinCount = 4096

  private struct Bin {
    var minimum = Double.infinity
    var maximum = -Double.infinity
    var sumOfSquares = 0.0
    var sampleCount = 0

    mutating func add(_ samples: ArraySlice<Double>) {
      var (lowest, highest, sum) = (minimum, maximum, sumOfSquares)
      for sample in samples {
        lowest = sample < lowest ? sample : lowest
        highest = sample > highest ? sample : highest
        sum += sample * sample
      }
      (minimum, maximum, sumOfSquares) = (lowest, highest, sum)
      sampleCount += samples.count
    }

    mutating func add(_ other: Bin) {
      minimum = Swift.min(minimum, other.minimum)
      maximum = Swift.max(maximum, other.maximum)
      sumOfSquares += other.sumOfSquares
      sampleCount += other.sampleCount
    }
  }

  package init() {}

  /// Appends each channel's samples, 1 being full scale.
  mutating func append(_ channels: [[Double]]) {
    var rest = channels[0].indices
    while !rest.isEmpty {
      if frameCount % framesPerBin == 0 {
        // Merge pairs of bins when all bins are used. The number of bins is even, so each bin has a partner.
        if bins.count == Self.maximumBinCount { halve() }
        bins.append(Bin())
      }
      let part = rest.prefix(framesPerBin - frameCount % framesPerBin)
      for samples in channels { bins[bins.count - 1].add(samples[part]) }
      frameCount += part.count
      rest.removeFirst(part.count)
    }
  }

  private mutating func halve() {
    for index in 0..<bins.count / 2 {
      var bin = bins[2 * index]
      bin.add(bins[2 * index + 1])
      bins[index] = bin
    }
    bins.removeSubrange((bins.count / 2)...)
    framesPerBin *= 2
  }

  /// Returns the waveform in columns of equal duration. If there are fewer frames than columns, some columns are
  /// equal. A sound without frames has no columns.
  package func columns(_ count: Int) -> [Column] {
    guard frameCount > 0, count > 0 else { return [] }
    let count = min(count, 1 << 16)
    // Column c covers c/count to (c+1)/count of all frames, extended to the edges of bins. Use 64 bits, because the
    // products don't fit an Int of 32 bits.
    let (divisor, frameCount) = (Int64(count) * Int64(framesPerBin), Int64(frameCount))
    return (0..<Int64(count)).map { column in
      let first = Int(column * frameCount / divisor)
      let end = max(first + 1, Int(((column + 1) * frameCount + divisor - 1) / divisor))
      var sum = Bin()
      for bin in bins[first..<end] { sum.add(bin) }
      return Column(
        minimum: sum.minimum, maximum: sum.maximum,
        meanSquare: sum.sumOfSquares / Double(sum.sampleCount))
    }
  }
}
