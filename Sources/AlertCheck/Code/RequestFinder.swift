internal import SystemPackage

/// Finds the places in a source file that ask for a sound by name.
///
/// The finder reads only literal names. Any other expression counts as a computed name.
struct RequestFinder {
  /// A place in the code that asks for a sound.
  struct Request: Hashable {
    let line: Int
    /// The name; nil if the code computes it.
    let name: String?
    let api: SoundAPI
  }

  private(set) var requests: [Request] = []
  private let tokens: SourceTokens
  private let apis: SoundAPI.Table
  /// The open brackets, the innermost last.
  private var brackets: [Bracket] = []
  /// The number of open brackets beyond ``depthLimit``. The finder ignores calls and keys in them.
  private var unexaminedDepth = 0
  /// The notification packages that the file imports.
  private let packages: Set<NotificationPackage>
  /// `UILocalNotification` and `AlarmKit`, if the file contains them. They decide what `soundName` and `.named` mean.
  private let decidingWords: Set<Substring>

  private struct Bracket {
    /// The function before the bracket; nil if the bracket isn't a call's.
    let callee: Substring?
    /// The key or label of the current value.
    var key: Substring?
  }

  static let depthLimit = 100

  init(in tokens: SourceTokens) {
    self.tokens = tokens
    apis = SoundAPI.tables[tokens.language] ?? SoundAPI.Table()
    packages = tokens.language == .javaScript ? NotificationPackage.all(in: tokens) : []
    decidingWords =
      [.swift, .objectiveC].contains(tokens.language)
      ? Set(
        tokens.tokens.indices.lazy.compactMap { tokens.word(at: $0) }
          .filter { $0 == "UILocalNotification" || $0 == "AlarmKit" }) : []
    for index in tokens.tokens.indices {
      switch tokens.tokens[index].kind {
      case .sign: readSign(at: index)
      case .text, .computedText: readText(at: index)
      case .word: break
      }
    }
  }

  private mutating func readSign(at index: Int) {
    let sign = tokens.contents(of: tokens.tokens[index]).first
    switch sign {
    case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
      guard brackets.count < Self.depthLimit else {
        unexaminedDepth += 1
        return
      }
      let callee = sign == UInt8(ascii: "(") ? tokens.word(at: index - 1) : nil
      if let callee { readCall(of: callee, at: index) }
      brackets.append(Bracket(callee: callee))
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
      if unexaminedDepth > 0 {
        unexaminedDepth -= 1
      } else {
        _ = brackets.popLast()
      }
    case UInt8(ascii: ","), UInt8(ascii: ";"): setKey(nil)
    case UInt8(ascii: ":"), UInt8(ascii: "="):
      setKey(key(at: index - 1))
      if tokens.language == .objectiveC { readMessage(at: index) }
      readComputedValue(after: index)
    default: break
    }
  }

  private mutating func setKey(_ key: Substring?) {
    guard !brackets.isEmpty else { return brackets.append(Bracket(callee: nil, key: key)) }
    brackets[brackets.count - 1].key = key
  }

  /// Returns the key at an index: the word or string before a colon or an equals sign.
  private func key(at index: Int) -> Substring? {
    tokens.word(at: index) ?? tokens.text(at: index).map { $0[...] }
  }

  /// Adds a request.
  ///
  /// - Parameter index: The index of the value. If the value isn't a single literal, the name counts as computed.
  private mutating func add(_ api: SoundAPI, at index: Int, _ adapt: (String) -> String = { $0 }) {
    let name = isWhole(at: index) ? tokens.text(at: index).map(adapt) : nil
    add(api, named: name, at: index)
  }

  private mutating func add(_ api: SoundAPI, named name: String?, at index: Int) {
    if let name, !name.mayNameSound { return }
    requests.append(Request(line: Int(tokens.tokens[index].line), name: name, api: api))
  }
}

