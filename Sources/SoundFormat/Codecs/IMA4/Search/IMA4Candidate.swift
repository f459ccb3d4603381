/// Values for four neighbouring step indices, one in each lane.
///
/// Single precision holds samples and their paths exactly, and IEEE 754 defines how the costs are
/// rounded, so that every machine finds the same nibbles. The baseline x86-64 has vector minima and
/// products of floats, but not of 32-bit integers.
typealias IMA4Lanes = SIMD4<Float>

extension IMA4Lanes {
  /// The least of the four; the library's `min()` is a loop.
  @inline(__always)
  var least: Float {
    Swift.min(Swift.min(x, y), Swift.min(z, w))
  }

  /// Returns the lower of two numbers in each lane.
  @inline(__always)
  func lowerOf(_ other: IMA4Lanes) -> IMA4Lanes {
    replacing(with: other, where: other .< self)
  }
}

/// A way to reach each of four neighbouring step indices, one in each lane.
struct IMA4Candidate: Sendable {
  typealias Mask = SIMDMask<SIMD4<Int32>>

  /// The squared error so far; infinite if there is no way.
  var cost = IMA4Lanes(repeating: .infinity)
  /// The decoded sample, with the step back (`IMA4Origin`) as its fraction.
  var path = IMA4Lanes()

  /// Returns four lanes, starting with the second of `low`.
  @inline(__always)
  static func lanes(fromSecondOf low: Self, and high: Self) -> Self {
    Self(
      cost: IMA4Lanes(low.cost.y, low.cost.z, low.cost.w, high.cost.x),
      path: IMA4Lanes(low.path.y, low.path.z, low.path.w, high.path.x))
  }

  /// Returns four lanes, starting with the third of `low`.
  @inline(__always)
  static func lanes(fromThirdOf low: Self, and high: Self) -> Self {
    Self(
      cost: IMA4Lanes(lowHalf: low.cost.highHalf, highHalf: high.cost.lowHalf),
      path: IMA4Lanes(lowHalf: low.path.highHalf, highHalf: high.path.lowHalf))
  }

  /// Replaces some lanes with another candidate's.
  @inline(__always)
  mutating func replace(with other: Self, where mask: Mask) {
    cost.replace(with: other.cost, where: mask)
    path.replace(with: other.path, where: mask)
  }
}

/// A survivor's predecessor, packed into the fraction of its path.
struct IMA4Origin {
  /// The survivor's rank among those of its index.
  var rank: Int
  /// By how much the index has changed, -1…8.
  var change: Int

  /// With four ranks, fractions are less than 40/256. They stay below a half, so that rounding a
  /// path leaves its sample.
  private static let changeCount = 10
  private static let unit: Float = 0x1p-8

  /// The number to add to a sample.
  @inline(__always)
  var fraction: Float {
    Float(rank * Self.changeCount + change + 1) * Self.unit
  }

  @inline(__always)
  init(rank: Int, change: Int) {
    self.rank = rank
    self.change = change
  }

  init(of path: Float) {
    let code = Int((path - path.rounded(.down)) / Self.unit)
    rank = code / Self.changeCount
    change = code % Self.changeCount - 1
  }
}
