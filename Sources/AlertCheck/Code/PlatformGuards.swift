/// Finds the systems that code runs on. Conditions such as `Platform.OS === 'ios'` or `#if os(macOS)` decide.
///
/// A condition only restricts: code that no known condition guards runs on all systems.
struct PlatformGuards {
  typealias Platforms = Set<CodeRequest.Platform>
  /// The systems on which a condition may be true, and the systems on which the condition may be false.
  private typealias Outcome = (holds: Platforms, fails: Platforms)

  private static let all = Set(CodeRequest.Platform.allCases)

  /// For each token: the systems that run it.
  private var platforms: [Platforms] = []
  private let tokens: SourceTokens
  private var scopes = [Scope(allowed: all)]
  /// For each constant with a condition as its value: the systems on which the condition is true.
  private var constants: [Substring: Platforms] = [:]
  /// For each open `#if`: the systems of its current branch, and the systems of the branches that may follow.
  private var directives: [(current: Platforms, rest: Platforms)] = []

  /// The code in a bracket.
  private struct Scope {
    /// The systems that run the rest of the bracket.
    var allowed: Platforms
    /// The systems that run the current expression, or the current branch of a `? :`.
    var base: Platforms
    /// The systems that run the current token: those of `base` for which the conditions before `&&` hold.
    var current: Platforms
    /// The index of the opening bracket, and the index of the current expression's first token.
    let opening: Int
    var start: Int
    /// The condition of the next block or statement.
    var condition: Outcome?
    /// The systems that skip the block before an `else`; nil if no `else` may follow.
    var otherwise: Platforms?
    /// If the block or statement of ``condition`` leaves the function: the systems that run the rest of the bracket.
    var rest = PlatformGuards.all
    /// The systems that run the expression after the next colon of a `? :`.
    var alternative: Platforms?
    /// Whether a statement leaves the function.
    var leaves = false
    /// In the dictionary of `Platform.select`: the systems that the keys so far name. Nil elsewhere.
    var selected: Platforms?

    init(allowed: Platforms, opening: Int = -1) {
      (self.allowed, base, current) = (allowed, allowed, allowed)
      (self.opening, start) = (opening, opening + 1)
    }
  }

  init(in tokens: SourceTokens) {
    self.tokens = tokens
    platforms.reserveCapacity(tokens.tokens.count)
    while platforms.count < tokens.tokens.count {
      let end = read(at: platforms.count)
      let current = top.current.intersection(directives.last?.current ?? Self.all)
      platforms += repeatElement(current, count: end - platforms.count)
    }
  }

  private var top: Scope {
    get { scopes[scopes.count - 1] }
    set { scopes[scopes.count - 1] = newValue }
  }

  /// Returns the systems that run the code at a token.
  func platforms(at index: Int) -> Platforms {
    platforms.indices.contains(index) ? platforms[index] : Self.all
  }

  /// Reads a token, or a directive, and returns the index after it.
  private mutating func read(at index: Int) -> Int {
    if tokens.isSign("#", at: index), let end = readDirective(at: index) { return end }
    if let sign = tokens.sign(at: index) { read(sign, at: index) } else { readWord(at: index) }
    return index + 1
  }

  private mutating func readWord(at index: Int) {
    let word = tokens.word(at: index)
    if word == "else", let otherwise = top.otherwise {
      top.condition = (otherwise, Self.all)
      top.rest = Self.all
      return
    }
    let before = tokens.sign(at: index - 1)
    let isStatement =
      [";", "}"].contains(before)
      || tokens.isFirstInLine(at: index) && [")", "]", nil].contains(before)
    if isStatement, top.condition == nil { endExpression(at: index) }
    let leaves = word == "return" || word == "throw"
    if let condition = top.condition, word != "if" {
      // No brace follows the condition. Apply the condition to this statement only.
      restrict(to: top.allowed.intersection(condition.holds))
      if leaves { top.allowed.formIntersection(top.rest) }
      (top.otherwise, top.condition) = (condition.fails, nil)
    } else if leaves {
      top.leaves = true
    }
    if word == "return" { top.start = index + 1 }
  }

  private mutating func read(_ sign: Unicode.Scalar, at index: Int) {
    switch sign {
    case "(", "[", "{": open(sign, at: index)
    case ")", "]", "}": close(sign, at: index)
    case ";", ",":
      let otherwise = top.otherwise
      endExpression(at: index + 1)
      top.otherwise = otherwise
    case "?": readQuestionMark(at: index)
    case "&" where tokens.isSign("&", at: index - 1):
      top.current = top.base.intersection(outcome(of: top.start..<index - 1).holds)
    case ":": readColon(at: index)
    case ">" where tokens.isSign("=", at: index - 1): top.start = index + 1
    case "=":
      let isComparison = ["=", "!", "<", ">"].contains(tokens.sign(at: index - 1))
      guard !isComparison, !tokens.isSign("=", at: index + 1) else { break }
      top.start = index + 1
      readConstant(before: index)
    default: break
    }
  }

