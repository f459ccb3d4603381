/// Evaluates expressions of string literals and of names that the same file gives to string literals.
struct SourceValues {
  let tokens: SourceTokens
  lazy var names = SourceNames(in: tokens)
  /// For each declaration that is already evaluated, by the index of the value's first token: the value. While a
  /// declaration is evaluated, its value is unknown, so that cycles end.
  private var known: [Int: SourceValue] = [:]
  /// For each path that is already evaluated, together with the bracket around its use: the value.
  private var uses: [Use: SourceValue] = [:]
  private struct Use: Hashable {
    let path: [Substring]
    let bracket: Int
  }
  /// The effort that is left for the file's expressions, in no particular unit. At 0 and below, values are unknown.
  private var effort = 1 << 22
  private var depth = 0
  /// The functions whose calls request sounds.
  private let calls: Set<Substring>

  /// The deepest nesting and the most tokens of an expression. Beyond these limits, the value is unknown.
  private static let depthLimit = 48
  private static let lengthLimit = 256
  var end = 0

  init(in tokens: SourceTokens, requestedBy calls: Set<Substring>) {
    (self.tokens, self.calls) = (tokens, calls)
  }

  /// Returns the value of the expression that begins at a token.
  mutating func value(at start: Int) -> SourceValue {
    guard effort > 0 else { return .unknown }
    let outer = end
    defer { end = outer }
    end = min(tokens.tokens.count, start + Self.lengthLimit)
    var index = start
    let value = expression(&index)
    effort -= 16 * (index - start)
    return index < start + Self.lengthLimit ? value : .unknown
  }

  mutating func expression(_ index: inout Int) -> SourceValue {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.depthLimit else {
      index = end
      return .unknown
    }
    var value = sum(&index)
    while index < end, let sign = continuingSign(at: index) {
      let isDouble = tokens.isSign(sign, at: index + 1)
      switch sign {
      case "?" where isDouble, "|" where isDouble, "?" where tokens.isSign(":", at: index + 1):
        index += 2
        value = value.or(sum(&index))
      case "&" where isDouble:
        index += 2
        value = sum(&index)
      case "?":
        index += 1
        value = expression(&index)
        guard tokens.isSign(":", at: index) else { return .unknown }
        index += 1
        return value.or(expression(&index))
      default:
        while index < end, continuingSign(at: index) != nil { index += 1 }
        _ = sum(&index)
        value = .unknown
      }
    }
    // Python's `a if condition else b`, and a cast such as `a as String`.
    if tokens.language == .python, tokens.word(at: index) == "if" {
      index += 1
      _ = expression(&index)
      return alternative(to: value, &index)
    }
    guard tokens.word(at: index) == "as" else { return value }
    index += 1
    while ["?", "!"].contains(tokens.sign(at: index)) { index += 1 }
    _ = primary(&index)
    return value
  }

  private mutating func alternative(to value: SourceValue, _ index: inout Int) -> SourceValue {
    guard tokens.word(at: index) == "else" else { return .unknown }
    index += 1
    return value.or(expression(&index))
  }

  /// Returns the operator at an index; nil if the expression ends before this index.
  private func continuingSign(at index: Int) -> Unicode.Scalar? {
    guard let sign = tokens.sign(at: index), index < end,
      !["(", ")", "[", "]", "{", "}", ",", ";", ":", "@", "#", "\\"].contains(sign)
    else { return nil }
    // Without semicolons, only some signs continue an expression on the next line.
    if tokens.isFirstInLine(at: index), !["?", "+", "|", "&", "."].contains(sign) { return nil }
    return sign == "=" && tokens.isSign(">", at: index + 1) ? nil : sign
  }

  private mutating func sum(_ index: inout Int) -> SourceValue {
    var value = primary(&index)
    let plus: Unicode.Scalar = tokens.language == .php ? "." : "+"
    while index < end, tokens.isSign(plus, at: index), !tokens.isSign("=", at: index + 1) {
      index += 1
      value = value.followed(by: primary(&index))
      effort -= 32 * value.names.count
    }
    return effort > 0 ? value : .unknown
  }

  private mutating func primary(_ index: inout Int) -> SourceValue {
    var isChanged = false
    while index < end {
      let isOperator = ["!", "-", "~", "&", "*"].contains(tokens.sign(at: index))
      let isPrefix = tokens.word(at: index).map(Self.prefixes.contains) ?? false
      guard isOperator || isPrefix || isMark(at: index) else { break }
      isChanged = isChanged || isOperator
      index += 1
    }
    guard index < end else { return .unknown }
    let start = index
    index += 1
    var value = SourceValue.unknown
    switch tokens.tokens[start].kind {
    case .text:
      if let text = tokens.text(at: start) { value = literal(text, at: start) }
    case .computedText: value = interpolated(from: start, &index)
    case .word: value = named(from: start, &index)
    case .sign:
      switch tokens.sign(at: start) {
      case "(":
        value = expression(&index)
        if !tokens.isSign(")", at: index) { value = .unknown }
        index = closing(of: start)
      case "[", "{": index = closing(of: start)
      default: index = start
      }
    }
    return suffixed(isChanged ? .unknown : value, &index)
  }

