/// Which step indices a search has to look at, told from the samples around.
///
/// A sound uses steps about as long as its frames are apart. In 18 sounds and 20 files the best path
/// of a search over all indices lay 24 below to 8 above the index whose largest nibble just covers the
/// largest difference of the frames around, but for one frame in a thousand.
struct IMA4StepBounds: Sendable {
  /// The frames that are looked at as one.
  static let blockFrameCount = 16
  /// The blocks before and after that count: rises are prepared for, and what follows a fall can
  /// only fall by one index a frame.
  static let reach = 4

  private static let roomBelow = 16
  private static let roomAbove = 8
  private static let leastHighest = 20

  /// The indices that cover the differences of the last blocks.
  private var needs: [Int] = []
  private var lastSample: Int16?
  private var highest = 0
  /// How many blocks came before those of `needs`.
  private var forgottenCount = 0
  private var servedCount = 0

  /// Takes note of the next block.
  mutating func append(_ block: ArraySlice<Int16>) {
    var largest: Int32 = 0
    var last = lastSample ?? block.first ?? 0
    for sample in block {
      largest = max(largest, abs(Int32(sample) - Int32(last)))
      last = sample
    }
    lastSample = last
    let need = IMA4.steps.firstIndex { IMA4.difference(7, step: $0) >= largest }
    needs.append(need ?? IMA4.steps.count - 1)
  }

  /// The indices for the next block, once the blocks it reaches to have been noted.
  mutating func next() -> ClosedRange<Int> {
    let place = servedCount - forgottenCount
    let around = needs[max(0, place - Self.reach)...min(needs.count - 1, place + Self.reach)]
    let (least, most) = (around.min() ?? 0, around.max() ?? 0)
    highest = max(
      most + Self.roomAbove, highest - Self.blockFrameCount, Self.leastHighest)
    highest = min(highest, IMA4.steps.count - 1)
    servedCount += 1
    let surplus = servedCount - forgottenCount - Self.reach
    if surplus > 0 {
      needs.removeFirst(surplus)
      forgottenCount += surplus
    }
    return max(0, min(least - Self.roomBelow, highest))...highest
  }
}
