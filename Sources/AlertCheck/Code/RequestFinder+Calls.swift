/// Calls and messages that name a sound.
extension RequestFinder {
  /// Examines a call's first argument.
  ///
  /// - Parameter index: The index of the opening bracket.
  mutating func readCall(of callee: Substring, at index: Int) {
    if callee == "named", tokens.language == .swift { return readSoundCase(at: index) }
    // An explicit initializer: `UNNotificationSoundName.init("ring.caf")`.
    let isInitializer = callee == "init" && tokens.isSign(".", at: index - 2)
    // `static let ring = Self("ring.caf")` in an extension of `UNNotificationSoundName`.
    let isOwn = isOwnInitializer(callee, at: index)
    let isInferred = isInitializer && infersSound(at: index)
    let named =
      isOwn
      ? "UNNotificationSoundName" : isInferred ? "UNNotificationSound" : tokens.word(at: index - 3)
    let callee = isInitializer || isOwn ? named ?? callee : callee
    guard let apis = apis.calls[callee] else { return }
    if tokens.word(at: index - 2) == "func" {
      helperDepth = brackets.count
      return
    }
    // Skip declarations that look like calls, such as Dart's constructor `Sound(this.name)`.
    guard tokens.word(at: index + 1) != "this", let api = apis.first(where: { fits($0, at: index) })
    else { return }
    var argument = index + 1
    skipLabel(&argument)
    // Skip `.init(` in `.init("ring.caf")`, where Swift infers the type.
    if tokens.isSign(".", at: argument), tokens.word(at: argument + 1) == "init" {
      argument += 3
      skipLabel(&argument)
    }
    guard argument < tokens.tokens.count, !tokens.isSign(")", at: argument) else { return }
    // Leave the request to the inner call in `UNNotificationSound(named: UNNotificationSoundName("a.caf"))`.
    if let word = tokens.word(at: argument), self.apis.calls[word] != nil { return }
    add(api, at: argument)
  }

  /// Whether Swift infers that `.init(` makes a `UNNotificationSound`, as in `content.sound = .init(named: …)`.
  private mutating func infersSound(at index: Int) -> Bool {
    guard tokens.word(at: index + 1) == "named" else { return false }
    let isAssigned = tokens.isSign("=", at: index - 3)
    let owner = tokens.word(
      at: isAssigned || tokens.isSign(":", at: index - 3) ? index - 4 : index - 3)
    if isAssigned, owner == "sound" { return true }
    // `.init(named: .init("ring"))` may also make an image, so a name or a type must say that this is a sound.
    guard tokens.isSign(".", at: index + 3), tokens.word(at: index + 4) == "init" else {
      return false
    }
    return owner == "return"
      ? returnsSound(at: index) : owner?.lowercased().contains("sound") == true
  }

  /// Whether `Self(` or `.init(` is the value of a constant or property that an extension of `UNNotificationSoundName`
  /// adds, and makes a sound's name.
  private mutating func isOwnInitializer(_ callee: Substring, at index: Int) -> Bool {
    let first = callee == "Self" ? index - 1 : index - 2
    guard callee == "Self" || callee == "init" && tokens.isSign(".", at: first),
      !soundNameBrackets.isEmpty, tokens.word(at: first - 1) != "init"
    else { return false }
    // The type before `=` or `{`, or the name of a constant without a type.
    let type = tokens.word(at: first - 2)
    let hasType = tokens.isSign(":", at: first - 3)
    guard ["=", "{"].contains(tokens.sign(at: first - 1)),
      hasType ? type == "Self" || type == "UNNotificationSoundName" : callee == "Self",
      let bracket = values.names.brackets(around: first).first(
        where: values.names.typeBrackets.contains)
    else { return false }
    return soundNameBrackets.contains(bracket)
  }

  /// Whether the function or property around a token is a `UNNotificationSound`.
  private mutating func returnsSound(at index: Int) -> Bool {
    let body = values.names.brackets(around: index).first(where: values.names.bodies.contains)
    guard let body else { return false }
    let type = tokens.isSign("?", at: body - 1) ? body - 2 : body - 1
    return tokens.word(at: type) == "UNNotificationSound"
      && [">", ":"].contains(tokens.sign(at: type - 1))
  }

