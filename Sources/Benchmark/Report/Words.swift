import Foundation

/// Figures in words.
enum Words {
  static func seconds(_ seconds: Double) -> String {
    if seconds < 0.01 { return String(format: "%.2f ms", seconds * 1000) }
    if seconds < 0.9995 { return String(format: "%.0f ms", seconds * 1000) }
    return String(format: seconds < 100 ? "%.2f s" : "%.0f s", seconds)
  }

  static func megabytes(_ byteCount: Int) -> String {
    String(format: "%.1f MB", Double(byteCount) / 1e6)
  }

  static func times(_ ratio: Double) -> String {
    String(format: ratio < 99.95 ? "× %.2f" : "× %.0f", ratio)
  }

  /// Formats the length of a sound in seconds or minutes.
  static func duration(_ seconds: Double) -> String {
    seconds < 60 || seconds.truncatingRemainder(dividingBy: 60) != 0 && seconds < 600
      ? String(format: "%.0f s", seconds) : String(format: "%.0f min", seconds / 60)
  }

  /// - Parameter share: 0 to 1.
  static func percent(_ share: Double) -> String {
    share < 0.005 ? "less than 1 %" : String(format: "%.0f %%", share * 100)
  }

  static func rounds(_ count: Int) -> String { count == 1 ? "1 round" : "\(count) rounds" }

  static func list(_ words: [String]) -> String {
    guard words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " and " + words.last!
  }
}
