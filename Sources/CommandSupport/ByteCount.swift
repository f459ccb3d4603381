internal import SoundFormat

/// Human-readable sizes.
package enum ByteCount {
  /// Returns a size with at most one decimal: `842 bytes`, `12.3 KB`, `4 MB`.
  package static func text(_ byteCount: Int) -> String {
    let units = [("GB", 1_000_000_000), ("MB", 1_000_000), ("KB", 1000)]
    guard let (unit, size) = units.first(where: { byteCount >= $0.1 }) else {
      return counted(byteCount, "byte")
    }
    let tenths = (byteCount * 10 + size / 2) / size
    return "\(tenths / 10)" + (tenths % 10 == 0 ? "" : ".\(tenths % 10)") + " \(unit)"
  }
}
