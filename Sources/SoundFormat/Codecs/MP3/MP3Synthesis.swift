/// Turns samples of 32 subbands into a channel's samples.
///
/// At each time slot, the subbands give 32 cosine sums. Each sample is a weighted sum of the cosine sums of the last 16
/// slots. The vectors hold the cosine sums in the order in which the samples need them, not by frequency.
///
/// Source: ISO/IEC 11172-3, 2.4.3.2.2.
struct MP3Synthesis: Sendable {
  private typealias Lanes = SIMD8<Float>

  /// How many samples a slot has.
  private static let sampleCount = 32
  /// How many slots contribute sums to a sample.
  private static let reach = 16
  /// How many vectors of sums a slot has.
  private static let vectorCount = 6
  private static let slotCount = MP3Hybrid.slotCount

  /// The sums of the last slots, with the newest slot at the end.
  private var sums = [Lanes](repeating: .zero, count: (reach - 1 + slotCount) * vectorCount)

  /// Makes 576 samples.
  ///
  /// - Parameters:
  ///   - lines: The subbands' samples. They are overwritten.
  ///   - start: The first sample's index in `samples`.
  mutating func transform(
    _ lines: inout MP3Lines, into samples: inout [Float], from start: Int
  ) {
    let tables = MP3SynthesisTables.standard
    sums.withMutableSpan { sums in
      let keptCount = (Self.reach - 1) * Self.vectorCount
      for index in 0..<keptCount { sums[index] = sums[Self.slotCount * Self.vectorCount + index] }
      lines.values.withMutableSpan { values in
        for slot in 0..<Self.slotCount { Self.fold(&values, from: slot * Self.sampleCount) }
        tables.cosines.withSpan { cosines in
          for slot in 0..<Self.slotCount {
            Self.sum(
              values.span, from: slot * Self.sampleCount, cosines, into: &sums,
              at: keptCount + slot * Self.vectorCount)
          }
        }
      }
      samples.withMutableSpan { samples in
        tables.window.withSpan { window in
          for slot in 0..<Self.slotCount {
            Self.weigh(
              sums.span, at: keptCount + slot * Self.vectorCount, window, into: &samples,
              at: start + slot * Self.sampleCount)
          }
        }
      }
    }
  }

  /// Replaces the subbands of one slot by sums and differences of mirrored subbands, because mirrored cosines are equal
  /// or opposite. In order: the inputs of the cosine sums 0, 4, …, 28, of the sums 2, 6, …, 30, and of the odd sums.
  @inline(__always)
  private static func fold(_ values: inout MutableSpan<Float>, from start: Int) {
    let (x0, x1) = (values.span.lanes(at: start), values.span.lanes(at: start &+ 8))
    let x2 = values.span.lanes(at: start &+ 16).reversedLanes
    let x3 = values.span.lanes(at: start &+ 24).reversedLanes
    let (low, high) = (x0 + x3, (x1 + x2).reversedLanes)
    values.store(low + high, at: start)
    values.store(low - high, at: start &+ 8)
    values.store(x0 - x3, at: start &+ 16)
    values.store(x1 - x2, at: start &+ 24)
  }

  /// Computes the cosine sums of one slot.
  @inline(never)
  private static func sum(
    _ values: Span<Float>, from start: Int, _ cosines: Span<Lanes>,
    into sums: inout MutableSpan<Lanes>, at place: Int
  ) {
    // The sums 0, 4, …, 28; 2, 6, …, 30; 1, 3, …, 15; 17, 19, …, 31.
    var (s0, s2, s1, s3) = (Lanes.zero, Lanes.zero, Lanes.zero, Lanes.zero)
    for index in 0..<8 {
      s0 += cosines[index] * values[start &+ index]
      s2 += cosines[8 &+ index] * values[start &+ 8 &+ index]
    }
    for index in 0..<16 {
      let value = values[start &+ 16 &+ index]
      s1 += cosines[16 &+ index] * value
      s3 += cosines[32 &+ index] * value
    }
    // For the samples 0, 4, …, 28; 2, 6, …, 30; 1, 3, …, 15. The samples 31, 29, …, 17 share the sums of 1, 3, …, 15.
    sums[place] = Lanes(s0[4], s0[5], s0[6], s0[7], s0[0], s0[7], s0[6], s0[5])
    sums[place &+ 1] = Lanes(s2[4], s2[5], s2[6], s2[7], s2[7], s2[6], s2[5], s2[4])
    sums[place &+ 2] = s3
    sums[place &+ 3] = Lanes(s0[4], s0[3], s0[2], s0[1], s0[0], s0[1], s0[2], s0[3])
    sums[place &+ 4] = Lanes(s2[3], s2[2], s2[1], s2[0], s2[0], s2[1], s2[2], s2[3])
    sums[place &+ 5] = s1.reversedLanes
  }

  /// Makes 32 samples from the sums of the last 16 slots. Uses the first three vectors of the newest slot, the last
  /// three vectors of the slot before, and so on in turn.
  @inline(never)
  private static func weigh(
    _ sums: Span<Lanes>, at place: Int, _ window: Span<Lanes>,
    into samples: inout MutableSpan<Float>, at start: Int
  ) {
    // The samples 0, 4, …, 28; 2, 6, …, 30; 1, 3, …, 15; 31, 29, …, 17.
    var (r0, r2, r1, r3) = (Lanes.zero, Lanes.zero, Lanes.zero, Lanes.zero)
    var (index, weight) = (place, 0)
    @inline(__always) func add(_ first: Int, _ weight: Int) {
      r0 += sums[first] * window[weight]
      r2 += sums[first &+ 1] * window[weight &+ 1]
      let odd = sums[first &+ 2]
      r1 += odd * window[weight &+ 2]
      r3 += odd * window[weight &+ 3]
    }
    for _ in 0..<reach / 2 {
      add(index, weight)
      add(index &+ 3 &- vectorCount, weight &+ 4)
      index &-= 2 &* vectorCount
      weight &+= 8
    }
    samples.store(Lanes(r0[0], r1[0], r2[0], r1[1], r0[1], r1[2], r2[1], r1[3]), at: start)
    samples.store(Lanes(r0[2], r1[4], r2[2], r1[5], r0[3], r1[6], r2[3], r1[7]), at: start &+ 8)
    samples.store(Lanes(r0[4], r3[7], r2[4], r3[6], r0[5], r3[5], r2[5], r3[4]), at: start &+ 16)
    samples.store(Lanes(r0[6], r3[3], r2[6], r3[2], r0[7], r3[1], r2[7], r3[0]), at: start &+ 24)
  }
}

extension SIMD8<Float> {
  @inline(__always) fileprivate var reversedLanes: Self {
    Self(self[7], self[6], self[5], self[4], self[3], self[2], self[1], self[0])
  }
}
