/// The names that a source file gives to values, such as `let soundName = "ring.caf"`, and where each name is visible.
struct SourceNames {
  struct Declaration {
    /// The index of the value's first token. For an enumeration's case without a value, the index of the case's name.
    let value: Int
    /// The index of the opening bracket around the declaration; -1 outside all brackets.
    let scope: Int
    /// Whether this declares the name. False for a later assignment.
    let isDeclaration: Bool
    /// Whether the file has all values of the name. False for a `var` or a property, which other code may assign.
    let isConstant: Bool
    /// Whether this is a dictionary's key or an enumeration's case, which code names `owner.name`, never `name`.
    var isMember = false
    /// Whether this is a case of a Swift enumeration that states no value. The case's name is then the value.
    var isOwnValue = false
    /// What gives the member another value if other code has it: the member's name, if a subclass may override it, or
    /// `protocol P` for a member of an extension of `P`, which each type may replace. A function is written `name(`.
    var replacement: Substring?
  }

  let tokens: SourceTokens
  private(set) var declarations: [Substring: [Declaration]] = [:]
  /// For each bracket: the declarations and keys directly in the bracket.
  private(set) var members: [Int: [(name: Substring, declaration: Declaration)]] = [:]
  /// For each enumeration, class or other type: its opening brackets.
  private(set) var types: [Substring: [Int]] = [:]
  private(set) var typeBrackets: Set<Int> = []
  /// The names that, somewhere in the file, belong to a parameter, a part of a pattern or a field without a value. The
  /// values of these names are unknown.
  private(set) var bound: Set<Substring> = []
  /// The names of dictionaries with an assignment to a member.
  private(set) var changed: Set<Substring> = []
  /// The brackets of dictionaries with a computed key or with the members of another dictionary.
  private(set) var mixed: Set<Int> = []
  /// Whether a list of parameters is too long. Then all names are unknown.
  private(set) var isUnclear = false
  /// The indices of the opening braces of function bodies and computed properties in Swift.
  private(set) var bodies: Set<Int> = []
  /// The index of a name after `let` or a similar word, if the name's value hasn't been read yet.
  private var pending: Int?
  /// For each token: the index of the innermost bracket around it. For a closing bracket: its opening bracket's index.
  private(set) var enclosing: [Int32] = []
  /// For each opening bracket: the index of its closing bracket.
  private(set) var closing: [Int32]

  /// The most tokens before or after a bracket that are searched.
  private static let distanceLimit = 32
  /// The most declarations of a name or in a bracket. With more, values are unknown: each use would examine them all.
  static let countLimit = 256

  init(in tokens: SourceTokens) {
    self.tokens = tokens
    enclosing.reserveCapacity(tokens.tokens.count)
    closing = Array(repeating: .max, count: tokens.tokens.count)
    var open: [Int32] = []
    for index in tokens.tokens.indices {
      enclosing.append(open.last ?? -1)
      switch tokens.sign(at: index) {
      case "(", "[", "{":
        open.append(Int32(index))
        if let type = type(of: index) {
          types[type, default: []].append(index)
          typeBrackets.insert(index)
        }
        if tokens.language == .swift, tokens.isSign("{", at: index) { readBody(at: index) }
      case ")", "]", "}":
        enclosing[index] = open.popLast() ?? -1
        if enclosing[index] >= 0 { closing[Int(enclosing[index])] = Int32(index) }
        if tokens.isSign(")", at: index) { readParameters(endingAt: index) }
      case "=", ":": readAssignment(at: index)
      case ".", "*":
        // A spread: `...base` or `**base`.
        if tokens.sign(at: index + 1) == tokens.sign(at: index), !tokens.isSign(".", at: index - 1)
        {
          mixed.insert(current)
        }
      case nil: if let word = tokens.word(at: index) { read(word, at: index) }
      default: break
      }
    }
    bindPending()
  }

  /// The innermost bracket around the current token.
  private var current: Int { Int(enclosing[enclosing.count - 1]) }

