/// Values for four neighbouring step indices, one in each lane.
///
/// A `Float` holds an `IMA4Path` exactly, and IEEE 754 defines how costs are rounded. So every machine finds the same
/// nibbles. The baseline x86-64 has vector minima and products of floats, but not of 32-bit integers.
typealias IMA4Lanes = SIMD4<Float>

extension IMA4Lanes {
  /// The bits of a cost that are its tag.
  static let tagMask: UInt32 = 7

  /// Returns the lower of two numbers in each lane.
  @inline(__always)
  func lowerOf(_ other: Self) -> Self { replacing(with: other, where: other .< self) }

  /// Returns the higher of two numbers in each lane.
  @inline(__always)
  func higherOf(_ other: Self) -> Self { replacing(with: other, where: other .> self) }

  @inline(__always)
  var least: Float { Swift.min(Swift.min(x, y), Swift.min(z, w)) }

  /// Returns the numbers in the lanes that the mask selects, and 0 in the other lanes.
  @inline(__always)
  func part(_ mask: SIMDMask<SIMD4<Int32>>) -> Self {
    Self().replacing(with: self, where: mask)
  }

  /// Returns the numbers with `tag` in their lowest bits. The tag of a minimum then tells where the minimum comes from.
  @inline(__always)
  func tagged(_ tag: UInt32) -> Self {
    Self(bits: bits & ~Self.tagMask | tag)
  }

  /// Returns the numbers, negated in the lanes where `signs` has the sign bit set.
  @inline(__always)
  func flipped(by signs: SIMD4<UInt32>) -> Self { Self(bits: bits ^ signs) }

  @inline(__always)
  var bits: SIMD4<UInt32> { unsafe unsafeBitCast(self, to: SIMD4<UInt32>.self) }

  @inline(__always)
  private init(bits: SIMD4<UInt32>) { self = unsafe unsafeBitCast(bits, to: Self.self) }
}

/// A survivor's path: the last decoded sample, plus a fraction that tells the last change of the step index.
struct IMA4Path {
  let sample: Int32
  /// By how much the last nibble changed the step index, -1…8.
  let change: Int

  /// The fraction's unit. Fractions stay below a half, so that rounding a path gives its sample.
  private static let unit: Float = 0x1p-5
  private static let bitsOfZero = (0x1.8p18 as Float).bitPattern

  /// Returns the fraction of a path whose last nibble changed the step index by `change`.
  static func fraction(change: Int) -> Float { Float(change + 1) * unit }

  @inline(__always)
  init(_ path: Float) {
    // Near 1.5 · 2¹⁸, floats are 2⁻⁵ apart, which is `unit`. So the bit pattern of the sum counts units.
    let code = Int32(bitPattern: (path + 0x1.8p18).bitPattern &- Self.bitsOfZero)
    sample = code >> 5
    change = Int(truncatingIfNeeded: code & 31) - 1
  }
}

/// The numbers of a trellis. They are valid only inside the closure that gets their buffer.
///
/// Indices aren't checked. An index is the constant start of a region plus a lane. The lane is at most 12 lanes before
/// `IMA4Trellis.allVectors`, or at most 9 lanes after, and each region has room for these lanes. The table
/// `IMA4Trellis.moves` has an entry for each of the 8 tags; the entries of the two tags without a nibble are zeros.
@safe struct IMA4Memory {
  private let start: UnsafeMutablePointer<Float>

  init(_ buffer: UnsafeMutableBufferPointer<Float>) { unsafe start = buffer.baseAddress! }

  @inline(__always)
  func number(at index: Int) -> Float { unsafe start[index] }

  /// Returns the number that has the same bits as an integer.
  static func number(_ integer: Int) -> Float {
    Float(bitPattern: UInt32(truncatingIfNeeded: integer))
  }

  @inline(__always)
  func integer(at index: Int) -> Int {
    Int(truncatingIfNeeded: Int32(bitPattern: number(at: index).bitPattern))
  }

  @inline(__always)
  func store(_ number: Float, at index: Int) { unsafe start[index] = number }

  @inline(__always)
  func lanes(at index: Int) -> IMA4Lanes {
    unsafe UnsafeRawPointer(start + index).loadUnaligned(as: IMA4Lanes.self)
  }

  @inline(__always)
  func store(_ lanes: IMA4Lanes, at index: Int) {
    unsafe UnsafeMutableRawPointer(start + index).storeBytes(of: lanes, as: IMA4Lanes.self)
  }
}
