/// The names that an expression may evaluate to, as far as the file shows them.
struct SourceValue {
  struct Name: Equatable {
    let text: String
    /// The indices of the strings that the name consists of.
    let parts: Set<Int>
  }

  var names: [Name] = []
  /// Whether the names are all names that the expression may evaluate to.
  var isComplete = true
  /// Whether the names are those of a variable to which other code may assign another name.
  var isVariable = false
  /// See ``SourceNames/Declaration/replacement``.
  var members: Set<Substring> = []

  static let unknown = SourceValue(isComplete: false)
  /// The most names of a value. A value with more names is unknown: joining two values multiplies their numbers.
  private static let limit = 64
  /// The most bytes, and the most parts, of a name in a sum. If a name exceeds a limit, the sum is unknown.
  static let lengthLimit = 255
  private static let partLimit = 8

  func or(_ other: SourceValue) -> SourceValue {
    let union = names + other.names.filter { !names.contains($0) }
    guard union.count <= Self.limit else { return .unknown }
    return joined(with: other, union)
  }

  func followed(by other: SourceValue) -> SourceValue {
    guard names.count * other.names.count <= Self.limit else { return .unknown }
    let sums = names.flatMap { first in
      other.names.map {
        Name(text: first.text + $0.text, parts: first.parts.union($0.parts))
      }
    }
    let fits = sums.allSatisfy {
      $0.text.utf8.count <= Self.lengthLimit && $0.parts.count <= Self.partLimit
    }
    guard fits else { return .unknown }
    return joined(with: other, sums)
  }

  private func joined(with other: SourceValue, _ names: [Name]) -> SourceValue {
    SourceValue(
      names: names, isComplete: isComplete && other.isComplete,
      isVariable: isVariable || other.isVariable, members: members.union(other.members))
  }
}

extension SourceValues {
  /// Evaluates a string with interpolation. In JavaScript, the next tokens are the contents of the template's `${…}`.
  mutating func interpolated(from start: Int, _ index: inout Int) -> SourceValue {
    if tokens.language == .javaScript {
      var value = literal(tokens.source(at: start), at: start)
      var part = start
      while tokens.byte(after: part) == UInt8(ascii: "$") {
        value = value.followed(by: expression(&index))
        guard index < end, tokens.tokens[index].kind == .computedText else { return .unknown }
        value = value.followed(by: literal(tokens.source(at: index), at: index))
        (part, index) = (index, index + 1)
      }
      return value
    }
    let text = tokens.source(at: start, limit: SourceValue.lengthLimit + 1)
    return interpolation(text[...], at: start)
  }

  /// Evaluates the language's form of `ring_$name.caf`, `ring_${name}.caf`, `ring_\(name).caf` or `ring_{name}.caf`.
  mutating func interpolation(_ text: Substring, at index: Int) -> SourceValue {
    let (opening, closing): (String, Character) =
      switch tokens.language {
      case .swift: ("\\(", ")")
      case .python, .cSharp: ("{", "}")
      default: ("$", "}")
      }
    var value = literal("", at: index)
    var rest = text
    while let range = rest.firstRange(of: opening) {
      value = value.followed(by: literal(String(rest[..<range.lowerBound]), at: index))
      rest = rest[range.upperBound...]
      let isBraced = opening != "$" || rest.first == "{"
      if opening == "$", isBraced { rest.removeFirst() }
      let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || isBraced && $0 == "." }
      rest = rest[name.endIndex...]
      guard !name.isEmpty, !isBraced || rest.first == closing else { return .unknown }
      if isBraced { rest.removeFirst() }
      let path = name.split(separator: ".").map { tokens.language == .php ? "$\($0)"[...] : $0 }
      value = value.followed(by: self.value(of: path, at: index))
    }
    return value.followed(by: literal(String(rest), at: index))
  }
}
