package import SystemPackage

/// A pattern of file names, with a shell's wildcards: `*`, `?` and `[…]`. `?` and `[…]` match one byte.
public struct PathPattern: Equatable, Sendable {
  /// The pattern, byte for byte.
  package let pattern: FilePath
  private let elements: [Element]

  private enum Element: Equatable {
    case anyText
    case anyByte
    case set([ClosedRange<UInt8>], isNegated: Bool)

    func matches(_ byte: UInt8) -> Bool {
      switch self {
      case .anyText: false
      case .anyByte: true
      case .set(let ranges, let isNegated): ranges.contains { $0.contains(byte) } != isNegated
      }
    }
  }

  /// Creates a pattern. An asterisk also matches slashes.
  public init(_ pattern: any PathConvertible) {
    let pattern = pattern.filePath
    self.pattern = pattern
    elements = Self.elements(of: pattern.bytes)
  }

  /// Returns whether the pattern matches a path or its last component.
  package func matches(_ path: any PathConvertible) -> Bool {
    let bytes = path.filePath.bytes
    if fits(bytes[...]) { return true }
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return false }
    return fits(bytes[(slash + 1)...])
  }

  /// Returns whether the pattern matches a whole text.
  ///
  /// After a mismatch, only the match of the last asterisk grows. So the time is at most proportional to the text's
  /// length times the pattern's length, even if the pattern comes from an untrusted checkout.
  private func fits(_ text: ArraySlice<UInt8>) -> Bool {
    var (index, place) = (text.startIndex, 0)
    var lastAsterisk: (index: Int, place: Int)?
    while index < text.endIndex {
      if place < elements.count, elements[place] == .anyText {
        place += 1
        lastAsterisk = (index, place)
      } else if place < elements.count, elements[place].matches(text[index]) {
        index += 1
        place += 1
      } else if let asterisk = lastAsterisk {
        index = asterisk.index + 1
        place = asterisk.place
        lastAsterisk = (index, place)
      } else {
        return false
      }
    }
    return elements[place...].allSatisfy { $0 == .anyText }
  }

  private static func elements(of pattern: [UInt8]) -> [Element] {
    var elements: [Element] = []
    var place = 0
    var mayClose = true
    while place < pattern.count {
      var byte = pattern[place]
      place += 1
      switch byte {
      case UInt8(ascii: "*"):
        elements.append(.anyText)
        continue
      case UInt8(ascii: "?"):
        elements.append(.anyByte)
        continue
      case UInt8(ascii: "[") where mayClose:
        if let (set, end) = set(at: place, of: pattern) {
          elements.append(set)
          place = end
          continue
        }
        // Take this bracket and all later ones literally: none is closed, and checking each would take quadratic time.
        mayClose = false
      case UInt8(ascii: "\\") where place < pattern.count:
        byte = pattern[place]
        place += 1
      default: break
      }
      elements.append(.set([byte...byte], isNegated: false))
    }
    return elements
  }

  /// Parses a set such as `[a-z]`. `place` is the index after the opening bracket, `end` the index after the closing
  /// bracket. Returns nil if the set isn't closed.
  private static func set(at place: Int, of pattern: [UInt8]) -> (Element, end: Int)? {
    var index = place
    func peek(_ distance: Int = 0) -> UInt8? {
      index + distance < pattern.count ? pattern[index + distance] : nil
    }
    let isNegated = peek() == UInt8(ascii: "!") || peek() == UInt8(ascii: "^")
    if isNegated { index += 1 }
    var ranges: [ClosedRange<UInt8>] = []
    while var low = peek() {
      // End the set at a closing bracket. A closing bracket that comes first is a member of the set instead.
      if low == UInt8(ascii: "]"), !ranges.isEmpty {
        return (.set(ranges, isNegated: isNegated), index + 1)
      }
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
  /// Returns whether a pattern matches a path, or a folder between `folder` and the path.
  ///
  /// A pattern may match the path relative to `folder`, the whole path as reports print it, or the last component.
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
