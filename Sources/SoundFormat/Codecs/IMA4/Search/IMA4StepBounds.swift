/// Derives from the surrounding samples which step indices a search has to consider.
///
/// A sound's steps are about as long as the differences between its frames. The reference is the
/// index whose largest nibble just covers the largest difference of the surrounding frames. In 18
/// sounds and 20 files, the best path of a search over all indices was 24 below to 8 above that
/// index, except for one frame in a thousand.
struct IMA4StepBounds: Sendable {
  /// How many frames are treated as one.
  static let blockFrameCount = 16
  /// How many blocks before and after are considered: the search prepares for rises, and after a
  /// fall the index can only go down by one per frame.
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

  /// Records the next block.
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

  /// Returns the indices for the next block. Call it once the blocks within reach have been
  /// recorded.
  mutating func next() -> ClosedRange<Int> {
    let block = servedCount - forgottenCount
    let around = needs[max(0, block - Self.reach)...min(needs.count - 1, block + Self.reach)]
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
