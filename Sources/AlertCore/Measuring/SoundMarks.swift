/// Where a sound is silent, and where it clicks. Times are in seconds.
public struct SoundMarks: Hashable, Sendable {
  /// Where every channel stays below −60 dBFS: at the beginning and the end for at least 10 ms, inside for
  /// at least 100 ms. At most about 250 are listed.
  public var silences: [Range<Double>] = []
  /// Where a sample steps audibly: a sound that doesn't begin or end near zero, and isolated steps inside.
  /// A step is isolated if it is eight times as large as any other within 20 ms. At most about 250 are
  /// listed.
  public var clicks: [Double] = []

  /// The most of each kind that are held in memory.
  static let largestCount = 250

  /// Creates the marks of a sound without any.
  public init() {}

  /// Whether there are none.
  public var isEmpty: Bool { silences.isEmpty && clicks.isEmpty }
}
