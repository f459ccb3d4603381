extension Double {
  /// Returns the number with a fixed count of decimals, rounded from its exact value as C's `%.*f` does.
  /// Multiplying by a power of ten before rounding would occasionally give another digit.
  package func text(decimals: Int) -> String {
    let sign = sign == .minus ? "-" : ""
    guard isFinite else { return sign + (isNaN ? "nan" : "inf") }
    var digits = DecimalDigits(ofMagnitude: self)
    digits.round(decimals: decimals)
    return sign + digits.text
  }

  /// A signal-to-noise ratio in decibels, formatted for display; infinity is `exact`.
  package var ratioText: String {
    isFinite ? text(decimals: 1) + " dB" : self > 0 ? "exact" : "nothing"
  }
}

/// All decimal digits of a finite number. There are finitely many, since 2 divides 10.
private struct DecimalDigits {
  /// The digits before the point, and those after it.
  private var whole: [UInt8]
  private var fraction: [UInt8] = []

  init(ofMagnitude number: Double) {
    // The number is an integer times a power of two.
    let unit = number.ulp
    whole = String(UInt64((number / unit).magnitude)).utf8.map { $0 - 0x30 }
    let exponent = Int(unit.exponent)
    for _ in 0..<max(0, exponent) { double() }
    for _ in 0..<max(0, -exponent) { halve() }
  }

  private mutating func double() {
    var carry: UInt8 = 0
    for index in whole.indices.reversed() {
      let value = whole[index] * 2 + carry
      whole[index] = value % 10
      carry = value / 10
    }
    if carry > 0 { whole.insert(carry, at: 0) }
  }

  private mutating func halve() {
    var carry: UInt8 = 0
    func halve(_ digit: inout UInt8) {
      let value = carry * 10 + digit
      digit = value / 2
      carry = value % 2
    }
    for index in whole.indices { halve(&whole[index]) }
    if whole.count > 1, whole[0] == 0 { whole.removeFirst() }
    for index in fraction.indices { halve(&fraction[index]) }
    if carry > 0 { fraction.append(5) }
  }

  /// Rounds to a number of decimals, ties to even.
  mutating func round(decimals: Int) {
    let dropped = fraction.dropFirst(decimals)
    let kept = whole + fraction.prefix(decimals)
    fraction = Array(fraction.prefix(decimals))
    fraction += repeatElement(0, count: decimals - fraction.count)
    guard let first = dropped.first else { return }
    let isTie = first == 5 && dropped.dropFirst().allSatisfy { $0 == 0 }
    guard isTie ? kept.last! % 2 == 1 : first >= 5 else { return }
    if !Self.increment(&fraction), !Self.increment(&whole) { whole.insert(1, at: 0) }
  }

  /// Adds one to the last digit.
  ///
  /// - Returns: False if all digits were nines, so that one must be carried.
  private static func increment(_ digits: inout [UInt8]) -> Bool {
    for index in digits.indices.reversed() {
      if digits[index] < 9 {
        digits[index] += 1
        return true
      }
      digits[index] = 0
    }
    return false
  }

  var text: String {
    func text(_ digits: [UInt8]) -> String {
      String(decoding: digits.map { $0 + 0x30 }, as: UTF8.self)
    }
    return text(whole) + (fraction.isEmpty ? "" : "." + text(fraction))
  }
}
