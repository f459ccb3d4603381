internal import SoundFormat

/// Changes the rate of blocks. A step converts two blocks per channel, or four blocks if the channel count is odd.
///
/// One complex transform converts a pair of successive blocks: the first block is the real part, the second block is
/// the imaginary part. The filter is real, so the blocks stay separate. The two lanes of a `ComplexPair` hold two pairs
/// of blocks: of two channels, or of the same channel. A channel's results don't depend on the other channels.
struct BlockConverter {
  private let filter: BlockFilter
  private let channelCount: Int
  /// How many pairs of blocks a step converts for each channel.
  private let pairCount: Int
  private var spectrum: [ComplexPair]
  private var resampled: [ComplexPair]

  init(_ filter: BlockFilter, channelCount: Int) {
    self.filter = filter
    self.channelCount = channelCount
    pairCount = channelCount % 2 == 0 ? 1 : 2
    spectrum = Array(repeating: .zero, count: filter.plan.sourceSize)
    resampled = Array(repeating: .zero, count: filter.plan.size)
  }

  /// How many source frames a step consumes.
  var stepSourceFrameCount: Int { 2 * pairCount * filter.plan.sourceHop }
  /// How many source frames a step reads: the frames it consumes, and the frames that overlap the next step.
  var neededFrameCount: Int {
    stepSourceFrameCount + filter.plan.sourceSize - filter.plan.sourceHop
  }
  /// How many frames a step returns.
  var stepFrameCount: Int { 2 * pairCount * filter.plan.hop }

  mutating func convert(
    _ frames: [Double], at place: SampleLayout, into output: inout [Double],
    at outputPlace: SampleLayout
  ) {
    let plan = filter.plan
    let valid = plan.ratio.reachFrameCount..<plan.ratio.reachFrameCount + plan.hop
    // Take the first pairs of blocks of all channels, then the second pairs, if any. Convert two pairs at a time.
    for item in stride(from: 0, to: channelCount * pairCount, by: 2) {
      let (pair, channel) = item.quotientAndRemainder(dividingBy: channelCount)
      let (otherPair, otherChannel) = (item + 1).quotientAndRemainder(dividingBy: channelCount)
      Self.load(
        &spectrum, frames,
        from: place.index(ofFrame: 2 * pair * plan.sourceHop, channel: channel),
        place.index(ofFrame: 2 * otherPair * plan.sourceHop, channel: otherChannel),
        hop: plan.sourceHop * place.frameStride, stride: place.frameStride)
      filter.forward(&spectrum)
      Self.changeRate(of: spectrum, by: filter, into: &resampled)
      filter.backward(&resampled, bandOf: filter.response.count)
      Self.store(
        resampled, filter.backward.places, valid, &output,
        at: outputPlace.index(ofFrame: 2 * pair * plan.hop, channel: channel),
        outputPlace.index(ofFrame: 2 * otherPair * plan.hop, channel: otherChannel),
        hop: plan.hop * outputPlace.frameStride, stride: outputPlace.frameStride)
    }
    for block in 0..<2 * pairCount {
      for channel in 0..<channelCount {
        keepSilence(
          of: block, channel, frames, at: place, in: &output, at: outputPlace)
      }
    }
  }

