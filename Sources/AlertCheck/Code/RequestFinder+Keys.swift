/// Keys, labels and properties that name a sound, and the objects in which they do.
extension RequestFinder {
  /// What an object in JavaScript or JSON is.
  enum Around {
    case message
    /// A message's `content`, or an object in it.
    case content
    /// The app's own data, directly.
    case data
    /// No message, nor anything in it.
    case other
  }

  /// Reads the value of a key that takes a sound, as in `sound: "ring.caf"`.
  mutating func readValue(after index: Int) {
    guard let key = brackets.last?.key, let api = meaning(of: key, before: index) else { return }
    // Skip the second sign of PHP's `=>`.
    var value = tokens.isSign(">", at: index + 1) ? index + 2 : index + 1
    if tokens.isSign("@", at: value) { value += 1 }
    guard value < tokens.tokens.count,
      tokens.tokens[value].kind != .sign || tokens.isSign("(", at: value),
      !Self.otherValues.contains(tokens.word(at: value) ?? "")
    else { return }
    add(api, at: value)
  }

  /// Returns what an object is, by its key and by the object around it.
  func around(_ outer: Bracket?) -> Around {
    guard let outer, outer.around != .other, let key = outer.member else {
      return outer?.around ?? .message
    }
    if Self.otherObjects.contains(key) { return .other }
    if outer.around == .content { return key == "data" ? .other : .content }
    if ["data", "extra", "userInfo"].contains(key) { return .data }
    return key == "content" ? .content : .message
  }

  /// Keys of objects that are no messages for a phone: those of browsers, and examples in descriptions of interfaces.
  private static let otherObjects: Set<Substring> = ["webpush", "example", "examples", "schema"]

  /// Types and keywords that may follow a colon or an equals sign. Such words aren't computed names.
  private static let otherValues: Set<Substring> = [
    "string", "String", "boolean", "number", "any", "final",
  ]

  /// Returns the API that a key belongs to in the current surroundings; nil if the key's value names no sound.
  ///
  /// - Parameter sign: The index of the sign between the key and the value.
  mutating func meaning(of key: Substring, before sign: Int) -> SoundAPI? {
    // JavaScript's `const sound = 'ring'` and the app's own data are no messages.
    guard let apis = apis.values[key] else { return nil }
    let isVariable =
      tokens.isSign("=", at: sign) && !tokens.isSign(".", at: sign - 2)
      && !tokens.isSign("]", at: sign - 1)
    if tokens.language == .swift, isVariable { return nil }
    if [.javaScript, .json].contains(tokens.language) {
      let around = brackets.last?.around ?? .message
      if isVariable || around == .other || around == .data { return nil }
    }
    return apis.first { api in
      guard case .value(_, let surroundings) = api.form,
        tokens.language != .swift || surroundings != .any || tokens.isSign("=", at: sign)
      else { return false }
      return isImported(api.packages) && fits(surroundings, before: sign)
        && (api.words.isEmpty || !api.words.isDisjoint(with: decidingWords))
    }
  }

  /// Whether the file imports at least one of some packages. True if there are no packages.
  func isImported(_ packages: Set<NotificationPackage>) -> Bool {
    packages.isEmpty || !packages.isDisjoint(with: self.packages)
  }

  mutating func fits(_ surroundings: SoundAPI.Surroundings, before sign: Int) -> Bool {
    /// The keys around the value, the outermost first.
    var keys: [Substring] { brackets.dropLast().compactMap(\.key) }
    return switch surroundings {
    case .any: true
    case .directlyIn(let names):
      names.contains(brackets.last?.callee ?? "")
        || names.contains(brackets.dropLast().last?.key ?? "")
        || tokens.isSign(".", at: sign - 2)
          && !names.isDisjoint(with: types[tokens.word(at: sign - 3) ?? ""] ?? [])
    case .anywhereIn(let functions): functions.contains { openFunctions[$0] != nil }
    case .under(let last): keys.suffix(last.count) == last[...]
    case .somewhereUnder(let key): keys.contains(key)
    }
  }
}

/// C#'s objects whose properties name sounds.
extension RequestFinder {
  /// Returns the type of `new NotificationRequest { … }` or `NotificationRequest request = new() { … }`.
  func typeOfObject(initializedAt brace: Int) -> Substring? {
    guard tokens.language == .cSharp else { return nil }
    let isCall = tokens.isSign(")", at: brace - 1) && tokens.isSign("(", at: brace - 2)
    let last = isCall ? brace - 3 : brace - 1
    if tokens.word(at: last) == "new", tokens.isSign("=", at: last - 1) {
      return tokens.word(at: last - 3)
    }
    return tokens.word(at: last - 1) == "new" || tokens.isSign(".", at: last - 1)
      ? tokens.word(at: last) : nil
  }

  /// Returns for each variable its types, as in `NotificationRequest request` or `request = new NotificationRequest`.
  static func types(in tokens: SourceTokens) -> [Substring: Set<Substring>] {
    var types: [Substring: Set<Substring>] = [:]
    guard tokens.language == .cSharp else { return types }
    for index in tokens.tokens.indices {
      guard let word = tokens.word(at: index) else { continue }
      if word == "new", tokens.isSign("=", at: index - 1), let name = tokens.word(at: index - 2),
        let type = tokens.word(at: index + 1)
      {
        types[name, default: []].insert(type)
      } else if let type = tokens.word(at: index - 1), type.first?.isUppercase == true {
        types[word, default: []].insert(type)
      }
    }
    return types
  }
}
