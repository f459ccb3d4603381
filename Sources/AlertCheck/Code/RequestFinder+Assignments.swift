/// What replaces a sound after code has named it: a later assignment, a repeated key, or a spread.
extension RequestFinder {
  /// What a sound is assigned to.
  struct Target: Equatable {
    /// The words of a path such as `content.sound`. If the sound is in an object, the path of the object's variable.
    let path: [Substring]
    let isObject: Bool
  }

  /// An assignment to a sound, such as `content.sound = nil`.
  struct Assignment {
    let path: [Substring]
    let index: Int
    /// Whether the value is `nil` or the like.
    let isNothing: Bool
    /// The variable whose value is assigned; nil for any other expression.
    let variable: Substring?
  }

  private static let keys: Set<String> = ["sound", "soundname", "ringtonesound"]
  private static let nothing: Set<Substring> = ["nil", "null", "undefined", "None", "NULL", "none"]
  private static let objectLanguages: Set<SourceLanguage> = [
    .javaScript, .json, .python, .php, .dart,
  ]

  /// Whether the word or string before a colon or a `=>` is the key of an object's member.
  func isMember(before index: Int) -> Bool {
    Self.objectLanguages.contains(tokens.language) && brackets.last?.callee == nil
      && ["{", ",", "["].contains(tokens.sign(at: index - 2))
      && (tokens.isSign(":", at: index) || tokens.isSign(">", at: index + 1))
  }

  /// Reads a spread, `...shared` or `**shared`. Its members replace earlier members with the same names.
  mutating func readSpread(at index: Int) {
    if readsChannels, tokens.isSign(".", at: index) {
      // The spread may contain a channel's sound.
      if brackets.last?.channelValues[.sound] == nil { noteChannelValue(of: .sound, at: index) }
      noteChannelValue(of: .spread, at: index + 1)
    }
    guard let bracket = brackets.last, bracket.callee == nil, bracket.opening >= 0,
      bracket.firstRequest < requests.count,
      tokens.isSign(tokens.language == .php ? "[" : "{", at: bracket.opening),
      [",", "{", "["].contains(tokens.sign(at: index - 1)), !isHarmlessSpread(at: index)
    else { return }
    doubt(
      max(bracket.firstRequest, bracket.firstAfterSpread)..<requests.count,
      "a spread after it may replace it")
    brackets[brackets.count - 1].firstAfterSpread = requests.count
  }

  /// Whether a spread is an object without a sound, as in `...(isAndroid && { channelId: 'a' })`.
  private func isHarmlessSpread(at index: Int) -> Bool {
    guard let start = (index..<index + 4).first(where: { tokens.isSign("(", at: $0) }) else {
      return false
    }
    let end = tokens.elements(in: start, atMost: 64).end
    return (start..<end).contains { tokens.isSign("{", at: $0) }
      && !(start..<end).contains {
        tokens.isSign(".", at: $0) && tokens.isSign(".", at: $0 + 1)
          || tokens.name(at: $0)?.lowercased().contains("sound") == true
      }
  }

  /// Notes `content.sound = value`, `message['sound'] = value`, or Objective-C's `[content setSound:value]`.
  mutating func readAssignment(at index: Int) {
    var path: [Substring] = []
    if tokens.isSign("=", at: index) {
      guard !tokens.isSign("=", at: index + 1), !tokens.isSign(">", at: index + 1) else { return }
      path = self.path(endingAt: index - 1)
    } else if tokens.language == .objectiveC, tokens.word(at: index - 1) == "setSound" {
      path = self.path(endingAt: index - 2) + ["sound"]
    }
    note(path, at: index, value: index + 1)
  }

  /// Notes Kotlin's `content.setSound(value)`.
  mutating func readSetter(at bracket: Int) {
    guard tokens.language == .kotlin, tokens.isSign(")", at: bracket + 2) else { return }
    note(setterPath(at: bracket), at: bracket, value: bracket + 1)
  }

  /// Returns the path that Kotlin's `content.setSound(` sets; in a block of `apply`, the object is `this`.
  private func setterPath(at bracket: Int) -> [Substring] {
    (tokens.isSign(".", at: bracket - 2) ? path(endingAt: bracket - 3) : ["this"]) + ["sound"]
  }

  /// Notes JavaScript's `delete content.sound`.
  mutating func readDeletion(at index: Int) {
    guard tokens.word(at: index) == "delete" else { return }
    var last = index + 1
    while tokens.isSign(".", at: last + 1), tokens.word(at: last + 2) != nil { last += 2 }
    if tokens.isSign("[", at: last + 1), tokens.isSign("]", at: last + 3) { last += 3 }
    note(path(endingAt: last), at: last, value: nil)
  }

