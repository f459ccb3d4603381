/// The names that a source file gives to values, such as `let soundName = "ring.caf"`, and the places that see each name.
struct SourceNames {
  struct Declaration {
    /// The index of the value's first token. For an enumeration's case without a value, it is the index of its name.
    let value: Int
    /// The index of the opening bracket around the declaration; -1 outside all brackets.
    let scope: Int
    /// Whether it declares the name, unlike a later assignment.
    let isDeclaration: Bool
    /// Whether nothing assigns another value elsewhere.
    let isConstant: Bool
    /// Whether it is a key or a case. Only `owner.name` means it.
    let isMember: Bool
  }

  private let tokens: SourceTokens
  private var declarations: [Substring: [Declaration]] = [:]
  /// The declarations in the bracket of each owner: a dictionary, an enumeration or a class.
  private var members: [Int: [Declaration]] = [:]
  private var owners: [Substring: [Int]] = [:]
  /// For each token, the index of the innermost bracket around it. A closing bracket has the index of its opening one.
  private var enclosing: [Int32] = []

  /// At most this many brackets are searched outwards, and this many tokens before or after a bracket.
  private static let depthLimit = 100
  private static let distanceLimit = 32
  /// A name or a bracket with more declarations is unknown, because each use of the name would look at all of them.
  private static let countLimit = 256

  init(in tokens: SourceTokens) {
    self.tokens = tokens
    enclosing.reserveCapacity(tokens.tokens.count)
    var open: [Int32] = []
    for index in tokens.tokens.indices {
      enclosing.append(open.last ?? -1)
      switch tokens.sign(at: index) {
      case "(", "[", "{":
        open.append(Int32(index))
        if let owner = owner(of: index) { owners[owner, default: []].append(index) }
      case ")", "]", "}": enclosing[index] = open.popLast() ?? -1
      case "=", ":": readAssignment(at: index)
      case nil where tokens.language == .swift && tokens.word(at: index) == "case":
        readCases(after: index)
      case nil where tokens.word(at: index) == "define" && tokens.isSign("#", at: index - 1):
        add(index + 1, index + 2, ["define"])
      default: break
      }
    }
  }

  /// Reads `name = value`, `name: Type = value`, or a dictionary's `name: value` or `'name' => value`.
  private mutating func readAssignment(at index: Int) {
    let isArrow = tokens.isSign(">", at: index + 1)
    if tokens.isSign(":", at: index) || isArrow && tokens.language == .php {
      return addMember(index - 1, isArrow ? index + 2 : index + 1)
    }
    guard !isArrow, !tokens.isSign("=", at: index + 1) else { return }
    if ["+", "?", "|", "&"].contains(tokens.sign(at: index - 1)) {
      // The value after `s += '.caf'` or `s ??= 'a'` is unknown, as is that of the sign.
      let name = tokens.word(at: index - 2) == nil ? index - 3 : index - 2
      add(name, index, [])
    } else if let name = nameIndex(before: index) {
      add(name, index + 1, declaringWords(before: name))
    }
  }

  /// Returns the index of the name before an equals sign, and skips the name's type.
  private func nameIndex(before index: Int) -> Int? {
    var place = index - 1
    while place > 0, index - place < Self.distanceLimit, !tokens.isFirstInLine(at: place) {
      guard let sign = tokens.sign(at: place) ?? (tokens.word(at: place) == nil ? nil : ".") else {
        break
      }
      if sign == ":" { return place - 1 }
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
    // An assignment to a property of any object may change the value.
    let isProperty = tokens.isSign(".", at: name - 1) || tokens.isSign(">", at: name - 1)
    let isConstant: Bool =
      switch tokens.language {
      // A later assignment: the declaration decides.
      case _ where words.isEmpty, .php: true
      case .javaScript: !Set(words).isDisjoint(with: ["const", "let", "var"])
      default: !Set(words).isDisjoint(with: Self.constantWords)
      }
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
        isDeclaration: isDeclaration, isConstant: isConstant && !isProperty, isMember: false))
  }

  private mutating func addMember(_ name: Int, _ value: Int) {
    guard let text = tokens.word(at: name) ?? tokens.text(at: name).map({ $0[...] }) else { return }
    add(
      text,
      Declaration(
        value: value, scope: Int(enclosing[enclosing.count - 1]), isDeclaration: false,
        isConstant: true, isMember: true))
  }

  private static let constantWords: Set<Substring> = [
    "let", "val", "const", "final", "readonly", "define", "case",
  ]

  private mutating func add(_ name: Substring, _ declaration: Declaration) {
    if declarations[name, default: []].count <= Self.countLimit {
      declarations[name, default: []].append(declaration)
    }
    if members[declaration.scope, default: []].count <= Self.countLimit {
      members[declaration.scope, default: []].append(declaration)
    }
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

  /// Returns the name of the dictionary, enumeration or class that a bracket belongs to.
  private func owner(of bracket: Int) -> Substring? {
    if tokens.isSign("=", at: bracket - 1) {
      return nameIndex(before: bracket - 1).flatMap(tokens.word(at:))
    }
    guard tokens.isSign("{", at: bracket) else { return nil }
    for index in (max(0, bracket - 12)..<bracket).reversed() {
      if ["{", "}", ";", ")"].contains(tokens.sign(at: index)) { return nil }
      if let word = tokens.word(at: index), Self.typeWords.contains(word) {
        return tokens.word(at: index + 1)
      }
    }
    return nil
  }

  private static let typeWords: Set<Substring> = [
    "enum", "struct", "class", "object", "extension", "interface",
  ]
}