  /// Sets results at a block's beginning and end to 0 if only silent frames are within the filter's reach. Without this
  /// step, these results would contain small errors, because numbers are rounded and the filter's ends are cut off.
  private func keepSilence(
    of block: Int, _ channel: Int, _ frames: [Double], at place: SampleLayout,
    in output: inout [Double], at outputPlace: SampleLayout
  ) {
    let plan = filter.plan
    let first = place.index(ofFrame: block * plan.sourceHop, channel: channel)
    let sounding = frames.withSpan {
      Self.soundingFrames($0, from: first, stride: place.frameStride, count: plan.sourceSize)
    }
    guard sounding.count < plan.sourceSize else { return }
    // Find the results that depend on sounding frames: from `start` to `end`, counted from the first valid result.
    let reach = Double(2 * plan.ratio.reachFrameCount)
    let growth = Double(plan.ratio.unit) / Double(plan.ratio.sourceUnit)
    let start = Int(max(0, Double(sounding.lowerBound) * growth - reach))
    let end = Int(Double(sounding.upperBound) * growth + 2)
    let silences =
      sounding.isEmpty
      ? (0..<plan.hop, 0..<0) : (0..<min(start, plan.hop), min(end, plan.hop)..<plan.hop)
    let (firstOutput, stride) = (
      outputPlace.index(ofFrame: block * plan.hop, channel: channel), outputPlace.frameStride
    )
    output.withMutableSpan { output in
      for frame in silences.0 { output[firstOutput &+ frame &* stride] = 0 }
      for frame in silences.1 { output[firstOutput &+ frame &* stride] = 0 }
    }
  }

  /// Returns the range of a channel's frames from the first to the last frame that isn't 0.
  private static func soundingFrames(
    _ samples: Span<Double>, from first: Int, stride: Int, count: Int
  ) -> Range<Int> {
    var end = count
    while end > 0, samples[first &+ (end &- 1) &* stride] == 0 { end &-= 1 }
    var start = 0
    while start < end, samples[first &+ start &* stride] == 0 { start &+= 1 }
    return start..<end
  }

  /// Loads two blocks into each lane. The second block begins a hop after the first.
  private static func load(
    _ values: inout [ComplexPair], _ samples: [Double], from first: Int, _ otherFirst: Int,
    hop: Int, stride: Int
  ) {
    values.withMutableSpan { values in
      samples.withSpan { samples in
        let length = (values.count - 1) * stride + 1
        let (a, b) = (
          samples.extracting(first..<first + length),
          samples.extracting(first + hop..<first + hop + length)
        )
        let (c, d) = (
          samples.extracting(otherFirst..<otherFirst + length),
          samples.extracting(otherFirst + hop..<otherFirst + hop + length)
        )
        var index = 0
        var offset = 0
        while offset < length {
          values[index] = ComplexPair(
            ComplexPair.Lanes(a[offset], c[offset]), ComplexPair.Lanes(b[offset], d[offset]))
          index &+= 1
          offset &+= stride
        }
      }
    }
  }

  /// Filters a spectrum, and stores the filtered band in a spectrum of the new rate's size. Exchanges real and
  /// imaginary parts, so that the next transform is an inverse transform.
  private static func changeRate(
    of spectrum: [ComplexPair], by filter: BlockFilter, into resampled: inout [ComplexPair]
  ) {
    filter.response.withSpan { response in
      filter.forward.places.withSpan { places in
        spectrum.withSpan { spectrum in
          resampled.withMutableSpan { resampled in
            let (sourceSize, size) = (spectrum.count, resampled.count)
            let end = response.count
            for frequency in 0..<end {
              let value = spectrum[Int(places[frequency])]
              resampled[frequency] = value.exchanged.scaled(by: response[frequency])
            }
            for frequency in 1..<max(1, end) {
              let value = spectrum[Int(places[sourceSize &- frequency])]
              resampled[size &- frequency] = value.exchanged.scaled(by: response[frequency])
            }
          }
        }
      }
    }
  }

  /// Stores the valid results of the two blocks in each lane.
  private static func store(
    _ values: [ComplexPair], _ places: [Int32], _ range: Range<Int>, _ output: inout [Double],
    at first: Int, _ otherFirst: Int, hop: Int, stride: Int
  ) {
    values.withSpan { values in
      places.withSpan { places in
        output.withMutableSpan { output in
          var offset = 0
          for index in range {
            let value = values[Int(places[index])].exchanged
            let (a, b) = (first &+ offset, otherFirst &+ offset)
            output[a] = value.real.x
            output[b] = value.real.y
            output[a &+ hop] = value.imaginary.x
            output[b &+ hop] = value.imaginary.y
            offset &+= stride
          }
        }
      }
    }
  }
}
