/// Turns a channel's lines into samples of its 32 subbands, by inverse cosine transforms whose windows overlap.
///
/// Source: ISO/IEC 11172-3, 2.4.3.4.10.
struct MP3Hybrid: Sendable {
  /// A number for each of eight neighbouring subbands.
  typealias Lanes = SIMD8<Float>

  /// How many vectors hold a value of each subband.
  static let vectorCount = MP3Lines.subbandCount / Lanes.scalarCount
  /// How many samples of a subband are made from its lines in a granule.
  static let slotCount = MP3Lines.linesPerSubband

  /// The second halves of the last granule's windows. The next granule's first halves are added to these halves.
  private var overlap = [Lanes](repeating: .zero, count: slotCount * vectorCount)
  /// Both halves of the windows of eight subbands, and memory for the transform.
  private var windows = [Lanes](repeating: .zero, count: 3 * slotCount)

  /// Replaces a granule's lines by samples: the first sample of each subband, then the second samples, and so on.
  ///
  /// - Parameter longCount: How many of the lowest subbands have the long window, whatever the block is.
  mutating func transform(_ lines: inout MP3Lines, _ block: MP3Granule.Block, longCount: Int) {
    let boundaryCount = block == .short ? max(0, longCount - 1) : MP3Lines.subbandCount - 1
    let activeCount = lines.subbandCount
    lines.values.withMutableSpan { values in
      Self.reduceAliases(&values, boundaryCount: min(boundaryCount, activeCount))
      windows.withMutableSpan { windows in
        overlap.withMutableSpan { overlap in
          for vector in 0..<Self.vectorCount {
            let first = vector * Lanes.scalarCount
            for index in 0..<windows.count { windows[index] = .zero }
            // Reducing aliases has spread the highest subband's lines to the next subband.
            if first <= activeCount {
              let count = min(max(0, longCount - first), Lanes.scalarCount)
              let rest = count..<Lanes.scalarCount
              Self.add(.long, of: values.span, from: first, lanes: 0..<count, into: &windows)
              Self.add(block, of: values.span, from: first, lanes: rest, into: &windows)
            }
            for slot in 0..<Self.slotCount {
              let index = slot &* Self.vectorCount &+ vector
              values.store(overlap[index] + windows[slot], at: index &* Lanes.scalarCount)
              overlap[index] = windows[slot &+ Self.slotCount]
            }
          }
        }
      }
    }
  }

  /// Transforms some of eight subbands with one kind of window, and adds the results. Three short windows overlap in
  /// the middle of a long window.
  private static func add(
    _ block: MP3Granule.Block, of values: Span<Float>, from first: Int, lanes: Range<Int>,
    into windows: inout MutableSpan<Lanes>
  ) {
    guard !lanes.isEmpty else { return }
    let (stride, isWhole) = (MP3Lines.subbandCount, lanes.count == Lanes.scalarCount)
    let shape = isWhole ? shapes[Int(block.rawValue)] : MP3CosineTransform.shape(block, lanes)
    shape.withSpan { shape in
      guard block == .short else {
        return MP3CosineTransform.long.add(
          values, at: first, stride: stride, shape, into: &windows, from: 0)
      }
      for window in 0..<3 {
        MP3CosineTransform.short.add(
          values, at: window * stride + first, stride: 3 * stride, shape, into: &windows,
          from: 6 + 6 * window)
      }
    }
  }

  private static let shapes = [MP3Granule.Block.long, .start, .short, .stop].map {
    MP3CosineTransform.shape($0, 0..<Lanes.scalarCount)
  }

  /// Rotates pairs of lines on both sides of each boundary of subbands. This undoes the encoder's reduction of aliases.
  private static func reduceAliases(_ values: inout MutableSpan<Float>, boundaryCount: Int) {
    aliasFactors.withSpan { factors in
      for first in stride(from: 0, to: boundaryCount, by: Lanes.scalarCount) {
        let usedCount = min(Lanes.scalarCount, boundaryCount - first)
        for index in 0..<aliasTangents.count {
          let factor = factors[usedCount &* aliasTangents.count &+ index]
          let below = (slotCount &- 1 &- index) &* MP3Lines.subbandCount &+ first
          let above = index &* MP3Lines.subbandCount &+ first &+ 1
          let (lower, upper) = (values.span.lanes(at: below), values.span.lanes(at: above))
          values.store(lower * factor.cosine + upper * factor.sine, at: below)
          values.store(upper * factor.cosine - lower * factor.sine, at: above)
        }
      }
    }
  }

  /// The tangents of the angles by which pairs of lines are rotated. The pair nearest to the boundary is first. Source:
  /// ISO/IEC 11172-3, table B.9.
  private static let aliasTangents = [0.6, 0.535, 0.33, 0.185, 0.095, 0.041, 0.0142, 0.0037]

  /// For 0 to 8 rotated lanes, for each tangent: the cosine and the sine by which each lane is rotated.
  private static let aliasFactors: [(cosine: Lanes, sine: Lanes)] = (0...Lanes.scalarCount).flatMap
  {
    usedCount in
    aliasTangents.map { tangent in
      var (cosines, sines) = (Lanes(repeating: 1), Lanes.zero)
      for lane in 0..<usedCount {
        let cosine = 1 / (1 + tangent * tangent).squareRoot()
        (cosines[lane], sines[lane]) = (Float(cosine), Float(cosine * tangent))
      }
      return (cosines, sines)
    }
  }
}
