internal import SoundFormat

/// Measures the loudness of a sound.
///
/// The energy is measured in blocks of 400 ms. A new block begins every 100 ms ("hop"). A block counts if it is
/// complete and above two gates. The first gate is at −70 LUFS, the second gate is 10 LU below the loudness of the
/// blocks above the first gate. A sound of less than 400 ms has no block, so all its frames count.
///
/// Source: ITU-R BS.1770-4, annex 1, which EBU R 128 and Tech 3341 refer to.
struct LoudnessMeter {
  private static let blockHopCount = 4
  private static let absoluteGate = -70.0
  private static let relativeGate = -10.0

  private let weighting: KWeighting
  private let channelWeights: [Double]
  private let sampleRate: Double
  /// The filters' states. Each state is for two channels.
  private var memories: [KWeighting.Memory]
  /// Of the current hop: the index, the length in frames, the number of frames not yet measured, and the energy.
  private var hopIndex = 0
  private var hopFrameCount = 0
  private var framesLeftInHop = 0
  private var hopEnergy = 0.0
  /// For each of the last hops, at most three: its energy, and its length in frames.
  private var hops: [(energy: Double, frameCount: Int)] = []
  /// The mean energy of each block.
  private var blocks: [Double] = []

  /// Creates a meter; nil for a rate below 3.7 kHz, because `KWeighting` then has no filters.
  init?(sampleRate: Double, channelCount: Int, layout: ChannelLayout?) {
    guard let weighting = KWeighting(sampleRate: sampleRate) else { return nil }
    self.weighting = weighting
    self.sampleRate = sampleRate
    channelWeights = Self.weights(channelCount: channelCount, layout: layout)
    memories = Array(repeating: KWeighting.Memory(), count: (channelCount + 1) / 2)
    beginHop()
  }

  /// Returns each channel's weight. Side channels count 1.5 dB more, and the low-frequency channel doesn't count.
  /// Source: ITU-R BS.1770-4, tables 3 and 4.
  private static func weights(channelCount: Int, layout: ChannelLayout?) -> [Double] {
    let known = layout?.speakers ?? Speaker.usual(channelCount: channelCount)
    guard let speakers = known, speakers.count == channelCount else {
      return Array(repeating: 1, count: channelCount)
    }
    // Without side channels, weight back channels as side channels: in WAVE files, back channels are at the sides.
    let hasSides = speakers.contains(.leftSurroundDirect) || speakers.contains(.rightSurroundDirect)
    return speakers.map { speaker in
      switch speaker {
      case .lowFrequency: 0
      case .leftSurroundDirect, .rightSurroundDirect: 1.41
      case .leftSurround, .rightSurround: hasSides ? 1 : 1.41
      default: 1
      }
    }
  }

  /// Measures each channel's samples, 1 being full scale.
  mutating func measure(_ channels: [[Double]]) {
    var rest = channels[0].indices
    while !rest.isEmpty {
      let part = rest.prefix(framesLeftInHop)
      for channel in stride(from: 0, to: channelWeights.count, by: 2) {
        let second = channel + 1 < channelWeights.count ? channels[channel + 1] : nil
        let energies = weighting.energies(
          of: channels[channel], second, in: part, &memories[channel / 2])
        for (index, weight) in channelWeights[channel...].prefix(2).enumerated() where weight > 0 {
          hopEnergy += weight * energies[index]
        }
      }
      framesLeftInHop -= part.count
      rest.removeFirst(part.count)
      if framesLeftInHop == 0 { endHop() }
    }
  }

  private mutating func beginHop() {
    // Round both ends, because a tenth of a second isn't a whole number of frames at some rates, such as 11,025 Hz.
    let start = (Double(hopIndex) * sampleRate / 10).rounded()
    let end = (Double(hopIndex + 1) * sampleRate / 10).rounded()
    hopFrameCount = max(1, Int(end - start))
    framesLeftInHop = hopFrameCount
    hopEnergy = 0
  }

  private mutating func endHop() {
    hops.append((hopEnergy, hopFrameCount))
    if hops.count == Self.blockHopCount {
      let energy = hops.reduce(0) { $0 + $1.energy }
      let frameCount = hops.reduce(0) { $0 + $1.frameCount }
      blocks.append(energy / Double(frameCount))
      hops.removeFirst()
    }
    hopIndex += 1
    beginHop()
  }

  /// The loudness in LUFS; nil if no block is above −70 LUFS. A sound too short for a block counts as one block.
  var loudness: Double? { loudness(raisedBy: 0) }

  /// Returns the loudness, in LUFS, of the sound raised by a gain of at most 70 dB. The loudness may rise by less than
  /// the gain, because raised blocks may pass the gate at −70 LUFS.
  func loudness(raisedBy gain: Double) -> Double? {
    let gate = Self.absoluteGate - gain
    guard measure == .integrated else { return ungatedLoudness(above: gate).map { $0 + gain } }
    return meanLoudness(above: gate)
      .flatMap { meanLoudness(above: max(gate, $0 + Self.relativeGate)) }.map { $0 + gain }
  }

  var measure: LoudnessMeasure { hopIndex < Self.blockHopCount ? .ungated : .integrated }

