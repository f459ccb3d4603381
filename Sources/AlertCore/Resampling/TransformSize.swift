/// A size that a `FourierTransform` can have, and about what it costs.
struct TransformSize {
  private(set) var count: Int
  /// The time of all passes for one number, in nanoseconds.
  private var passTime: Double

  /// What a pass takes for each number, in nanoseconds; two passes by 2 are one by 4. The ratios count, and
  /// they are similar on other processors.
  private static let passTimes = [(2, 0.9), (3, 2.1), (5, 2.6), (7, 3.6)]

  /// Creates a size; nil if it has a prime factor above 7.
  init?(_ count: Int) {
    self.count = count
    passTime = 2
    var rest = count
    for (radix, time) in Self.passTimes {
      while rest % radix == 0 {
        rest /= radix
        passTime += time
      }
    }
    guard rest == 1 else { return nil }
  }

  /// The time of a transform, in nanoseconds.
  var time: Double {
    // Large ones don't fit into the nearest caches.
    let slowness = count > 8192 ? 1.25 : count > 4096 ? 1.15 : 1
    return Double(count) * passTime * slowness
  }

  static func * (a: Self, b: Self) -> Self {
    var product = a
    product.count *= b.count
    product.passTime += b.passTime - 2
    return product
  }

  /// Returns all sizes in a range, in no order.
  static func all(in range: ClosedRange<Int>) -> [Self] {
    guard let one = Self(1) else { return [] }
    var sizes = [one]
    sizes.reserveCapacity(256)
    for (radix, time) in passTimes {
      var index = 0
      while index < sizes.count {
        var size = sizes[index]
        size.count *= radix
        size.passTime += time
        if size.count <= range.upperBound { sizes.append(size) }
        index += 1
      }
    }
    return sizes.filter { $0.count >= range.lowerBound }
  }
}