  private mutating func read(_ word: Substring, at index: Int) {
    switch word {
    case "case" where tokens.language == .swift: readCases(after: index)
    case "define" where tokens.isSign("#", at: index - 1): add(index + 1, index + 2, ["define"])
    case "in":
      // `for s in all`, or `{ s in`.
      bindLine(before: index)
    case "lambda" where tokens.language == .python: bind(index..<index + Self.distanceLimit)
    case "as": bind(index..<index + (tokens.language == .php ? 6 : 2))
    case "let", "var", "val", "const", "final":
      bindPending()
      pending = index + 1
    default:
      let (next, following) = (tokens.sign(at: index + 1), tokens.sign(at: index + 2))
      let isArrow = following == ">" && (next == "=" || next == "-")
      if isArrow, tokens.language != .php {
        bound.insert(word)
        if tokens.language == .kotlin { bindLine(before: index) }
      } else if next == ";" || next == "{", followsType(index) {
        bind(index..<index + 1)
      }
    }
  }

  /// Whether a name follows its type, as in `String name;`.
  private func followsType(_ name: Int) -> Bool {
    guard [.dart, .java, .cSharp, .objectiveC].contains(tokens.language) else { return false }
    guard let word = tokens.word(at: name - 1) else {
      return ["?", ">", "*", "]"].contains(tokens.sign(at: name - 1))
    }
    return !Self.typeWords.contains(word)
      && !["return", "await", "throw", "yield", "case", "new", "else"].contains(word)
  }

  private mutating func bindPending() {
    if let pending { bind(pending..<pending + 1) }
    pending = nil
  }

  /// Marks the words of parameters or of a pattern as unknown, except for words after an equals sign.
  private mutating func bind(_ range: Range<Int>) {
    guard range.count <= 8 * Self.distanceLimit else {
      isUnclear = true
      return
    }
    for index in range where !tokens.isSign("=", at: index - 1) {
      if let word = tokens.word(at: index) { bound.insert(word) }
    }
  }

  /// Marks the words before a token as unknown, back to a brace, to `for` or to the beginning of the line.
  private mutating func bindLine(before index: Int) {
    var start = index
    while start > 0, index - start < Self.distanceLimit, !tokens.isFirstInLine(at: start),
      !tokens.isSign("{", at: start - 1), tokens.word(at: start) != "for"
    {
      start -= 1
    }
    bind(start..<index)
  }

  /// If a closing bracket ends a function's parameters, marks the parameters as unknown.
  private mutating func readParameters(endingAt index: Int) {
    let opening = Int(enclosing[index])
    guard opening >= 0 else { return }
    let needsWord = [.swift, .kotlin, .python].contains(tokens.language)
    let isFunction = isAfterFunctionWord(opening) || !needsWord && isBeforeBody(index, opening)
    if isFunction { bind(opening..<index) }
    // A parameter in Objective-C: `- (void)play:(NSString *)name`.
    if tokens.language == .objectiveC, tokens.isSign(":", at: opening - 1) {
      bind(index + 1..<index + 2)
    }
  }

  private func isAfterFunctionWord(_ opening: Int) -> Bool {
    place(of: Self.functionWords, before: opening, after: ["{", "}", "(", ")", ";", "="]) != nil
  }

  /// Returns the index of the nearest word before a bracket that is in `words`; nil if a sign in `signs` is nearer.
  private func place(
    of words: Set<Substring>, before bracket: Int, after signs: [Unicode.Scalar]
  ) -> Int? {
    for index in (max(0, bracket - 12)..<bracket).reversed() {
      if tokens.sign(at: index).map(signs.contains) == true { return nil }
      if tokens.word(at: index).map(words.contains) == true { return index }
    }
    return nil
  }

  private static let functionWords: Set<Substring> = [
    "func", "fun", "function", "fn", "def", "init", "constructor", "subscript",
  ]

  private func isBeforeBody(_ index: Int, _ opening: Int) -> Bool {
    switch tokens.sign(at: index + 1) {
    case "{": return !["if", "while", "switch"].contains(tokens.word(at: opening - 1))
    case "=", "-": return tokens.isSign(">", at: index + 2)
    case ":": return [.javaScript, .php].contains(tokens.language)
    default: return ["async", "throws", "use"].contains(tokens.word(at: index + 1))
    }
  }