  /// Skips the calls and members after a value. If there are any, the value is unknown, except for calls that remove
  /// the extension of a name, such as Dart's `name.split('.').first`.
  private mutating func suffixed(_ value: SourceValue, _ index: inout Int) -> SourceValue {
    var value = value
    while index < end {
      if let member = memberIndex(after: index), let word = tokens.word(at: member) {
        index = member + 1
        let isSplit =
          word == "split" && tokens.isSign(".", at: index + 3)
          && tokens.word(at: index + 4) == "first"
        if isSplit || word == "substringBefore", tokens.isSign("(", at: index),
          tokens.text(at: index + 1) == ".", tokens.isSign(")", at: index + 2)
        {
          index += isSplit ? 5 : 3
          value.names = value.names.map {
            SourceValue.Name(text: String($0.text.prefix { $0 != "." }), parts: $0.parts)
          }
          continue
        }
      } else if ["(", "["].contains(tokens.sign(at: index)), !tokens.isFirstInLine(at: index) {
        index = closing(of: index)
      } else if let next = adjacentText(at: index) {
        index = next + 1
      } else if tokens.isSign("!", at: index), !tokens.isSign("=", at: index + 1) {
        index += 1
        continue
      } else {
        return value
      }
      value = .unknown
    }
    return value
  }

  /// Returns the index of a string that a language joins to the string before it, as in `"ring" ".caf"`.
  private func adjacentText(at index: Int) -> Int? {
    guard [.python, .dart, .objectiveC].contains(tokens.language) else { return nil }
    let text = isMark(at: index) ? index + 1 : index
    return text < end && tokens.tokens[text].isText ? text : nil
  }

  /// Whether a token marks the string after it: Objective-C's `@`, C#'s `$`, or a prefix in Python such as `f`.
  private func isMark(at index: Int) -> Bool {
    tokens.isSign("@", at: index)
      || index + 1 < end && tokens.tokens[index + 1].isText
        && tokens.word(at: index).map(Self.marks.contains) ?? false
  }

  /// Returns the index after the bracket that closes the bracket at `opening`.
  private mutating func closing(of opening: Int) -> Int {
    max(opening + 1, min(end, names.end(of: opening) + 1))
  }

  func literal(_ text: String, at index: Int) -> SourceValue {
    SourceValue(names: [SourceValue.Name(text: text, parts: [index])])
  }
}

extension SourceValues {
  /// Words that name no sound. ``prefixes`` are words before a value, and ``marks`` are words before a string.
  private static let nothing: Set<Substring> = [
    "null", "nil", "undefined", "true", "false", "NULL", "None", "YES", "NO",
  ]
  private static let prefixes: Set<Substring> = ["const", "new", "await", "try", "return"]
  private static let marks: Set<Substring> = ["$", "f", "r", "b", "u", "fr", "rb"]