  /// - Parameter value: The index of the value's first token; nil if the code removes the value.
  private mutating func note(_ path: [Substring], at index: Int, value: Int?) {
    guard path.count > 1, let key = path.last, Self.keys.contains(key.lowercased()) else { return }
    let first = value.map { tokens.isSign(".", at: $0) ? $0 + 1 : $0 }
    let word = first.flatMap { tokens.word(at: $0) }
    let isWhole = first.map(tokens.endsValue) ?? false
    assignments.append(
      Assignment(
        path: path, index: index,
        isNothing: value == nil || isWhole && word.map(Self.nothing.contains) == true,
        variable: isWhole && first == value ? word : nil))
  }

  /// Returns the words of the path that ends at a token, such as `message.content['sound']`.
  private func path(endingAt last: Int) -> [Substring] {
    var (path, index): ([Substring], Int) = ([], last)
    while path.count < 8 {
      if tokens.isSign("]", at: index), tokens.isSign("[", at: index - 2),
        let key = tokens.text(at: index - 1)
      {
        path.append(key[...])
        index -= 3
        if tokens.word(at: index) == nil, !tokens.isSign("]", at: index) { break }
        continue
      }
      guard let word = tokens.word(at: index) else { break }
      path.append(word)
      index -= 1
      if ["?", "!"].contains(tokens.sign(at: index)) { index -= 1 }
      guard tokens.isSign(".", at: index) else { break }
      index -= 1
    }
    return path.reversed()
  }

  /// Returns the left side of the assignment around a token that names a sound; nil if no assignment is found.
  func target(of index: Int) -> Target? {
    if let call = brackets.last(where: { $0.callee != nil }), call.callee == "setSound" {
      return Target(path: setterPath(at: call.opening), isObject: false)
    }
    for place in (max(0, index - 24)..<index).reversed() {
      let sign = tokens.sign(at: place)
      // A value at the end of a line ends a statement if the next line doesn't continue the value.
      let isEnd =
        [nil, ")", "]"].contains(sign) && tokens.isFirstInLine(at: place + 1)
        && ![".", "?", ":", ")", "]"].contains(tokens.sign(at: place + 1))
      if isEnd || ["{", "}", ";", ","].contains(sign) { break }
      if sign == "=" { return Target(path: variablePath(before: place), isObject: false) }
    }
    for bracket in brackets.suffix(8).reversed() {
      guard bracket.callee == nil else { return nil }
      if tokens.isSign("=", at: bracket.opening - 1) {
        return Target(path: variablePath(before: bracket.opening - 1), isObject: true)
      }
    }
    return nil
  }

  /// Returns the path before an equals sign. Skips a type before the sign, as in `const m: Message = …`.
  private func variablePath(before sign: Int) -> [Substring] {
    tokens.isSign(":", at: sign - 2) ? path(endingAt: sign - 3) : path(endingAt: sign - 1)
  }
}

extension RequestFinder {
  private enum Certainty { case always, perhaps }

  /// Notes the requests whose sound a later assignment in the same function replaces or removes. Needs all requests.
  mutating func readReplacements() {
    let byRoot = Dictionary(grouping: assignments) { $0.path.first ?? "" }.mapValues {
      $0.prefix(64)
    }
    // Limit the work: each pair of a request and an assignment takes a pass over the code between the two.
    var effort = 1 << 20
    for request in requests.indices where !byRoot.isEmpty {
      guard var target = requests[request].target, let root = target.path.first else { continue }
      var (index, later) = (requests[request].index, byRoot[root])
      // Follow the variable in `content.sound = sound`.
      if target.path.count == 1, !target.isObject,
        let copy = assignments.prefix(64).first(where: {
          $0.index > index && $0.variable == root
        })
      {
        target = Target(path: copy.path, isObject: false)
        (index, later) = (copy.index, byRoot[copy.path[0]])
      }
      for assignment in later ?? [] where assignment.index > index && effort > 0 {
        guard target.isObject ? assignment.path[0] == root : assignment.path == target.path,
          assignment.index - index < 2048
        else { continue }
        effort -= assignment.index - index + 256
        guard let certainty = certainty(of: assignment, after: index) else { continue }
        let place = "line \(tokens.tokens[assignment.index].line)"
        let name = assignment.path.joined(separator: ".")
        switch (assignment.isNothing, certainty) {
        case (true, .always):
          silence(
            request..<request + 1,
            .fault(.silenced(by: "\(place) removes \(name)", inChannel: false)))
        case (true, .perhaps):
          silence(request..<request + 1, .possible("\(place) may remove \(name)"))
        case (false, .always): doubt(request..<request + 1, "\(place) replaces \(name)")
        case (false, .perhaps): break
        }
      }
    }
  }