  private func ungatedLoudness(above absoluteGate: Double) -> Double? {
    let energy = hops.reduce(hopEnergy) { $0 + $1.energy }
    let frameCount = hops.reduce(hopFrameCount - framesLeftInHop) { $0 + $1.frameCount }
    let loudness = Self.loudness(of: energy / Double(max(1, frameCount)))
    return loudness > absoluteGate ? loudness : nil
  }

  /// Returns the loudness of the blocks above a gate; nil if no block is above the gate.
  private func meanLoudness(above gate: Double) -> Double? {
    let counted = blocks.filter { Self.loudness(of: $0) > gate }
    guard !counted.isEmpty else { return nil }
    return Self.loudness(of: counted.reduce(0, +) / Double(counted.count))
  }

  /// Returns the loudness, in LUFS, of a mean square.
  private static func loudness(of energy: Double) -> Double {
    -0.691 + 10 * energy.decimalLogarithm
  }
}

/// The K-weighting of loudness. It models how the head changes the sound, and how weakly the ears hear low tones.
///
/// There are two second-order filters in series: a shelf that raises high tones by 4 dB, and a high pass. ITU-R
/// BS.1770-4 gives the filters' coefficients for 48 kHz only. Here, bilinear transforms of analogue filters give the
/// coefficients for every rate. At 48 kHz, these coefficients agree with the coefficients in ITU-R BS.1770-4.
///
/// Source of the analogue filters: Brecht De Man, "Evaluation of implementations of the EBU R 128 loudness
/// measurement", AES 145, 2018.
struct KWeighting {
  private struct Filter {
    let b0, b1, b2, a1, a2: Double
  }

  private static let shelfFrequency = 1681.974450955533
  private static let highPassFrequency = 38.13547087602444

  private let shelf: Filter
  private let highPass: Filter

  /// Designs the filters; nil for a rate below 3.7 kHz, which is too low for the shelf.
  init?(sampleRate: Double) {
    guard sampleRate > 2.2 * Self.shelfFrequency else { return nil }
    shelf = Self.shelf(sampleRate: sampleRate)
    highPass = Self.highPass(sampleRate: sampleRate)
  }

  private static func shelf(sampleRate: Double) -> Filter {
    let q = 0.7071752369554196
    let k = warped(shelfFrequency / sampleRate)
    // The shelf's gain of 3.999843853973347 dB as a factor, and that factor to the power of 0.4996667741545416.
    let (high, band) = (1.5848647011308556, 1.2587209302325617)
    let a0 = 1 + k / q + k * k
    return Filter(
      b0: (high + band * k / q + k * k) / a0, b1: 2 * (k * k - high) / a0,
      b2: (high - band * k / q + k * k) / a0, a1: 2 * (k * k - 1) / a0,
      a2: (1 - k / q + k * k) / a0)
  }

  /// Returns tan(π · turns), which prewarps a frequency, in turns per frame, for the bilinear transform.
  private static func warped(_ turns: Double) -> Double {
    let (cosine, sine) = Double.cosineAndSine(ofTurns: turns / 2)
    return sine / cosine
  }

  private static func highPass(sampleRate: Double) -> Filter {
    let q = 0.5003270373238773
    let k = warped(highPassFrequency / sampleRate)
    let a0 = 1 + k / q + k * k
    return Filter(
      b0: 1, b1: -2, b2: 1, a1: 2 * (k * k - 1) / a0, a2: (1 - k / q + k * k) / a0)
  }
}

extension KWeighting {
  /// The state of two channels' filters.
  struct Memory {
    fileprivate var (shelf1, shelf2) = (SIMD2<Double>.zero, SIMD2<Double>.zero)
    fileprivate var (pass1, pass2) = (SIMD2<Double>.zero, SIMD2<Double>.zero)
  }

  /// Filters samples of one or two channels. Returns, for each channel, the sum of the squares of its filtered samples.
  func energies(
    of first: [Double], _ second: [Double]?, in part: Range<Int>, _ memory: inout Memory
  ) -> SIMD2<Double> {
    var state = memory
    var sums = SIMD2<Double>.zero
    first.withSpan { first in
      let first = first.extracting(part)
      if let second {
        second.withSpan { second in
          let second = second.extracting(part)
          for index in 0..<first.count {
            add(SIMD2(first[index], second[index]), &state, to: &sums)
          }
        }
      } else {
        for index in 0..<first.count { add(SIMD2(first[index], 0), &state, to: &sums) }
      }
    }
    memory = state
    return sums
  }

  /// Filters one sample of each channel, in transposed direct form II. Adds the squares of the results to `sums`.
  @inline(__always)
  private func add(
    _ sample: SIMD2<Double>, _ state: inout Memory, to sums: inout SIMD2<Double>
  ) {
    let (shelf, pass) = (shelf, highPass)
    let shelved = shelf.b0 * sample + state.shelf1
    state.shelf1 = shelf.b1 * sample - shelf.a1 * shelved + state.shelf2
    state.shelf2 = shelf.b2 * sample - shelf.a2 * shelved
    let passed = shelved + state.pass1
    state.pass1 = pass.b1 * shelved - pass.a1 * passed + state.pass2
    state.pass2 = pass.b2 * shelved - pass.a2 * passed
    sums += passed * passed
  }
}