  /// Reads `const isIOS = Platform.OS === 'ios'`.
  private mutating func readConstant(before sign: Int) {
    guard ["const", "final"].contains(tokens.word(at: sign - 2)),
      let name = tokens.word(at: sign - 1)
    else { return }
    let value = sign + 1..<min(sign + 17, tokens.tokens.count)
    let end = value.first { tokens.isSign(";", at: $0) || tokens.isFirstInLine(at: $0) }
    guard let end, tokens.isSign(";", at: end) || tokens.word(at: end) != nil,
      !(sign..<end).contains(where: {
        tokens.isSign("(", at: $0) && !tokens.isSign(")", at: $0 + 1)
      })
    else { return }
    let (holds, fails) = outcome(of: sign + 1..<end)
    if holds.isDisjoint(with: fails) { constants[name] = holds }
  }

  private mutating func endExpression(at start: Int) {
    restrict(to: top.allowed)
    (top.start, top.alternative, top.otherwise) = (start, nil, nil)
  }

  private mutating func readColon(at index: Int) {
    if let alternative = top.alternative {
      restrict(to: alternative)
      top.alternative = nil
    } else if let selected = top.selected, let key = tokens.word(at: index - 1) {
      let chosen = Self.platforms(named: key) ?? Self.all.subtracting(selected)
      top.selected = selected.union(chosen)
      restrict(to: top.allowed.intersection(chosen))
    }
    top.start = index + 1
  }

  private mutating func restrict(to platforms: Platforms) {
    (top.base, top.current) = (platforms, platforms)
  }

  private mutating func readQuestionMark(at index: Int) {
    // Skip `??`, `?.` and `?:`.
    guard !["?", ".", ":"].contains(tokens.sign(at: index + 1)), !tokens.isSign("?", at: index - 1)
    else { return }
    let (holds, fails) = outcome(of: top.start..<index)
    top.alternative = top.base.intersection(fails)
    restrict(to: top.base.intersection(holds))
    top.start = index + 1
  }

  private mutating func open(_ sign: Unicode.Scalar, at index: Int) {
    var scope = Scope(allowed: top.current, opening: index)
    if sign == "{", let condition = top.condition {
      scope = Scope(allowed: top.allowed.intersection(condition.holds), opening: index)
      (top.otherwise, top.condition) = (condition.fails, nil)
    } else if tokens.word(at: index - 2) == "select", tokens.word(at: index - 4) == "Platform" {
      scope.selected = []
    }
    scopes.append(scope)
  }

  private mutating func close(_ sign: Unicode.Scalar, at index: Int) {
    guard scopes.count > 1, let scope = scopes.popLast() else { return }
    let word = sign == ")" ? tokens.word(at: scope.opening - 1) : nil
    if word == "if" {
      let before = top.condition?.holds ?? Self.all
      let (holds, fails) = outcome(of: scope.opening + 1..<index)
      top.condition = (holds.intersection(before), fails.intersection(before))
      top.rest = fails.union(Self.all.subtracting(before))
    } else if ["while", "for", "foreach"].contains(word) {
      // A loop may run its statement zero times on any system.
      top.condition = (top.condition?.holds ?? Self.all, Self.all)
      top.rest = Self.all
    } else if sign == "}", scope.leaves, top.otherwise != nil {
      // After `if (Platform.OS !== 'ios') { return; }`, only iOS runs the rest.
      top.allowed.formIntersection(top.rest)
      restrict(to: top.allowed)
    }
  }

  /// Reads `#if`, `#elseif`, `#else` or `#endif`, and returns the index of the first token on the next line.
  private mutating func readDirective(at index: Int) -> Int? {
    // Check the word before searching for the line's end: a line may have many `#` signs.
    guard [.swift, .objectiveC, .cSharp].contains(tokens.language), tokens.isFirstInLine(at: index),
      let word = tokens.word(at: index + 1), Self.directiveWords.contains(word)
    else { return nil }
    var end = index + 2
    while end < tokens.tokens.count, !tokens.isFirstInLine(at: end) { end += 1 }
    let (holds, fails) = outcome(of: index + 2..<end)
    let isNested = word.hasPrefix("if")
    let open = isNested ? nil : directives.popLast()
    if word != "endif" {
      let rest = (isNested ? directives.last?.current : open?.rest) ?? Self.all
      let (first, second) = (rest.intersection(holds), rest.intersection(fails))
      directives.append(word == "ifndef" ? (second, first) : (first, second))
    }
    return end
  }

