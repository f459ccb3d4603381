internal import SoundFormat

/// The K-weighting of loudness: it models how the head changes what reaches the ears, and that low tones
/// sound softer.
///
/// Two second-order filters in series: a shelf that raises high tones by 4 dB, and a high pass.
/// ITU-R BS.1770-4 gives their coefficients for 48 kHz only. Those for other rates are bilinear transforms
/// of the same analogue filters; at 48 kHz they agree with the tables.
/// Source of the analogue filters: Brecht De Man, "Evaluation of implementations of the EBU R 128
/// loudness measurement", AES 145, 2018.
struct KWeighting {
  private struct Filter {
    var b0 = 1.0
    var b1 = 0.0
    var b2 = 0.0
    var a1 = 0.0
    var a2 = 0.0
  }

  private static let shelfFrequency = 1681.974450955533
  private static let highPassFrequency = 38.13547087602444

  private let shelf: Filter
  private let highPass: Filter

  /// Designs the filters; nil for a rate so low that the shelf is above all its frequencies.
  init?(sampleRate: Double) {
    guard sampleRate > 2.2 * Self.shelfFrequency else { return nil }
    shelf = Self.shelf(sampleRate: sampleRate)
    highPass = Self.highPass(sampleRate: sampleRate)
  }

  private static func shelf(sampleRate: Double) -> Filter {
    let q = 0.7071752369554196
    let k = warped(shelfFrequency / sampleRate)
    // Gains of 3.999843853973347 dB, and of 0.4996667741545416 times that many dB, as factors.
    let (high, band) = (1.5848647011308556, 1.2587209302325617)
    let a0 = 1 + k / q + k * k
    return Filter(
      b0: (high + band * k / q + k * k) / a0, b1: 2 * (k * k - high) / a0,
      b2: (high - band * k / q + k * k) / a0, a1: 2 * (k * k - 1) / a0,
      a2: (1 - k / q + k * k) / a0)
  }

  /// Prewarps a frequency, in turns per frame, for the bilinear transform: the tangent of half its angle.
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
    fileprivate var shelf1 = SIMD2<Double>.zero
    fileprivate var shelf2 = SIMD2<Double>.zero
    fileprivate var pass1 = SIMD2<Double>.zero
    fileprivate var pass2 = SIMD2<Double>.zero
  }

  /// Filters samples of one channel or two.
  ///
  /// - Returns: The sums of their squares.
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

  /// Both filters, in transposed direct form II: while one waits for its previous result, the processor works on the
  /// other, and on both channels at once.
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
