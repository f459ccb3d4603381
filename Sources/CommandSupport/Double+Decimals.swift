#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

extension Double {
  /// Returns the number with a fixed count of decimals, rounded from its exact value as C's `%.*f` does.
  /// Multiplying by a power of ten before rounding would occasionally give another digit.
  package func text(decimals: Int) -> String {
    // The largest finite number has 309 digits before the point.
    var characters = [CChar](repeating: 0, count: 320 + decimals)
    let capacity = characters.count
    let length = unsafe withVaList([CInt(decimals), self]) { arguments in
      unsafe vsnprintf(&characters, capacity, "%.*f", arguments)
    }
    return String(
      decoding: characters.prefix(Int(length)).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// A signal-to-noise ratio in decibels, formatted for display; infinity is `exact`.
  package var ratioText: String {
    isFinite ? text(decimals: 1) + " dB" : self > 0 ? "exact" : "nothing"
  }
}
