internal import SoundFormat

/// Converts four blocks, or two of each of two channels, at a time.
///
/// A complex transform serves two successive blocks of a channel: one is its real part, the other its imaginary
/// part, and since the filter is real, they stay apart. The lanes of a `ComplexPair` hold two channels or, if
/// their number is odd, two such pairs of blocks. So a channel's results don't depend on the other channels.
struct BlockConverter {
  private let filter: BlockFilter
  private let channelCount: Int
  /// How many pairs of blocks a step converts of each channel.
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

  /// How many frames a step converts, how many it needs for that, and how many it gives.
  var stepSourceFrameCount: Int { 2 * pairCount * filter.plan.sourceHop }
  var neededFrameCount: Int {
    stepSourceFrameCount + filter.plan.sourceSize - filter.plan.sourceHop
  }
  var stepFrameCount: Int { 2 * pairCount * filter.plan.hop }

  /// Converts a step's frames.
  mutating func convert(
    _ frames: [Double], at place: SampleLayout, into output: inout [Double],
    at outputPlace: SampleLayout
  ) {
    let plan = filter.plan
    let right = plan.ratio.reachFrameCount..<plan.ratio.reachFrameCount + plan.hop
    // The channels' first pairs of blocks come before their second ones.
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
      filter.backward(&resampled)
      Self.store(
        resampled, filter.backward.places, right, &output,
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

  /// Sets results to 0 where the filter reaches only silence at the block's beginning or end. The stop band's residue,
  /// at −170 dB, would be there.
  private func keepSilence(
    of block: Int, _ channel: Int, _ frames: [Double], at place: SampleLayout,
    in output: inout [Double], at outputPlace: SampleLayout
  ) {
    let plan = filter.plan
    func isSilent(_ frame: Int) -> Bool {
      let sample = frames[place.index(ofFrame: block * plan.sourceHop + frame, channel: channel)]
      return sample == 0 || !sample.isUsable
    }
    var sounding = 0..<plan.sourceSize
    guard isSilent(0) || isSilent(plan.sourceSize - 1) else { return }
    while let first = sounding.first, isSilent(first) { sounding.removeFirst() }
    while let last = sounding.last, isSilent(last) { sounding.removeLast() }
    // In frames of the result, of which the first is the first that is right.
    let reach = Double(2 * plan.ratio.reachFrameCount)
    let growth = Double(plan.ratio.unit) / Double(plan.ratio.sourceUnit)
    let start = Int(max(0, Double(sounding.lowerBound) * growth - reach))
    let end = Int(Double(sounding.upperBound) * growth + 1)
    for frame in 0..<plan.hop where sounding.isEmpty || frame < start || frame > end {
      output[outputPlace.index(ofFrame: block * plan.hop + frame, channel: channel)] = 0
    }
  }

  /// Loads two blocks in each lane, the second one a hop after the first. Numbers that aren't finite, or so large that
  /// sums of them could overflow, become 0.
  private static func load(
    _ values: inout [ComplexPair], _ samples: [Double], from first: Int, _ otherFirst: Int,
    hop: Int, stride: Int
  ) {
    values.withMutableSpan { values in
      var values = values
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
            ComplexPair.Lanes(a[offset], c[offset]).sanitized,
            ComplexPair.Lanes(b[offset], d[offset]).sanitized)
          index &+= 1
          offset &+= stride
        }
      }
    }
  }

  /// Filters a spectrum and brings it to the new rate's size, with real and imaginary parts exchanged: that
  /// makes the next transform the inverse one.
  private static func changeRate(
    of spectrum: [ComplexPair], by filter: BlockFilter, into resampled: inout [ComplexPair]
  ) {
    filter.response.withSpan { response in
      filter.forward.places.withSpan { places in
        spectrum.withSpan { spectrum in
          resampled.withMutableSpan { resampled in
            var resampled = resampled
            let (sourceSize, size) = (spectrum.count, resampled.count)
            let end = response.count
            for frequency in 0..<end {
              let value = spectrum[Int(places[frequency])]
              resampled[frequency] = value.exchanged.scaled(by: response[frequency])
            }
            for frequency in end..<max(end, size &- end &+ 1) { resampled[frequency] = .zero }
            for frequency in 1..<max(1, end) {
              let value = spectrum[Int(places[sourceSize &- frequency])]
              resampled[size &- frequency] = value.exchanged.scaled(by: response[frequency])
            }
          }
        }
      }
    }
  }

  /// Stores the right results of two blocks in each lane.
  private static func store(
    _ values: [ComplexPair], _ places: [Int32], _ range: Range<Int>, _ output: inout [Double],
    at first: Int, _ otherFirst: Int, hop: Int, stride: Int
  ) {
    values.withSpan { values in
      places.withSpan { places in
        output.withMutableSpan { output in
          var output = output
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

extension Double {
  /// Whether the sample is finite, and so small that sums of such samples are, too.
  fileprivate var isUsable: Bool { magnitude < 0x1p512 }
}

extension ComplexPair.Lanes {
  /// The samples with 0 for each that isn't finite or is beyond 2⁵¹².
  @inline(__always) fileprivate var sanitized: Self {
    replacing(with: 0, where: .!((self .< 0x1p512) .& (self .> -0x1p512)))
  }
}