  /// Reads `name = value`, `name: Type = value`, or a dictionary's `name: value` or `'name' => value`.
  private mutating func readAssignment(at index: Int) {
    let isArrow = tokens.isSign(">", at: index + 1)
    if tokens.isSign(":", at: index) || isArrow && tokens.language == .php {
      return addMember(index - 1, isArrow ? index + 2 : index + 1)
    }
    guard !isArrow, !tokens.isSign("=", at: index + 1) else { return }
    let before = tokens.sign(at: index - 1)
    if ["}", "]", ")"].contains(before) { return readPattern(before: index) }
    if ["+", "?", "|", "&", "."].contains(before) {
      // After `s += '.caf'` or `s ??= 'a'`, the value is unknown. Pass the sign as the value: it evaluates to unknown.
      let name = tokens.word(at: index - 2) == nil ? index - 3 : index - 2
      add(name, index, [])
    } else if tokens.language == .python, tokens.isSign(",", at: index - 2) {
      // `a, b = …`.
      bindLine(before: index)
    } else if let name = nameIndex(before: index) {
      add(name, index + 1, declaringWords(before: name))
    }
  }

  /// Reads `const {name} = …`, or `owner[key] = …`.
  private mutating func readPattern(before index: Int) {
    let opening = Int(enclosing[index - 1])
    let word = tokens.word(at: opening - 1)
    if let word, !Self.constantWords.contains(word), word != "var" {
      changed.insert(word)
    } else if opening >= 0 {
      bind(opening..<index)
    }
    // `String[] names = …`.
    if let name = nameIndex(before: index) { bind(name..<name + 1) }
  }

  /// Returns the index of the name before an equals sign, and skips the name's type.
  private func nameIndex(before index: Int) -> Int? {
    var place = index - 1
    while place > 0, index - place < Self.distanceLimit, !tokens.isFirstInLine(at: place) {
      guard let sign = tokens.sign(at: place) ?? (tokens.word(at: place) == nil ? nil : ".") else {
        break
      }
      if sign == ":" {
        // `case 1: name = "a"` has no type.
        guard tokens.isLabel(endingAt: place) else { return place - 1 }
        break
      }
      guard ["<", ">", "?", "[", "]", ".", ",", "|"].contains(sign) else { break }
      place -= 1
    }
    return tokens.word(at: index - 1) == nil ? nil : index - 1
  }

  /// Returns the words before a name on its line, such as `private static let`.
  private func declaringWords(before name: Int) -> [Substring] {
    var words: [Substring] = []
    var index = name
    while index > 0, words.count < 8, !tokens.isFirstInLine(at: index) {
      index -= 1
      if let word = tokens.word(at: index) {
        words.append(word)
      } else if !["*", "<", ">", "?"].contains(tokens.sign(at: index)) {
        break
      }
    }
    return words
  }

  private mutating func add(_ name: Int, _ value: Int, _ words: [Substring]) {
    guard let text = tokens.word(at: name), value < tokens.tokens.count else { return }
    if name == pending { pending = nil }
    // An assignment to a property of any object may change the value.
    let isArrow = tokens.isSign(">", at: name - 1) && tokens.isSign("-", at: name - 2)
    let isProperty = tokens.isSign(".", at: name - 1) || isArrow
    if isProperty, let owner = tokens.word(at: name - (isArrow ? 3 : 2)) { changed.insert(owner) }
    // For a later assignment, which has no words before the name, the declaration decides.
    let isConstant =
      words.isEmpty || tokens.language == .php
      || tokens.language == .javaScript && words.contains("var")
      || !Set(words).isDisjoint(with: Self.constantWords)
    let isDeclaration =
      switch tokens.language {
      case .python: text == text.uppercased()[...]
      case .php: true
      default: !words.isEmpty
      }
    add(
      text,
      Declaration(
        value: value, scope: isProperty ? -1 : Int(enclosing[min(name, enclosing.count - 1)]),
        isDeclaration: isDeclaration,
        isConstant: isConstant && !isProperty
          || words.contains("var") && tokens.language == .swift && isInBody,
        replacement: tokens.language == .kotlin && words.contains("open") ? text : nil))
  }

  /// Whether the current token is in a Swift function's body. All assignments to the body's variables are in the file.
  private var isInBody: Bool {
    let near = brackets(around: enclosing.count - 1).first {
      bodies.contains($0) || typeBrackets.contains($0)
    }
    return near.map(bodies.contains) ?? false
  }

