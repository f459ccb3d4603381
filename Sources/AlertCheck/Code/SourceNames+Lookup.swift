/// Which declarations a name at a place in the code means.
extension SourceNames {
  /// Returns the declarations that give a value to a path at a token; empty if the declarations are unknown. A path is
  /// `name`, `this.name` or `owner.name`. An empty last name means all members of the owner.
  func values(of path: ArraySlice<Substring>, at index: Int) -> [Declaration] {
    var path = path
    let isField = path.count > 1 && ["self", "this", "Self", "static"].contains(path.first)
    if isField { path.removeFirst() }
    if path.last == "rawValue" { path.removeLast() }
    guard !isUnclear, let name = path.popLast() else { return [] }
    if path.isEmpty { return values(of: name, at: index, isField: isField) }
    let found = brackets(of: path, at: index, isField: isField).flatMap { members(name, of: $0) }
    return found.count <= Self.countLimit ? found : []
  }

  /// Returns the declarations of a name in the bracket of a dictionary or a type. For an empty name, returns all
  /// declarations in the bracket. Returns an empty array if the declarations are unknown.
  func members(_ name: Substring, of bracket: Int) -> [Declaration] {
    guard let members = members[bracket], members.count <= Self.countLimit,
      !mixed.contains(bracket) || typeBrackets.contains(bracket)
    else { return [] }
    return members.filter { name.isEmpty || $0.name == name }.map(\.declaration)
  }

  /// Returns the bracket of a dictionary to which no code assigns members, or the brackets of a type.
  private func brackets(of owner: ArraySlice<Substring>, at index: Int, isField: Bool) -> [Int] {
    let name = owner[owner.endIndex - 1]
    if declarations[name] == nil, let brackets = types[name], brackets.count <= 8,
      owner.allSatisfy({ types[$0] != nil })
    {
      let outer = owner.count > 1 ? types[owner[owner.endIndex - 2]] ?? [] : [-1]
      guard outer.count <= 8 else { return [] }
      return brackets.filter { bracket in outer.contains { isInside(bracket, $0) } }
    }
    guard owner.count == 1, !changed.contains(name) else { return [] }
    let found = values(of: name, at: index, isField: isField)
    guard found.count == 1, found[0].isConstant,
      ["{", "["].contains(tokens.sign(at: found[0].value))
    else { return [] }
    return [found[0].value]
  }

  /// - Parameter isField: Whether the name must be a member of the type around the token.
  private func values(of name: Substring, at index: Int, isField: Bool) -> [Declaration] {
    guard let all = declarations[name], all.count <= Self.countLimit,
      isField || !bound.contains(name)
    else { return [] }
    // In JavaScript and PHP, only a name after `this` means a field.
    let needsOwner = [.javaScript, .php].contains(tokens.language)
    let visible = all.filter {
      $0.isDeclaration && isInside(index, $0.scope)
        && (isField || !needsOwner || !typeBrackets.contains($0.scope))
    }
    guard let scope = visible.map(\.scope).max(), !isField || scope == typeBracket(around: index)
    else { return [] }
    return all.filter {
      $0.scope == scope || !$0.isDeclaration && ($0.scope == -1 || isInside($0.scope, scope))
    }
  }

  /// Returns the index of the bracket that closes an opening bracket; the number of tokens if it isn't closed.
  func end(of bracket: Int) -> Int { min(Int(closing[bracket]), tokens.tokens.count) }

  /// Returns the index of the innermost bracket around a token; -1 outside all brackets.
  func bracket(around index: Int) -> Int { Int(enclosing[index]) }

  private func typeBracket(around index: Int) -> Int? {
    brackets(around: index).first(where: typeBrackets.contains)
  }

  /// Returns the brackets around a token, the innermost first: at most `RequestFinder.depthLimit`.
  func brackets(around index: Int) -> [Int] {
    sequence(first: bracket(around: index)) { $0 < 0 ? nil : bracket(around: $0) }
      .prefix(RequestFinder.depthLimit).prefix { $0 >= 0 }
  }

  /// Whether a brace opens a block of Swift's `if`, `switch` or the like, not a closure or a function's body. True if
  /// no statement's beginning is near.
  func isBlock(_ brace: Int) -> Bool {
    var index = brace - 1
    while index >= 0, brace - index < 128 {
      if let word = tokens.word(at: index), Self.blockWords.contains(word),
        !tokens.isSign("#", at: index - 1)
      {
        return true
      }
      switch tokens.sign(at: index) {
      case ")", "]": index = Int(enclosing[index])
      case "{", "}", "(", "[", ";": return false
      default: break
      }
      index -= 1
    }
    return index >= 0
  }

  private static let blockWords: Set<Substring> = [
    "if", "else", "switch", "for", "while", "repeat", "do", "catch", "get",
  ]

  private func isInside(_ index: Int, _ bracket: Int) -> Bool {
    bracket == -1 || bracket <= index && index <= Int(closing[bracket])
  }
}