  /// Reads `AlertSound.named("Chime")`, which names a sound for AlarmKit or for a Live Activity. After the label
  /// `sound`, or where a variable or function states the type, code may write only `.named("Chime")`.
  private mutating func readSoundCase(at index: Int) {
    let dot = index - 2
    guard tokens.isSign(".", at: dot), index + 1 < tokens.tokens.count,
      tokens.word(at: dot - 1) == "AlertSound"
        || brackets.last?.key == "sound" && brackets.last?.callee != nil
          && !decidingWords.isDisjoint(with: ["AlarmKit", "ActivityKit", "AlertConfiguration"])
        || isAlertSound(dot)
    else { return }
    add(
      .alertSound(for: decidingWords.contains("AlarmKit") ? .alarmkit : .liveActivity),
      at: index + 1)
  }

  /// Whether the code states that the expression at an index is an `AlertSound`: as the type of the variable that gets
  /// the value, or of the function or property around the expression.
  private func isAlertSound(_ index: Int) -> Bool {
    guard !["]", ")"].contains(tokens.sign(at: index - 1)) else { return false }
    var places = [index]
    for bracket in brackets.suffix(8).reversed() {
      guard bracket.callee == nil else { break }
      places.append(bracket.opening)
    }
    return places.contains { place in
      guard place > 0 else { return false }
      var last = place - 1
      if !tokens.isSign("{", at: place) {
        // Find the sign of the assignment before the expression.
        let start = (max(0, place - 32)..<place).last { index in
          tokens.sign(at: index).map { ["=", "{", "}", ";"].contains($0) } ?? false
        }
        guard let start, tokens.isSign("=", at: start) else { return false }
        last = start - 1
      }
      while ["?", "]"].contains(tokens.sign(at: last)) { last -= 1 }
      return tokens.word(at: last) == "AlertSound"
    }
  }

  /// Whether the call that begins at a bracket is a call of an API.
  private func fits(_ api: SoundAPI, at bracket: Int) -> Bool {
    guard isImported(api.packages) else { return false }
    return switch api.form {
    case .call(_, let label, let type):
      (type == nil || tokens.word(at: bracket - 3) == type)
        && (label == nil || tokens.word(at: bracket + 1) == label)
    case .method(_, let type): isChained(bracket - 1, on: type.lowercased())
    default: false
    }
  }

  /// Whether a name in the chain of calls before a method ends in a type's name, as in
  /// `new Notification().setTitle('x').setSound` or `$expoMessage->setSound`.
  private func isChained(_ method: Int, on type: String) -> Bool {
    var depth = 0
    for index in (max(0, method - 128)..<method).reversed() {
      switch tokens.sign(at: index) {
      case ")", "]", "}": depth += 1
      case "(", "[", "{": depth -= 1
      case ".", ">", "-", "?": continue
      case nil:
        // Inside a bracket, accept only a name after `new`: `(new ExpoMessage())->setSound`.
        guard depth == 0 || depth == 1 && tokens.word(at: index - 1) == "new",
          let word = tokens.word(at: index)
        else { continue }
        if word.lowercased().hasSuffix(type) { return true }
      default: if depth == 0 { return false }
      }
      if depth < 0 { return false }
    }
    return false
  }

  private func skipLabel(_ index: inout Int) {
    if tokens.word(at: index) != nil, tokens.isSign(":", at: index + 1) { index += 2 }
  }

  /// Reads Objective-C's `[UNNotificationSound soundNamed:@"ring.caf"]`.
  mutating func readMessage(at index: Int) {
    guard tokens.isSign(":", at: index), let word = tokens.word(at: index - 1),
      let api = apis.messages[word], tokens.word(at: index - 2) == "UNNotificationSound"
    else { return }
    let argument = tokens.isSign("@", at: index + 1) ? index + 2 : index + 1
    if argument < tokens.tokens.count { add(api, at: argument) }
  }
}

extension RequestFinder {
  /// What the file says about requests in other files, in the form of ``CodeScan``.
  var facts: Set<Substring> {
    mutating get {
      var facts: Set<Substring> = []
      let isExtension = decidingWords.contains("UNNotificationServiceExtension")
      if isExtension, !assignments.isEmpty { facts.insert("!UNNotificationServiceExtension") }
      if packages.contains(.expo),
        tokens.tokens.indices.contains(where: {
          tokens.name(at: $0) == "shouldPlaySound"
            && !(tokens.isSign(":", at: $0 + 1) && tokens.word(at: $0 + 2) == "true"
              && tokens.endsValue(at: $0 + 2))
        })
      {
        facts.insert("!shouldPlaySound")
      }
      // A name is a request, too, if its value is on the line of a request.
      let lines = Set(soundNameBrackets.isEmpty ? [] : requests.map(\.code.line))
      for bracket in soundNameBrackets {
        for (name, declaration) in values.names.members[bracket] ?? []
        where lines.contains(Int(tokens.tokens[declaration.value].line)) {
          facts.insert(".\(name)")
        }
      }
      return facts
    }
  }
}