  /// Evaluates a word and the words after it, such as `Sounds.ring.rawValue` or `Platform.select({…})`.
  private mutating func named(from start: Int, _ index: inout Int) -> SourceValue {
    guard let word = tokens.word(at: start) else { return .unknown }
    if Self.nothing.contains(word) || word.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      return SourceValue()
    }
    if tokens.language == .kotlin, word == "if", tokens.isSign("(", at: index) {
      index = closing(of: index)
      return alternative(to: expression(&index), &index)
    }
    if word == "switch" && tokens.language == .dart || word == "when" && tokens.language == .kotlin
    {
      if tokens.isSign("(", at: index) { index = closing(of: index) }
      return tokens.isSign("{", at: index) ? arms(&index) : .unknown
    }
    if tokens.language == .swift, word == "switch" || word == "if" { return conditional(&index) }
    var path = [word]
    while let next = memberIndex(after: index), let member = tokens.word(at: next) {
      path.append(member)
      index = next + 1
    }
    if tokens.isSign("(", at: index), let last = path.last {
      // Reading this call adds a request for its name. Return no name, so that the name isn't requested twice.
      if calls.contains(last) { return skip(SourceValue(), &index) }
      if path == ["Platform", "select"], tokens.isSign("{", at: index + 1) {
        return skip(union(names.members("", of: index + 1)), &index)
      }
      // notifee's `channelId = await notifee.createChannel({ id: 'bells' })`: the call returns the identifier.
      if last == "createChannel", tokens.isSign("{", at: index + 1) {
        return skip(union(names.members("id", of: index + 1)), &index)
      }
      guard tokens.language == .swift else { return .unknown }
      return skip(value(of: path.dropLast() + [last + "("], at: start), &index)
    }
    if tokens.isSign("[", at: index), !tokens.isFirstInLine(at: index) {
      if tokens.isSign("]", at: index + 2), let key = tokens.text(at: index + 1) {
        return skip(value(of: path + [key[...]], at: start), &index)
      }
      // A computed key may mean any member, or none.
      var value = value(of: path + [""], at: start)
      value.isComplete = false
      return skip(value, &index)
    }
    return value(of: path, at: start)
  }

  /// Evaluates Swift's `switch` or `if` as an expression. `index` is the index of the token after the word.
  private mutating func conditional(_ index: inout Int) -> SourceValue {
    var value = SourceValue()
    repeat {
      while index < end, !tokens.isSign("{", at: index) { index += 1 }
      guard index < end else { return .unknown }
      value = value.or(results(in: index))
      index = closing(of: index)
    } while tokens.word(at: index) == "else"
    return value
  }

  /// Evaluates what the code in Swift's braces may return: the values after `return`, and the expressions at the
  /// beginning of a block or a case.
  private mutating func results(in brace: Int) -> SourceValue {
    if let value = known[brace] { return value }
    let close = names.end(of: brace)
    effort -= close - brace
    guard effort > 0 else { return .unknown }
    known[brace] = .unknown
    var value: SourceValue?
    var (isInLabel, next) = (false, brace)
    for index in brace..<close where index >= next {
      // A closure or a function in the braces has results of its own.
      if index > brace, tokens.isSign("{", at: index), !names.isBlock(index) {
        next = names.end(of: index)
        continue
      }
      let word = tokens.word(at: index)
      if word == "case" || word == "default", !tokens.isSign(".", at: index - 1) {
        isInLabel = true
      }
      let isLabelEnd = isInLabel && tokens.isSign(":", at: index)
      if isLabelEnd { isInLabel = false }
      guard word == "return" || isLabelEnd || tokens.isSign("{", at: index), index + 1 < close,
        !["}", "@"].contains(tokens.sign(at: index + 1)),
        tokens.word(at: index + 1).map({
          SourceNames.isStatement($0) && (word != "return" || !["switch", "if"].contains($0))
        }) != true
      else { continue }
      let result = self.value(at: index + 1)
      value = value?.or(result) ?? result
    }
    known[brace] = value
    return value ?? .unknown
  }

  private func memberIndex(after index: Int) -> Int? {
    if tokens.language == .php {
      let (first, second) = (tokens.sign(at: index), tokens.sign(at: index + 1))
      return first == "-" && second == ">" || first == ":" && second == ":" ? index + 2 : nil
    }
    let dot = ["?", "!"].contains(tokens.sign(at: index)) ? index + 1 : index
    return tokens.isSign(".", at: dot) ? dot + 1 : nil
  }

  private mutating func skip(_ value: SourceValue, _ index: inout Int) -> SourceValue {
    index = closing(of: index)
    return value
  }

  /// Evaluates the arms of Dart's `switch (kind) { 1 => 'a.caf', _ => null }`, or of Kotlin's `when`.
  private mutating func arms(_ index: inout Int) -> SourceValue {
    let end = closing(of: index)
    var value = SourceValue()
    index += 1
    while index < end - 1 {
      if ["=", "-"].contains(tokens.sign(at: index)), tokens.isSign(">", at: index + 1) {
        index += 2
        value = value.or(expression(&index))
      } else {
        index = ["(", "[", "{"].contains(tokens.sign(at: index)) ? closing(of: index) : index + 1
      }
    }
    index = end
    return value
  }

  /// Evaluates a path of names at a place in the code.
  mutating func value(of path: [Substring], at index: Int) -> SourceValue {
    let use = Use(path: path, bracket: names.bracket(around: index))
    if uses[use] == nil {
      uses[use] = .unknown
      effort -= 512
      let found = effort > 0 ? names.values(of: path[...], at: index) : []
      var value = union(found)
      value.members.formUnion(found.compactMap(\.replacement))
      // Which of several functions a call means depends on its arguments.
      if found.count > 1, path.last?.hasSuffix("(") == true {
        (value.isComplete, value.isVariable) = (false, true)
      }
      uses[use] = value
    }
    let value = uses[use] ?? .unknown
    effort -= 64 * value.names.count
    return effort > 0 ? value : .unknown
  }

  private mutating func union(_ declarations: [SourceNames.Declaration]) -> SourceValue {
    var union = declarations.isEmpty ? SourceValue.unknown : SourceValue()
    for declaration in declarations {
      let value = value(of: declaration)
      effort -= (union.names.count + 1) * (value.names.count + 1)
      guard effort > 0 else { return .unknown }
      union = union.or(value)
    }
    return union
  }

  private mutating func value(of declaration: SourceNames.Declaration) -> SourceValue {
    let place = declaration.value
    if names.bodies.contains(place) { return results(in: place) }
    if known[place] == nil {
      known[place] = .unknown
      known[place] =
        declaration.isOwnValue
        ? literal(String(tokens.word(at: place) ?? ""), at: place) : value(at: place)
    }
    var value = known[place] ?? .unknown
    if !declaration.isConstant { (value.isComplete, value.isVariable) = (false, true) }
    return value
  }
}
