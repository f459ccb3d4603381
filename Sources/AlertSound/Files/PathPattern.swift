public import SystemPackage

/// A pattern of file names, with a shell's wildcards: `*`, `?` and `[…]`. The last two match one byte.
public struct PathPattern: Hashable, Sendable {
  /// The pattern, byte for byte.
  public let pattern: FilePath

  /// Creates a pattern. An asterisk also matches slashes.
  public init(_ pattern: FilePath) {
    self.pattern = pattern
  }

  /// Returns whether the pattern matches a path or its last component.
  public func matches(_ path: FilePath) -> Bool {
    let (bytes, pattern) = (path.bytes, pattern.bytes)
    if Self.fits(bytes[...], pattern) { return true }
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return false }
    return Self.fits(bytes[(slash + 1)...], pattern)
  }

  /// Whether a pattern matches all of a text.
  ///
  /// Only the last asterisk is ever extended. So the time is at most proportional to the product of the lengths,
  /// even if the pattern comes from an untrusted checkout.
  private static func fits(_ text: ArraySlice<UInt8>, _ pattern: [UInt8]) -> Bool {
    var (index, place) = (text.startIndex, 0)
    var lastAsterisk: (index: Int, place: Int)?
    while index < text.endIndex {
      if place < pattern.count, pattern[place] == UInt8(ascii: "*") {
        place += 1
        lastAsterisk = (index, place)
      } else if let next = end(ofPartAt: place, of: pattern, matching: text[index]) {
        index += 1
        place = next
      } else if let asterisk = lastAsterisk {
        index = asterisk.index + 1
        place = asterisk.place
        lastAsterisk = (index, place)
      } else {
        return false
      }
    }
    return pattern[place...].allSatisfy { $0 == UInt8(ascii: "*") }
  }

  /// Returns the end of the pattern's element at `place` if the element matches a byte; otherwise nil.
  private static func end(ofPartAt place: Int, of pattern: [UInt8], matching byte: UInt8) -> Int? {
    guard place < pattern.count else { return nil }
    switch pattern[place] {
    case UInt8(ascii: "?"): return place + 1
    case UInt8(ascii: "\\") where place + 1 < pattern.count:
      return pattern[place + 1] == byte ? place + 2 : nil
    case UInt8(ascii: "["):
      guard let set = set(at: place, of: pattern) else {
        return byte == pattern[place] ? place + 1 : nil
      }
      return set.ranges.contains { $0.contains(byte) } != set.isNegated ? set.end : nil
    default: return pattern[place] == byte ? place + 1 : nil
    }
  }

  /// Returns the bytes between brackets; nil if they aren't closed.
  private static func set(
    at place: Int, of pattern: [UInt8]
  ) -> (ranges: [ClosedRange<UInt8>], isNegated: Bool, end: Int)? {
    var index = place + 1
    func peek(_ distance: Int = 0) -> UInt8? {
      index + distance < pattern.count ? pattern[index + distance] : nil
    }
    let isNegated = peek() == UInt8(ascii: "!") || peek() == UInt8(ascii: "^")
    if isNegated { index += 1 }
    var ranges: [ClosedRange<UInt8>] = []
    while var low = peek() {
      // A closing bracket that comes first is a member of the set.
      if low == UInt8(ascii: "]"), !ranges.isEmpty { return (ranges, isNegated, index + 1) }
      if low == UInt8(ascii: "\\"), let escaped = peek(1) {
        low = escaped
        index += 1
      }
      index += 1
      var high = low
      if peek() == UInt8(ascii: "-"), let last = peek(1), last != UInt8(ascii: "]") {
        high = last
        index += 2
      }
      ranges.append(low...max(low, high))
    }
    return nil
  }
}

extension [PathPattern] {
  /// Returns whether one of the patterns matches a path or one of its parent folders.
  ///
  /// A pattern may match the path relative to the searched folder, the whole path as reports print
  /// it, or the name.
  package func exclude(_ path: FilePath, from folder: FilePath) -> Bool {
    guard !isEmpty else { return false }
    guard path != folder else { return contains { $0.matches(path) } }
    var relative = path.inside(folder)
    var whole = path
    repeat {
      if contains(where: { $0.matches(relative) || $0.matches(whole) }) { return true }
    } while relative.removeLastComponent() && whole.removeLastComponent() && !relative.isEmpty
    return false
  }
}
