#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

extension Double {
  /// The number with a fixed count of decimals, as C's `%.*f` rounds it: to the nearest of the exact
  /// value, which multiplying beforehand would miss now and then.
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

  /// A ratio of signal to noise, in decibels, for people.
  package var ratioText: String {
    isFinite ? text(decimals: 1) + " dB" : self > 0 ? "exact" : "nothing"
  }
}