  private mutating func addMember(_ name: Int, _ value: Int) {
    // In JavaScript, a word is itself the key. In other languages, a word is a variable, and the key is its value.
    if tokens.text(at: name) == nil, tokens.language != .javaScript || tokens.word(at: name) == nil
    {
      mixed.insert(current)
    }
    guard let text = tokens.name(at: name) else { return }
    add(
      text,
      Declaration(
        value: value, scope: current, isDeclaration: false,
        isConstant: true, isMember: true, isOwnValue: name == value))
  }

  private static let constantWords: Set<Substring> = [
    "let", "val", "const", "final", "readonly", "define", "case",
  ]

  private mutating func add(_ name: Substring, _ declaration: Declaration) {
    if !declaration.isMember, declarations[name, default: []].count <= Self.countLimit {
      declarations[name, default: []].append(declaration)
    }
    if members[declaration.scope, default: []].count <= Self.countLimit {
      members[declaration.scope, default: []].append((name, declaration))
    }
  }

  /// If a brace begins the body of a Swift function or computed property, declares the body as the name's value. A
  /// function is written `name(`, so that only a call means the function.
  private mutating func readBody(at brace: Int) {
    var index = brace - 1
    var isOnLine = true
    while index >= 0, brace - index < Self.distanceLimit {
      let word = tokens.word(at: index)
      if tokens.isSign(")", at: index) { index = max(0, Int(enclosing[index])) }
      if word == "func" || word == "var" && isOnLine, let name = tokens.word(at: index + 1) {
        if pending == index + 1 { pending = nil }
        bodies.insert(brace)
        let scope = Int(enclosing[index])
        let member = word == "func" ? name + "(" : name
        let isFinal =
          !typeBrackets.contains(scope)
          || !Self.finalWords.isDisjoint(with: declaringWords(before: index))
        let extended =
          isFinal
          ? nil
          : place(of: ["extension"], before: scope, after: ["{", "}", ";"])
            .flatMap { tokens.word(at: $0 + 1) }
        return add(
          member,
          Declaration(
            value: brace, scope: scope, isDeclaration: true, isConstant: true,
            replacement: isFinal ? nil : extended.map { "protocol \($0)" } ?? member))
      }
      if ["{", "}", ";", "="].contains(tokens.sign(at: index)) || word.map(Self.isStatement) == true
      {
        return
      }
      isOnLine = isOnLine && !tokens.isFirstInLine(at: index)
      index -= 1
    }
  }

  /// If one of these words precedes a member of a Swift class, the member is an override, or no subclass overrides it.
  private static let finalWords: Set<Substring> = [
    "override", "private", "fileprivate", "static", "final",
  ]

  /// Whether a word begins a Swift statement. Such a word isn't a value.
  static func isStatement(_ word: Substring) -> Bool {
    [
      "return", "switch", "if", "guard", "let", "var", "for", "while", "repeat", "do", "throw",
      "case", "default", "defer", "break", "continue", "fallthrough", "func", "fatalError", "else",
      "catch", "init", "get", "set",
    ].contains(word)
  }

  /// Reads `case ring = "ring.caf", bell` of an enumeration.
  private mutating func readCases(after index: Int) {
    var name = index + 1
    while tokens.word(at: name) != nil {
      let isStated = tokens.isSign("=", at: name + 1)
      let end = isStated ? name + 3 : name + 1
      // A pattern in a `switch` ends in a colon.
      guard ![":", "(", "."].contains(tokens.sign(at: end)) else { return }
      addMember(name, isStated ? name + 2 : name)
      guard tokens.isSign(",", at: end) else { return }
      name = end + 1
    }
  }

  /// Returns the name of the enumeration, class or other type that a bracket belongs to.
  private func type(of bracket: Int) -> Substring? {
    guard tokens.isSign("{", at: bracket) else { return nil }
    return place(of: Self.typeWords, before: bracket, after: ["{", "}", ";", ")"]).flatMap {
      tokens.word(at: $0 + 1)
    }
  }

  private static let typeWords: Set<Substring> = [
    "enum", "struct", "class", "object", "extension", "interface",
  ]
}