  /// Returns whether an assignment always or only perhaps runs after a request in the same function. Nil if the
  /// assignment never runs after the request, or if code between them passes the assigned variable on.
  private mutating func certainty(of assignment: Assignment, after index: Int) -> Certainty? {
    let end = assignment.index
    let start = end - 2 * assignment.path.count
    guard let function = function(around: index), function == self.function(around: end),
      !(index..<max(index, start)).contains(where: { isUse(of: assignment.path[0], at: $0) })
    else { return nil }
    let (own, other) = (blocks(around: index, in: function), blocks(around: end, in: function))
    // In Kotlin, `this` is a different object in each block of `apply`.
    guard own == other || tokens.language != .kotlin || assignment.path[0] != "this" else {
      return nil
    }
    let shared = zip(own.reversed(), other.reversed()).prefix { $0 == $1 }.count
    let common = shared == 0 ? function : own[own.count - shared]
    // Directly in the common block: the block with the request, and the block with the assignment.
    let first = own.count > shared ? own[own.count - shared - 1] : nil
    let second = other.count > shared ? other[other.count - shared - 1] : nil
    let afterFirst = first.map { values.names.end(of: $0) } ?? index
    if let first, leaves((index..<afterFirst).lazy, in: first) { return nil }
    let between = afterFirst + 1..<max(afterFirst + 1, second ?? end)
    guard !leaves(between.lazy, in: common),
      !between.contains(where: {
        ["else", "case", "default"].contains(tokens.word(at: $0))
          && (first != nil || tokens.word(at: $0) != "else" || tokens.isSign("#", at: $0 - 1))
          && values.names.bracket(around: $0) == common
      }), !(first != nil && second != nil && isChoice(common))
    else { return nil }
    // `#if` between the request and the assignment, without its end.
    var conditions = 0
    for place in index..<end where tokens.isSign("#", at: place) {
      switch tokens.word(at: place + 1) {
      case "if": conditions += 1
      case "elseif" where conditions == 0: return nil
      case "endif": conditions = max(0, conditions - 1)
      default: break
      }
    }
    if conditions > 0 { return .perhaps }
    // A condition without braces: `if (muted) content.sound = null`.
    let condition = [start, start - 1].first { tokens.isSign(")", at: $0) }
    let word = condition.flatMap { tokens.word(at: values.names.bracket(around: $0) - 1) }
    let isGuarded = word.map(Self.controlWords.contains) ?? false
    return second != nil || isGuarded ? .perhaps : .always
  }

  /// Whether code at a token passes a variable on, so that a later assignment comes too late.
  private func isUse(of variable: Substring, at index: Int) -> Bool {
    tokens.word(at: index) == variable && !["self", "this"].contains(variable)
      && !tokens.isSign(".", at: index - 1)
      && ![".", "[", "?", "!", ":"].contains(tokens.sign(at: index + 1))
      && !(tokens.language == .objectiveC && tokens.isSign("[", at: index - 1))
  }

  /// Whether a statement such as `return` leaves the block. Statements in nested blocks don't count.
  private mutating func leaves(_ range: some Sequence<Int>, in block: Int) -> Bool {
    for index in range {
      if let word = tokens.word(at: index),
        ["return", "throw", "break", "continue"].contains(word),
        values.names.bracket(around: index) == block
      {
        return true
      }
    }
    return false
  }

  /// Whether a brace opens a `switch` or a `when`, whose blocks exclude each other.
  private mutating func isChoice(_ brace: Int) -> Bool {
    guard brace > 0 else { return false }
    return (max(0, brace - 16)..<brace).contains {
      ["switch", "when"].contains(tokens.word(at: $0))
        && values.names.bracket(around: $0) == values.names.bracket(around: brace)
    }
  }

  /// Returns the braces that are around a token and inside a function's brace, the innermost first.
  private mutating func blocks(around index: Int, in function: Int) -> [Int] {
    values.names.brackets(around: index).prefix { $0 > function }
      .filter { tokens.isSign("{", at: $0) }
  }

  private static let controlWords: Set<Substring> = [
    "if", "for", "foreach", "while", "switch", "when", "catch", "guard", "using", "lock",
    "synchronized", "with",
  ]
  private static let functionWords: Set<Substring> = [
    "func", "fun", "function", "init", "constructor",
  ]

  /// Returns the brace of the function around a token; -1 at the top level of a script. Nil if no function is found
  /// around the token, or if too many brackets are around the token.
  private mutating func function(around index: Int) -> Int? {
    let brackets = values.names.brackets(around: index)
    for bracket in brackets {
      if tokens.isSign("{", at: bracket), isFunction(bracket) { return bracket }
      if values.names.typeBrackets.contains(bracket) { return nil }
    }
    return tokens.language == .javaScript && brackets.count < Self.depthLimit ? -1 : nil
  }

  private mutating func isFunction(_ brace: Int) -> Bool {
    if tokens.language == .objectiveC { return values.names.bracket(around: brace) == -1 }
    if tokens.isSign(">", at: brace - 1) { return ["=", "-"].contains(tokens.sign(at: brace - 2)) }
    if tokens.isSign(")", at: brace - 1) {
      let word = tokens.word(at: values.names.bracket(around: brace - 1) - 1)
      return word.map { !Self.controlWords.contains($0) } ?? false
    }
    for index in (max(0, brace - 24)..<brace).reversed() {
      if ["{", "}", ";"].contains(tokens.sign(at: index)) { return false }
      if tokens.word(at: index).map(Self.functionWords.contains) == true { return true }
    }
    return false
  }
}