extension SourceNames {
  /// Returns what gives a value to a name that is used at a token; empty if that can't be known.
  func values(of name: Substring, at index: Int) -> [Declaration] {
    guard let found = declarations[name], found.count <= Self.countLimit,
      let scopes = scopes(around: index)
    else { return [] }
    let all = found.filter { !$0.isMember }
    let visible = all.filter { $0.isDeclaration && scopes.contains($0.scope) }
    guard let scope = visible.map(\.scope).max(),
      !scopes.contains(where: { $0 > scope && binds(name, $0) })
    else { return [] }
    return all.filter {
      $0.scope == scope || !$0.isDeclaration && ($0.scope == -1 || isInside($0.scope, scope))
    }
  }

  /// Returns the values of `owner.name`, or all values in `owner` if the name is nil.
  func values(of name: Substring?, in owner: Substring) -> [Declaration] {
    guard let brackets = owners[owner], brackets.count <= 8 else { return [] }
    let found = name.map { declarations[$0] ?? [] } ?? brackets.flatMap { members[$0] ?? [] }
    guard found.count <= Self.countLimit else { return [] }
    return found.filter { brackets.contains($0.scope) }
  }

  /// Returns the brackets around a token, and -1; nil if there are too many.
  private func scopes(around index: Int) -> [Int]? {
    var scopes: [Int] = []
    var scope = Int(enclosing[index])
    while scope >= 0 {
      guard scopes.count < Self.depthLimit else { return nil }
      scopes.append(scope)
      scope = Int(enclosing[scope])
    }
    return scopes + [-1]
  }

  private func isInside(_ scope: Int, _ outer: Int) -> Bool {
    outer == -1 || scopes(around: scope)?.contains(outer) ?? true
  }

  /// Whether a bracket is a function's body with a parameter of this name, or the arguments of a call of such a function.
  private func binds(_ name: Substring, _ bracket: Int) -> Bool {
    func contains(_ range: Range<Int>) -> Bool { range.contains { tokens.word(at: $0) == name } }
    var index = bracket + 1
    while index < bracket + Self.distanceLimit, ![";", "."].contains(tokens.sign(at: index)),
      index < tokens.tokens.count, tokens.tokens[index].line == tokens.tokens[bracket].line
    {
      let isArrow =
        tokens.isSign(">", at: index) && ["=", "-"].contains(tokens.sign(at: index - 1))
      if isArrow || tokens.word(at: index) == "in" { return contains(bracket..<index) }
      index += 1
    }
    guard tokens.isSign("{", at: bracket) else { return false }
    for index in (max(0, bracket - Self.distanceLimit)..<bracket).reversed() {
      switch tokens.sign(at: index) {
      case ")":
        let opening = Int(enclosing[index])
        return opening < 0 || index - opening > 8 * Self.distanceLimit
          || contains(opening..<bracket)
      case "{", "}", ";": return contains(index..<bracket)
      case "(", ",": return false
      case "=" where !tokens.isSign(">", at: index + 1): return false
      default: continue
      }
    }
    return false
  }
}