extension RequestFinder {
  /// Examines a call's first argument.
  ///
  /// - Parameter index: The index of the opening bracket.
  private mutating func readCall(of callee: Substring, at index: Int) {
    if callee == "named", tokens.language == .swift { return readSoundCase(at: index) }
    // An explicit initializer: `UNNotificationSoundName.init("ring.caf")`.
    let isInitializer = callee == "init" && tokens.isSign(".", at: index - 2)
    // `content.sound = .init(named: …)`: Swift infers the type.
    let isInferred =
      isInitializer && tokens.isSign("=", at: index - 3) && tokens.word(at: index - 4) == "sound"
      && tokens.word(at: index + 1) == "named"
    let named = isInferred ? "UNNotificationSound" : tokens.word(at: index - 3)
    let callee = isInitializer ? named ?? callee : callee
    // Skip declarations that look like calls, such as Dart's constructor `Sound(this.name)`.
    guard let api = apis.calls[callee], case .call(_, let label, let type) = api.form,
      tokens.word(at: index - 2) != "func", tokens.word(at: index + 1) != "this"
    else { return }
    var argument = index + 1
    if let type, tokens.word(at: index - 3) != type { return }
    if let label, tokens.word(at: argument) != label { return }
    skipLabel(&argument)
    // Skip `.init(` in `.init("ring.caf")`, where Swift infers the type.
    if tokens.isSign(".", at: argument), tokens.word(at: argument + 1) == "init" {
      argument += 3
      skipLabel(&argument)
    }
    guard argument < tokens.tokens.count, !tokens.isSign(")", at: argument) else { return }
    // Leave the request to the inner call in `UNNotificationSound(named: UNNotificationSoundName("a.caf"))`.
    if let word = tokens.word(at: argument), apis.calls[word] != nil { return }
    add(api, at: argument)
  }

  /// Reads `sound: .named("Chime")`, which names a sound for AlarmKit or for a Live Activity.
  private mutating func readSoundCase(at index: Int) {
    guard tokens.isSign(".", at: index - 2), index + 1 < tokens.tokens.count,
      brackets.last?.key == "sound" && tokens.isSign(":", at: index - 3)
        || tokens.word(at: index - 3) == "AlertSound"
    else { return }
    add(
      .alertSound(for: decidingWords.contains("AlarmKit") ? .alarmkit : .liveActivity),
      at: index + 1)
  }

  private func skipLabel(_ index: inout Int) {
    if tokens.word(at: index) != nil, tokens.isSign(":", at: index + 1) { index += 2 }
  }

  /// Whether the token at an index is a complete value, and not the beginning of an expression.
  private func isWhole(at index: Int) -> Bool {
    let next = index + 1
    guard next < tokens.tokens.count else { return true }
    if [",", ")", "]", "}", ";"].contains(where: { tokens.isSign($0, at: next) }) { return true }
    let isNewLine = tokens.tokens[next].line != tokens.tokens[index].line
    // Accept TypeScript's `'ring.wav' as const`.
    if tokens.word(at: next) == "as" { return true }
    // Accept the next label of an Objective-C message, as in `@"ring.caf" withAudioVolume:1`.
    if tokens.language == .objectiveC, tokens.word(at: next) != nil {
      return tokens.isSign(":", at: next + 1)
    }
    // Accept a value at the end of its line, unless the next line begins with an operator.
    return isNewLine && tokens.tokens[next].kind != .sign
  }

  /// Reads Objective-C's `[UNNotificationSound soundNamed:@"ring.caf"]`.
  private mutating func readMessage(at index: Int) {
    guard tokens.isSign(":", at: index), let word = tokens.word(at: index - 1),
      let api = apis.messages[word], tokens.word(at: index - 2) == "UNNotificationSound"
    else { return }
    let argument = tokens.isSign("@", at: index + 1) ? index + 2 : index + 1
    if argument < tokens.tokens.count { add(api, at: argument) }
  }
}

extension RequestFinder {
  /// Reads a string. It requests a sound if it is the address of a raw resource, or the value of a key that takes a
  /// sound, as in `sound: "ring.caf"`.
  private mutating func readText(at index: Int) {
    if let address = apis.address,
      tokens.language != .dart || brackets.last?.callee == "UriAndroidNotificationSound"
    {
      return readResourceAddress(at: index, address)
    }
    guard isValue(at: index), let key = brackets.last?.key, let api = meaning(of: key) else {
      return
    }
    add(api, at: index, resourceName)
  }

