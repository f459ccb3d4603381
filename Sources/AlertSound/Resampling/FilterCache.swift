internal import AlertCore
internal import Platform

/// Keeps the filters of earlier changes of rate: the sounds of a batch share them.
final class FilterCache: Sendable {
  /// Those of the usual rates and lengths, about 50 KB to 500 KB each.
  private static let maximumByteCount = 16 << 20

  private struct Kept {
    var filters: [BlockPlan: BlockFilter] = [:]
    var byteCount = 0
  }

  private let kept = Locked(Kept())

  func filter(for plan: BlockPlan) -> BlockFilter {
    kept.withLock { kept in
      if let filter = kept.filters[plan] { return filter }
      let filter = BlockFilter(plan)
      if kept.byteCount + filter.byteCount > Self.maximumByteCount { kept = Kept() }
      kept.filters[plan] = filter
      kept.byteCount += filter.byteCount
      return filter
    }
  }
}