  private static let directiveWords: Set<Substring> = [
    "if", "ifdef", "ifndef", "elseif", "elif", "else", "endif",
  ]
}

extension PlatformGuards {
  /// The most tokens of a condition that is evaluated. A longer condition decides nothing.
  private static let lengthLimit = 32

  private func outcome(of range: Range<Int>) -> Outcome {
    let unknown = (holds: Self.all, fails: Self.all)
    guard range.count <= Self.lengthLimit else { return unknown }
    // A condition with a negated group `!(…)`, or with both `&&` and `||`, decides nothing.
    let signs = range.filter { index in
      ["&", "|"].contains(tokens.sign(at: index))
        && tokens.sign(at: index + 1) == tokens.sign(at: index) && index + 1 < range.upperBound
    }
    let isNegated = range.contains { tokens.isSign("!", at: $0) && tokens.isSign("(", at: $0 + 1) }
    guard !isNegated, Set(signs.map { tokens.sign(at: $0) }).count <= 1 else { return unknown }
    let starts = [range.lowerBound] + signs.map { $0 + 2 }
    let atoms = zip(starts, signs + [range.upperBound]).map { outcome(ofAtom: $0..<max($0, $1)) }
    let isAnd = signs.first.map { tokens.isSign("&", at: $0) } ?? false
    return atoms.dropFirst().reduce(atoms[0]) {
      isAnd
        ? ($0.holds.intersection($1.holds), $0.fails.union($1.fails))
        : ($0.holds.union($1.holds), $0.fails.intersection($1.fails))
    }
  }

  /// Returns the outcome of a condition without `&&` and `||`. Only a condition that names one system decides anything.
  private func outcome(ofAtom range: Range<Int>) -> Outcome {
    // `#if false` and `#if 0` leave the code out.
    if range.count == 1, ["false", "0"].contains(tokens.word(at: range.lowerBound)) {
      return ([], Self.all)
    }
    let named = range.compactMap { platforms(at: $0, in: range) }
    let isCompared = range.contains {
      ["?", "<"].contains(tokens.sign(at: $0)) || ["true", "false"].contains(tokens.word(at: $0))
        || tokens.word(at: $0)?.first?.isNumber ?? false
    }
    guard named.count == 1, !isCompared else { return (Self.all, Self.all) }
    let others = Self.all.subtracting(named[0])
    let isNegated = range.count { tokens.isSign("!", at: $0) } % 2 == 1
    return isNegated ? (others, named[0]) : (named[0], others)
  }

  /// Returns the systems that a token in a condition names; nil if the token names no system.
  private func platforms(at index: Int, in range: Range<Int>) -> Platforms? {
    if let text = tokens.text(at: index) {
      let isPlatform = range.contains {
        guard let word = tokens.word(at: $0)?.lowercased() else { return false }
        return word.hasSuffix("platform") || ["os", "expo_os", "operatingsystem"].contains(word)
      }
      return isPlatform ? Self.platforms(named: text.lowercased()[...]) : nil
    }
    guard let word = tokens.word(at: index) else { return nil }
    if let platforms = Self.flags[word] ?? constants[word] { return platforms }
    let isMember = [".", "("].contains(tokens.sign(at: index - 1))
    guard isMember, let owner = tokens.word(at: index - 2), Self.owners.contains(owner) else {
      return nil
    }
    return Self.platforms(named: word.lowercased()[...])
  }

  /// Types with systems as members, such as `TargetPlatform.iOS`, and functions that take a system, such as `os(iOS)`.
  private static let owners: Set<Substring> = [
    "os", "targetEnvironment", "TargetPlatform", "DevicePlatform", "Device", "RuntimePlatform",
  ]

  private static let flags: [Substring: Platforms] = [
    "isIOS": [.iOS], "isIos": [.iOS], "IOS": [.iOS], "__IOS__": [.iOS], "UNITY_IOS": [.iOS],
    "UNITY_IPHONE": [.iOS], "TARGET_OS_IPHONE": [.iOS], "TARGET_OS_IOS": [.iOS],
    "isAndroid": [.android], "ANDROID": [.android], "__ANDROID__": [.android],
    "UNITY_ANDROID": [.android], "isMacOS": [], "isWeb": [], "kIsWeb": [], "isWindows": [],
    "isLinux": [], "isFuchsia": [], "TARGET_OS_OSX": [],
  ]

  private static func platforms(named name: Substring) -> Platforms? {
    switch name {
    case "ios", "iphoneplayer": [.iOS]
    case "android": [.android]
    case "native": all
    case "web", "macos", "windows", "linux", "fuchsia", "watchos", "tvos", "visionos",
      "maccatalyst":
      []
    default: nil
    }
  }
}