  /// Whether a string directly follows a key, as in `sound: "ring.caf"`.
  private func isValue(at index: Int) -> Bool {
    let sign = tokens.isSign("@", at: index - 1) ? index - 2 : index - 1
    return tokens.isSign(":", at: sign) || tokens.isSign("=", at: sign)
  }

  /// Reads a value that begins with a word, such as a variable: `sound: name`.
  private mutating func readComputedValue(after index: Int) {
    guard let word = tokens.word(at: index + 1), !Self.otherValues.contains(word),
      let key = brackets.last?.key, let api = meaning(of: key)
    else { return }
    // Skip a call that names a sound, because reading that call adds the request.
    if apis.calls[word] != nil { return }
    add(api, named: nil, at: index + 1)
  }

  /// Literals, types and keywords that may follow a colon or an equals sign. They aren't computed names.
  private static let otherValues: Set<Substring> = [
    "null", "nil", "undefined", "true", "false", "this", "NULL", "string", "String", "boolean",
    "number", "any", "const", "final",
  ]

  /// Returns the API that a key belongs to in the current surroundings; nil if the key's value names no sound.
  private func meaning(of key: Substring) -> SoundAPI? {
    apis.values[key]?.first { api in
      guard case .value(_, let surroundings) = api.form,
        api.packages.isEmpty || !api.packages.isDisjoint(with: packages)
      else { return false }
      return fits(surroundings)
    }
  }

  private func fits(_ surroundings: SoundAPI.Surroundings) -> Bool {
    /// The keys around the value, the outermost first.
    var keys: [Substring] { brackets.dropLast().compactMap(\.key) }
    return switch surroundings {
    case .any: true
    case .directlyIn(let functions): brackets.last?.callee.map(functions.contains) ?? false
    case .anywhereIn(let functions):
      brackets.contains { $0.callee.map(functions.contains) ?? false }
    case .under(let last): keys.suffix(last.count) == last[...]
    case .somewhereUnder(let key): keys.contains(key)
    case .fileNaming(let word): decidingWords.contains(word)
    }
  }

  /// Reads `"android.resource://com.example/raw/ring"`, or `"/raw/ring"` after a computed beginning.
  private mutating func readResourceAddress(at index: Int, _ api: SoundAPI) {
    let contents = tokens.contents(of: tokens.tokens[index])
    guard contents.count <= FilePath.lengthLimit else { return }
    let text = String(decoding: contents, as: UTF8.self)
    guard let range = text.firstRange(of: "/raw/") else { return }
    // Read only the name after the folder, because code often computes the package's name before it.
    let name = text[range.upperBound...]
    guard !name.contains("$"),
      text[..<range.lowerBound].hasPrefix("android.resource://")
        || range.lowerBound == text.startIndex,
      !name.isEmpty, isWhole(at: index)
    else { return }
    add(api, named: String(name), at: index)
  }

  /// Removes the prefix that some packages require before a name.
  private func resourceName(_ text: String) -> String {
    for prefix in ["resource://raw/", "resource://"] where text.hasPrefix(prefix) {
      return String(text.dropFirst(prefix.count))
    }
    return text
  }
}

extension NotificationPackage {
  static func all(in tokens: SourceTokens) -> Set<NotificationPackage> {
    var found: Set<NotificationPackage> = []
    for index in tokens.tokens.indices {
      guard let text = tokens.text(at: index), let package = Self(rawValue: text),
        tokens.word(at: index - 1) == "from" || tokens.word(at: index - 1) == "import"
          || tokens.isSign("(", at: index - 1)
      else { continue }
      found.insert(package)
    }
    return found
  }
}

extension String {
  /// Whether a string may name a sound in the app. The result is false for words for a default sound or for silence,
  /// for addresses, and for texts that are very long or have several lines.
  fileprivate var mayNameSound: Bool {
    ![
      "", "default", "defaultCritical", "defaultRingtone", "none", "null", "silent", "true",
      "false",
    ].contains(self) && utf8.count <= 255 && !contains("://") && !contains("\n")
  }
}
